import type { AnalysisAnswer, AnalysisCell } from '@aisle/contract'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { cellOf, figureColumns, memberOf, useFigure } from '../../lib/figures/figure.ts'
import { type Figures, useFigures } from '../../lib/figures/use-figures.ts'
import { useText } from '../../lib/i18n.ts'
import { TrendChart } from '../../ui/chart/charts.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { type Kpi, KpiStrip } from '../../ui/kpi.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { insideHour, insideNow, keyMetrics, quartersOf, questionsOf } from './figures.ts'
import { monitorDataText as words } from './text.ts'

/** Today's figures are asked for anew so often. */
const againMs = 30_000

type Props = { shopId: string; day: string; isToday: boolean }
type Column = AnalysisAnswer['columns'][number]

/** p2: how the shop does, beside the same day last week up to the same minute. */
export function KeyFigures({ shopId, day, isToday }: Props) {
  const t = useText()
  const figure = useFigure()
  const questions = questionsOf(shopId, day)
  const every = isToday ? { everyMs: againMs } : {}
  const figures = useFigures(questions.figures, every)
  const inside = useFigures(questions.inside, every)

  function kpiOf(column: Column, cell: AnalysisCell): Kpi {
    return {
      key: column.id,
      label: column.label,
      value: cell.current,
      unit: figure.unit(column),
      format: value => figure.short(value, column),
      compared: cell.compared ?? null,
      growth: cell.growth ?? null,
      note: noteOf(cell),
    }
  }
  function noteOf({ current, coverage }: AnalysisCell): string | undefined {
    if (current === null) return t(words.missing)
    return typeof coverage === 'number' && coverage < 0.95
      ? t(words.received, { share: Math.floor(coverage * 100) })
      : undefined
  }
  /** The mean of a day that goes on says little: today it is the people inside now, and of which hour that is known. */
  function insideKpi(column: Column): Kpi {
    const cell = insideNow(inside.answer)
    const hour = insideHour(inside.answer)
    return {
      ...kpiOf({ ...column, decimals: 0 }, cell),
      label: t(words.inside),
      note: hour === undefined ? noteOf(cell) : t(words.ofHour, { hour }),
    }
  }
  return (
    <FigurePanel
      id="p2"
      title={t(words.figures)}
      hint={t(words.before)}
      figures={figures}
      height={72}
      isFlush
    >
      {answer => (
        <KpiStrip
          items={keyMetrics.flatMap(id => {
            const column = answer.columns.find(one => one.id === id)
            if (!column) return []
            return id === 'occupancy' && isToday
              ? insideKpi(column)
              : kpiOf(column, cellOf(answer.rows[0], id))
          })}
        />
      )}
    </FigurePanel>
  )
}

type TrendProps = Props & {
  /** Replays a quarter from its beginning, on the shop's clock; left out for who may not see recordings. */
  onMoment: ((start: string) => void) | undefined
}

/** p3: the day by quarters of an hour; a point leads to its recording. */
export function DayTrend({ shopId, day, isToday, onMoment }: TrendProps) {
  const t = useText()
  const figure = useFigure()
  const figures = useFigures(questionsOf(shopId, day).trend, isToday ? { everyMs: againMs } : {})
  const columns = figures.answer ? figureColumns(figures.answer) : []
  const [chosen, choose] = useState('visits')
  const column = columns.find(({ id }) => id === chosen) ?? columns[0]
  return (
    <FigurePanel
      id="p3"
      title={t(words.trend)}
      hint={onMoment && t(words.pickHint)}
      figures={figures}
      height={180}
      actions={
        columns.length > 1 && (
          <Segmented
            size="small"
            value={column?.id ?? chosen}
            options={columns.map(({ id, label }) => ({ value: id, label }))}
            onChange={choose}
          />
        )
      }
    >
      {answer => {
        if (!column) return null
        const data = quartersOf(answer, column.id, { now: column.label, before: t(words.before) })
        return (
          <TrendChart
            data={data}
            summary={t(words.trend)}
            height={180}
            format={value => figure.short(value, column)}
            {...(onMoment && {
              onPick: (index: number) => {
                const start = data.starts[index]
                if (start !== undefined) onMoment(start)
              },
            })}
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
  const figures = useFigures(questionsOf(shopId, day).zones, isToday ? { everyMs: againMs } : {})
  return (
    <FigurePanel id="p4" title={t(words.zones)} figures={figures} height={160}>
      {answer => {
        const column = figureColumns(answer)[0] ?? {}
        return (
          <RankList
            rows={answer.rows.map(row => {
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
  figures,
  height,
  isFlush = false,
  children,
}: {
  id: string
  title: string
  hint?: string | undefined
  actions?: ReactNode
  figures: Figures
  height: number
  isFlush?: boolean
  children: (answer: AnalysisAnswer) => ReactNode
}) {
  const t = useText()
  const { state, answer } = figures
  return (
    <Panel
      id={id}
      title={title}
      hint={hint}
      actions={actions}
      state={state}
      isRefreshing={figures.isRefreshing}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={height} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={figures.error} onRetry={figures.again} />}
      {state === 'forbidden' && <EmptyState text={t(words.forbidden)} />}
      {state === 'empty' && <EmptyState text={t(words.noData)} />}
      {state === 'ready' && answer && (
        <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children(answer)}</div>
      )}
    </Panel>
  )
}
