import { type CheckedAttribute, checkedAttributes, type Verdict } from '@aisle/contract'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Database } from '../../../platform/postgres.ts'
import { recognitionChecks } from '../../../platform/schema/index.ts'
import { shownBy } from '../../persons/sketch.ts'
import { demoUsers } from '../people.ts'
import { randomFrom } from '../random.ts'

type Row = {
  shop_id: number
  visit: string
  day: string
  at: number
  device_id: number
  gender: string
  age_band: number
  identity: string
  since_days: number
  picture: string
}
/** Of so many captures one was looked at. */
const oneIn = 307

/** What somebody found who looked at some captures of the demo: what their pictures show, now and then nothing certain. */
export async function demoChecks(
  db: Database,
  client: ClickHouseClient,
  {
    seed,
    shopIds,
    from,
    to,
    now,
  }: { seed: number; shopIds: readonly number[]; from: string; to: string; now: Date },
): Promise<void> {
  const userId = demoUsers.find(({ loginName }) => loginName === 'admin')?.id ?? null
  const answer = await client.query({
    query: `SELECT shop_id, toString(visit_id) AS visit, toString(biz_date) AS day, toUnixTimestamp(enter_at) AS at, device_id,
        toString(gender) AS gender, age_band, toString(identity) AS identity, since_days, picture
      FROM face_visit FINAL WHERE shop_id IN {shopIds:Array(UInt32)} AND biz_date BETWEEN {from:Date} AND {to:Date}
        AND place_kind = 'shop' AND picture != '' AND person_id > 0 AND visit_id % ${oneIn} = 0`,
    query_params: { shopIds, from, to },
    format: 'JSONEachRow',
  })
  const values = (await answer.json<Row>()).flatMap(row => {
    const shown = shownBy(row.picture)
    if (!shown) return []
    const random = randomFrom(seed, `check ${row.shop_id} ${row.visit}`)
    const found: Record<CheckedAttribute, [recognised: string, actual: string] | undefined> = {
      gender: [row.gender, shown.gender],
      age: [String(row.age_band), String(Math.max(0, Math.min(6, Math.ceil(shown.age / 10) - 1)))],
      identity: [row.identity, row.identity === 'vip' && random.chance(0.06) ? 'customer' : row.identity],
      person: row.since_days > 0 ? ['same', shown.other === '' ? 'same' : 'other'] : undefined,
    }
    return checkedAttributes.flatMap(attribute => {
      const pair = found[attribute]
      if (!pair) return []
      const [recognised, actual] = pair
      const isUnsure = random.chance(attribute === 'age' ? 0.06 : 0.02)
      const verdict: Verdict = isUnsure ? 'unsure' : recognised === actual ? 'right' : 'wrong'
      return [
        {
          shopId: String(row.shop_id),
          visitId: row.visit,
          attribute,
          deviceId: row.device_id,
          bizDate: row.day,
          seenAt: new Date(row.at * 1000),
          recognised,
          verdict,
          actual: isUnsure ? '' : actual,
          userId,
          checkedAt: now,
        },
      ]
    })
  })
  for (let at = 0; at < values.length; at += 500)
    await db
      .insert(recognitionChecks)
      .values(values.slice(at, at + 500))
      .onConflictDoNothing()
}
