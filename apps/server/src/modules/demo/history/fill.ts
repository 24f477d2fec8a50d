import type { ClickHouseClient } from '@clickhouse/client'
import { engineOf } from './engine.ts'
import { fillFlow } from './flow.ts'
import type { Span } from './moments.ts'
import { fillSales } from './sales.ts'
import { onStage, rowVersion, type StagedShop, weatherOver } from './stage.ts'

/**
 * Makes what happened in some shops of the demo within a span, in the engine: the same rows from the same seed however the time
 * is cut into spans, so that a span made twice is there once.
 */
export async function fillSpan({
  client,
  staged,
  seed,
  span,
  signal,
}: {
  client: ClickHouseClient
  staged: readonly StagedShop[]
  seed: number
  span: Span
  signal?: AbortSignal
}): Promise<void> {
  const engine = engineOf(client, signal)
  const weather = weatherOver(staged, span, seed)
  await engine.insert(
    'weather_day',
    weather.map(row => ({ ...row, ver: rowVersion })),
  )
  await onStage(engine, { staged, span, weather, seed }, async () => {
    await fillFlow(engine, { seed, span })
    await fillSales(engine, { seed, span })
  })
}
