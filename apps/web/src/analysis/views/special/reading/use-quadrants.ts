import type { Text } from '@aisle/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Dictionary } from '../../../../lib/figures/use-question.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import type { PanelState } from '../../../../ui/panel.tsx'
import { comparisonOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { type Parting, type Quadrant, quadrantsOf } from './quadrants.ts'
import { pieceQuestion } from './use-totals.ts'

/** What shops can be parted by. */
const axisMetrics = [
  'visits',
  'visitors',
  'passers',
  'storeRate',
  'bagRate',
  'unitPrice',
  'sales',
  'flatEffect',
  'dwell',
  'repeatRate',
] as const
const usual = ['visits', 'bagRate'] as const

/** Names in the address. */
type AxisKey = 'x' | 'y' | 'line' | 'lineX' | 'lineY'

/** The two metrics that shops are parted by and where, as the address says; a link shows the same quadrants. */
function useAxes(dictionary: Dictionary) {
  const [search, setSearch] = useSearchParams()
  const offered = axisMetrics.filter(
    id => dictionary.metric(id)?.allowed === true && dictionary.knows(id, 'shop'),
  )
  const chosen = (key: 'x' | 'y', fallback: string): string =>
    offered.find(id => id === search.get(key)) ?? fallback
  const axes = [chosen('x', usual[0]), chosen('y', usual[1])] as const
  const line = search.get('line')
  const [lineX, lineY] = [Number(search.get('lineX')), Number(search.get('lineY'))]
  const parting: Parting =
    line === 'mean'
      ? 'mean'
      : line === 'typed' && Number.isFinite(lineX + lineY)
        ? { x: lineX, y: lineY }
        : 'median'
  const choose = useCallback(
    (values: Partial<Record<AxisKey, string | undefined>>) =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          for (const [key, value] of Object.entries(values))
            if (value === undefined) next.delete(key)
            else next.set(key, value)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { offered, axes, parting, choose, isUsual: axes[0] === usual[0] && axes[1] === usual[1] }
}

/** The shops of the page parted by its axes; nothing is asked of a reader who may not see one of them. */
export function useQuadrants(props: Special, more: readonly string[] = []) {
  const { panel, asking, dictionary } = props
  const axes = useAxes(dictionary)
  const isForbidden = axes.axes.some(id => dictionary.metric(id)?.allowed === false)
  const compare = asking && comparisonOf(panel, asking)
  const answer = useQuestion(
    isForbidden
      ? undefined
      : pieceQuestion(props, { metrics: [...new Set([...axes.axes, ...more])], by: ['shop'] }, compare),
  )
  const found = answer.data && quadrantsOf(answer.data, axes.axes, axes.parting)
  const state: PanelState = isForbidden
    ? 'forbidden'
    : answer.data === undefined
      ? answer.isError
        ? 'error'
        : 'loading'
      : found
        ? 'ready'
        : 'empty'
  return {
    ...axes,
    answer,
    found,
    compare,
    card: {
      panel,
      className: props.className,
      state,
      error: answer.error,
      onRetry: () => void answer.refetch(),
      isRefreshing: answer.isFetching && answer.data !== undefined,
    },
  }
}

export const tooFew: Text = {
  zh: '至少两家门店同时有这两项数据才能分象限',
  en: 'At least two shops need both figures to be parted',
}

/** What the four kinds of shops are called: by visits and bag rate as people speak of them, by other figures as they lie. */
export const quadrantWords: Record<Quadrant, { usual: Text; plain: Text; colour: number }> = {
  stars: {
    usual: { zh: '明星店', en: 'Stars' },
    plain: { zh: 'I 双高', en: 'I · high in both' },
    colour: 0,
  },
  rich: {
    usual: { zh: '客流多、成交少', en: 'Busy, but few buy' },
    plain: { zh: 'IV 横高纵低', en: 'IV · high across, low up' },
    colour: 1,
  },
  loyal: {
    usual: { zh: '忠实而清静', en: 'Loyal but quiet' },
    plain: { zh: 'II 横低纵高', en: 'II · low across, high up' },
    colour: 2,
  },
  review: {
    usual: { zh: '待复盘', en: 'To be reviewed' },
    plain: { zh: 'III 双低', en: 'III · low in both' },
    colour: 3,
  },
}
