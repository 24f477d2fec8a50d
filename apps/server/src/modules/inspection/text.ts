import type { Text } from '@aisle/contract'

export const text = {
  notYourFavourites: { zh: '只能取消自己收藏的门店', en: 'Only favourites of your own can be removed' },
  noRecord: { zh: '没有找到这条巡店记录', en: 'There is no such check-shop record' },
  notYourRecord: { zh: '只能更改自己的巡店记录', en: 'Only check-shop records of your own can be changed' },
  otherShop: { zh: '这条巡店记录不属于该门店', en: 'This check-shop record belongs to another shop' },
  endsTooEarly: { zh: '巡店结束时间早于开始时间', en: 'The check would end before it begins' },
  notYet: { zh: '时间不能晚于现在', en: 'The time is still to come' },
} as const satisfies Record<string, Text>
