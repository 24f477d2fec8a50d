import { eq } from 'drizzle-orm'
import type { Database } from '../src/platform/postgres.ts'
import { floorPlans, zones } from '../src/platform/schema/index.ts'
import type { Input, Things } from './examples.ts'

type Make = (url: string, body: object) => Promise<{ id: string }>

/** One good use of each call about floor plans and the areas on them; the demo has a plan of every floor. */
export const floorPlanExamples = ({ make, db }: { make: Make; db: Database }) => {
  const polygon = [
    [200, 200],
    [900, 200],
    [900, 700],
  ]
  const planOf = async ({ shopId }: Things) => {
    const [row] = await db.select().from(floorPlans).where(eq(floorPlans.shopId, shopId))
    if (!row) throw new Error(`no plan of shop ${shopId}`)
    return row
  }
  const area = async (w: Things) => ({
    planId: (await planOf(w)).id,
    name: '例',
    shape: { kind: 'drawn', polygon },
  })
  const made = async (w: Things) => (await make('/api/custom-areas', await area(w))).id
  const period = { from: '2026-11-01', to: '2026-11-03' }
  return {
    floorPlans: {
      list: ({ shopId }: Things) => ({ query: { shopIds: shopId } }),
      save: async (w: Things): Promise<Input> => {
        const { floorId, widthCm, heightCm, mapCode, outline, shapes, version } = await planOf(w)
        return { params: { floorId }, body: { widthCm, heightCm, mapCode, outline, shapes, version } }
      },
      moveZone: async (w: Things): Promise<Input> => {
        const { floorId } = await planOf(w)
        const [zone] = await db.select().from(zones).where(eq(zones.floorId, floorId))
        return { params: { floorId, zoneId: zone?.id ?? '' }, body: { polygon } }
      },
      heat: async (w: Things): Promise<Input> => ({ body: { planIds: [(await planOf(w)).id], period } }),
    },
    customAreas: {
      list: ({ shopId }: Things) => ({ query: { shopId } }),
      create: async (w: Things): Promise<Input> => ({ body: await area(w) }),
      update: async (w: Things): Promise<Input> => ({
        params: { areaId: await made(w) },
        body: { ...(await area(w)), name: '改名', version: 1 },
      }),
      remove: async (w: Things): Promise<Input> => ({ params: { areaId: await made(w) } }),
      restore: async (w: Things): Promise<Input> => ({ params: { areaId: await made(w) } }),
      figures: ({ shopId }: Things) => ({ body: { shopId, period } }),
    },
  }
}
