import type { Question } from '@aisle/contract'
import { Medal, Pause, Play, Store, TrendingUp, Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNotOpenYet } from '../../../../lib/figures/closed-words.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { addDays, dayOf } from '../../../../shell/date-picker/periods.ts'
import { everything } from '../../../../shell/scope.ts'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { type Matter, MatterList } from '../matter-list.tsx'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import { busiestShops, highHours, latestFirst, type News, records, silentDoors } from './news.ts'
import { RoundButton } from './round-button.tsx'

const everyMs = 60_000
const daysBefore = 28
const two = (value: number) => String(value).padStart(2, '0')

/** The time of day, to the minute, while it goes on. */
function useMinute(isOn: boolean): Date {
  const [now, tick] = useState(() => new Date())
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => tick(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}

/** What happens in the shops today: new highs, records, doors that went silent. Can be paused. */
export function Ticker({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const format = useFormat()
  const links = useLinks()
  const notOpenYet = useNotOpenYet()
  const [isOn, run] = useState(true)
  const now = useMinute(isOn)
  const today = dayOf(now)
  const slot = new Date(now.getTime() - (now.getMinutes() % 5) * 60_000)
  const clock = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`
  const maySee = dictionary.metric('visits')?.allowed ?? false
  const about = (by: readonly string[], more: Partial<Question> = {}): Question | undefined =>
    asking && maySee
      ? {
          ...questionOf(
            { ...panel, kind: 'table', by, metrics: ['visits'] },
            { ...asking, period: { from: today, to: today } },
            dictionary.knows,
          ),
          totals: false,
          ...more,
        }
      : undefined
  const pace = isOn ? { everyMs } : {}
  const hours = useQuestion(about([], { granularity: 'hour' }), pace)
  const shops = useQuestion(
    about(['shop'], { granularity: 'hour', top: { dimension: 'shop', count: 20 } }),
    pace,
  )
  const whole = useQuestion(about(['shop']), pace)
  const before = useQuestion(
    about(['shop'], {
      metrics: [{ metric: 'visits', calc: 'peak' }],
      period: { from: addDays(today, -daysBefore), to: addDays(today, -1) },
    }),
  )
  // Of whole hours what was due is known; a day that has just begun has none behind it.
  const lastHour = now.getHours() - 1
  const doors = useQuestion(
    lastHour >= 0
      ? about(['shop', 'entrance'], {
          granularity: 'hour',
          timeWindow: { from: `${two(lastHour)}:00`, to: `${two(lastHour + 1)}:00` },
        })
      : undefined,
    pace,
  )

  const hour = { hour: now.getHours() }
  const news = latestFirst([
    ...(hours.data ? highHours(hours.data, hour) : []),
    ...(shops.data ? busiestShops(shops.data, hour) : []),
    ...(whole.data && before.data ? records(whole.data, before.data, clock(slot)).slice(0, 5) : []),
    ...(doors.data ? silentDoors(doors.data, `${two(lastHour + 1)}:00`).slice(0, 8) : []),
  ])
  const scope = asking?.scope ?? everything
  const hoursText = (from: number) => `${two(from)}:00–${two(from + 1)}:00`

  function matterOf(one: News): Matter {
    switch (one.kind) {
      case 'high':
        return {
          key: `high ${one.hour}`,
          Icon: TrendingUp,
          tone: 'positive',
          title: t(
            {
              zh: '{hours} 到店 {visits} 人次，今日新高',
              en: '{hours}: {visits} visits, the most so far today',
            },
            { hours: hoursText(one.hour), visits: one.visits },
          ),
          detail: one.at,
          href: links(['x_2TotalDataView'], scope, { period: 'today', grain: 'hour' }),
        }
      case 'busiest':
        return {
          key: `busiest ${one.hour}`,
          Icon: Store,
          tone: 'neutral',
          title: t(
            {
              zh: '{hours} 最忙：{shop} {visits} 人次',
              en: '{hours}: busiest was {shop} with {visits} visits',
            },
            { hours: hoursText(one.hour), shop: one.shop.name, visits: one.visits },
          ),
          detail: one.at,
          href: links(['realTime', 'shopIndex'], shopScope(one.shop.id)),
        }
      case 'record':
        return {
          key: `record ${one.shop.id}`,
          Icon: Medal,
          tone: 'primary',
          title: t(
            {
              zh: '{shop}今日已 {visits} 人次，创 {days} 天新高',
              en: '{shop}: {visits} visits today, the most in {days} days',
            },
            { shop: one.shop.name, visits: one.visits, days: daysBefore },
          ),
          detail: `${one.at} · ${t({ zh: '此前最高 {before}', en: 'before: {before}' }, { before: format.number(one.before) })}`,
          href: links(['realTime', 'shopIndex'], shopScope(one.shop.id)),
        }
      case 'silent':
        return {
          key: `silent ${one.shop.id} ${one.entrance.id}`,
          Icon: Unplug,
          tone: 'warning',
          title: t(
            {
              zh: '{shop} {door} {hours} 无数据',
              en: '{shop}, {door}: no data {hours}',
            },
            { shop: one.shop.name, door: one.entrance.name, hours: hoursText(lastHour) },
          ),
          detail: one.at,
          href: links(['realTime', 'shopIndex'], shopScope(one.shop.id)),
          action: t({ zh: '核对', en: 'Check' }),
        }
    }
  }
  const isWaiting = hours.data === undefined
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        !maySee
          ? 'forbidden'
          : hours.isError && isWaiting
            ? 'error'
            : isWaiting
              ? 'loading'
              : news.length === 0
                ? 'empty'
                : 'ready'
      }
      error={hours.error}
      onRetry={() => void hours.refetch()}
      isRefreshing={!isWaiting && hours.isFetching}
      nothing={
        notOpenYet(hours.data?.meta.hours, { from: today, to: today }) ??
        t({ zh: '今日还没有快讯', en: 'No news yet today' })
      }
      hint={t(
        isOn ? { zh: '每分钟更新', en: 'Every minute' } : { zh: '已暂停于 {at}', en: 'Paused at {at}' },
        { at: clock(now) },
      )}
      actions={
        <RoundButton
          label={isOn ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '继续', en: 'Go on' })}
          Icon={isOn ? Pause : Play}
          onClick={() => run(!isOn)}
        />
      }
    >
      <div className="now-scroll">
        <MatterList matters={news.map(matterOf)} most={30} />
      </div>
    </SpecialCard>
  )
}
