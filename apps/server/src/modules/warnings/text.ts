import type { Text, WarningKind } from '@aisle/contract'

export const text = {
  noWarning: { zh: '没有找到该预警', en: 'There is no such warning' },
  noRule: { zh: '没有找到该规则', en: 'There is no such rule' },
  noWatch: { zh: '没有找到该关注项', en: 'There is no such watch' },
  noPlace: { zh: '该门店没有这个位置', en: 'This shop has no such place' },
  noUser: { zh: '没有找到该用户', en: 'There is no such user' },
  noShop: { zh: '没有找到所选门店', en: 'There is no such shop' },
  noChange: { zh: '没有找到该调整记录', en: 'There is no such entry' },
  changed: { zh: '有人刚刚改过,请看最新状态', en: 'Someone changed this meanwhile: see how it is now' },
  wrongStatus: { zh: '当前状态不能这样处理', en: 'This cannot be done in its present state' },
  everyShopOnly: {
    zh: '规则涉及你看不到的门店,不能修改',
    en: 'The rule is about shops that you may not see',
  },
  watched: { zh: '该位置已在关注清单中', en: 'This place is on the list already' },
  futureChange: { zh: '调整日期不能晚于今天', en: 'The day of a change cannot lie in the future' },
  countsChanged: { zh: '计数已更新,不再超限', en: 'The counts changed: it is within the limit' },
  recovered: { zh: '已恢复达标', en: 'Back on target' },
} as const satisfies Record<string, Text>

export type Words = {
  kind: WarningKind
  shop: Text
  place: Text
  value: number
  limit: number
  from: string
  to: string
}
const whole = (value: number) => String(Math.round(value))

/** The title and sentence in which people are told of a warning. */
export function noticeWords(words: Words): { title: Text; body: Text } {
  const [value, limit] = [whole(words.value), whole(words.limit)]
  const { from, to } = words
  const bodies: Record<WarningKind, Text> = {
    crowding: {
      zh: `${from} 起在场 ${value} 人,上限 ${limit} 人`,
      en: `${value} people inside from ${from}; the limit is ${limit}`,
    },
    fall: {
      zh: `${from}–${to} 人次 ${value},上周同期 ${limit}`,
      en: `${value} visits from ${from} to ${to}, against ${limit} a week ago`,
    },
    silence: {
      zh: `${from}–${to} 无人进出,已 ${value} 分钟`,
      en: `Nobody counted from ${from} to ${to}: ${value} minutes`,
    },
    offTarget: {
      zh: `全天人次 ${value},日目标 ${limit}`,
      en: `${value} visits in the day; the target is ${limit}`,
    },
    deviation: {
      zh: `近 7 天人次 ${value},目标 ${limit}`,
      en: `${value} visits in 7 days; the target is ${limit}`,
    },
    crowd: {
      zh: `${from} 起 5 分钟进入 ${value} 人,上限 ${limit} 人`,
      en: `${value} entries in 5 minutes from ${from}; the limit is ${limit}`,
    },
    idle: {
      zh: `${from}–${to} 无人进出,已 ${value} 分钟`,
      en: `Nobody used it from ${from} to ${to}: ${value} minutes`,
    },
  }
  const titles: Record<WarningKind, Text> = {
    crowding: { zh: '拥挤预警', en: 'Crowding' },
    fall: { zh: '客流骤降', en: 'Sudden fall of visits' },
    silence: { zh: '长时间无客流', en: 'Nobody counted' },
    offTarget: { zh: '未达日目标', en: 'Below the day’s target' },
    deviation: { zh: '偏离目标', en: 'Off target' },
    crowd: { zh: '出入口拥挤', en: 'Crowded door' },
    idle: { zh: '出入口闲置', en: 'Idle door' },
  }
  const where = (language: keyof Text) =>
    [words.shop[language], words.place[language]].filter(part => part !== '').join(' · ')
  const title = titles[words.kind]
  return {
    title: { zh: `${title.zh}:${where('zh')}`, en: `${title.en}: ${where('en')}` },
    body: bodies[words.kind],
  }
}
