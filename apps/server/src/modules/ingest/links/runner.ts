import type { LinkFault } from '@aisle/contract'
import type { Database } from '../../../platform/postgres.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { BodyTaker } from '../bodies.ts'
import { posterOf } from '../service.ts'
import { listen } from './broker.ts'
import { fullHour } from './dahua.ts'
import { brokerOf, deviceOf } from './ends.ts'
import { faultOf, faultText, LinkError } from './fault.ts'
import type { Claimed, LinkStore } from './store.ts'

type Deps = {
  db: Database
  store: LinkStore
  secrets: Pick<Secrets, 'decrypt'>
  take: BodyTaker
  fetch: typeof fetch
  /** Names this server among all. */
  holder: string
  now: () => Date
  log(message: string, error: unknown): void
}
type Held = { version: number; stop(): Promise<void>; done: Promise<void> }

/** A server not heard of for so long is gone: another goes on with its links. */
const leaseMs = 30_000
const atOnce = 50
const pullEveryMs = 5 * 60_000
const hourMs = 3_600_000
/** A device whose clock is behind completes its last hour later: some hours are read once more, and count once. */
const overlapMs = 2 * hourMs
/** Fetched and written in one go; how far it is, is remembered after each. */
const spanMs = 2 * 24 * hourMs
const backOff = { firstMs: 5_000, mostMs: 15 * 60_000 }
/** Devices lock a user out who says a wrong password often. */
const refusedMs = 10 * 60_000
/** "Last heard" may be so old. */
const heardMs = 10_000

/**
 * Works by links. All servers may run one of these: rows in PostgreSQL decide who has which, for as long as it is heard of. What a
 * device counted is asked for from where it was last left, and remembered only once it is on disk; a broker is told that a
 * message was taken at that same moment. So nothing is lost where device or broker keep it, and the keys of facts see to
 * it that nothing counts twice.
 */
export function linkRunner(deps: Deps) {
  const { db, store, secrets, take, holder, now, log } = deps
  const underWay = new Map<string, Held>()
  let closing = false
  const lease = () => new Date(now().getTime() + leaseMs)

  return {
    /** Begins what is due and ends what is no longer wanted; run every two seconds on each server. */
    async tick(): Promise<void> {
      if (closing) return
      if (underWay.size > 0) {
        const kept = await store.keep(holder, now(), lease())
        for (const [id, { version, stop }] of underWay) if (kept.get(id) !== version) void stop()
      }
      const free = atOnce - underWay.size
      if (free <= 0 || closing) return
      for (const claimed of await store.claim(holder, now(), lease(), free)) begin(claimed)
    },

    /** Resolves when no device is being asked; brokers are listened to for ever. */
    async idle(): Promise<void> {
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },

    async close(): Promise<void> {
      closing = true
      await Promise.all(
        [...underWay.values()].map(async ({ stop, done }) => {
          await stop()
          await done
        }),
      )
    },
  }

  function begin(claimed: Claimed): void {
    const { id, version, kind } = claimed.link
    const before = underWay.get(id)
    const { stop, done } = kind === 'mqtt' ? hear(claimed) : ask(claimed)
    const held: Held = {
      version,
      stop,
      done: done
        .catch(error => log(`link ${id}`, error))
        .finally(() => {
          if (underWay.get(id) === held) underWay.delete(id)
        }),
    }
    void before?.stop()
    underWay.set(id, held)
  }

  function ask({ link, source }: Claimed): Pick<Held, 'stop' | 'done'> {
    const stopped = new AbortController()
    const work = async () => {
      try {
        await pull({ link, source }, stopped.signal)
        await store.release(link.id, holder, {
          nextAt: new Date(now().getTime() + pullEveryMs),
          heardAt: now(),
          ...worked(),
        })
      } catch (error) {
        if (stopped.signal.aborted) await store.release(link.id, holder, { nextAt: now() })
        else await failed(link, faultOf(error))
      }
    }
    const done = work()
    return {
      done,
      async stop() {
        stopped.abort()
        await done.catch(() => undefined)
      },
    }
  }

  /** Fetches what a device counted since it was last asked, in spans that are each on disk before the next. */
  async function pull({ link, source }: Claimed, signal: AbortSignal): Promise<void> {
    const device = await deviceOf({ db, secrets, fetch: deps.fetch }, link, signal)
    const poster = posterOf(source)
    const clock = device.alive(await device.clock())
    await take(link.format, poster, clock)
    const until = fullHour(now()).getTime()
    const reached = (link.reachedAt ?? link.createdAt).getTime()
    for (let from = fullHour(new Date(reached - overlapMs)).getTime(); from < until; ) {
      const to = Math.min(from + spanMs, until)
      for await (const body of device.counts(new Date(from), new Date(to))) {
        await take(link.format, poster, body)
        if (signal.aborted) throw new LinkError('unreachable', 'stopped')
      }
      await store.note(link.id, holder, { reachedAt: new Date(Math.max(to, reached)), heardAt: now() })
      from = to
    }
  }

  function hear({ link, source }: Claimed): Pick<Held, 'stop' | 'done'> {
    const poster = posterOf(source)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    let heardAt = link.heardAt?.getTime() ?? 0
    let isEnded = false
    let { failures } = link
    const end = async (work: () => Promise<void>) => {
      if (isEnded) return
      isEnded = true
      await work()
        .catch(error => log(`link ${link.id}`, error))
        .finally(resolve)
    }
    const leave = listen(brokerOf(secrets, link), {
      dropped: link.subscribed.filter(topic => !link.topics.includes(topic)),
      async take(_topic, payload) {
        await take(link.format, poster, payload.toString('utf8'))
        const at = now()
        if (at.getTime() - heardAt < heardMs) return
        heardAt = at.getTime()
        await store.note(link.id, holder, { heardAt: at })
      },
      ready() {
        failures = 0
        store
          .note(link.id, holder, { ...worked(), subscribed: link.topics })
          .catch(error => log(`link ${link.id}`, error))
      },
      failed: error => void end(() => failed({ id: link.id, failures }, faultOf(error))),
    })
    return {
      done,
      async stop() {
        await leave()
        await end(() => store.release(link.id, holder, { nextAt: now() }))
      },
    }
  }

  function worked() {
    return { triedAt: now(), failures: 0, fault: '' }
  }

  async function failed(
    { id, failures }: Pick<Claimed['link'], 'id' | 'failures'>,
    fault: LinkFault,
  ): Promise<void> {
    const wait =
      fault.code === 'refused' ? refusedMs : Math.min(backOff.mostMs, backOff.firstMs * 2 ** failures)
    await store.release(id, holder, {
      triedAt: now(),
      failures: failures + 1,
      fault: faultText(fault),
      // Links that failed together do not come back together.
      nextAt: new Date(now().getTime() + wait * (0.75 + Math.random() / 2)),
    })
  }
}
export type LinkRunner = ReturnType<typeof linkRunner>
