import type { AnalysisAnswer } from '@aisle/contract'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/problem.ts'
import { TrendChart } from '../../ui/chart/charts.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { type Kpi, KpiStrip } from '../../ui/kpi.tsx'
import { Panel, type PanelState } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { insideNow, quartersOf, questionsOf } from './figures.ts'
import { monitorDataText as words } from './text.ts'

/** Today's figures are asked for anew so often. */
const againMs = 30_000

type Props = { shopId: string; day: string; isToday: boolean }
type Asked = ReturnType<typeof useQuestion>

/** p2: how the shop does, beside the same day last week up to the same minute. */
export function KeyFigures({ shopId, day, isToday }: Props) {
  const t = useText()
  const figure = useFigure()
  const dictionary = useDictionary()
  const questions = questionsOf(shopId, day)
  const may = (id: string) => dictionary?.metric(id)?.allowed === true
  const metrics = questions.figures.metrics.filter(may)
  const every = isToday ? { everyMs: againMs } : {}
  const asked = useQuestion(
    dictionary && metrics.length > 0 ? { ...questions.figures, metrics } : undefined,
    every,
  )
  const inside = useQuestion(dictionary && may('occupancy') ? questions.inside : undefined, every)
  const kpi = (
    key: string,
    label: string,
    cell: ReturnType<typeof cellOf>,
    column: { unit?: string | undefined; decimals?: number | undefined },
  ): Kpi => ({
    key,
    label,
    value: cell.current,
    unit: figure.unit(column),
    format: value => figure.short(value, column),
    compared: cell.compared ?? null,
    growth: cell.growth ?? null,
    ...(typeof cell.coverage === 'number' && cell.coverage < 0.95
      ? {
          note: t(
            { zh: '完整 {share}%', en: '{share}% received' },
            { share: Math.floor(cell.coverage * 100) },
          ),
        }
      : {}),
  })
  const items = asked.data ? [...kpisOf(asked.data), ...insideKpi(inside.data)] : []

  function kpisOf({ columns, rows }: AnalysisAnswer): Kpi[] {
    return columns
      .filter(({ kind }) => kind === 'metric')
      .map(column => kpi(column.id, column.label, cellOf(rows[0], column.id), column))
  }
  function insideKpi(answer: AnalysisAnswer | undefined): Kpi[] {
    const column = answer?.columns.find(({ id }) => id === 'occupancy')
    return column
      ? [
          kpi('occupancy', isToday ? t(words.inside) : column.label, insideNow(answer), {
            ...column,
            decimals: 0,
          }),
        ]
      : []
  }
  return (
    <FigurePanel id="p2" title={t(words.figures)} hint={t(words.before)} asked={asked} height={72} isFlush>
      {() => <KpiStrip items={items} />}
    </FigurePanel>
  )
}

/** p3: the day by quarters of an hour; a point leads to its recording. */
export function DayTrend({ shopId, day, isToday, onMoment }: Props & { onMoment: (start: string) => void }) {
  const t = useText()
  const figure = useFigure()
  const dictionary = useDictionary()
  const { trend } = questionsOf(shopId, day)
  const metrics = trend.metrics.filter(id => dictionary?.metric(id)?.allowed)
  const asked = useQuestion(
    dictionary && metrics.length > 0 ? { ...trend, metrics } : undefined,
    isToday ? { everyMs: againMs } : {},
  )
  const [chosen, choose] = useState<string>('visits')
  const metric = metrics.find(id => id === chosen) ?? metrics[0] ?? 'visits'
  const column = asked.data?.columns.find(({ id }) => id === metric) ?? {}
  const label = (id: string) => t(dictionary?.metric(id)?.label ?? { zh: id, en: id })
  return (
    <FigurePanel
      id="p3"
      title={t(words.trend)}
      hint={t(words.pickHint)}
      asked={asked}
      height={180}
      actions={
        metrics.length > 1 && (
          <Segmented
            size="small"
            value={metric}
            options={metrics.map(id => ({ value: id, label: label(id) }))}
            onChange={choose}
          />
        )
      }
    >
      {answer => {
        const data = quartersOf(answer, metric, { now: label(metric), before: t(words.before) })
        return (
          <TrendChart
            data={data}
            summary={t(words.trend)}
            height={180}
            format={value => figure.short(value, column)}
            onPick={index => {
              const start = data.starts[index]
              if (start !== undefined) onMoment(start)
            }}
          />
        )
      }}
    </FigurePanel>
  )
}

/** p4: where in the shop they are. */
export function ZoneRank({ shopId, day, isToday }: Props) {
  const t = useText()
  const figure = useFigure()
  const { zones } = questionsOf(shopId, day)
  const asked = useQuestion(zones, isToday ? { everyMs: againMs } : {})
  return (
    <FigurePanel id="p4" title={t(words.zones)} asked={asked} height={160}>
      {({ rows, columns }) => {
        const column = columns.find(({ id }) => id === 'visits') ?? {}
        return (
          <RankList
            rows={rows.map(row => {
              const { id, name } = memberOf(row, 'zone')
              return { key: id, label: name, value: cellOf(row, 'visits').current }
            })}
            format={value => figure.full(value, column)}
          />
        )
      }}
    </FigurePanel>
  )
}

function FigurePanel({
  id,
  title,
  hint,
  actions,
  asked,
  height,
  isFlush = false,
  children,
}: {
  id: string
  title: string
  hint?: string
  actions?: ReactNode
  asked: Asked
  height: number
  isFlush?: boolean
  children: (answer: AnalysisAnswer) => ReactNode
}) {
  const t = useText()
  const state = stateOf(asked)
  return (
    <Panel
      id={id}
      title={title}
      hint={hint}
      actions={actions}
      state={state}
      isRefreshing={asked.isFetching && asked.data !== undefined}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={height} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />}
      {state === 'forbidden' && (
        <EmptyState text={t({ zh: '没有查看这些数据的权限', en: 'You may not see these figures' })} />
      )}
      {state === 'empty' && <EmptyState text={t(words.noData)} />}
      {state === 'ready' && asked.data && (
        <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children(asked.data)}</div>
      )}
    </Panel>
  )
}

function stateOf(asked: Asked): PanelState {
  if (asked.data !== undefined) return isBlank(asked.data) ? 'empty' : 'ready'
  if (asked.isError) return isProblem(asked.error) && asked.error.code === 403 ? 'forbidden' : 'error'
  return 'loading'
}

/** Nothing was received: what would be shown is unknown, not nought. */
function isBlank({ rows, columns }: AnalysisAnswer): boolean {
  const keys = columns.filter(({ kind }) => kind === 'metric').map(({ id }) => id)
  return rows.every(row => keys.every(key => cellOf(row, key).current === null))
}
