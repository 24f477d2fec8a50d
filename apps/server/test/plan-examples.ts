import { eq } from 'drizzle-orm'
import type { Database } from '../src/platform/postgres.ts'
import { cameras, planRuns } from '../src/platform/schema/index.ts'
import type { Input, Things } from './examples.ts'

type Fields = Record<string, unknown>
type Deps = {
  make(path: string, body: object): Promise<Fields>
  db: Database
}

/** One good use of each call about plans. */
export function planExamples({ make, db }: Deps) {
  const target = ({ cameras }: Things) => ({ cameraId: cameras.huiyan.id })
  const video = ({ cameras: { huiyan } }: Things) => ({
    shopId: huiyan.shopId,
    videoNo: huiyan.deviceCode,
    channelNo: huiyan.channel,
  })
  const schedule = { times: ['03:07'], weekdays: [1] }
  const plan = async (w: Things, presetId?: string) => {
    const targets = [{ ...target(w), ...(presetId === undefined ? {} : { presetId }) }]
    const { ids } = await make('/api/plans', { targets, schedule })
    return String(Array.isArray(ids) ? ids[0] : '')
  }
  const presetPlan = (w: Things) => plan(w, w.cameras.huiyan.presetId)
  const round = (w: Things) => ({ name: '例', schedule: { everyMinutes: 60 }, stops: [target(w)] })
  const patrol = async (w: Things) => String((await make('/api/plans/patrols', round(w))).id)
  const failedRun = async (w: Things) => {
    const { id, shopId } = w.cameras.huiyan
    const [camera] = await db.select().from(cameras).where(eq(cameras.id, id))
    const [run] = await db
      .insert(planRuns)
      .values({
        planId: await plan(w),
        kind: 'screenshot',
        shopId,
        cameraId: id,
        accountId: camera?.accountId ?? '',
        state: 'failed',
        dueAt: new Date(),
        notBefore: new Date(),
        expiresAt: new Date(),
      })
      .returning()
    return run?.id ?? ''
  }
  const range = { from: '2026-10-01', to: '2026-10-07' }

  return {
    planCalls: {
      findPresetPlansByVideoNoAndChannelNo: w => ({ query: video(w) }),
      savePresetPlan: w => ({
        body: { ...video(w), presetId: w.cameras.huiyan.presetId, planTime: '03:07' },
      }),
      updatePresetPlan: async w => ({ body: { id: await presetPlan(w), planTime: '03:08' } }),
      delPresetPlanByIds: async w => ({ params: { ids: await presetPlan(w) } }),
      saveScreenshotPlan: w => ({ body: { ...video(w), planTime: '03:07', areaId: '1' } }),
      updateScreenshotPlan: async w => ({ body: { id: await plan(w), planTime: '03:08' } }),
      delScreenshotPlanByIds: async w => ({ params: { ids: await plan(w) } }),
    },
    plans: {
      list: w => ({
        query: { shopId: w.shopId, kind: 'screenshot,preset', status: 'enabled', keyword: '店' },
      }),
      save: w => ({ body: { targets: [target(w)], schedule } }),
      update: async w => ({
        params: { planId: await plan(w) },
        body: { schedule: { everyMinutes: 30, from: '10:00', to: '22:00' }, status: 'paused' },
      }),
      pause: async w => ({ body: { ids: [await plan(w)] } }),
      resume: async w => ({ body: { ids: [await plan(w)] } }),
      remove: async w => ({ params: { ids: await plan(w) } }),
      runs: w => ({ query: { shopId: w.shopId, ...range, outcome: 'done', kind: 'preset' } }),
      retry: async w => ({ params: { runId: await failedRun(w) } }),
      statistics: w => ({ query: { shopId: w.shopId, ...range } }),
      patrols: w => ({ query: { shopId: w.shopId, status: 'enabled', keyword: '巡' } }),
      createPatrol: w => ({ body: round(w) }),
      updatePatrol: async w => ({
        params: { patrolId: await patrol(w) },
        body: { name: '改名', schedule: { everyMinutes: 120 }, stops: [target(w)], status: 'paused' },
      }),
      removePatrol: async w => ({ params: { patrolId: await patrol(w) } }),
    },
  } satisfies Record<string, Record<string, (w: Things) => Input | Promise<Input>>>
}
