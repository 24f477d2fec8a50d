import { initialQualitySettings } from '@aisle/contract'
import { qualityEvents } from '../src/platform/schema/index.ts'
import { dayBefore } from '../src/platform/time.ts'
import type { TestAisle } from './aisle.ts'
import type { Input, Things } from './examples.ts'

type Make = (url: string, body: object) => Promise<{ id: string }>

/** One good use of each call about data quality. */
export function qualityExamples({ make, server }: { make: Make; server: TestAisle }) {
  const { db } = server.database
  const today = new Date().toISOString().slice(0, 10)
  const days = { from: dayBefore(today, 7), to: today }
  const remark = '例'
  // Beyond the devices of the demo, so that hours are free to be corrected.
  let deviceId = 990_000
  let lastVersion = 0

  async function line({ shopId }: Things) {
    deviceId++
    const { client } = await server.measures()
    await client.insert({
      table: 'line',
      values: [
        {
          shop_id: Number(shopId),
          node_kind: 'entrance',
          node_id: 0,
          device_id: deviceId,
          line_id: 1,
          open_slot: 120,
          close_slot: 264,
          ver: 1,
        },
      ],
      format: 'JSONEachRow',
    })
    return { shopId, deviceId, line: 1, date: dayBefore(today, 2), fromHour: 12, toHour: 14 }
  }
  const wish = async (w: Things) => ({
    ...(await line(w)),
    kind: 'set',
    wanted: { in: 30, out: 31 },
    reason: remark,
  })
  const correction = async (w: Things) => (await make('/api/quality/corrections', await wish(w))).id
  async function event({ shopId }: Things, status: 'open' | 'acknowledged' = 'open'): Promise<string> {
    const [row] = await db
      .insert(qualityEvents)
      .values({
        kind: 'gap',
        shopId,
        deviceId: ++deviceId,
        line: 1,
        nodeKind: 'entrance',
        nodeId: 0,
        bizDate: dayBefore(today, 1),
        fromSlot: 150,
        toSlot: 160,
        strength: 0.5,
        evidence: { missingMinutes: 50 },
        status,
        foundAt: new Date(),
      })
      .returning({ id: qualityEvents.id })
    return row?.id ?? ''
  }
  const about = (correctionId: string, version = 1): Input => ({
    params: { correctionId },
    body: { version, remark },
  })
  return {
    summary: () => ({ query: days }),
    events: (w: Things) => ({
      query: { ...days, shopId: w.shopId, kind: 'gap', status: 'open', deviceId: '7' },
    }),
    event: async (w: Things): Promise<Input> => ({ params: { eventId: await event(w) } }),
    acknowledge: async (w: Things): Promise<Input> => ({
      params: { eventId: await event(w) },
      body: { version: 1, remark },
    }),
    report: async (w: Things): Promise<Input> => ({
      params: { eventId: await event(w) },
      body: { version: 1, remark },
    }),
    reopen: async (w: Things): Promise<Input> => ({
      params: { eventId: await event(w, 'acknowledged') },
      body: { version: 1 },
    }),
    coverage: (w: Things) => ({ query: { ...days, shopId: w.shopId } }),
    imputations: (w: Things) => ({ query: { ...days, shopId: w.shopId } }),
    lines: (w: Things) => ({ query: { shopId: w.shopId } }),
    corrections: (w: Things) => ({ query: { shopId: w.shopId, status: 'requested' } }),
    createCorrection: async (w: Things): Promise<Input> => ({ body: await wish(w) }),
    // Somebody else asked for it.
    approveCorrection: async (w: Things): Promise<Input> => {
      const support = await server.as('support')
      const { data } = await support.call('POST', '/api/quality/corrections', await wish(w))
      return about(data.id)
    },
    rejectCorrection: async (w: Things): Promise<Input> => about(await correction(w)),
    undoCorrection: async (w: Things): Promise<Input> => {
      const support = await server.as('support')
      const { data } = await support.call('POST', '/api/quality/corrections', await wish(w))
      await make(`/api/quality/corrections/${data.id}/approve`, { version: 1 })
      return about(data.id, 2)
    },
    settings: () => ({}),
    saveSettings: () => ({ body: { ...initialQualitySettings, version: lastVersion++ } }),
  }
}
