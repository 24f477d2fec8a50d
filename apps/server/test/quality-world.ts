import Fastify from 'fastify'
import { randomFrom } from '../src/modules/demo/random.ts'
import { rollupKeeper } from '../src/modules/facts/service.ts'
import { noticeService } from '../src/modules/notices/service.ts'
import { qualityRoutes } from '../src/modules/quality/routes.ts'
import { qualityService } from '../src/modules/quality/service.ts'
import { warningRoutes } from '../src/modules/warnings/routes.ts'
import { flowWarningService } from '../src/modules/warnings/service.ts'
import { handleErrors } from '../src/platform/http/errors.ts'
import { mounter } from '../src/platform/http/mount.ts'
import { openLocks } from '../src/platform/locks.ts'
import { areas, devices, roles, shops, userRoles, users } from '../src/platform/schema/index.ts'
import { dayBefore } from '../src/platform/time.ts'
import { testDatabase } from './database.ts'
import { measureStore } from './facts-world.ts'

/** A Wednesday like any other; now is the evening of the day after. */
export const day = '2026-03-18'
export const lastDay = '2026-03-19'

export type CountLine = {
  shopId: number
  deviceId: number
  nodeKind: 'entrance' | 'outside'
  nodeId: number
  /** People in five minutes of an ordinary day. */
  rate: number
}
export const lines: CountLine[] = [
  { shopId: 901, deviceId: 9011, nodeKind: 'entrance', nodeId: 1, rate: 6 },
  { shopId: 901, deviceId: 9012, nodeKind: 'entrance', nodeId: 2, rate: 4 },
  { shopId: 901, deviceId: 9013, nodeKind: 'outside', nodeId: 0, rate: 30 },
  { shopId: 902, deviceId: 9021, nodeKind: 'entrance', nodeId: 3, rate: 5 },
  { shopId: 902, deviceId: 9022, nodeKind: 'outside', nodeId: 0, rate: 25 },
  { shopId: 903, deviceId: 9031, nodeKind: 'entrance', nodeId: 4, rate: 5 },
  { shopId: 903, deviceId: 9032, nodeKind: 'entrance', nodeId: 5, rate: 5 },
]
const [openSlot, closeSlot] = [120, 264]

export type CountWindow = {
  biz_date: string
  shop_id: number
  device_id: number
  slot: number
  span_s: number
  in_n: number
  out_n: number
  pass_n: number
}
type Spoil = (window: CountWindow) => CountWindow | undefined

const people = {
  owner: ['warning.view', 'warning.handle', 'device.view', 'device.manage'],
  second: ['warning.view', 'warning.handle', 'device.view', 'device.manage'],
  asker: ['warning.view', 'warning.handle'],
  reader: ['warning.view'],
  alone: ['warning.view', 'warning.handle', 'device.view', 'device.manage'],
}
export type Who = keyof typeof people

/** Three shops with eight like Wednesdays behind them, in real stores, and the calls about their data quality. */
export async function qualityWorld() {
  const database = await testDatabase()
  const { db } = database
  const { client, rows } = await measureStore()
  // Signs of life are kept for 90 days, and these are older.
  await client.command({ query: 'ALTER TABLE heartbeat REMOVE TTL' })
  const locks = openLocks(database.url, () => undefined)
  let clock = Date.parse(`${lastDay}T12:00:00Z`)
  const now = () => new Date(clock)
  const measures = async () => ({ client })
  const rollups = rollupKeeper({ db, measures, locks, now })
  const notices = noticeService({ db, now })
  const quality = qualityService({
    db,
    measures,
    rollups,
    locks,
    notices,
    dayCut: async () => '00:00',
    now,
  })

  await db.insert(areas).values({ id: '1', level: 'region', name: '区' })
  const area = { regionId: '1', provinceId: '1', cityId: '1', countyId: '1' }
  for (const id of ['901', '902', '903'])
    await db.insert(shops).values({ id, name: `店${id}`, format: 'standard', ...area })
  for (const { deviceId, shopId } of lines)
    await db.insert(devices).values({
      id: String(deviceId),
      sn: `sn-${deviceId}`,
      name: `计数器${deviceId}`,
      kind: 'counter',
      shopId: String(shopId),
    })
  for (const [id, authorities] of Object.entries(people)) {
    await db.insert(roles).values({ id, nameZh: id, nameEn: id, authorities })
    await db.insert(users).values({
      id,
      loginName: id,
      realName: id,
      passwordHash: '-',
      allShops: id !== 'alone',
      // Only one of those who may approve is there at first.
      disabled: id === 'alone',
    })
    await db.insert(userRoles).values({ userId: id, roleId: id })
  }
  await client.insert({
    table: 'line',
    values: lines.map(({ shopId, deviceId, nodeKind, nodeId }) => ({
      shop_id: shopId,
      node_kind: nodeKind,
      node_id: nodeId,
      device_id: deviceId,
      line_id: 1,
      counts_pass: nodeKind === 'outside' ? 1 : 0,
      open_slot: openSlot,
      close_slot: closeSlot,
      ver: 1,
    })),
    format: 'JSONEachRow',
  })

  /** The windows of an ordinary day, always the same for a line and date. */
  function ordinary({ shopId, deviceId, nodeKind, rate }: CountLine, date: string): CountWindow[] {
    const random = randomFrom(deviceId, date)
    const windows: CountWindow[] = []
    for (let slot = openSlot; slot < closeSlot; slot++) {
      const wave = 0.6 + 0.8 * Math.sin(((slot - openSlot) / (closeSlot - openSlot)) * Math.PI)
      const around = () =>
        Math.max(0, Math.round(rate * wave + (random.next() - 0.5) * 3.4 * Math.sqrt(rate)))
      const [entered, left] = [around(), around()]
      const isOutside = nodeKind === 'outside'
      windows.push({
        biz_date: date,
        shop_id: shopId,
        device_id: deviceId,
        slot,
        span_s: 300,
        in_n: isOutside ? 0 : entered,
        out_n: isOutside ? 0 : left,
        pass_n: isOutside ? entered : 0,
      })
    }
    return windows
  }

  /** Inserts windows as counters send them; `ver` is the time of receipt. */
  async function receive(windows: readonly CountWindow[], ver = clock): Promise<void> {
    const lineOf = new Map(lines.map(line => [line.deviceId, line]))
    await client.insert({
      table: 'flow_raw',
      values: windows.map(window => {
        const line = lineOf.get(window.device_id)
        return {
          ...window,
          node_kind: line?.nodeKind,
          node_id: line?.nodeId,
          line_id: 1,
          at: new Date(Date.parse(`${window.biz_date}T00:00:00+08:00`) + window.slot * 300_000)
            .toISOString()
            .slice(0, 23)
            .replace('T', ' '),
          has_pass: line?.nodeKind === 'outside' ? 1 : 0,
          quality: 'measured',
          source: 'test',
          ver,
        }
      }),
      format: 'JSONEachRow',
    })
    const days = new Map(
      windows.map(({ shop_id, biz_date }) => [`${shop_id} ${biz_date}`, { shopId: shop_id, date: biz_date }]),
    )
    await rollups.note([...days.values()])
    await rollups.run()
  }

  /** Nine weeks of ordinary days, except what is spoiled. */
  async function live(spoil: Spoil): Promise<void> {
    const dates = [lastDay, ...Array.from({ length: 62 }, (_, back) => dayBefore(day, back))]
    const windows = dates.flatMap(date =>
      lines.flatMap(line => ordinary(line, date).flatMap(window => spoil(window) ?? [])),
    )
    await receive(windows)
  }

  const app = Fastify()
  handleErrors(app)
  const audited: string[] = []
  const mount = mounter(app, {
    authenticate: async token =>
      token in people
        ? {
            userId: token,
            loginName: token,
            realName: token,
            sessionHash: '',
            authorities: people[token as Who],
            scope:
              token === 'alone'
                ? { all: false as const, areaIds: [], shopIds: ['903'] }
                : { all: true as const },
          }
        : undefined,
    audit: async entry => {
      audited.push(`${entry.userId} ${entry.action}`)
    },
    checkAnswers: true,
  })
  qualityRoutes(mount, quality)
  const warnings = flowWarningService({
    db,
    measures,
    locks,
    notices,
    dayCut: async () => '00:00',
    now,
    wake: () => undefined,
  })
  warningRoutes(mount, warnings)
  async function send(who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
    const answer = await app.inject({
      method,
      url,
      headers: { accesstoken: who, 'accept-language': 'en' },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, ...answer.json() }
  }

  return {
    db,
    quality,
    rollups,
    rows,
    client,
    audited,
    ordinary,
    receive,
    live,
    now,
    wait(ms: number) {
      clock += ms
    },
    warnings,
    notices,
    send,
    call: (who: Who, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
      send(who, method, `/api/quality${url}`, body),
    async close() {
      await app.close()
      await locks.close()
      await database.close()
    },
  }
}
