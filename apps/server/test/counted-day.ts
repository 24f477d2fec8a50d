import { textOf } from '@aisle/analysis'
import { shops } from '../src/platform/schema/index.ts'
import { legacyTimeOf } from '../src/platform/time.ts'
import type { aisle } from './aisle.ts'

/** Two shops of the demo with 120 and 121 people who came in yesterday, and nothing else counted there. */
export async function countedDay({ database, measures }: Awaited<ReturnType<typeof aisle>>) {
  const { client } = await measures()
  const today = legacyTimeOf(new Date(), 'Asia/Shanghai').slice(0, 10)
  const dayNumber = Math.round(Date.parse(`${today}T00:00:00Z`) / 86_400_000)
  const yesterday = textOf(dayNumber - 1)
  const [first, second] = await database.db.select().from(shops).orderBy(shops.id).limit(2)
  if (!first || !second) throw new Error('the demo has shops')
  await client.insert({
    table: 'flow_shop_day',
    format: 'JSONEachRow',
    values: [first, second].map(({ id }, index) => ({
      biz_date: yesterday,
      shop_id: Number(id),
      node_kind: 'entrance',
      node_id: 1,
      in_n: 120 + index,
      out_n: 1,
      pass_n: 1,
      pass_got_n: 1,
      expected_n: 1,
      got_n: 1,
      ver: 1,
    })),
  })
  return { first, second, today, dayNumber, yesterday }
}
