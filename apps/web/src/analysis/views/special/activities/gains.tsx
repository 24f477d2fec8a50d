import type { AnalysisCell } from '@aisle/contract'
import { cellOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { type Kpi, KpiStrip } from '../../../../ui/kpi.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { askingOf, costOfEach } from './activities.ts'
import { ActivityName, Range } from './course.tsx'
import { words } from './text.ts'
import { useActivities } from './use-activities.ts'

/** What an activity brought beyond what was expected, and what each further visit cost. */
export function Gains(props: Special) {
  const { panel, className, dictionary } = props
  const t = useText()
  const figure = useFigure()
  const { query, chosen } = useActivities(props.asking)
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed)
  const asking = props.asking && chosen && askingOf(props.asking, chosen)
  const asked = asking && pieceQuestion({ ...props, asking }, { metrics, calc: ['uplift'] })
  const answer = useQuestion(asked && { ...asked, totals: false })
  const [row] = answer.data?.rows ?? []
  const columns = answer.data?.columns.filter(({ kind }) => kind === 'metric') ?? []
  const isBegun = chosen && chosen.status !== 'planned'
  const expectedNote = (cell: AnalysisCell, write: (value: number) => string) =>
    typeof cell.base === 'number' && (
      <span className="activity-note">
        {t({ zh: '预期 {base}', en: 'expected {base}' }, { base: write(cell.base) })} <Range {...cell} />
      </span>
    )
  const items: Kpi[] = columns.map(column => {
    const cell = cellOf(row, column.id)
    const write = (value: number) => figure.short(value, column)
    const isPoints = column.unit === 'percent'
    return {
      key: column.id,
      label: t(
        dictionary.metric(column.id.split('.')[0] ?? '')?.label ?? { zh: column.label, en: column.label },
      ),
      value: cell.current,
      unit: isPoints ? t({ zh: '个百分点', en: ' points' }) : figure.unit(column),
      format: value => `${value > 0 ? '+' : ''}${isPoints ? value.toFixed(2) : write(value)}`,
      note: expectedNote(cell, write),
    }
  })
  const visits = cellOf(row, 'visits.uplift')
  const each = costOfEach(chosen?.cost ?? null, visits)
  const cost: Kpi = {
    key: 'cost',
    label: t({ zh: '每增一人次成本', en: 'Cost of each further visit' }),
    value: each ?? null,
    unit: t({ zh: '元', en: ' CNY' }),
    format: value => value.toFixed(1),
    note: (
      <span className="activity-note">
        {chosen?.cost === null || chosen?.cost === undefined
          ? t({ zh: '未登记投入', en: 'no cost given' })
          : each === undefined
            ? t({ zh: '增量不显著，不计算', en: 'no sure uplift to divide by' })
            : t({ zh: '投入 {cost} 元', en: 'of {cost} CNY' }, { cost: figure.full(chosen.cost, {}) })}
      </span>
    ),
  }
  return (
    <SpecialCard
      panel={panel}
      className={className}
      isFlush
      hint={chosen && <ActivityName {...chosen} />}
      state={
        metrics.length === 0
          ? 'forbidden'
          : query.isError || (answer.isError && !answer.data)
            ? 'error'
            : query.data && !isBegun
              ? 'empty'
              : !answer.data
                ? 'loading'
                : 'ready'
      }
      error={query.error ?? answer.error}
      onRetry={() => void (query.isError ? query : answer).refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={t(chosen ? words.noneYet : words.choose)}
      height={72}
    >
      <KpiStrip items={metrics.includes('visits') ? [...items, cost] : items} />
    </SpecialCard>
  )
}
