import type { CheckItem, ItemPlace } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Monitor } from '../monitor/use-monitor.ts'
import { useTurnTo } from '../presets/use-turn-to.ts'
import { scoringQueries } from '../scoring/queries.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import { groupScores } from './group-scores.ts'

/** The form as a walk: the current item, where it is seen, how it should look, and how the shop did last time. */
export function useChecklist(monitor: Monitor, scoring: Scoring) {
  const { shop } = monitor
  const { current, items, form } = scoring
  const [turns, turn] = useState(0)
  const [isCompared, compare] = useState(false)
  const [since, begin] = useState(() => Date.now())
  const places = useQuery(scoringQueries.places(shop.shopid))
  const history = useQuery(scoringQueries.history(shop.shopid))
  const lastId = history.data?.records.find(each => each.evaluationStatus !== 'revoked')?.id
  const last = useQuery({ ...scoringQueries.evaluation(lastId ?? ''), enabled: lastId !== undefined })

  const placeOf = (item: CheckItem): ItemPlace | undefined =>
    places.data?.find(each => each.itemId === item.itemId)
  const place = current && placeOf(current)
  const there = useTurnTo(
    current &&
      place && { key: `${current.itemId}/${turns}`, cameraId: place.cameraId, presetId: place.presetId },
    monitor,
  )
  const itemId = current?.itemId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of an item begins with it
  useEffect(() => begin(Date.now()), [itemId])

  const preset = there.preset
  const standard = current?.standardPictureUrl ?? undefined
  return {
    places,
    placeOf,
    place,
    since,
    index: current ? items.indexOf(current) : -1,
    isCompared,
    compare,
    /** How the item should look; else how its preset looked when it was saved. */
    standard: standard ?? preset?.thumbnailUrl ?? undefined,
    isStandard: standard !== undefined,
    turnAgain: () => turn(count => count + 1),
    last: last.data,
    lastId,
    scores: form.data ? groupScores(form.data, scoring.sheet, last.data) : [],
    /** Pictures that the sheet carries, by item. */
    evidence: items.flatMap(item =>
      (scoring.sheet.marks[item.itemId]?.pictureIds ?? []).map(pictureId => ({ item, pictureId })),
    ),
  }
}
export type Checklist = ReturnType<typeof useChecklist>
