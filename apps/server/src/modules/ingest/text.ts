import type { Text } from '@aisle/contract'

export const text = {
  noSource: { zh: '没有找到这个数据来源', en: 'There is no such source' },
  badToken: { zh: '令牌无效或已停用', en: 'The token is not valid, or was revoked' },
  otherKind: {
    zh: '该令牌的数据来源不是这种数据',
    en: 'The source of this token is not for this kind of data',
  },
  busy: {
    zh: '正在接收的数据过多,请稍后重发',
    en: 'More is being received than can be kept up with: send it again shortly',
  },
  noShops: {
    zh: '请选择该来源可以上报的门店或区域',
    en: 'Choose the shops or areas that this source may speak of',
  },
} as const satisfies Record<string, Text>
