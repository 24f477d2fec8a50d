import type { TestAisle } from './aisle.ts'
import type { Input, Things } from './examples.ts'

/** One good use of each call about single persons, of a person who came yesterday and was followed. */
export function personExamples(server: TestAisle) {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const days = { from: yesterday, to: yesterday }
  let last = 4_100_000_000

  async function seen({ shopId }: Things) {
    const personId = ++last
    const { client } = await server.measures()
    const key = {
      biz_date: yesterday,
      shop_id: Number(shopId),
      visit_id: personId,
      person_id: personId,
      slot: 120,
      ver: 1,
    }
    await client.insert({
      table: 'face_visit',
      values: [
        {
          ...key,
          place_kind: 'shop',
          place_id: 0,
          gender: 'woman',
          age: 34,
          age_band: 3,
          first_date: yesterday,
          enter_at: `${yesterday} 02:00:00`,
          dwell_s: 600,
          picture: 'sketch:w34',
        },
      ],
      format: 'JSONEachRow',
    })
    await client.insert({
      table: 'track',
      values: [
        {
          ...key,
          map_id: 1,
          track_id: personId,
          at: `${yesterday} 02:00:00.000`,
          dt_ms: [0, 500],
          x_cm: [10, 90],
          y_cm: [20, 40],
        },
      ],
      format: 'JSONEachRow',
    })
    return { personId: String(personId), visit: { shopId, visitId: String(personId) } }
  }
  const here = async (w: Things): Promise<Input> => ({
    params: { personId: (await seen(w)).personId },
    query: { ...days, shopIds: w.shopId },
  })
  const where = ({ shopId }: Things): Input => ({ query: { ...days, shopIds: shopId } })
  return {
    list: where,
    captures: where,
    detail: here,
    visits: here,
    mark: async (w: Things): Promise<Input> => ({
      params: { personId: (await seen(w)).personId },
      body: { identity: 'vip' },
    }),
    pictures: async (w: Things): Promise<Input> => ({ body: { visits: [(await seen(w)).visit] } }),
    tracked: where,
    track: async (w: Things): Promise<Input> => {
      const { visit } = await seen(w)
      return { body: { shopId: visit.shopId, trackId: visit.visitId, reason: '寻人' } }
    },
    samples: where,
    check: async (w: Things): Promise<Input> => ({
      params: (await seen(w)).visit,
      body: { attribute: 'age', verdict: 'wrong', actual: '2' },
    }),
    confusion: where,
  }
}
