import type { Question } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { addDays, type Day, dayOf } from '../../../../shell/date-picker/periods.ts'
import { type Asking, questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import type { ViewPanel } from '../../view.ts'
import { placeQueries, usePlace } from '../place-queries.ts'
import { causeOf, fallsIn, gapsIn, silentShops, streaksIn, weathersIn } from './falls.ts'

/** The day that is looked at: the one that is going on from noon, before that the last whole one. */
const attentionDay = (now: Date): Day => (now.getHours() < 12 ? addDays(dayOf(now), -1) : dayOf(now))

const most = { falls: 3, silent: 2, offline: 2, streaks: 1 }

/** What needs attention among the shops of the page, each kind by itself: one that does not come leaves the others standing. */
export function useAttention({ panel, asking, dictionary }: Special, now: Date) {
  const { can } = useSession()
  const day = attentionDay(now)
  const today = dayOf(now)
  const about = (
    metrics: readonly string[],
    by: readonly string[],
    period: Asking['period'] = { from: day, to: day },
  ): Question | undefined => {
    const known = metrics.filter(id => dictionary.metric(id)?.allowed)
    if (!asking || known[0] === undefined) return undefined
    const wanted: ViewPanel = { ...panel, kind: 'table', metrics: known, by, compare: ['lastWeekSameDay'] }
    const { granularity: _, timeWindow: __, metric: ___, ...rest } = asking
    return questionOf(
      { ...wanted, source: [], granularity: ['day'] },
      { ...rest, dayTypes: [], period, compare: { type: 'lastWeekSameDay' } },
      dictionary.knows,
    )
  }
  const withoutCompare = (
    asked: Question | undefined,
    more: Partial<Question> = {},
  ): Question | undefined => {
    if (!asked) return undefined
    const { compare: _, ...rest } = asked
    return { ...rest, ...more, totals: false }
  }

  const visits = useQuestion(about(['visits', 'passers', 'storeRate'], ['shop']))
  const weather = useQuestion(about(['visits'], ['shop', 'weather']))
  const lastWhole = day === today ? addDays(day, -1) : day
  const bags = useQuestion(
    withoutCompare(about(['bagRate'], ['shop', 'time'], { from: addDays(lastWhole, -6), to: lastWhole })),
  )
  const falls = useMemo(() => (visits.data ? fallsIn(visits.data).slice(0, most.falls) : []), [visits.data])
  const silent = useMemo(() => (visits.data ? silentShops(visits.data) : []), [visits.data])
  const looked = [...new Set([...falls.map(({ shop }) => shop), ...silent].map(({ id }) => id))].slice(0, 20)
  const doors = useQuestion(
    looked.length === 0
      ? undefined
      : withoutCompare(about(['visits'], ['shop', 'entrance']), {
          granularity: 'hour',
          filters: [{ member: 'shop', op: 'in', values: looked }],
        }),
  )

  const place = usePlace(asking?.scope)
  const isIn = (shopId: string) => !asking || asking.shops.length === 0 || asking.shops.includes(shopId)
  const cameras = useQuery({
    ...placeQueries.shopCameras(place),
    enabled: asking !== undefined && can('inspect.view'),
  })
  const offline = (cameras.data ?? [])
    .filter(shop => isIn(shop.shopid) && shop.onlineCount < shop.cameraCount)
    .toSorted((a, b) => b.cameraCount - b.onlineCount - (a.cameraCount - a.onlineCount))
  const worst = offline.slice(0, most.offline)
  const away = useQuery({
    ...sharedQueries.cameras(worst.map(({ shopid }) => shopid).join(',')),
    enabled: worst.length > 0,
  })
  const problems = useQuery({
    ...placeQueries.problemCounts(place),
    enabled: asking !== undefined && can('problem.view', 'problem.handle', 'inspect.view'),
  })

  const gaps = doors.data ? gapsIn(doors.data) : undefined
  const weathers = weather.data ? weathersIn(weather.data) : undefined
  const fallen = new Set(falls.map(({ shop }) => shop.id))
  return {
    day,
    isToday: day === today,
    visits,
    isPartial: [weather, doors, cameras, problems].some(query => query.isError),
    retry: () => {
      for (const query of [visits, weather, doors, cameras, problems]) if (query.isError) void query.refetch()
    },
    falls: falls.map(fall => ({
      ...fall,
      cause: causeOf(fall, gaps?.get(fall.shop.id) ?? [], weathers?.get(fall.shop.id)),
    })),
    silent: silent
      .filter(({ id }) => !fallen.has(id))
      .flatMap(shop => {
        const found = gaps?.get(shop.id)
        return found ? [{ shop, gaps: found }] : []
      })
      .slice(0, most.silent),
    silentCount: silent.length,
    offline: worst.map(shop => ({
      shop,
      count: shop.cameraCount - shop.onlineCount,
      since: (away.data ?? [])
        .filter(camera => camera.shopId === shop.shopid && camera.status === 'offline')
        .flatMap(camera => camera.lastOnlineAt ?? [])
        .toSorted()[0],
    })),
    offlineElsewhere: {
      shops: offline.length - worst.length,
      cameras: offline
        .slice(most.offline)
        .reduce((sum, { cameraCount, onlineCount }) => sum + cameraCount - onlineCount, 0),
    },
    problems: problems.data,
    streaks: bags.data ? streaksIn(bags.data, 'bagRate').slice(0, most.streaks) : [],
  }
}
