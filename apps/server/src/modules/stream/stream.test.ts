import { streamEvents } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aisle, type Someone, type TestAisle } from '../../../test/aisle.ts'
import { channels, notify, tellFigures } from '../../platform/channels.ts'
import { noticeService } from '../notices/service.ts'
import { consoleStreams } from './streams.ts'

const inspectorId = '701002'
const viewerId = '701005'
let one: TestAisle
let other: TestAisle
let addresses: string[]
let inspector: Someone

beforeAll(async () => {
  one = await aisle()
  // A second server on the same database.
  other = await aisle({ database: one.database })
  addresses = [await listen(one), await listen(other)]
  inspector = await one.as('inspector')
})

async function listen({ app }: TestAisle): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const open: Watch[] = []
afterEach(async () => {
  for (const watch of open.splice(0)) await watch.leave()
})

type Event = { name: string; data: Record<string, never> & { unhandled: number } }
type Watch = {
  response: Response
  /** The next event; undefined where the stream ended. */
  next(): Promise<Event | undefined>
  leave(): Promise<void>
}

/** Opens a stream as a console does. */
async function watch(server: number, token: string): Promise<Watch> {
  const leaving = new AbortController()
  const response = await fetch(`${addresses[server]}/api/stream`, {
    headers: { accessToken: token },
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const made: Watch = {
    response,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end === -1) {
          const part = await reader?.read()
          if (!part || part.done) return undefined
          text += part.value
          continue
        }
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const name = /^event: (.*)$/m.exec(block)?.[1]
        if (name) return { name, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') }
      }
    },
    async leave() {
      leaving.abort()
      await reader?.cancel().catch(() => undefined)
    },
  }
  open.push(made)
  return made
}

let made = 0
function tell(server: TestAisle, userIds: string[]) {
  made += 1
  const text = { zh: `通知 ${made}`, en: `Notice ${made}` }
  return noticeService({ db: server.database.db, now: () => new Date() }).publish({
    to: { userIds },
    kind: 'test',
    title: text,
    body: { zh: '', en: '' },
    link: '',
  })
}

describe('the stream', () => {
  it('tells consoles on every server what any server publishes, with the count', async () => {
    const here = await watch(0, inspector.token)
    const there = await watch(1, inspector.token)
    expect(here.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(here.response.headers.get('content-encoding')).toBeNull()
    const ready = await here.next()
    expect(ready?.name).toBe('ready')
    expect(await there.next()).toEqual(ready)
    const before = streamEvents.ready.parse(ready?.data).unhandled ?? 0
    await tell(one, [inspectorId])
    const heard = await here.next()
    expect(heard).toMatchObject({
      name: 'notice',
      data: {
        unhandled: before + 1,
        notice: { userId: inspectorId, title: { zh: `通知 ${made}` }, status: 1 },
      },
    })
    expect(streamEvents.notice.safeParse(heard?.data).error).toBeUndefined()
    expect(await there.next()).toEqual(heard)
    // What is handled at one console is counted at the other.
    const id = streamEvents.notice.parse(heard?.data).notice.id
    await inspector.call('POST', `/api/monitor/notice/updateStatus/${id}`, { status: 2 })
    for (const console of [here, there])
      expect(await console.next()).toEqual({ name: 'count', data: { unhandled: before } })
  })

  it('tells each user only what is the user’s, in order, and each notice once', async () => {
    const viewer = await one.as('viewer')
    const [mine, theirs] = [await watch(0, inspector.token), await watch(0, viewer.token)]
    await mine.next()
    await theirs.next()
    const first = made + 1
    for (let count = 0; count < 5; count++) await tell(one, [inspectorId])
    await tell(one, [viewerId])
    expect(await theirs.next()).toMatchObject({ data: { notice: { title: { zh: `通知 ${made}` } } } })
    for (let each = first; each < first + 5; each++)
      expect(await mine.next()).toMatchObject({ data: { notice: { title: { zh: `通知 ${each}` } } } })
  })

  it('says that it is ready again when its database connection was lost, so that nothing is missed', async () => {
    const console = await watch(0, inspector.token)
    await console.next()
    const { db } = one.database
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aisle-listener' and datname = current_database()`,
    )
    await tell(one, [inspectorId])
    const names: string[] = []
    for (let event = await console.next(); event; event = await console.next()) {
      names.push(event.name)
      if (event.name === 'ready') break
    }
    expect(names.at(-1)).toBe('ready')
    await tell(one, [inspectorId])
    expect((await console.next())?.name).toBe('notice')
  })

  it('ends with the session: nothing is told after signing out', async () => {
    const someone = await one.as('inspector')
    const console = await watch(1, someone.token)
    await console.next()
    await someone.call('POST', '/api/auth/logout')
    await tell(one, [inspectorId])
    expect(await console.next()).toBeUndefined()
  })

  it('ends without a notice too: the heartbeat looks at the session', async () => {
    let isSignedIn = true
    const { db } = one.database
    const caller = {
      userId: inspectorId,
      loginName: 'inspector',
      realName: '',
      authorities: ['notice.view'],
      scope: { all: true as const },
      sessionHash: '',
    }
    const streams = consoleStreams({
      db,
      notices: noticeService({ db, now: () => new Date() }),
      visibleShops: async (_, ids) => new Set(ids),
      now: () => new Date(),
      glance: async () => (isSignedIn ? caller : undefined),
      log: () => undefined,
      heartbeatMs: 20,
    })
    const out = await streams.open('token', caller)
    let text = ''
    const beat = new Promise<void>(resolve =>
      out.on('data', part => {
        text += part
        if (text.includes(': heartbeat')) resolve()
      }),
    )
    await beat
    const ended = new Promise(resolve => out.on('end', resolve))
    isSignedIn = false
    await ended
    await streams.close()
  })

  it('tells of changed figures once for many changes, to each user of the shops in scope alone', async () => {
    const { db } = one.database
    const ids = (await db.execute(sql`select id from shops order by id limit 3`)).rows.map(row =>
      Number(row.id),
    )
    const [first = 0, second = 0, third = 0] = ids
    await db.execute(sql`update users set all_shops = false where id = ${viewerId}`)
    await db.execute(sql`delete from user_scopes where user_id = ${viewerId}`)
    await db.execute(
      sql`insert into user_scopes (user_id, kind, target_id) values (${viewerId}, 'shop', ${String(second)})`,
    )
    const [viewer, admin] = [await one.as('viewer'), await one.as('admin')]
    const [narrow, wide] = [await watch(0, viewer.token), await watch(1, admin.token)]
    await narrow.next()
    await wide.next()
    const { db: elsewhere } = other.database
    await tellFigures(elsewhere, [first, second])
    await tellFigures(elsewhere, [second, third])
    const heard = streamEvents.figures.parse((await wide.next())?.data)
    expect(heard.shops?.map(Number).sort()).toEqual([first, second, third].sort())
    expect(Date.parse(heard.until)).toBeGreaterThan(Date.now() - 60_000)
    expect(await narrow.next()).toMatchObject({ name: 'figures', data: { shops: [String(second)] } })
    // What none of one's own shops changed is no word at all: the next one heard is of the next change of one's own.
    await db.execute(notify(channels.figures, String(first)))
    expect((await wide.next())?.name).toBe('figures')
    await tell(one, [viewerId])
    expect((await narrow.next())?.name).toBe('notice')
  })

  it('names no shops where very many changed', async () => {
    const admin = await one.as('admin')
    const console = await watch(0, admin.token)
    await console.next()
    await tellFigures(
      one.database.db,
      Array.from({ length: 3000 }, (_, index) => 1_000_000 + index),
    )
    const heard = streamEvents.figures.parse((await console.next())?.data)
    expect(heard.shops).toBeUndefined()
  })

  it('needs a session in the header', async () => {
    const refusal = async (headers: Record<string, string>) => {
      const answer = await fetch(`${addresses[0]}/api/stream`, { headers })
      return [answer.status, (await answer.json()).code]
    }
    expect(await refusal({})).toEqual([401, 401])
    expect(await refusal({ accessToken: 'none' })).toEqual([401, 401])
    expect(await refusal({ cookie: `aisle_session=${inspector.token}` })).toEqual([401, 401])
  })

  it('tells nothing of notices to who may not see any', async () => {
    const { db } = one.database
    await db.execute(
      sql`update roles set authorities = array_remove(array_remove(authorities, 'notice.view'), 'notice.handle') where id = 'viewer'`,
    )
    const viewer = await one.as('viewer')
    const console = await watch(0, viewer.token)
    expect(await console.next()).toEqual({ name: 'ready', data: {} })
    await tell(one, [viewerId])
    await db.execute(sql`update users set all_shops = true where id = ${viewerId}`)
    await tellFigures(db, [1])
    expect((await console.next())?.name).toBe('figures')
  })

  it('of too many consoles of one user ends the oldest', async () => {
    const consoles: Watch[] = []
    for (let count = 0; count < 13; count++) {
      const console = await watch(1, inspector.token)
      await console.next()
      consoles.push(console)
    }
    expect(await consoles[0]?.next()).toBeUndefined()
    await tell(one, [inspectorId])
    for (const console of consoles.slice(1)) expect((await console.next())?.name).toBe('notice')
  })

  it('ends when its server stops, while others go on', async () => {
    const third = await aisle({ database: one.database })
    addresses.push(await listen(third))
    const leaving = await watch(2, inspector.token)
    const staying = await watch(1, inspector.token)
    await leaving.next()
    await staying.next()
    await third.app.close()
    expect(await leaving.next()).toBeUndefined()
    await tell(one, [inspectorId])
    expect((await staying.next())?.name).toBe('notice')
  })
})
