import { providerNames } from '@aisle/contract'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { demoCamera } from '../../../test/platforms.ts'
import { pictures, planRuns, plans } from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator, tickers: true, env: { AISLE_PLAN_SETTLE_MS: '300' } })
const inspector = await server.as('inspector')
const colleague = await server.as('admin')
const { db } = server.database

/** A plan whose minute has just come, on the clock of Shanghai; 00:00 would be none. */
async function planNow(camera: ReturnType<typeof demoCamera>): Promise<string> {
  const clock = (at: number) => legacyTimeOf(new Date(at), 'Asia/Shanghai').slice(11, 16)
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  const due = clock(minute) === '00:00' ? minute - 60_000 : minute
  const { data } = await inspector.call('POST', '/api/plans', {
    targets: [{ cameraId: camera.id, presetId: camera.presets[1]?.id }],
    schedule: { times: [clock(due)] },
  })
  await db
    .update(plans)
    .set({ nextDueAt: new Date(due) })
    .where(inArray(plans.id, data.ids))
  return data.ids[0]
}
const ended = (id: string) =>
  eventually(
    async () => {
      const runs = await db.select().from(planRuns).where(eq(planRuns.planId, id))
      return runs.find(run => run.state !== 'waiting' && run.state !== 'running')
    },
    `the run of plan ${id} ends`,
    60_000,
  )

describe('on every platform', () => {
  it.each(providerNames)(
    '%s: a planned picture of a preset lies in the gallery, marked as planned',
    async provider => {
      const camera = demoCamera(provider, 3)
      const preset = camera.presets[1]
      const run = await ended(await planNow(camera))
      expect(run).toMatchObject({ state: 'done', reason: '' })
      const listed = await inspector.call(
        'GET',
        `/api/monitor/checkShop/findCheckShopFileList2?shopId=${camera.shopId}&screenshotType=2&presetId=${preset?.id}`,
      )
      expect(listed.data.records).toMatchObject([
        { cameraId: camera.id, presetId: preset?.id, screenshotType: 2 },
      ])
      expect(await db.select().from(pictures).where(eq(pictures.planRunId, run.id))).toHaveLength(1)
      // The camera is free again: somebody else may steer at once.
      const steer = { command: 'left', speed: 5, durationMs: 200 }
      expect((await colleague.call('POST', `/api/cameras/${camera.id}/ptz`, steer)).status).toBe(200)
    },
  )
})

describe('a camera that a user steers', () => {
  it('is left to the user, and the picture comes a moment later', async () => {
    const camera = demoCamera('huiyan', 5)
    const path = `/api/cameras/${camera.id}/ptz`
    expect((await inspector.call('POST', path, { command: 'right', durationMs: 200 })).status).toBe(200)
    const id = await planNow(camera)
    await eventually(async () => {
      const [run] = await db.select().from(planRuns).where(eq(planRuns.planId, id))
      return run?.reason === 'held'
    }, 'the run finds the camera held')
    expect((await inspector.call('DELETE', path)).status).toBe(200)
    expect(await ended(id)).toMatchObject({ state: 'done', tries: 2 })
  })
})

it('videos carry the time of their screenshot plan, 00:00 where there is none', async () => {
  const camera = demoCamera('ezviz', 6)
  const video = async () => {
    const { data } = await inspector.call(
      'GET',
      `/api/monitor/checkShop/getVideosByShop?shopid=${camera.shopId}&pageSize=1000`,
    )
    return data.records.find((record: { onlyId: string }) => record.onlyId === camera.id)
  }
  expect(await video()).toMatchObject({ planTime: '00:00', planId: null })
  const saved = await inspector.call('POST', '/api/monitor/checkShop/saveScreenshotPlan', {
    shopId: camera.shopId,
    videoNo: camera.deviceCode,
    channelNo: camera.channel,
    planTime: '09:05',
  })
  expect(await video()).toMatchObject({ planTime: '09:05', planId: saved.data.id })
})
