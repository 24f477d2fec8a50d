import type { Text } from '@aisle/contract'

export const text = {
  noPerson: { zh: '没有找到该人员', en: 'There is no such person' },
  noVisit: { zh: '没有找到该次到访', en: 'There is no such visit' },
  noTrack: { zh: '没有找到该动线', en: 'There is no such track' },
  noShops: { zh: '所选范围内没有门店', en: 'There is no shop in this place' },
  notAnIdentity: { zh: '此属性没有这个取值', en: 'This attribute has no such value' },
} satisfies Record<string, Text>
