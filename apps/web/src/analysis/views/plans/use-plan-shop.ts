import type { AnalysisMember } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { memberOf } from '../../../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../../../lib/figures/use-question.ts'
import { useName } from '../../../lib/i18n.ts'
import { sharedQueries } from '../../../lib/queries.ts'
import { type Asking, questionOf } from '../ask.ts'

export type PlanShops = {
  /** Shops whose ceilings follow people, the warmest first; in the scope of the page. */
  shops: readonly AnalysisMember[]
  isLoading: boolean
  error: unknown
  retry(): void
}

const mostShops = 200

/** The shops of a page that have heat to be drawn on their plans. */
export function usePlanShops(asking: Asking | undefined): PlanShops {
  const dictionary = useDictionary()
  const name = useName()
  const all = useQuery(sharedQueries.allShops())
  const one = asking?.scope.kind === 'shop' ? asking.scope.shopId : undefined
  const answer = useQuestion(
    asking && dictionary && one === undefined
      ? {
          ...questionOf(
            {
              id: 'shops',
              kind: 'rank',
              title: { zh: '', en: '' },
              metrics: ['heatValue'],
              by: ['shop'],
              source: ['heat'],
            },
            { ...asking, members: {} },
            dictionary.knows,
          ),
          limit: mostShops,
        }
      : undefined,
  )
  if (one !== undefined) {
    const found = all.data?.find(({ shopid }) => shopid === one)
    return {
      shops: [{ id: one, name: found ? name(found.shopname, found.shopnameEn) : '' }],
      isLoading: false,
      error: undefined,
      retry: () => undefined,
    }
  }
  return {
    shops: (answer.data?.rows ?? []).flatMap(row => {
      const cell = row.heatValue
      const isKnown = typeof cell === 'object' && cell !== null && 'current' in cell && cell.current !== null
      return isKnown ? [memberOf(row, 'shop')] : []
    }),
    isLoading: answer.data === undefined && !answer.isError,
    error: answer.error,
    retry: () => void answer.refetch(),
  }
}
