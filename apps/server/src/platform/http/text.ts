import type { Text } from '@aisle/contract'

export const text = {
  sessionEnded: { zh: '登录已过期，请重新登录', en: 'Your sign-in has ended. Sign in again.' },
  forbidden: { zh: '你没有执行此操作的权限', en: 'You are not allowed to do this' },
  invalidInput: { zh: '输入有误', en: 'The input is not valid' },
  notFound: { zh: '没有找到', en: 'There is no such thing' },
  tooLarge: { zh: '内容过大', en: 'That is too large' },
  fileTooLarge: (megabytes: number): Text => ({
    zh: `文件不能超过 ${megabytes} MB`,
    en: `A file may have up to ${megabytes} MB`,
  }),
  wrongMedia: { zh: '不支持的内容类型', en: 'This kind of content is not supported' },
  internal: { zh: '服务器出错了，请稍后重试', en: 'Something went wrong on our side. Try again.' },
  unavailable: { zh: '服务暂时不可用，请稍后重试', en: 'The service is not available right now. Try again.' },
  noStore: {
    zh: '分析数据库暂时不可用，请稍后重试',
    en: 'The analytics store does not answer right now. Try again.',
  },
} as const satisfies Record<string, Text | ((megabytes: number) => Text)>
