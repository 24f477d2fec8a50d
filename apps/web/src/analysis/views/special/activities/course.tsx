import type { Activity, AnalysisAnswer } from '@aisle/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { dayAfter, daysAround, lastDayOf, type Phase, phasesOf, placesOf } from './activities.ts'
import { method, phaseNames, words } from './text.ts'
import { useActivities } from './use-activities.ts'
import '../reading/reading.css'
import './activities.css'

/** The days before, during and after an activity: what came, what was expected, and whether it lasted. */
export function Course(props: Special) {
  const { panel, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const { query, chosen, today } = useActivities(props.asking)
  const [wanted, want] = useState<string>()
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed)
  const metric = metrics.find(id => id === wanted) ?? metrics[0]
  const phases = chosen ? phasesOf(chosen, today) : []
  const asking = props.asking &&
    chosen && {
      ...props.asking,
      members: {},
      period: {
        from: dayAfter(chosen.from, -daysAround),
        to: dayAfter(lastDayOf(chosen), daysAround),
      },
    }
  const asked =
    asking && metric !== undefined
      ? pieceQuestion({ ...props, asking }, { metrics: [metric], by: ['time'] })
      : undefined
  const places = chosen ? placesOf(chosen) : []
  const answer = useQuestion(
    asked && {
      ...asked,
      granularity: 'day',
      calc: ['expected'],
      totals: false,
      filters: [...(asked.filters ?? []), ...places],
    },
  )
  const column = answer.data?.columns.find(({ kind }) => kind === 'metric')
  const rows = answer.data?.rows ?? []
  const dates = rows.map(row => memberOf(row, 'time').name)
  const active = dates.flatMap((date, index) =>
    chosen && date >= chosen.from && date <= lastDayOf(chosen) ? [index] : [],
  )
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        metric === undefined
          ? 'forbidden'
          : query.isError || answer.isError
            ? 'error'
            : query.data && (!chosen || phases.length === 0)
              ? 'empty'
              : !answer.data
                ? 'loading'
                : 'ready'
      }
      error={query.error ?? answer.error}
      onRetry={() => void (query.isError ? query : answer).refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={t(chosen ? words.noneYet : words.choose)}
      hint={chosen && <ActivityName {...chosen} />}
      actions={
        metrics.length > 1 && (
          <Segmented
            size="small"
            value={metric ?? ''}
            options={metrics.map(id => ({
              value: id,
              label: t(dictionary.metric(id)?.label ?? { zh: id, en: id }),
            }))}
            onChange={want}
          />
        )
      }
    >
      {answer.data && column && chosen && (
        <>
          <TrendChart
            data={{
              categories: dates.map(date => timeText(date, false)),
              series: [
                { name: column.label, values: rows.map(row => past(row, column.id, today)) },
                {
                  name: t({ zh: '预期', en: 'Expected' }),
                  values: rows.map(row => numberIn(row, column.id, 'expected')),
                  isCompared: true,
                },
              ],
            }}
            shaded={active}
            summary={t(
              {
                zh: '{name}前后各 {days} 天的实际与预期，底色为活动期间',
                en: '{name}: actual and expected, {days} days on either side; the activity is shaded',
              },
              { name: chosen.name, days: daysAround },
            )}
            height={240}
            format={value => figure.short(value, column)}
            categoryName={t(words.days)}
          />
          <Phases
            {...props}
            asking={asking}
            metric={metric ?? ''}
            phases={phases}
            places={places}
            column={column}
          />
          <p className="activity-method">{t(method)}</p>
        </>
      )}
    </SpecialCard>
  )
}

type Row = AnalysisAnswer['rows'][number]
const numberIn = (row: Row, key: string, name: string): number | null => {
  const value = cellOf(row, key)[name]
  return typeof value === 'number' ? value : null
}
/** Today is not over: it would look like a fall. */
const past = (row: Row, key: string, today: string): number | null =>
  memberOf(row, 'time').name < today ? cellOf(row, key).current : null

/** Which activity a panel is about. */
export function ActivityName({ name, nameEn, from, to }: Activity) {
  const written = useName()
  return (
    <span>
      {written(name, nameEn)} · {from.slice(5)}
      {to !== from && ` – ${to.slice(5)}`}
    </span>
  )
}

/** Actual against expected of the days before, during and after. */
function Phases({
  phases,
  metric,
  places,
  column,
  ...props
}: Special & {
  phases: readonly Phase[]
  metric: string
  places: ReturnType<typeof placesOf>
  column: AnalysisAnswer['columns'][number]
}) {
  const t = useText()
  return (
    <table className="split activity-phases">
      <thead>
        <tr>
          <th>{t({ zh: '阶段', en: 'Phase' })}</th>
          <th>{t({ zh: '实际', en: 'Actual' })}</th>
          <th>{t({ zh: '预期', en: 'Expected' })}</th>
          <th>{t({ zh: '增量', en: 'Uplift' })}</th>
          <th>{t({ zh: '增幅(95% 区间)', en: 'Uplift, 95% range' })}</th>
        </tr>
      </thead>
      <tbody>
        {phases.map(phase => (
          <PhaseRow key={phase.id} {...props} phase={phase} metric={metric} places={places} column={column} />
        ))}
      </tbody>
    </table>
  )
}

function PhaseRow({
  phase,
  metric,
  places,
  column,
  ...props
}: Special & {
  phase: Phase
  metric: string
  places: ReturnType<typeof placesOf>
  column: AnalysisAnswer['columns'][number]
}) {
  const t = useText()
  const figure = useFigure()
  const asking = props.asking && { ...props.asking, period: { from: phase.from, to: phase.to } }
  const asked = pieceQuestion({ ...props, asking }, { metrics: [metric], calc: ['uplift'] })
  const { data, isError } = useQuestion(
    asked && { ...asked, filters: [...(asked.filters ?? []), ...places], totals: false },
  )
  const cell = cellOf(data?.rows[0], `${metric}.uplift`)
  const written = (value: unknown) =>
    typeof value === 'number' ? figure.full(Math.round(value), column) : '—'
  const days = `${phase.from} – ${phase.to}`
  return (
    <tr>
      <th scope="row" title={days}>
        {t(phaseNames[phase.id])}
      </th>
      {isError ? (
        <td colSpan={4}>{t({ zh: '读取失败', en: 'failed' })}</td>
      ) : (
        <>
          <td>{written(cell.actual)}</td>
          <td>{written(cell.base)}</td>
          <td>{written(cell.current)}</td>
          <td>
            <Range {...cell} />
          </td>
        </>
      )}
    </tr>
  )
}

/** `+20.1% (12.0% – 28.3%)`; muted where nought lies within the range. */
export function Range(cell: Readonly<Record<string, unknown>>) {
  const t = useText()
  const { rate, rateLow, rateHigh } = cell
  if (typeof rate !== 'number') return <>—</>
  const hasRange = typeof rateLow === 'number' && typeof rateHigh === 'number'
  const isSure = hasRange && (rateLow > 0 || rateHigh < 0)
  return (
    <span
      className="activity-range"
      data-sure={isSure || undefined}
      data-sign={rate < 0 ? 'negative' : 'positive'}
      title={
        hasRange && !isSure
          ? t({ zh: '在正常波动之内', en: 'Within what changes from week to week' })
          : undefined
      }
    >
      <strong>{signed(rate)}</strong>
      {hasRange && (
        <small>
          {signed(rateLow)} – {signed(rateHigh)}
        </small>
      )}
    </span>
  )
}
const signed = (value: number): string => `${value > 0 ? '+' : ''}${percent(value)}`
