import type { ClickHouseClient } from '@clickhouse/client'
import type { DayBook } from './day-book.ts'
import { engineOf } from './engine.ts'
import { fillFlow } from './flow.ts'
import { type Making, rowVersion } from './making.ts'
import { daysOf } from './moments.ts'
import { fillSales } from './sales.ts'
import { fillBeats, fillHeat, fillProbes, fillStreams, fillTouches, fillTracks } from './senses.ts'
import { onStage } from './stage.ts'
import type { StagedShop } from './staged-shop.ts'
import { fillVisits, stageVisits } from './visits.ts'

/**
 * Makes what happened in some shops of the demo within a span, in the engine: the same rows from the same seed however the time
 * is cut into spans, so that a span made twice is there once.
 */
export async function fillSpan({
  client,
  staged,
  book,
  signal,
  ...making
}: Making & {
  client: ClickHouseClient
  staged: readonly StagedShop[]
  book: DayBook
  signal?: AbortSignal
}): Promise<void> {
  const engine = engineOf(client, signal)
  const cities = new Map(staged.map(one => [one.traits.cityId, one]))
  await engine.insert(
    'weather_day',
    [...cities.values()].flatMap(one =>
      daysOf(making.span).map(date => ({ ...book.weather(one, date), ver: rowVersion })),
    ),
  )
  await onStage(engine, { staged, span: making.span, book }, async () => {
    await fillFlow(engine, making)
    await fillSales(engine, making)
    await stageVisits(engine, making)
    await fillVisits(engine, making)
    await fillTouches(engine, making)
    await fillProbes(engine, making)
    await fillHeat(engine, making)
    await fillTracks(engine, making)
    await fillBeats(engine, making)
    await fillStreams(engine, making)
  })
}
