import type { AnalysisAnswer } from '@aisle/contract'
import { cellOf, memberOf } from '../../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { type PlayEvent, peakEvents, type Quarter, tillEvents } from './events.ts'
import { momentOf } from './shop-day.ts'

/** When the shop was busiest and its tills did something odd, as far as the user may know; they lead to the main camera. */
export function useShopEvents(
  shopId: string,
  day: string,
  timeZone: string,
  cameraId: string | undefined,
): PlayEvent[] {
  const dictionary = useDictionary()
  const about = {
    period: { from: day, to: day },
    filters: [{ member: 'shop', op: 'in' as const, values: [shopId] }],
  }
  const may = (id: string) => cameraId !== undefined && dictionary?.metric(id)?.allowed === true
  const visits = useQuestion(
    may('visits') ? { ...about, metrics: ['visits'], granularity: '15min' } : undefined,
  )
  const tills = useQuestion(
    may('exceptions') ? { ...about, metrics: ['exceptions'], granularity: '5min' } : undefined,
  )
  if (cameraId === undefined) return []
  return [
    ...peakEvents(cameraId, quartersOf(visits.data, 'visits', timeZone)),
    ...tillEvents(cameraId, quartersOf(tills.data, 'exceptions', timeZone)),
  ]
}

const quartersOf = (answer: AnalysisAnswer | undefined, metric: string, timeZone: string): Quarter[] =>
  (answer?.rows ?? []).flatMap(row => {
    const at = momentOf(`${memberOf(row, 'time').name}:00`, timeZone)
    return at === undefined ? [] : [{ at, count: cellOf(row, metric).current }]
  })
