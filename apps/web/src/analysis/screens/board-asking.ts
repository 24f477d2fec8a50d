import type { Comparison } from '@aisle/contract'
import { addDays } from '../../shell/date-picker/periods.ts'
import { type Asking, daysIn, placed } from '../views/ask.ts'
import type { ViewPanel } from '../views/view.ts'

/** What a figure of the present is held against first: the same weekday tells more than the day before. */
const first: readonly Comparison[] = ['lastWeekSameDay', 'yesterday', 'lastYearSameDay']

/**
 * A panel and its question as a board shows them. Where nobody chose a comparison, one day is held against the same day a week
 * before, and several against as many before them. Days stand for hours where there are more than two.
 */
export function onBoard(declared: ViewPanel, asking: Asking): { panel: ViewPanel; asking: Asking } {
  const wide = asking.scope.kind === 'shop' ? declared : { ...declared, ...declared.wide }
  const panel = placed(wide, asking.scope)
  const { to } = asking.period
  if (panel.days !== undefined)
    return {
      panel,
      asking: { ...asking, granularity: 'day', period: { from: addDays(to, 1 - panel.days), to } },
    }
  const days = daysIn(asking.period)
  const coarse: Asking = days > 2 ? { ...asking, granularity: 'day' } : asking
  const { compare: offered = [] } = panel
  if (offered.length === 0) return { panel, asking: coarse }
  if (asking.compare && offered.includes(asking.compare.type)) return { panel, asking: coarse }
  const type = days > 1 ? 'previousPeriod' : (first.find(name => offered.includes(name)) ?? offered[0])
  if (type === undefined) return { panel, asking: coarse }
  return { panel: { ...panel, compare: [type] }, asking: { ...coarse, compare: { type } } }
}
