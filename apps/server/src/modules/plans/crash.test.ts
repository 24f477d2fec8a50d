import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { testDatabase } from '../../../test/database.ts'
import { demoCameras } from '../../../test/platforms.ts'
import { startServer } from '../../../test/server-process.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { cameras, pictures, planLanes, planRuns, plans } from '../../platform/schema/index.ts'
import { secretsFrom } from '../../platform/secrets.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { seedDemo } from '../demo/seed.ts'

// Real processes, killed for real.
it('two servers killed with plans under way: the next one ends them, and no picture is lost or taken twice', async () => {
  const { process: _, ...addresses } = await simulatedPlatforms()
  const database = await testDatabase()
  afterAll(() => database.close())
  const { db } = database
  const folder = await mkdtemp(join(tmpdir(), 'aisle-plans-'))
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 60, retryDelay: 250 }))
  const secret = 'a secret of both servers'
  const { encrypt } = secretsFrom(secret)
  await seedDemo({ db, now: new Date(), hashPassword, encrypt, log: () => undefined })
  await db.update(cameras).set({ posterAt: new Date() })
  // Only the plans of this test.
  await db.update(plans).set({ nextDueAt: null, deletedAt: new Date() })
  const env = {
    DATABASE_URL: database.url,
    AISLE_DATA: folder,
    AISLE_SECRET: secret,
    AISLE_DEMO: '1',
    AISLE_PLAN_SETTLE_MS: '1500',
    AISLE_SIMULATOR: JSON.stringify(addresses),
  }
  const servers = [startServer(env), startServer(env)]
  await Promise.all(servers.map(server => server.ready))

  const spots = (['ezviz', 'huawei', 'huiyan'] as const).flatMap(provider =>
    demoCameras(provider)
      .slice(0, 12)
      .flatMap(camera => camera.presets.slice(1, 2).map(preset => ({ camera, preset }))),
  )
  expect(spots.length).toBeGreaterThan(20)
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  const clock = (at: number) => legacyTimeOf(new Date(at), 'Asia/Shanghai').slice(11, 16)
  const [hours = 0, minutes = 0] = clock(minute).split(':').map(Number)
  await db.insert(plans).values(
    spots.map(({ camera, preset }) => ({
      kind: 'preset' as const,
      shopId: camera.shopId,
      cameraId: camera.id,
      presetId: preset.id,
      presetName: preset.name,
      times: [hours * 60 + minutes],
      nextDueAt: new Date(minute),
    })),
  )
  const runs = () =>
    db
      .select()
      .from(planRuns)
      .where(sql`${planRuns.dueAt} = ${new Date(minute).toISOString()}::timestamptz`)
  await eventually(
    async () => (await runs()).filter(run => run.state === 'done').length >= 3,
    'some are done',
    30_000,
  )
  expect(await db.select().from(planLanes)).not.toEqual([])
  await Promise.all(servers.map(server => server.end('SIGKILL')))
  const underWay = (await runs()).filter(run => run.state === 'running')
  expect(underWay.length).toBeGreaterThan(0)
  const third = startServer(env)
  await third.ready
  const ended = await eventually(
    async () => {
      const now = await runs()
      return now.every(run => run.state !== 'waiting' && run.state !== 'running') && now
    },
    'all runs are over',
    90_000,
  )
  expect(ended).toHaveLength(spots.length)
  expect(new Set(ended.map(run => run.planId)).size).toBe(spots.length)
  expect(
    ended
      .filter(run => run.takeovers > 0)
      .map(run => run.id)
      .sort(),
  ).toEqual(underWay.map(run => run.id).sort())
  const taken = await db
    .select()
    .from(pictures)
    .where(
      inArray(
        pictures.planRunId,
        ended.map(run => run.id),
      ),
    )
  for (const run of ended)
    expect(
      taken.filter(picture => picture.planRunId === run.id),
      `${run.state} ${run.reason}`,
    ).toHaveLength(run.state === 'done' ? 1 : 0)
  expect(ended.filter(run => run.state === 'done').length).toBeGreaterThan(spots.length * 0.8)
  expect(await db.select().from(planRuns).where(eq(planRuns.state, 'running'))).toEqual([])
  await third.end('SIGTERM')
}, 240_000)
