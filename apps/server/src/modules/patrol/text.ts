import type { Text } from '@aisle/contract'

export const text = {
  noRound: { zh: '没有找到该巡店路线', en: 'There is no such round of yours' },
  noStop: { zh: '该门店不在今天的路线中', en: 'This shop is not on the round' },
  noShops: { zh: '所选门店均不可用', en: 'None of these shops can be visited' },
  offline: { zh: '摄像头离线', en: 'Camera offline' },
} as const satisfies Record<string, Text>
