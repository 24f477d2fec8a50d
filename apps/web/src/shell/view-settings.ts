import {
  defaultBusinessView,
  defaultTotalView,
  type OverviewCard,
  overviewCardNames,
  overviewCards,
  type ThresholdMetric,
  type Tone,
  type TotalView,
  toneOf,
} from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../lib/api.ts'
import type { ColourName } from '../ui/tokens.ts'

export const viewSettingsQueries = {
  totalView: () =>
    queryOptions({
      queryKey: ['viewSettings', 'totalView'],
      queryFn: ({ signal }) => api.totalView.read({ signal }),
      staleTime: 300_000,
    }),
  businessView: () =>
    queryOptions({
      queryKey: ['viewSettings', 'businessView'],
      queryFn: ({ signal }) => api.businessView.read({ signal }),
      staleTime: 300_000,
    }),
  rules: () =>
    queryOptions({
      queryKey: ['viewSettings', 'rules'],
      queryFn: ({ signal }) => api.business.rules({ signal }),
      staleTime: 300_000,
    }),
}

/** Every card of the overview, the listed ones in their order, the others behind them and off. */
export function cardsOf(view: TotalView): TotalView['cards'] {
  const listed = new Set<OverviewCard>(view.cards.map(one => one.card))
  const rest = overviewCardNames.filter(card => !listed.has(card))
  return [...view.cards, ...rest.map(card => ({ card, isOn: false, width: overviewCards[card].width }))]
}

/**
 * How overviews look for this user: cards in order with their widths, figures, first period, comparisons, money, length
 * of rankings. The built-in settings stand in until the user's came; `isReady` says that they have.
 */
export function useViewSettings() {
  const query = useQuery(viewSettingsQueries.totalView())
  const view = query.data?.value ?? defaultTotalView
  const cards = useMemo(() => cardsOf(view).filter(one => one.isOn), [view])
  return { view, cards, isReady: query.data !== undefined || query.isError }
}

/**
 * What a figure is by the thresholds of the business (`good`, `neutral`, `warning`, undefined where it is unknown), and
 * the colour that belongs to it as a CSS variable:
 *
 *     const { colour } = useTones()
 *     <strong style={{ color: colour('score', 92.4) }}>92.4</strong>
 */
export function useTones() {
  const view = useQuery(viewSettingsQueries.businessView()).data?.value ?? defaultBusinessView
  const tone = useCallback(
    (metric: ThresholdMetric, value: number | null): Tone | undefined => toneOf(view, metric, value),
    [view],
  )
  const colour = useCallback(
    (metric: ThresholdMetric, value: number | null): string | undefined => {
      const found = toneOf(view, metric, value)
      const name: ColourName | undefined = found && view.colours[found]
      return name && `var(--${name})`
    },
    [view],
  )
  return { tone, colour }
}
