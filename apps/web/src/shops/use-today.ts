import type { AnalysisAnswer } from '@aisle/contract'
import { useMemo } from 'react'
import { cellOf, memberOf, useFigure } from '../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../lib/figures/use-question.ts'

const wanted = ['visits', 'storeRate', 'sales', 'bagRate'] as const
/** How often today is asked for anew. */
const againMs = 60_000

type Column = AnalysisAnswer['columns'][number]
export type Today = {
  /** The metrics that the user may see, with their names and units. */
  columns: readonly Column[]
  /** Null where nothing was received today; undefined while it is not known yet. */
  value(shopId: string, metric: string): number | null | undefined
  /** The value as it is written, a dash where there is none. */
  written(shopId: string, metric: string): string
}

/** How shops do today, of the metrics that the user may see. */
export function useToday(shopIds: readonly string[]): Today {
  const figure = useFigure()
  const dictionary = useDictionary()
  const metrics = wanted.filter(id => dictionary?.metric(id)?.allowed)
  const { data } = useQuestion(
    metrics.length > 0 && shopIds.length > 0
      ? {
          metrics,
          dimensions: ['shop'],
          filters: [{ member: 'shop', op: 'in', values: [...shopIds] }],
          period: { preset: 'today' },
        }
      : undefined,
    { everyMs: againMs },
  )
  return useMemo(() => {
    const columns = data?.columns.filter(({ kind }) => kind === 'metric') ?? []
    const rows = new Map(data?.rows.map(row => [memberOf(row, 'shop').id, row]))
    const value = (shopId: string, metric: string) =>
      data === undefined ? undefined : cellOf(rows.get(shopId), metric).current
    return {
      columns,
      value,
      written(shopId, metric) {
        const column = columns.find(({ id }) => id === metric)
        const found = value(shopId, metric)
        return column && typeof found === 'number' ? figure.short(found, column) : '—'
      },
    }
  }, [data, figure])
}

export const hasVisits = ({ columns }: Today) => columns.some(({ id }) => id === 'visits')
