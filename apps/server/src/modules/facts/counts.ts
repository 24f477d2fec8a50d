import { createHash } from 'node:crypto'
import type { nodeKinds } from '@aisle/analysis'
import { type IngestVerdict, type LinePlace, type PostedCount, postedCount } from '@aisle/contract'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import { BrokenRow } from '../../platform/http/rows.ts'
import type { Database } from '../../platform/postgres.ts'
import { deviceLines, devices, quarantine, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { businessTime } from './business-day.ts'
import type { RollupKeeper } from './changed-days.ts'

/** A sensor's clock may be ahead by so much. */
const aheadMs = 10 * 60_000

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note'>
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
}
type Rejected = IngestVerdict['rejected'][number]
type Line = {
  shopId: number
  timeZone: string
  deviceId: number
  number: number
  nodeKind: string
  nodeId: number
  floorId: number
  countsPass: boolean
  isSwapped: boolean
}

/** A window as the measure store keeps it. */
type Stored = {
  biz_date: string
  shop_id: number
  node_kind: string
  node_id: number
  floor_id: number
  device_id: number
  line_id: number
  at: string
  span_s: number
  slot: number
  in_n: number
  out_n: number
  pass_n: number
  has_pass: number
  child_n: number
  staff_n: number
  group_n: number
  quality: 'measured' | 'retransmitted'
  source: string
  ver: number
}

/** Takes counts: each row is judged by itself, and what is accepted is on disk when this answers. */
export function countService({ db, measures, rollups, dayCut, now }: Deps) {
  return {
    /**
     * A window that was posted before with the same figures is a duplicate; with others it replaces them. What names a device
     * or line that nobody knows is rejected and waits in quarantine.
     */
    async post(source: { id: string; scope: Scope }, body: readonly unknown[]): Promise<IngestVerdict> {
      const received = now()
      const rejected: Rejected[] = []
      const sound: { index: number; row: PostedCount }[] = []
      for (const [index, value] of body.entries()) {
        if (value instanceof BrokenRow) {
          rejected.push({ index, path: '', message: value.message })
          continue
        }
        const read = postedCount.safeParse(value)
        if (!read.success) {
          const [issue] = read.error.issues
          rejected.push({ index, path: issue?.path.join('.') ?? '', message: issue?.message ?? 'not valid' })
        } else if (Date.parse(read.data.to) > received.getTime() + aheadMs)
          rejected.push({ index, path: 'to', message: 'in the future' })
        else sound.push({ index, row: read.data })
      }
      const lines = await linesOf(
        source.scope,
        sound.map(({ row }) => row.device.toLowerCase()),
      )
      const cut = await dayCut()
      const placed: Stored[] = []
      const unknown: { row: PostedCount; path: string; message: string }[] = []
      for (const { index, row } of sound) {
        const device = lines.get(row.device.toLowerCase())
        const line = device?.get(row.line)
        if (line) placed.push(storedOf(row, line, cut, received))
        else {
          const reason = device
            ? { path: 'line', message: 'no such line of the device' }
            : { path: 'device', message: 'no such device in scope' }
          rejected.push({ index, ...reason })
          unknown.push({ row, ...reason })
        }
      }
      const { client } = await measures()
      const fresh = await unlikePresent(client, lastOfEach(placed))
      if (fresh.length > 0) await client.insert({ table: 'flow_raw', values: fresh, format: 'JSONEachRow' })
      // Also for duplicates: whoever sent them first may have been lost between the facts and this note.
      await rollups.note(placed.map(row => ({ shopId: row.shop_id, date: row.biz_date })))
      if (unknown.length > 0)
        await db
          .insert(quarantine)
          .values(
            unknown.map(({ row, path, message }) => ({
              sourceId: source.id,
              kind: 'counts',
              path,
              message,
              body: row,
              digest: createHash('sha256').update(JSON.stringify(row)).digest('hex'),
              receivedAt: received,
            })),
          )
          .onConflictDoNothing()
      return {
        accepted: fresh.length,
        duplicates: placed.length - fresh.length,
        rejected: rejected.sort((a, b) => a.index - b.index),
      }
    },
  }

  /** Lines of the devices by serial number and name of the line, in shops of the source. */
  async function linesOf(scope: Scope, serials: string[]): Promise<Map<string, Map<string, Line>>> {
    const found = new Map<string, Map<string, Line>>()
    if (serials.length === 0) return found
    const rows = await db
      .select({ device: devices, line: deviceLines, timeZone: shops.timeZone })
      .from(deviceLines)
      .innerJoin(devices, eq(devices.id, deviceLines.deviceId))
      .innerJoin(shops, eq(shops.id, devices.shopId))
      .where(
        and(
          inArray(devices.sn, [...new Set(serials)]),
          isNull(devices.removedAt),
          isNull(deviceLines.removedAt),
          inScope(scope),
        ),
      )
    for (const { device, line, timeZone } of rows) {
      const own = found.get(device.sn) ?? new Map<string, Line>()
      own.set(line.line, {
        shopId: Number(device.shopId),
        timeZone,
        deviceId: Number(device.id),
        number: line.number,
        nodeKind: nodeKindOf[line.place],
        nodeId: Number(nodeIdOf(line) ?? 0),
        floorId: Number(line.floorId ?? 0),
        countsPass: line.place === 'outside',
        isSwapped: line.isSwapped,
      })
      found.set(device.sn, own)
    }
    return found
  }

  /** The windows that say something new. */
  async function unlikePresent(client: ClickHouse['client'], rows: Stored[]): Promise<Stored[]> {
    if (rows.length === 0) return []
    const present = await client.query({
      query: `SELECT shop_id, device_id, line_id, toString(at) AS at, span_s, in_n, out_n, pass_n, has_pass, child_n, staff_n, group_n, toFloat64(ver) AS ver
        FROM flow_raw FINAL
        WHERE (shop_id, biz_date) IN (${[...new Set(rows.map(row => `(${row.shop_id}, '${row.biz_date}')`))].join(', ')})
          AND device_id IN (${[...new Set(rows.map(row => row.device_id))].join(', ')})`,
      format: 'JSONEachRow',
    })
    const known = new Map((await present.json<Stored>()).map(row => [keyOf(row), row]))
    return rows.filter(row => {
      const before = known.get(keyOf(row))
      return !before || (row.ver > before.ver && figures.some(name => row[name] !== before[name]))
    })
  }
}
export type CountService = ReturnType<typeof countService>

const figures = ['in_n', 'out_n', 'pass_n', 'has_pass', 'child_n', 'staff_n', 'group_n'] as const
const keyOf = (row: Pick<Stored, 'shop_id' | 'device_id' | 'line_id' | 'at' | 'span_s'>) =>
  `${row.shop_id} ${row.device_id} ${row.line_id} ${row.at} ${row.span_s}`
const nodeKindOf = {
  entrance: 'entrance',
  outside: 'outside',
  inner: 'inner',
  floor: 'floor',
  zone: 'zone',
} as const satisfies Record<LinePlace, keyof typeof nodeKinds>

/** The part of the shop that a line counts; nothing where it is the shop itself. */
export function nodeIdOf(line: typeof deviceLines.$inferSelect): string | null {
  if (line.place === 'floor') return line.floorId
  if (line.place === 'zone') return line.zoneId
  return line.entranceId
}

/** Of several words on one window in one body the last holds, or the one with the highest `seq`. */
function lastOfEach(rows: Stored[]): Stored[] {
  const last = new Map<string, Stored>()
  for (const row of rows) {
    const before = last.get(keyOf(row))
    if (!before || row.ver >= before.ver) last.set(keyOf(row), row)
  }
  return [...last.values()]
}

function storedOf(row: PostedCount, line: Line, dayCut: string, received: Date): Stored {
  const from = new Date(row.from)
  const { date, slot } = businessTime(from, line.timeZone, dayCut)
  const [entered, left] = line.isSwapped ? [row.out, row.in] : [row.in, row.out]
  // A line that looks outside counts who walks past, whichever way.
  const passed = row.pass ?? (line.countsPass ? row.in + row.out : undefined)
  return {
    biz_date: date,
    shop_id: line.shopId,
    node_kind: line.nodeKind,
    node_id: line.nodeId,
    floor_id: line.floorId,
    device_id: line.deviceId,
    line_id: line.number,
    at: from.toISOString().slice(0, 23).replace('T', ' '),
    span_s: Math.round((Date.parse(row.to) - from.getTime()) / 1000),
    slot,
    in_n: line.countsPass ? 0 : entered,
    out_n: line.countsPass ? 0 : left,
    pass_n: passed ?? 0,
    has_pass: passed === undefined ? 0 : 1,
    child_n: row.child ?? 0,
    staff_n: row.staff ?? 0,
    group_n: row.group ?? 0,
    quality: received.getTime() - Date.parse(row.to) > lateMs ? 'retransmitted' : 'measured',
    source: 'counts',
    ver: row.seq ?? received.getTime(),
  }
}

/** A window that arrives this long after its end was kept through an outage. */
const lateMs = 3_600_000
