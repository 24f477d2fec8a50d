import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { addDays } from '../../../../shell/date-picker/periods.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { lengthOf, placeIn, type Run, runsByYear } from './holiday-runs.ts'

/** Days around the break that are shown with it. */
const around = 3

/** One holiday day by day beside the same holiday a year before, from three days before to three days after. */
export function HolidayCourse(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const [metric = 'visits'] = panel.metrics
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const year = Number(asking?.period.to.slice(0, 4) ?? 0)
  const wish = { kind: 'heatmap' as const, metrics: [metric], by: ['time'], granularity: ['day' as const] }
  const at = (period: Run | undefined, isHoliday: boolean) => {
    if (!asking || !period) return undefined
    const { holiday, ...members } = asking.members
    const kept = isHoliday && holiday ? { ...members, holiday } : members
    return pieceQuestion({ ...props, asking: { ...asking, period, members: kept, granularity: 'day' } }, wish)
  }
  // Which days the holiday has had is what the calendar of the figures says.
  const found = useQuestion(at(asking && { from: `${year - 1}-01-01`, to: asking.period.to }, true))
  const days = (found.data?.rows ?? []).flatMap(row =>
    cellOf(row, metric).current === null ? [] : [memberOf(row, 'time').name],
  )
  const [now, before] = runsByYear(days)
  const wider = (run: Run | undefined) =>
    run && { from: addDays(run.from, -around), to: addDays(run.to, around) }
  const current = useQuestion(at(wider(now), false))
  const earlier = useQuestion(at(wider(before), false))
  const length = Math.max(now ? lengthOf(now) : 0, before ? lengthOf(before) : 0)
  const places = Array.from({ length: length + 2 * around }, (_, index) => index - around)
  const series = (
    [
      [now, current.data],
      [before, earlier.data],
    ] as const
  ).flatMap(([run, answer], index) => {
    if (!run || !answer) return []
    const byPlace = new Map(
      answer.rows.map(row => [placeIn(run, memberOf(row, 'time').name), cellOf(row, metric).current]),
    )
    return [
      {
        name: run.to.slice(0, 4),
        isCompared: index > 0,
        values: places.map(place => byPlace.get(place) ?? null),
      },
    ]
  })
  const labelOf = (place: number) =>
    place < 0
      ? t({ zh: '前 {n} 天', en: '{n, plural, one {# day} other {# days}} before' }, { n: -place })
      : place < length
        ? t({ zh: '第 {n} 天', en: 'Day {n}' }, { n: place + 1 })
        : t(
            { zh: '后 {n} 天', en: '{n, plural, one {# day} other {# days}} after' },
            { n: place - length + 1 },
          )
  const kind = dictionary.metric(metric) ?? {}
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(found, () => now === undefined)}
      error={found.error ?? current.error}
      onRetry={() => void Promise.all([found.refetch(), current.refetch(), earlier.refetch()])}
      isRefreshing={found.isFetching && found.data !== undefined}
      height={260}
      nothing={t({
        zh: '所选年份里这个节假日还没有客流数据',
        en: 'There are no visits of this holiday in the chosen year yet',
      })}
      hint={now && t({ zh: '{from} 至 {to}，底色为假期', en: '{from} to {to}, the break is shaded' }, now)}
    >
      <TrendChart
        data={{ categories: places.map(labelOf), series }}
        summary={t(panel.title)}
        height={260}
        shaded={places.flatMap((place, index) => (place >= 0 && place < length ? [index] : []))}
        format={value => figure.short(value, kind)}
        categoryName={t({ zh: '第几天', en: 'Day' })}
      />
    </SpecialCard>
  )
}
