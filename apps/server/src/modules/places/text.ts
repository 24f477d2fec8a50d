import type { Text } from '@aisle/contract'

export const text = {
  noShop: {
    zh: '没有找到该门店，或它不在你的权限范围内',
    en: 'There is no such shop, or it is outside your scope',
  },
  noArea: { zh: '没有找到该区域', en: 'There is no such area' },
  noCounty: { zh: '请选择区县', en: 'Choose a county' },
  wrongParent: { zh: '上级区域的层级不正确', en: 'The parent is not an area of the level above' },
  areaExists: { zh: '该区域编号已存在', en: 'An area with this id exists already' },
  areaInUse: { zh: '该区域下还有区域或门店，不能删除', en: 'The area still holds areas or shops' },
  outsideScope: { zh: '该区域不在你的权限范围内', en: 'The area is outside your scope' },
} satisfies Record<string, Text>
