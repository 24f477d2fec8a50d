import {
  type FlowWarning,
  limitsOf,
  type RuleKind,
  type RuleLimit,
  type RuleLimits,
  ruleLimits,
  type Text,
  type WarningSeverity,
  type WarningStatus,
  type WatchStatus,
  warningKinds,
} from '@aisle/contract'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import type { Tone } from '../../../../ui/bits.tsx'

export const statusTones = {
  open: 'error',
  acknowledged: 'warning',
  resolved: 'positive',
  muted: 'neutral',
} as const satisfies Record<WarningStatus, Tone>
export const severityTones = {
  high: 'error',
  middle: 'warning',
  low: 'neutral',
} as const satisfies Record<WarningSeverity, Tone>
export const watchTones = {
  onTarget: 'positive',
  deviating: 'error',
  handled: 'warning',
  ended: 'neutral',
} as const satisfies Record<WatchStatus, Tone>

const sentences: Record<FlowWarning['kind'], Text> = {
  crowding: {
    zh: '在场最多 {value} 人，上限 {limit} 人',
    en: 'Up to {value} people inside; the limit is {limit}',
  },
  fall: {
    zh: '{value} 人次，上周同期 {limit}（{change}）',
    en: '{value} visits, against {limit} a week ago ({change})',
  },
  silence: {
    zh: '{value} 分钟无人进出，阈值 {limit} 分钟',
    en: 'Nobody counted for {value} minutes; the limit is {limit}',
  },
  offTarget: {
    zh: '全天 {value} 人次，日目标 {limit}（{share}）',
    en: '{value} visits in the day, {share} of the target of {limit}',
  },
  deviation: {
    zh: '近 7 天 {value} 人次，目标 {limit}（{share}）',
    en: '{value} visits in 7 days, {share} of the target of {limit}',
  },
  crowd: {
    zh: '5 分钟进入最多 {value} 人，上限 {limit} 人，超限 {times} 次',
    en: 'Up to {value} entries in 5 minutes; over the limit of {limit} {times, plural, one {once} other {# times}}',
  },
  idle: {
    zh: '{value} 分钟无人使用，阈值 {limit} 分钟',
    en: 'Not used for {value} minutes; the limit is {limit}',
  },
}

const share = (value: number, of: number) => (of === 0 ? '—' : `${Math.round((value / of) * 100)}%`)

/** A warning in words: what, where, when, how far beyond the limit. */
export function useWarningWords() {
  const t = useText()
  const name = useName()
  const format = useFormat()
  return {
    what: (one: FlowWarning) => t(warningKinds[one.kind]),
    where: (one: Pick<FlowWarning, 'shopname' | 'shopnameEn' | 'nodeName' | 'nodeNameEn'>) =>
      [name(one.shopname, one.shopnameEn), one.nodeName === '' ? '' : name(one.nodeName, one.nodeNameEn)]
        .filter(part => part !== '')
        .join(' · '),
    when: (one: FlowWarning) =>
      one.from === '00:00' && one.to === '24:00' ? one.date : `${one.date} ${one.from}–${one.to}`,
    why: (one: FlowWarning) =>
      t(sentences[one.kind], {
        value: format.number(Math.round(one.value)),
        limit: format.number(Math.round(one.limit)),
        times: one.times,
        share: share(one.value, one.limit),
        change: one.limit === 0 ? '—' : `−${Math.round((1 - one.value / one.limit) * 100)}%`,
      }),
    rule: (one: FlowWarning) =>
      one.ruleId === null ? t({ zh: '重点关注', en: 'Watch list' }) : name(one.ruleName, one.ruleNameEn),
  }
}

const limitWords: Record<RuleKind, Text> = {
  crowding: { zh: '在场超过 {people} 人', en: 'More than {people} people inside' },
  fall: {
    zh: '连续 {hours} 小时比上周同期少 {percent}%（上周不少于 {atLeast} 人次）',
    en: '{percent}% fewer visits than a week ago over {hours, plural, one {an hour} other {# hours}} (at least {atLeast} then)',
  },
  silence: { zh: '连续 {minutes} 分钟无人进出', en: 'Nobody counted for {minutes} minutes' },
  offTarget: { zh: '全天低于日目标的 {share}%', en: 'A day below {share}% of its target' },
}
/** The limit of a rule in words. */
export function useLimitWords() {
  const t = useText()
  return (kind: RuleKind, limits: RuleLimits) => {
    const values: Partial<Record<RuleLimit, number>> = {}
    for (const name of limitsOf[kind]) values[name] = limits[name] ?? ruleLimits[name].initial
    return t(limitWords[kind], values as Record<string, number>)
  }
}

export const actionWords: Record<string, Text> = {
  acknowledge: { zh: '知悉', en: 'Acknowledged' },
  resolve: { zh: '解决', en: 'Resolved' },
  mute: { zh: '静默', en: 'Muted' },
  reopen: { zh: '重新打开', en: 'Reopened' },
}
export const words = {
  system: { zh: '系统', en: 'The console' },
  remark: { zh: '备注', en: 'Comment' },
  faster: {
    zh: '有人刚刚处理过，已显示最新状态',
    en: 'Someone was faster: this is how it is now',
  },
  noShops: { zh: '全部门店', en: 'All shops' },
} as const satisfies Record<string, Text>
