import { PassThrough } from 'node:stream'
import { type Authority, type FiguresEvent, isAllowed } from '@aisle/contract'
import { channels } from '../../platform/channels.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import type { NoticeService } from '../notices/service.ts'
import { listener } from './listener.ts'

type Deps = {
  db: Database
  notices: Pick<NoticeService, 'one' | 'unhandled'>
  /** Which of some shops a caller may see. */
  visibleShops(caller: Caller, ids: string[]): Promise<ReadonlySet<string>>
  /** Who holds the token now; asking does not count as use of the session. */
  glance(token: string): Promise<Caller | undefined>
  log(message: string, error?: unknown): void
  now: () => Date
  heartbeatMs?: number | undefined
  /** Changes of figures are gathered for so long. */
  gatherMs?: number | undefined
}

type Stream = {
  token: string
  userId: string
  out: PassThrough
  /** What is written, one after the other. */
  turn: Promise<void>
}

const noticeReaders: readonly Authority[] = ['notice.view', 'notice.handle']
const usualHeartbeatMs = 25_000
const usualGatherMs = 2_000
/** More shops than that are not named one by one. */
const mostShops = 500
/** Consoles of one user on one server; beyond that the oldest gives way. */
const streamsEach = 12
/** A reader that falls so far behind is gone, or lost anyway. */
const mostBuffered = 512 * 1024

/**
 * Open consoles that are told of notices as they come and of figures as they change, on whichever server that happens: each
 * server listens to PostgreSQL and passes on what concerns its own consoles. Session, authority and scope are looked at
 * anew before every word, so that nothing is told to someone who signed out.
 */
export function consoleStreams({
  db,
  notices,
  visibleShops,
  glance,
  log,
  now,
  heartbeatMs = usualHeartbeatMs,
  gatherMs = usualGatherMs,
}: Deps) {
  const streams = new Map<string, Set<Stream>>()
  let listening: ReturnType<typeof listener> | undefined
  let beating: NodeJS.Timeout | undefined
  let isClosed = false
  let changed = new Set<string>()
  let telling: NodeJS.Timeout | undefined

  const all = () => [...streams.values()].flatMap(each => [...each])

  function forget(stream: Stream) {
    const own = streams.get(stream.userId)
    own?.delete(stream)
    if (own?.size === 0) streams.delete(stream.userId)
  }

  function end(stream: Stream) {
    forget(stream)
    stream.out.end()
  }

  /** Writes what `word` answers, after what is being written, if the session still holds. */
  function say(stream: Stream, word: (caller: Caller) => Promise<string | undefined>): Promise<void> {
    stream.turn = stream.turn
      .then(async () => {
        if (stream.out.writableEnded || stream.out.destroyed) return
        const caller = await glance(stream.token)
        if (!caller) return end(stream)
        const said = await word(caller)
        if (said === undefined || stream.out.writableEnded || stream.out.destroyed) return
        if (stream.out.writableLength > mostBuffered) return void stream.out.destroy()
        stream.out.write(said)
      })
      // The console asks anew when its stream breaks off: better than one that silently missed something.
      .catch(error => {
        log('the stream of a console broke off', error)
        end(stream)
      })
    return stream.turn
  }

  const readsNotices = ({ authorities }: Caller) => isAllowed(authorities, noticeReaders)

  const ready = (stream: Stream) =>
    say(stream, async caller =>
      event('ready', readsNotices(caller) ? { unhandled: await notices.unhandled(caller) } : {}),
    )

  function heardNotice(payload: string) {
    const [userId = '', noticeId] = payload.split(' ')
    for (const stream of streams.get(userId) ?? [])
      say(stream, async caller => {
        if (!readsNotices(caller)) return undefined
        const unhandled = await notices.unhandled(caller)
        if (noticeId === undefined) return event('count', { unhandled })
        const notice = await notices.one(caller, noticeId).catch(() => undefined)
        return notice && event('notice', { notice, unhandled })
      })
  }

  function heardFigures(payload: string) {
    for (const id of payload.split(',')) changed.add(id)
    telling ??= setTimeout(tellFigures, gatherMs)
  }

  /** Everything that changed since the last time, to each console what its user may see of it. */
  function tellFigures() {
    const ids = [...changed]
    const until = now().toISOString()
    changed = new Set()
    telling = undefined
    for (const stream of all())
      say(stream, async caller => {
        const seen = caller.scope.all ? ids : [...(await visibleShops(caller, ids))]
        if (seen.length === 0) return undefined
        const word: FiguresEvent = seen.length > mostShops ? { until } : { shops: seen, until }
        return event('figures', word)
      })
  }

  function start() {
    beating ??= setInterval(() => {
      for (const stream of all()) say(stream, async () => ': heartbeat\n\n')
    }, heartbeatMs)
    let isFirst = true
    listening ??= listener({
      pool: db.$client,
      heard: { [channels.notices]: heardNotice, [channels.figures]: heardFigures },
      joined() {
        if (!isFirst) for (const stream of all()) ready(stream)
        isFirst = false
      },
      log,
    })
    return listening
  }

  return {
    /** Opens the stream of a console; it ends with the session, with the reader and with the server. */
    async open(token: string, { userId }: Caller): Promise<PassThrough> {
      const out = new PassThrough()
      const stream: Stream = { token, userId, out, turn: Promise.resolve() }
      out.on('close', () => forget(stream))
      out.on('error', () => forget(stream))
      if (isClosed) return out.end()
      const own = streams.get(userId) ?? new Set()
      const [oldest] = own
      if (oldest && own.size >= streamsEach) end(oldest)
      streams.set(userId, (streams.get(userId) ?? new Set()).add(stream))
      out.write('retry: 3000\n\n')
      // Not before it listens: what comes between the count and the listening would be missed.
      start().began.then(() => ready(stream))
      return out
    },

    /** Ends all streams. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(beating)
      clearTimeout(telling)
      const open = all()
      for (const stream of open) end(stream)
      await Promise.all([listening?.close(), ...open.map(({ turn }) => turn)])
    },
  }
}
export type ConsoleStreams = ReturnType<typeof consoleStreams>

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
