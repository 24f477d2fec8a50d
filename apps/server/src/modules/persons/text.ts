import type { Text } from '@aisle/contract'

export const text = {
  noPerson: { zh: '没有找到该人员', en: 'There is no such person' },
  noVisit: { zh: '没有找到该次到访', en: 'There is no such visit' },
  noTrack: { zh: '没有找到该动线', en: 'There is no such track' },
  noShops: { zh: '所选范围内没有门店', en: 'There is no shop in this place' },
  noStore: { zh: '数据仓库暂时不可用，请稍后再试', en: 'The measure store does not answer. Try again later' },
  notAnIdentity: { zh: '此属性没有这个取值', en: 'This attribute has no such value' },
} satisfies Record<string, Text>
