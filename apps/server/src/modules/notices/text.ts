import type { Text } from '@aisle/contract'

export const text = {
  noNotice: { zh: '没有找到这条通知', en: 'There is no such notice' },
  notYours: { zh: '只能查看和处理自己的通知', en: 'Only notices of your own can be read and handled' },
} as const satisfies Record<string, Text>
