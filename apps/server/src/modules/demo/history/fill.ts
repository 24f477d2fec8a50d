import type { ClickHouseClient } from '@clickhouse/client'
import { engineOf } from './engine.ts'
import { fillFlow } from './flow.ts'
import { type Making, rowVersion } from './making.ts'
import { dayAfter } from './moments.ts'
import { fillSales } from './sales.ts'
import { fillBeats, fillHeat, fillProbes, fillStreams, fillTouches, fillTracks } from './senses.ts'
import { onStage, weatherOver } from './stage.ts'
import type { StagedShop } from './staged-shop.ts'
import { fillVisits, regularDays, stageVisits } from './visits.ts'

/**
 * Makes what happened in some shops of the demo within a span, in the engine: the same rows from the same seed however the time
 * is cut into spans, so that a span made twice is there once.
 */
export async function fillSpan({
  client,
  staged,
  signal,
  ...making
}: Making & {
  client: ClickHouseClient
  staged: readonly StagedShop[]
  signal?: AbortSignal
}): Promise<void> {
  const { seed, span } = making
  const engine = engineOf(client, signal)
  const year = { ...span, from: { date: dayAfter(span.from.date, -regularDays), slot: 0 } }
  const weather = weatherOver(staged, year, seed)
  await engine.insert(
    'weather_day',
    weather.filter(({ biz_date }) => biz_date >= span.from.date).map(row => ({ ...row, ver: rowVersion })),
  )
  await onStage(engine, { staged, span, weather, seed }, async () => {
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
