import type { Text } from '@aisle/contract'

export const visitText = {
  title: { zh: '本次巡店', en: 'This visit' },
  waiting: { zh: '看到第一路画面后开始计时', en: 'Begins with the first picture' },
  going: { zh: '巡店中', en: 'Under way' },
  ended: { zh: '已结束', en: 'Ended' },
  began: { zh: '开始', en: 'Began' },
  end: { zh: '结束', en: 'Ended at' },
  elapsed: { zh: '已用', en: 'Elapsed' },
  lasted: { zh: '用时', en: 'Took' },
  viewed: { zh: '已查看 {viewed} / {all}', en: 'Viewed {viewed} / {all}' },
  finish: { zh: '结束巡店', en: 'Finish visit' },
  finishAsk: {
    zh: '结束本次巡店？还有 {count} 路摄像头未查看。',
    en: 'Finish this visit? {count, plural, one {# camera was} other {# cameras were}} not viewed.',
  },
  finishAskAll: { zh: '结束本次巡店？', en: 'Finish this visit?' },
  start: { zh: '开始巡店', en: 'Start a visit' },
  timer: { zh: '本次巡店已用 {time}', en: 'This visit has taken {time}' },
} as const satisfies Record<string, Text>
