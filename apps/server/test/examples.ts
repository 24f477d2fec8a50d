import { randomUUID } from 'node:crypto'
import { type Endpoint, type ProviderName, providerNames } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { demoUsers } from '../src/modules/demo/people.ts'
import { notices, planRuns, playSessions, presets } from '../src/platform/schema/index.ts'
import { legacyTimeOf } from '../src/platform/time.ts'
import { activityExamples } from './activity-examples.ts'
import { base64, type TestAisle } from './aisle.ts'
import { findingExamples } from './finding-examples.ts'
import { floorPlanExamples } from './floor-plan-examples.ts'
import { ingestExamples } from './ingest-examples.ts'
import { personExamples } from './person-examples.ts'
import { planExamples } from './plan-examples.ts'
import { demoCamera } from './platforms.ts'
import { qualityExamples } from './quality-examples.ts'
import { scoringExamples } from './scoring-examples.ts'
import { settingsExamples } from './settings-examples.ts'
import { statisticsExamples } from './statistics-examples.ts'
import { warningExamples } from './warning-examples.ts'

type Fields = Record<string, unknown>
export type Input = {
  params?: Fields
  query?: Fields
  body?: Fields /** Instead of the administrator’s. */
  token?: string
}
type Camera = { id: string; shopId: string; deviceCode: string; channel: string; presetId: string }

/** What the examples speak of: real things of the demo, or the same on platforms that nobody answers for. */
export type Things = {
  shopId: string
  accountId: string
  cameras: Record<ProviderName, Camera>
  /** Opens a recording of the second provider; its session. */
  playback(): Promise<string>
}

const countyId = '310106'
const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000
const yesterday = Math.floor((Date.now() + beijingMs) / dayMs) * dayMs - dayMs - beijingMs
const afternoon = {
  from: new Date(yesterday + 14 * 3_600_000).toISOString(),
  to: new Date(yesterday + 15 * 3_600_000).toISOString(),
}
/** The same as the inherited calls write it, on the clock of the demo's shops. */
const afternoonHere = {
  startTime: legacyTimeOf(new Date(afternoon.from), 'Asia/Shanghai'),
  endTime: legacyTimeOf(new Date(afternoon.to), 'Asia/Shanghai'),
}
const jpeg = await sharp({ create: { width: 32, height: 18, channels: 3, background: '#26a' } })
  .jpeg()
  .toBuffer()
const file = `data:image/jpeg;base64,${jpeg.toString('base64')}`

/** One good use of each call, by `group.name`; what an example needs it makes. */
export async function examplesOn(server: TestAisle) {
  const admin = await server.as('admin')
  const spare = await server.as('duhaoran')
  const adminId = demoUsers.find(user => user.loginName === 'admin')?.id ?? ''

  async function make(path: string, body: object): Promise<Fields & { id: string; shopid: string }> {
    const answer = await admin.call('POST', path, body)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  const upload = async (w: Things) =>
    (await make('/api/monitor/checkShop/uploadCheckShopFile', { ...video(w.cameras.ezviz), file })).id
  const preset = async ({ id }: Camera, index: number) => {
    const [row] = await server.database.db
      .insert(presets)
      .values({ cameraId: id, name: '例', index })
      .onConflictDoUpdate({ target: [presets.cameraId, presets.index], set: { name: '例' } })
      .returning()
    return row?.id ?? ''
  }
  const area = () => make('/api/areas', { name: '某大区', level: 'region' })
  const shop = () => make('/api/shops', { shopname: '例店', countyid: countyId })
  const account = () =>
    make('/api/camera-accounts', { provider: 'huiyan', name: '例', baseUrl: 'http://127.0.0.1:9' })
  const newCamera = async (w: Things) => ({
    shopId: w.shopId,
    provider: 'ezviz',
    accountId: w.accountId,
    deviceCode: `N${randomUUID().slice(0, 8)}`,
    name: '新摄像头',
  })
  const problem = (w: Things) => make('/api/problems', { shopId: w.shopId, itemName: '例' })
  const batch = async (w: Things) =>
    (await make('/api/snapshots/batches', { targets: [camera(w, 'shilian')] })).id
  const stoppedBatch = async (w: Things) => {
    const id = await batch(w)
    await server.database.db
      .update(planRuns)
      .set({ state: 'failed', endedAt: new Date() })
      .where(eq(planRuns.batchId, id))
    return id
  }
  const bookmark = async (w: Things) =>
    (await make('/api/bookmarks', { ...camera(w), at: '2026-10-01T03:00:00Z' })).id
  const patrolRound = (w: Things) =>
    make('/api/patrol/rounds', {
      day: '2026-10-03',
      source: { kind: 'area', name: '华东' },
      shopIds: [w.shopId],
    })
  const problemAfter = async (w: Things, ...steps: string[]) => {
    const { id } = await problem(w)
    for (const [index, step] of steps.entries())
      await make(`/api/problems/${id}/${step}`, { version: index + 1 })
    return id
  }
  const notice = async () => {
    const [row] = await server.database.db
      .insert(notices)
      .values({ userId: adminId, kind: 'example', titleZh: '例', titleEn: 'Example' })
      .returning()
    return row?.id ?? ''
  }
  const wall = { name: '例', layout: '2x2', panes: [null] }
  const video = ({ shopId, deviceCode, channel }: Camera) => ({
    shopId,
    videoNo: deviceCode,
    channelNo: channel,
  })
  const parents = (level: string) => ({
    [`get${level}Shops`]: () => ({ body: { id: '1' } }),
    [`get${level}List`]: () => ({ body: { id: '1' } }),
  })
  const camera = (w: Things, provider: ProviderName = 'ezviz') => ({ cameraId: w.cameras[provider].id })
  const presetOf = ({ id, presetId }: Camera) => ({ cameraId: id, presetId })
  const session = async (w: Things) => ({ ...camera(w, 'shilian'), sessionId: await w.playback() })
  const deviceBody = (shopId: string) => ({ sn: randomUUID(), name: '东门', kind: 'counter', shopId })
  const someDevice = async (w: Things) => (await make('/api/devices', deviceBody(w.shopId))).id
  const device = ({ deviceCode, channel }: Camera) => ({ deviceCode, channelId: channel })
  const uploadFor = (provider: ProviderName) => (w: Things) => ({
    body: { ...video(w.cameras[provider]), file },
  })

  const examples: Record<string, Record<string, (w: Things) => Input | Promise<Input>>> = {
    system: { health: () => ({}), config: () => ({}) },
    ...scoringExamples({ make, call: admin.call, upload }),
    ...statisticsExamples,
    ...activityExamples({ make, remove: url => admin.call('DELETE', url) }),
    ...planExamples({ make, db: server.database.db }),
    ...settingsExamples({ make, db: server.database.db }),
    ...floorPlanExamples({ make, db: server.database.db }),
    ...findingExamples({ make, upload, db: server.database.db }),
    quality: qualityExamples({ make, server }),
    persons: personExamples(server),
    warnings: warningExamples({ make, server }),
    ...ingestExamples({ make }),
    auth: {
      login: () => ({ body: { username: base64('analyst'), password: base64('Aisle2026'), encryption: 1 } }),
      logout: async () => ({ token: (await server.as('viewer')).token }),
      me: () => ({}),
      password: () => ({
        token: spare.token,
        body: { oldPassword: base64('Aisle2026'), newPassword: base64(`New${randomUUID().slice(0, 8)}`) },
      }),
      language: () => ({ body: { language: 1 } }),
    },
    areas: {
      findAllShops: () => ({}),
      ...parents('Region'),
      ...parents('Province'),
      ...parents('City'),
      ...parents('County'),
      getAreaList: () => ({}),
      getListByParentId: () => ({ body: { parentId: '1' } }),
      create: () => ({ body: { name: '新大区', level: 'region' } }),
      update: async () => ({ params: { areaId: (await area()).id }, body: { name: '改名大区' } }),
      remove: async () => ({ params: { areaId: (await area()).id } }),
    },
    shops: {
      detail: w => ({ params: { shopId: w.shopId } }),
      create: () => ({
        body: {
          shopname: '新店',
          countyid: countyId,
          areaM2: 300,
          floors: [{ name: '一层', level: 1, entrances: [{ name: '东门' }], zones: [{ name: '鞋墙' }] }],
        },
      }),
      update: async () => ({
        params: { shopId: (await shop()).shopid },
        body: { manager: '周敏', openTime: '09:30' },
      }),
      remove: async () => ({ params: { shopId: (await shop()).shopid } }),
    },
    cameras: {
      list: w => ({ query: { ids: w.cameras.ezviz.id } }),
      live: w => ({ params: camera(w, 'huiyan'), body: { quality: 'smooth' } }),
      endLive: w => ({ params: { ...camera(w), sessionId: randomUUID() } }),
      ptz: w => ({ params: camera(w), body: { command: 'zoomIn', speed: 5, durationMs: 200 } }),
      releaseControl: w => ({ params: camera(w) }),
      shopsOfPlatform: () => ({ query: { ys: 1 } }),
      control: w => ({ params: camera(w) }),
      takeControl: w => ({ params: camera(w) }),
      setEncoding: w => ({ params: { cameraId: w.cameras.shilian.id }, body: { quality: 'standard' } }),
      presets: w => ({ params: camera(w) }),
      savePreset: w => ({ params: camera(w, 'shilian'), body: { presetName: '例', presetIndex: 11 } }),
      goPreset: w => ({ params: presetOf(w.cameras.shilian) }),
      renamePreset: w => ({ params: presetOf(w.cameras.shilian), body: { presetName: '改名' } }),
      removePreset: async w => ({
        params: { ...camera(w, 'shilian'), presetId: await preset(w.cameras.shilian, 12) },
      }),
      snapshot: w => ({ params: camera(w, 'huiyan'), body: { presetId: w.cameras.huiyan.presetId } }),
      savePoster: w => ({ params: camera(w), body: { file } }),
      savePresetThumbnail: w => ({ params: presetOf(w.cameras.ezviz), body: { file } }),
      recordings: w => ({ params: camera(w), query: afternoon }),
      recordingDays: w => ({ params: camera(w), query: { month: afternoon.from.slice(0, 7) } }),
      playback: w => ({ params: camera(w), body: { ...afternoon, source: 'device' } }),
      playbackSpeed: async w => ({ params: await session(w), body: { rate: 2 } }),
      playbackSeek: async w => ({ params: await session(w), body: { at: afternoon.from } }),
      playbackPause: async w => ({ params: await session(w), body: { paused: true } }),
      playbackKeep: async w => ({ params: await session(w) }),
      endPlayback: async w => ({ params: await session(w) }),
      create: async w => ({ body: await newCamera(w) }),
      update: async w => ({
        params: { cameraId: (await make('/api/cameras', await newCamera(w))).id },
        body: { name: '改名', group: 'back', number: '99' },
      }),
      remove: async w => ({ params: { cameraId: (await make('/api/cameras', await newCamera(w))).id } }),
      accounts: () => ({}),
      createAccount: () => ({
        body: {
          provider: 'ezviz',
          name: '新账号',
          baseUrl: 'http://127.0.0.1:9',
          ysAccountId: 7,
          credentials: { appKey: 'key-of-the-example', appSecret: 'secret-of-the-example' },
          settings: { retries: '0' },
        },
      }),
      updateAccount: async () => ({ params: { accountId: (await account()).id }, body: { name: '改名' } }),
      removeAccount: async () => ({ params: { accountId: (await account()).id } }),
    },
    checkShop: {
      getVideosByShop: w => ({
        query: { shopid: w.shopId, ys: 0, pageNumber: 1, pageSize: 4, searchKey: '0' },
      }),
      getShopByid: w => ({ query: { shopid: w.shopId } }),
      getCheckShopList: () => ({ query: { type: 1, id: '31', pageSize: 5, searchKey: '静安' } }),
      getShopCollectsByUserId: () => ({}),
      saveShopCollect: w => ({ body: { shopId: w.shopId } }),
      delShopCollectByIds: async w => ({
        params: { id: (await make('/api/monitor/checkShop/saveShopCollect', { shopId: w.shopId })).id },
      }),
      sortShopCollects: w => ({ body: { shopIds: [w.shopId] } }),
      favouriteFigures: () => ({}),
      saveCheckshopRecord: w => ({ body: { shopId: w.shopId, checkshopBeg: '2026-10-01 10:00:00' } }),
      updateCheckshopRecord: async w => ({
        body: {
          id: (await make('/api/monitor/checkShop/saveCheckshopRecord', { shopId: w.shopId })).id,
          checkshopBeg: '2026-10-01 10:00:00',
          checkshopEnd: '2026-10-01 10:20:00',
        },
      }),
      saveCheckvideoRecord: w => ({
        body: { ...video(w.cameras.ezviz), operateTime: '2026-10-01 10:00:00' },
      }),
      savePreset: w => ({ body: { ...video(w.cameras.shilian), presetName: '例', presetIndex: 11 } }),
      updatePreset: w => ({ body: { id: w.cameras.shilian.presetId, presetName: '改名' } }),
      updateHuiyanPreset: w => ({ body: { ...video(w.cameras.huiyan), presetIndex: 11, presetName: '例' } }),
      delPresetByIds: async w => ({ params: { ids: await preset(w.cameras.shilian, 10) } }),
      uploadCheckShopFile: uploadFor('ezviz'),
      uploadCheckShopFile_shilian: uploadFor('shilian'),
      uploadCheckShopFile_huawei: uploadFor('huawei'),
      uploadHuiyanCheckShopFile: uploadFor('huiyan'),
      findCheckShopFileList2: w => ({
        query: {
          shopId: w.shopId,
          screenshotType: 1,
          beg: '2026-10-01 00:00:00',
          end: '2036-10-01 00:00:00',
        },
      }),
      delCheckShopFileByIds: async w => ({ params: { ids: await upload(w) } }),
    },
    gallery: {
      list: w => ({
        query: { shopId: w.shopId, kind: 'hand', mark: 'none', begin: '2026-01-01', end: '2036-01-01' },
      }),
      counts: w => ({ query: { shopId: w.shopId, top: 5 } }),
      detail: async w => ({ params: { pictureId: await upload(w) } }),
      annotate: async w => ({
        params: { pictureId: await upload(w) },
        body: {
          version: 0,
          shapes: [{ kind: 'box', x: 0.1, y: 0.2, width: 0.3, height: 0.4, label: '积灰' }],
        },
      }),
      mark: async w => ({ body: { ids: [await upload(w)], mark: 'problem' } }),
    },
    snapshots: {
      create: w => ({ body: { targets: [presetOf(w.cameras.huiyan), camera(w)], clientKey: randomUUID() } }),
      list: () => ({ query: { pageSize: 5 } }),
      one: async w => ({ params: { batchId: await batch(w) } }),
      retry: async w => ({ params: { batchId: await stoppedBatch(w) }, body: {} }),
      stop: async w => ({ params: { batchId: await batch(w) } }),
      finish: async w => ({ params: { batchId: await stoppedBatch(w) } }),
    },
    devices: {
      list: w => ({ query: { shopId: w.shopId, kind: 'counter', keyword: 'x' } }),
      create: w => ({ body: deviceBody(w.shopId) }),
      update: async w => ({
        params: { deviceId: await someDevice(w) },
        body: { name: '北门', lines: [{ line: '1', place: 'outside', isSwapped: true }] },
      }),
      remove: async w => ({ params: { deviceId: await someDevice(w) } }),
    },
    monitor: {
      getAccessToken: () => ({ query: { ysAccountId: 1 } }),
      accountList: () => ({}),
      ptzStart: w => ({
        query: { deviceSerial: w.cameras.ezviz.deviceCode, channelNo: '1', direction: 8, speed: 1 },
      }),
      ptzStop: w => ({ query: { deviceSerial: w.cameras.ezviz.deviceCode, channelNo: '1', direction: 8 } }),
      huiyanPtz: w => ({
        query: { ...device(w.cameras.huiyan), command: 'zoomin', horizonSpeed: 115, zoomSpeed: 115 },
      }),
      huiyanFrontEnd: w => ({
        query: { ...device(w.cameras.huiyan), shopId: w.cameras.huiyan.shopId, cmdCode: 129, parameter2: 9 },
      }),
      huiyanPlay: w => ({ query: device(w.cameras.huiyan) }),
      huiyanPlaybackStart: w => ({ query: { ...device(w.cameras.huiyan), ...afternoonHere } }),
      huiyanPlaybackStop: w => ({ query: { ...device(w.cameras.huiyan), stream: 'closed-already' } }),
      huiyanRecords: w => ({ query: { ...device(w.cameras.huiyan), ...afternoonHere } }),
    },
    pictures: {
      restore: async w => {
        const ids = await upload(w)
        await admin.call('DELETE', `/api/monitor/checkShop/delCheckShopFileByIds/${ids}`)
        return { params: { ids } }
      },
    },
    problems: {
      list: w => ({
        query: { shopId: w.shopId, status: 'pending', overdue: 0, sort: 'due', keyword: '收银' },
      }),
      counts: w => ({ query: { shopId: w.shopId, begin: '2026-10-01', end: '2036-10-01' } }),
      statistics: () => ({ query: { type: 1, id: '31', top: 5 } }),
      owners: w => ({ query: { shopId: w.shopId } }),
      items: w => ({ query: { shopId: w.shopId } }),
      raise: w => ({ body: { shopId: w.shopId, itemName: '通道堆物', clientKey: randomUUID() } }),
      detail: async w => ({ params: { problemId: (await problem(w)).id } }),
      change: async w => ({
        params: { problemId: (await problem(w)).id },
        body: { version: 1, dueAt: null },
      }),
      submit: async w => ({
        params: { problemId: (await problem(w)).id },
        body: { version: 1, remark: '好' },
      }),
      sendBack: async w => ({ params: { problemId: await problemAfter(w, 'submit') }, body: { version: 2 } }),
      close: async w => ({ params: { problemId: await problemAfter(w, 'submit') }, body: { version: 2 } }),
      reopen: async w => ({
        params: { problemId: await problemAfter(w, 'submit', 'close') },
        body: { version: 3 },
      }),
      comment: async w => ({ params: { problemId: (await problem(w)).id }, body: { content: '看到了' } }),
      addPicture: async w => ({ params: { problemId: (await problem(w)).id }, body: { file } }),
      patrolLog: w => ({ query: { shopId: w.shopId, pageSize: 5 } }),
      patrolLogTrend: w => ({ query: { shopId: w.shopId, granularity: 'week' } }),
    },
    patrol: {
      round: () => ({ query: { day: '2026-10-01' } }),
      lastRound: () => ({ query: { before: '2026-10-01' } }),
      saveRound: w => ({
        body: { day: '2026-10-02', source: { kind: 'hand', name: '' }, shopIds: [w.shopId] },
      }),
      markStop: async w => ({
        params: { roundId: (await patrolRound(w)).id, shopId: w.shopId },
        body: { state: 'done' },
      }),
      removeRound: async w => ({ params: { roundId: (await patrolRound(w)).id } }),
      turns: w => ({ query: { shopId: w.shopId, day: '2026-10-01' } }),
      desk: () => ({ query: { type: 0, id: '1' } }),
    },
    notices: {
      updateStatus: async () => ({ params: { id: await notice() }, body: { status: 2 } }),
      findByUserIdAndNoticeStatus: () => ({ query: { userid: adminId, status: 1 } }),
      list: () => ({ query: { status: 1, kind: 'problem', keyword: '静安', latest: 1 } }),
      count: () => ({}),
      handleAll: () => ({ body: { kind: 'nothing.of.this.kind' } }),
    },
    settings: {
      read: () => ({ params: { key: 'theme' } }),
      write: () => ({ params: { key: 'theme' }, body: { value: { name: 'control-room' } } }),
    },
    analysis: {
      query: () => ({
        body: {
          metrics: ['visits', 'storeRate'],
          dimensions: ['shop'],
          period: { preset: 'last7Days' },
          granularity: 'day',
          compare: { type: 'lastWeekSameDay' },
          totals: true,
        },
      }),
      export: () => ({
        body: {
          question: {
            metrics: ['visits'],
            dimensions: ['shop'],
            period: { preset: 'last7Days' },
            granularity: 'day',
          },
          format: 'xlsx',
          name: '门店客流',
        },
      }),
      explain: () => ({
        body: {
          question: { metrics: ['visits'], period: { preset: 'yesterday' } },
          cell: { metric: 'visits' },
        },
      }),
      dictionary: () => ({}),
    },
    plaza: {
      flow: () => ({
        body: {
          shopIds: '',
          beginDate: '2026-10-01',
          endDate: '2026-10-07',
          compareBeginDate: '2025-10-01',
          compareEndDate: '2025-10-08',
          isCompare: '1',
          identity: 'customer',
        },
      }),
      customers: () => ({
        body: {
          beginDate: '2026-10-01',
          endDate: '2026-10-07',
          compareBeginDate: '2025-10-01',
          compareEndDate: '2025-10-07',
          isCompare: 0,
        },
      }),
    },
    exports: {
      table: () => ({
        body: {
          format: 'csv',
          name: '门店',
          parts: [{ title: '门店', columns: [{ title: '名称', kind: 'text' }], rows: [['静安寺店']] }],
        },
      }),
    },
    bookmarks: {
      list: w => ({
        query: { shopId: w.shopId, from: '2026-10-01T00:00:00Z', to: '2026-10-02T00:00:00Z' },
      }),
      create: w => ({ body: { ...camera(w), at: '2026-10-01T02:00:00Z', title: '开门营业' } }),
      rename: async w => ({ params: { bookmarkId: await bookmark(w) }, body: { title: '改名' } }),
      remove: async w => ({ params: { bookmarkId: await bookmark(w) } }),
    },
    walls: {
      list: () => ({}),
      create: () => ({ body: wall }),
      update: async () => ({
        params: { wallId: (await make('/api/walls', wall)).id },
        body: { name: '改名', layout: '4x4' },
      }),
      remove: async () => ({ params: { wallId: (await make('/api/walls', wall)).id } }),
    },
  }

  return {
    admin,
    examples,
    /** Things of the demo on platforms that answer. */
    real(): Things {
      const of = (provider: ProviderName) => {
        const found = demoCamera(provider)
        return { ...found, presetId: found.presets[0]?.id ?? '' }
      }
      const cameras = {
        ezviz: of('ezviz'),
        shilian: of('shilian'),
        huawei: of('huawei'),
        huiyan: of('huiyan'),
      }
      return {
        shopId: cameras.ezviz.shopId,
        accountId: '700001',
        cameras,
        playback: async () =>
          String((await make(`/api/cameras/${cameras.shilian.id}/playback`, afternoon)).sessionId),
      }
    },
    /** The same on accounts whose platforms do not answer: whatever is sent to them harms nothing. */
    async dead(): Promise<Things> {
      const { shopId } = demoCamera('ezviz')
      const made: Partial<Record<ProviderName, Camera & { accountId: string }>> = {}
      for (const provider of providerNames) {
        const { id: accountId } = await make('/api/camera-accounts', {
          provider,
          name: '无人应答',
          baseUrl: 'http://127.0.0.1:9',
          settings: { retries: '0', breakerFailures: '1', breakerOpenMs: '3600000', stopRepeatMs: '1' },
        })
        const key = { deviceCode: `DEAD${provider.toUpperCase()}`, channel: '1' }
        const { id } = await make('/api/cameras', { shopId, provider, accountId, name: '无人应答', ...key })
        const camera = { id, shopId, ...key, presetId: '' }
        made[provider] = { ...camera, accountId, presetId: await preset(camera, 1) }
      }
      const { ezviz, shilian, huawei, huiyan } = made
      if (!ezviz || !shilian || !huawei || !huiyan) throw new Error('not every provider has a camera')
      return {
        shopId,
        accountId: ezviz.accountId,
        cameras: { ezviz, shilian, huawei, huiyan },
        async playback() {
          const id = randomUUID()
          await server.database.db.insert(playSessions).values({
            id,
            cameraId: shilian.id,
            userId: adminId,
            kind: 'playback',
            handle: 'not of any platform',
          })
          return id
        },
      }
    },
  }
}

/** The address of a call with its parameters in place. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Input): string {
  const place = path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '0').toWellFormed()),
  )
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) asked.append(name, String(each))
  return asked.size > 0 ? `${place}?${asked}` : place
}
