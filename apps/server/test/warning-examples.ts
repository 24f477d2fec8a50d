import type { RuleInput } from '@aisle/contract'
import { flowWarnings, zones } from '../src/platform/schema/index.ts'
import { dayBefore } from '../src/platform/time.ts'
import type { TestAisle } from './aisle.ts'
import type { Input, Things } from './examples.ts'

type Make = (url: string, body: object) => Promise<{ id: string }>
const base = '/api/warnings'

/** One good use of each call about warnings, rules and watch lists. */
export function warningExamples({ make, server }: { make: Make; server: TestAisle }) {
  const { db } = server.database
  const today = new Date().toISOString().slice(0, 10)
  let number = 0
  const rule = ({ shopId }: Things): RuleInput => ({
    name: '例',
    kind: 'crowding',
    limits: { people: 300 },
    hours: { from: '10:00', to: '22:00' },
    shopIds: [shopId],
    severity: 'high',
    userIds: [],
    isActive: true,
  })
  const ruleParams = async (w: Things) => ({ ruleId: (await make(`${base}/rules`, rule(w))).id })

  async function warning({ shopId }: Things): Promise<string> {
    const [row] = await db
      .insert(flowWarnings)
      .values({
        key: `example ${++number}`,
        kind: 'silence',
        shopId,
        nodeKind: 'shop',
        bizDate: dayBefore(today, 1),
        fromSlot: 150,
        toSlot: 170,
        value: 100,
        limit: 60,
        severity: 'middle',
        raisedAt: new Date(),
        updatedAt: new Date(),
      })
      .returning({ id: flowWarnings.id })
    return row?.id ?? ''
  }
  /** A zone of its own each time: a place is watched once. */
  async function zone({ shopId }: Things): Promise<string> {
    const [row] = await db.insert(zones).values({ shopId, name: '例' }).returning({ id: zones.id })
    return row?.id ?? ''
  }
  const place = async (w: Things) => ({
    shopId: w.shopId,
    nodeKind: 'zone',
    nodeId: await zone(w),
    limits: { tolerance: 10 },
    ownerId: null,
    targets: [{ month: today.slice(0, 7), visits: 3000 }],
  })
  const watchParams = async (w: Things) => ({ watchId: (await make(`${base}/watches`, await place(w))).id })
  const change = async (w: Things) => ({ shopId: w.shopId, zoneId: await zone(w), date: today, what: '例' })
  const changeParams = async (w: Things) => ({
    changeId: (await make(`${base}/changes`, await change(w))).id,
  })
  const removed = async (url: string) => {
    const admin = await server.as('admin')
    await admin.call('DELETE', url)
  }
  return {
    list: (w: Things) => ({
      query: {
        from: dayBefore(today, 7),
        to: today,
        shopIds: w.shopId,
        ruleId: '7',
        nodeKind: 'shop',
        nodeIds: '0',
        watched: '0',
        status: 'open',
        severity: 'high',
      },
    }),
    one: async (w: Things): Promise<Input> => ({ params: { warningId: await warning(w) } }),
    step: async (w: Things): Promise<Input> => ({
      params: { warningId: await warning(w) },
      body: { action: 'mute', version: 1, remark: '例', days: 3 },
    }),
    rules: () => ({}),
    createRule: (w: Things) => ({ body: rule(w) }),
    updateRule: async (w: Things): Promise<Input> => ({
      params: await ruleParams(w),
      body: { ...rule(w), version: 1 },
    }),
    removeRule: async (w: Things): Promise<Input> => ({ params: await ruleParams(w) }),
    restoreRule: async (w: Things): Promise<Input> => {
      const params = await ruleParams(w)
      await removed(`${base}/rules/${params.ruleId}`)
      return { params }
    },
    watches: (w: Things) => ({ query: { nodeKind: 'zone', shopIds: w.shopId } }),
    createWatch: async (w: Things): Promise<Input> => ({ body: await place(w) }),
    updateWatch: async (w: Things): Promise<Input> => ({
      params: await watchParams(w),
      body: { limits: { tolerance: 5 }, ownerId: null, targets: [], version: 1 },
    }),
    stepWatch: async (w: Things): Promise<Input> => ({
      params: await watchParams(w),
      body: { action: 'end', version: 1, reason: '', remark: '' },
    }),
    places: (w: Things) => ({ query: { shopId: w.shopId, nodeKind: 'zone' } }),
    people: () => ({}),
    changes: (w: Things) => ({ query: { shopIds: w.shopId } }),
    createChange: async (w: Things): Promise<Input> => ({ body: await change(w) }),
    removeChange: async (w: Things): Promise<Input> => ({ params: await changeParams(w) }),
    restoreChange: async (w: Things): Promise<Input> => {
      const params = await changeParams(w)
      await removed(`${base}/changes/${params.changeId}`)
      return { params }
    },
  }
}
