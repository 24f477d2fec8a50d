export const text = {
  noShop: { zh: '没有找到该门店', en: 'There is no such shop' },
  noFloor: { zh: '没有找到该楼层', en: 'There is no such floor' },
  noPlan: { zh: '没有找到该平面图', en: 'There is no such floor plan' },
  noArea: { zh: '没有找到该自定义区域', en: 'There is no such area of yours' },
  changed: {
    zh: '已在别处修改，请查看后再保存',
    en: 'It was changed elsewhere. Look at it before you save.',
  },
  foreignZone: { zh: '有区域不属于该楼层', en: 'A zone does not belong to this floor' },
  foreignEntrance: { zh: '有出入口不属于该门店', en: 'An entrance does not belong to this shop' },
  crossed: { zh: '多边形的边不能相交', en: 'The sides of a polygon must not cross' },
  outside: { zh: '有点在平面图之外', en: 'A point lies outside the plan' },
  takenMap: { zh: '该地图编号已用于同店另一楼层', en: 'Another floor of the shop has this map code' },
  tooLong: { zh: '逐小时最多查询 7 天', en: 'Hour by hour at most 7 days can be asked for' },
  tooManyDays: { zh: '最多查询 400 天', en: 'At most 400 days can be asked for' },
} as const
