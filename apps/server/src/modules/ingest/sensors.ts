import type { IngestVerdict, SensorDialect } from '@aisle/contract'
import { type Count, dialects, type Message, SensorError, step, understood } from '@aisle/sensors'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { devices, sensorCounters, shops } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { aheadMs, type FactService, offsetAt, type Poster, type PostOptions } from '../facts/service.ts'
import { confineBody } from './confined.ts'

type Deps = { db: Database; locks: Pick<Locks, 'exclusive'>; facts: FactService; now: () => Date }
export type SensorAnswer = IngestVerdict & { isUnderstood: boolean }

/** Signs of life are kept by the minute. */
const beatMs = 60_000

/**
 * Takes what sensors send by themselves. Windows are counts as they are; running counters become windows of five minutes by what
 * is remembered of them, on every server alike; a body that nobody understands waits in quarantine.
 */
export function sensorService({ db, locks, facts, now }: Deps) {
  /** The clock of the shop that a body speaks of, for sensors that write local times. */
  async function clockOf(source: Poster, serials: readonly string[]): Promise<string | undefined> {
    const wanted = [...new Set(serials.map(serial => serial.toLowerCase()))]
    if (wanted.length === 0) return undefined
    const [row] = await db
      .select({ timeZone: shops.timeZone })
      .from(devices)
      .innerJoin(shops, eq(shops.id, devices.shopId))
      .where(and(inArray(devices.sn, wanted), isNull(devices.removedAt), inScope(source.scope)))
      .limit(1)
    return row?.timeZone
  }

  /** @throws SensorError */
  async function read(
    dialect: SensorDialect,
    source: Poster,
    body: string,
    contentType: string,
  ): Promise<Message> {
    let isLocal = false
    const first = understood(dialects[dialect], body, {
      contentType,
      offsetAt: () => {
        isLocal = true
        return 0
      },
    })
    if (!isLocal) return first
    const told = [...first.counts, ...first.readings, ...first.heartbeats].map(({ device }) => device)
    const timeZone = (await clockOf(source, told)) ?? 'Asia/Shanghai'
    return understood(dialects[dialect], body, {
      contentType,
      offsetAt: local => offsetOfLocal(local, timeZone),
    })
  }

  /** Moves counters on, and writes their windows before they are remembered: who dies in between says the same again. */
  async function advance(
    source: Poster,
    readings: Message['readings'],
    options: PostOptions,
  ): Promise<IngestVerdict> {
    const total: IngestVerdict = { accepted: 0, duplicates: 0, rejected: [] }
    const ordered = readings.toSorted((a, b) => a.at - b.at)
    for (const device of new Set(ordered.map(reading => reading.device.toLowerCase())))
      await locks.exclusive(`counter ${device}`, async () => {
        for (const reading of ordered)
          if (reading.device.toLowerCase() === device) {
            const { accepted, duplicates, rejected } = await advanceOne(source, device, reading, options)
            total.accepted += accepted
            total.duplicates += duplicates
            for (const refused of rejected)
              total.rejected.push({ ...refused, index: readings.indexOf(reading) })
          }
      })
    return total
  }

  async function advanceOne(
    source: Poster,
    device: string,
    reading: Message['readings'][number],
    options: PostOptions,
  ): Promise<IngestVerdict> {
    // Remembered, a moment that is still to come would make every true one look old.
    const latest = now().getTime() + aheadMs
    if (reading.at > latest)
      return {
        accepted: 0,
        duplicates: 0,
        rejected: [{ index: 0, path: 'at', message: 'in the future' }],
      }
    const key = and(eq(sensorCounters.device, device), eq(sensorCounters.line, reading.line))
    const [row] = await db.select().from(sensorCounters).where(key)
    const taken = step(row && row.seen.at <= latest ? row.seen : undefined, reading)
    if (taken.kind === 'old') return { accepted: 0, duplicates: 1, rejected: [] }
    let verdict: IngestVerdict = { accepted: 1, duplicates: 0, rejected: [] }
    if (taken.kind === 'counted') {
      verdict = await facts.post('counts', source, taken.counts.map(posted), {
        ...options,
        ...(taken.quality === 'measured'
          ? {}
          : { quality: taken.quality === 'spread' ? 'backfilled' : 'doubtful' }),
      })
      if (verdict.rejected.length > 0) return { ...verdict, rejected: verdict.rejected.slice(0, 1) }
    }
    await db
      .insert(sensorCounters)
      .values({ device, line: reading.line, seen: taken.seen, changedAt: now() })
      .onConflictDoUpdate({
        target: [sensorCounters.device, sensorCounters.line],
        set: { seen: taken.seen, changedAt: now() },
      })
    return verdict
  }

  const confine = (source: Poster, kind: SensorDialect, body: string, message: string): Promise<void> =>
    confineBody(db, { sourceId: source.id, kind, body, message, at: now() })

  return {
    /** Answers once what was understood, or the body as it is, is on disk. */
    async push(
      dialect: SensorDialect,
      source: Poster,
      body: string,
      contentType: string,
      { keepsRejected = true }: PostOptions = {},
    ): Promise<SensorAnswer> {
      let message: Message
      try {
        message = await read(dialect, source, body, contentType)
      } catch (error) {
        if (!(error instanceof SensorError)) throw error
        if (keepsRejected) await confine(source, dialect, body, error.message)
        return {
          accepted: 0,
          duplicates: 0,
          rejected: [{ index: 0, path: '', message: error.message }],
          isUnderstood: false,
        }
      }
      const { counts, readings, heartbeats, sentAt } = message
      const unknown = await unknownOf(source, readings)
      if (unknown !== undefined) {
        const why = `no such device in scope: ${unknown}`
        if (keepsRejected) await confine(source, dialect, body, why)
        return {
          accepted: 0,
          duplicates: 0,
          rejected: [{ index: 0, path: 'device', message: why }],
          isUnderstood: true,
        }
      }
      const windows = await facts.post('counts', source, counts.map(posted), { keepsRejected })
      const moved = await advance(source, readings, { keepsRejected: false })
      await facts.post(
        'heartbeats',
        source,
        heartbeats.map(({ device, at }) => ({
          device,
          // Nothing comes from the future: a clock that is ahead is flagged by its own time, and the sign of life is of now.
          at: iso(Math.floor(Math.min(at, now().getTime()) / beatMs) * beatMs),
          ...(sentAt === undefined ? {} : { sentAt: iso(sentAt) }),
        })),
        { keepsRejected: false },
      )
      return {
        accepted: windows.accepted + moved.accepted,
        duplicates: windows.duplicates + moved.duplicates,
        rejected: [...windows.rejected, ...moved.rejected],
        isUnderstood: true,
      }
    },
  }

  /** A counter that is nobody's: what it shows is kept until it is somebody's, and not remembered before. */
  async function unknownOf(source: Poster, readings: Message['readings']): Promise<string | undefined> {
    const serials = [...new Set(readings.map(({ device }) => device.toLowerCase()))]
    if (serials.length === 0) return undefined
    const rows = await db
      .select({ sn: devices.sn })
      .from(devices)
      .innerJoin(shops, eq(shops.id, devices.shopId))
      .where(and(inArray(devices.sn, serials), isNull(devices.removedAt), inScope(source.scope)))
    return serials.find(serial => !rows.some(({ sn }) => sn === serial))
  }
}
export type SensorService = ReturnType<typeof sensorService>

const iso = (at: number) => new Date(at).toISOString()
const posted = ({ isLate: _, from, to, ...count }: Count) => ({ ...count, from: iso(from), to: iso(to) })

/** How far a zone's clock, showing that local time, is ahead of UTC; of an hour that comes twice the first pass. */
function offsetOfLocal(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  const before = offsetAt(asUtc - offsetAt(asUtc - 86_400_000, timeZone), timeZone)
  return before
}
