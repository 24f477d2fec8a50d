import { useFigure } from '../../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { useScope } from '../../shell/scope.ts'
import type { Kpi } from '../../ui/kpi.tsx'
import { insideNow } from '../monitor-data/figures.ts'
import { monitorDataText as words } from '../monitor-data/text.ts'

const againMs = 60_000

/** People inside the shops of the scope now, beside yesterday at this hour; nothing for whom may not see it. */
export function useInside(isReady: boolean): Kpi[] {
  const t = useText()
  const figure = useFigure()
  const dictionary = useDictionary()
  const { scope } = useScope()
  const { data } = useQuestion(
    isReady && dictionary?.metric('occupancy')?.allowed
      ? {
          metrics: ['occupancy'],
          granularity: 'hour',
          period: { preset: 'today' },
          compare: { type: 'yesterday' },
          filters:
            scope.kind === 'shop'
              ? [{ member: 'shop', op: 'in', values: [scope.shopId] }]
              : scope.kind === 'area'
                ? [{ member: 'area', op: 'in', values: [scope.id] }]
                : [],
        }
      : undefined,
    { everyMs: againMs },
  )
  const column = data?.columns.find(({ id }) => id === 'occupancy')
  if (!column) return []
  const cell = insideNow(data)
  return [
    {
      key: 'occupancy',
      label: t(words.inside),
      value: cell.current,
      unit: figure.unit(column),
      format: value => figure.short(value, { ...column, decimals: 0 }),
      compared: cell.compared ?? null,
      growth: cell.growth ?? null,
    },
  ]
}
