import type { AreaNode, CheckShop, SessionUser } from '@aisle/contract'

export const inspector: SessionUser = {
  id: '7',
  loginName: 'inspector',
  realName: '林晓彤',
  authorities: ['inspect.view', 'inspect.operate', 'flow.view'],
  language: null,
}

export const jingan: CheckShop = {
  shopid: '9001',
  shopname: '静安寺店',
  shopnameEn: 'Jing’an Temple',
  code: 'SH0127',
  format: 'flagship',
  regionid: '1',
  provinceid: '31',
  cityid: '3101',
  countyid: '310106',
  areaPath: '华东大区 / 上海市 / 静安区',
  areaPathEn: 'East China / Shanghai / Jing’an',
  longitude: null,
  latitude: null,
  cameraCount: 12,
  onlineCount: 11,
  lastCheckTime: '2026-11-20 09:42:00',
  collected: true,
}

export const tianhe: CheckShop = {
  ...jingan,
  shopid: '9002',
  shopname: '广州天河店',
  shopnameEn: 'Guangzhou Tianhe',
  code: 'GZ0031',
  format: 'standard',
  regionid: '2',
  provinceid: '44',
  cityid: '4401',
  countyid: '440106',
  areaPath: '华南大区 / 广东省 / 广州市 / 天河区',
  areaPathEn: 'South China / Guangdong / Guangzhou / Tianhe',
  cameraCount: 6,
  onlineCount: 6,
  lastCheckTime: null,
  collected: false,
}

const node = (
  level: AreaNode['level'],
  id: string,
  name: string,
  nameEn: string,
  children: AreaNode[] = [],
): AreaNode => ({
  id,
  name,
  nameEn,
  level,
  parentId: null,
  shopCount: 1,
  children,
})

export const tree: AreaNode[] = [
  node('region', '1', '华东大区', 'East China', [
    node('province', '31', '上海市', 'Shanghai', [
      node('city', '3101', '上海市', 'Shanghai', [node('county', '310106', '静安区', 'Jing’an')]),
    ]),
  ]),
  node('region', '2', '华南大区', 'South China', [
    node('province', '44', '广东省', 'Guangdong', [
      node('city', '4401', '广州市', 'Guangzhou', [node('county', '440106', '天河区', 'Tianhe')]),
    ]),
  ]),
]
