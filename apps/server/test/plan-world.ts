import { AppError } from '@aisle/contract'
import formbody from '@fastify/formbody'
import Fastify, { type InjectOptions } from 'fastify'
import sharp from 'sharp'
import { galleryService } from '../src/modules/pictures/gallery.ts'
import { patrolService } from '../src/modules/plans/patrols.ts'
import { planRoutes } from '../src/modules/plans/routes.ts'
import { runStore } from '../src/modules/plans/run-store.ts'
import { type PlanNotices, planRunner } from '../src/modules/plans/runner.ts'
import { planService } from '../src/modules/plans/service.ts'
import type { PlanCamera } from '../src/modules/plans/shot.ts'
import { planStatistics } from '../src/modules/plans/statistics.ts'
import { snapshotRoutes } from '../src/modules/snapshots/routes.ts'
import { snapshotBatchService } from '../src/modules/snapshots/service.ts'
import { handleErrors } from '../src/platform/http/errors.ts'
import { mounter } from '../src/platform/http/mount.ts'
import type { Caller } from '../src/platform/http/request.ts'
import { type Database, openPostgres } from '../src/platform/postgres.ts'
import {
  areas,
  cameraAccounts,
  cameras,
  pictures,
  planLanes,
  planRuns,
  plans,
  presets,
  shops,
  snapshotBatches,
  users,
} from '../src/platform/schema/index.ts'
import { testDatabase } from './database.ts'

/** Who calls in the tests of plans; each is a token of the same name. */
export type Who = 'planner' | 'everywhere' | 'stranger' | 'reader' | 'nobody'

const scopes = {
  planner: {
    authorities: ['inspect.view', 'inspect.plan', 'inspect.operate', 'inspect.score'],
    scope: { all: false, areaIds: ['east'], shopIds: [] },
  },
  everywhere: {
    authorities: ['inspect.view', 'inspect.plan', 'inspect.operate', 'inspect.score'],
    scope: { all: true },
  },
  stranger: {
    authorities: ['inspect.view', 'inspect.plan'],
    scope: { all: false, areaIds: [], shopIds: ['paris'] },
  },
  reader: { authorities: ['inspect.view'], scope: { all: true } },
  nobody: { authorities: [], scope: { all: true } },
} as const satisfies Record<Who, Pick<Caller, 'authorities' | 'scope'>>

export const jpeg = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#26a' } })
  .jpeg()
  .toBuffer()

type Shot = { cameraId: string; holder: string; at: Date }
/** What a camera of the test does when a plan comes. */
export type Behaviour = Partial<{
  goTo(index: number): Promise<void>
  frame(): Promise<{ data: Buffer; takenAt: Date }>
}>

/**
 * Plans on a database of their own, with cameras made by hand: shop `jingan` (Shanghai, in area `east`) with cameras `gate`
 * (presets `door` 1, `till` 2, `shelf` 3), `hall`, `stock` of account `one`; shop `paris` (Europe/Paris) with `seine` of account
 * `two` (preset `bridge`). Time stands still until `at` moves it; a wait takes no time.
 */
export async function planWorld() {
  const database = await testDatabase()
  const { db } = database
  let clock = new Date('2026-10-01T02:00:00.000Z')
  const now = () => new Date(clock)

  for (const [id, level, parentId] of [
    ['east', 'region', null],
    ['west', 'region', null],
    ['shanghai', 'province', 'east'],
    ['france', 'province', 'west'],
  ] as const)
    await db.insert(areas).values({ id, level, parentId, name: id })
  const place = (regionId: string, provinceId: string) => ({
    regionId,
    provinceId,
    cityId: provinceId,
    countyId: provinceId,
    format: 'standard' as const,
  })
  await db.insert(shops).values([
    { id: 'jingan', name: '静安寺店', nameEn: 'Jing’an', pinyin: 'jingandian', ...place('east', 'shanghai') },
    { id: 'paris', name: '巴黎店', pinyin: 'balidian', timeZone: 'Europe/Paris', ...place('west', 'france') },
  ])
  for (const loginName of Object.keys(scopes))
    await db
      .insert(users)
      .values({ id: loginName, loginName, realName: `${loginName} 名`, passwordHash: '-' })
  for (const id of ['one', 'two'])
    await db
      .insert(cameraAccounts)
      .values({ id, provider: 'huiyan', name: id, baseUrl: 'http://localhost', credentials: '' })
  const addCamera = (id: string, shopId: string, accountId: string, number = '01') =>
    db.insert(cameras).values({
      id,
      shopId,
      accountId,
      provider: 'huiyan',
      deviceCode: `device-${id}`,
      channel: '1',
      number,
      name: `${id} 名`,
      nameEn: id,
    })
  await addCamera('gate', 'jingan', 'one', '01')
  await addCamera('hall', 'jingan', 'one', '02')
  await addCamera('stock', 'jingan', 'one', '03')
  await addCamera('seine', 'paris', 'two')
  await db.insert(presets).values([
    { id: 'door', cameraId: 'gate', name: '门口', index: 1 },
    { id: 'till', cameraId: 'gate', name: '收银台', index: 2 },
    { id: 'shelf', cameraId: 'gate', name: '货架', index: 3 },
    { id: 'bridge', cameraId: 'seine', name: '桥', index: 1 },
  ])

  const app = Fastify({ bodyLimit: 1_000_000, routerOptions: { maxParamLength: 8000 } })
  await app.register(formbody)
  handleErrors(app)
  const audited: string[] = []
  const mount = mounter(app, {
    async authenticate(token): Promise<Caller | undefined> {
      const known = Object.entries(scopes).find(([who]) => who === token)
      if (!known) return undefined
      const [who, { authorities, scope }] = known
      return { userId: who, loginName: who, realName: who, authorities, scope, sessionHash: who }
    },
    audit: async entry => {
      audited.push(`${entry.userId} ${entry.action} ${entry.target}`)
    },
    checkAnswers: true,
  })
  planRoutes(mount, {
    plans: planService({ db, now }),
    patrols: patrolService({ db, now }),
    statistics: planStatistics(db),
  })
  const noDisk = {
    put: async () => {},
    putStream: async () => 0,
    read: async () => undefined,
    delete: async () => {},
    async *list() {},
  }
  snapshotRoutes(
    mount,
    snapshotBatchService({ db, pictures: galleryService({ db, disk: noDisk }).byIds, now }),
  )

  const shots: Shot[] = []
  const moves: string[] = []
  const told: Parameters<PlanNotices['publish']>[0][] = []
  const behaviours = new Map<string, Behaviour>()
  const others: { close(): Promise<void> }[] = []

  /** Pictures as rows without files, once a run. */
  const pictureRows = (on: Database) => ({
    save: async (picture: {
      shopId: string
      cameraId: string
      presetId?: string | null | undefined
      userId: string | null
      screenshotType?: number | undefined
      planRunId?: string | undefined
      takenAt: Date
      data: Buffer
    }) => {
      await on
        .insert(pictures)
        .values({
          key: `${picture.planRunId}`,
          mime: 'image/jpeg',
          width: 64,
          height: 36,
          sizeBytes: picture.data.length,
          shopId: picture.shopId,
          cameraId: picture.cameraId,
          videoNo: '',
          channelNo: '1',
          presetId: picture.presetId ?? null,
          userId: picture.userId,
          screenshotType: picture.screenshotType ?? 1,
          planRunId: picture.planRunId ?? null,
          takenAt: picture.takenAt,
        })
        .onConflictDoNothing({ target: pictures.planRunId })
      return {} as never
    },
  })

  /** A server: its runner over connections of its own. */
  function server(
    holder: string,
    options: { own?: boolean; save?: () => Promise<void>; catchUpMs?: number } = {},
  ) {
    const postgres = options.own ? openPostgres(database.url, () => undefined, 4) : undefined
    if (postgres) others.push(postgres)
    const on = postgres?.db ?? db
    const rows = pictureRows(on)
    return planRunner({
      runs: runStore(on),
      async open(cameraIds) {
        return new Map(cameraIds.map(id => [id, cameraOf(id, holder)]))
      },
      pictures: {
        async save(picture) {
          await options.save?.()
          return rows.save({ ...picture, cameraId: picture.cameraId ?? '' })
        },
      },
      notices: {
        async publish(notice) {
          told.push(notice)
        },
      },
      settings: { settleMs: 3000, catchUpMs: options.catchUpMs ?? 10 * 60_000 },
      holder,
      now,
      async sleep(ms) {
        moves.push(`wait ${ms}`)
      },
      log() {},
    })
  }

  function cameraOf(id: string, holder: string): PlanCamera {
    const behaviour = behaviours.get(id) ?? {}
    return {
      async goTo(index) {
        await behaviour.goTo?.(index)
        moves.push(`${id} to ${index}`)
      },
      async release() {
        moves.push(`${id} free`)
      },
      async frame() {
        const picture = behaviour.frame ? await behaviour.frame() : { data: jpeg, takenAt: now() }
        shots.push({ cameraId: id, holder, at: now() })
        moves.push(`${id} picture`)
        return picture
      },
    }
  }

  return {
    app,
    db,
    database,
    audited,
    shots,
    moves,
    told,
    server,
    addCamera,
    now,
    at(time: string) {
      clock = new Date(time)
    },
    later(ms: number) {
      clock = new Date(clock.getTime() + ms)
    },
    behave(cameraId: string, behaviour: Behaviour) {
      behaviours.set(cameraId, behaviour)
    },
    async call(who: Who | undefined, method: InjectOptions['method'], path: string, payload?: object) {
      const answer = await app.inject({
        method: method ?? 'GET',
        url: path.startsWith('/') ? path : `/api/monitor/checkShop/${path}`,
        headers: who ? { accesstoken: who } : {},
        ...(payload ? { payload } : {}),
      })
      return { status: answer.statusCode, ...answer.json() }
    },
    /** Runs of a plan, the first due first. */
    runsOf: async (planId?: string) =>
      (await db.select().from(planRuns))
        .filter(run => planId === undefined || run.planId === planId)
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime()),
    pictureRuns: async () => (await db.select().from(pictures)).map(picture => picture.planRunId),
    /** No plans, no runs, cameras that work. */
    async clear() {
      await db.delete(pictures)
      await db.delete(planRuns)
      await db.delete(planLanes)
      await db.delete(snapshotBatches)
      await db.delete(plans)
      behaviours.clear()
      for (const list of [shots, moves, told, audited]) list.length = 0
    },
    async close() {
      await app.close()
      await Promise.all(others.map(postgres => postgres.close()))
      await database.close()
    },
  }
}
export type PlanWorld = Awaited<ReturnType<typeof planWorld>>

export const heldByUser = () =>
  new AppError('cameraHeld', { zh: '林晓彤正在控制', en: 'Lin is steering' }, { reason: 'controlledByOther' })
export const offline = () =>
  new AppError('cameraOffline', { zh: '离线', en: 'offline' }, { reason: 'offline' })
export const busy = () => new AppError('ruleBroken', { zh: '忙', en: 'busy' }, { reason: 'busy' })
