import type { ScoreDraft } from '@aisle/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../lib/problem.ts'
import { autosaveMs, draftKeeper, type LocalCopy, retryMs } from './draft-keeper.ts'

const content = (remark: string) => ({ shopId: '9001', remark })
const problem = (status: number) =>
  new ApiProblem('refused', { code: status, status, method: 'PUT', path: '/', at: new Date(0) })

/** A server that keeps one draft by its version, as ours does, and a device that remembers. */
function world({ draft = null, copy }: { draft?: ScoreDraft | null; copy?: LocalCopy } = {}) {
  const server = { draft, isUp: true, fault: undefined as number | undefined, saves: 0 }
  const device = { copy }
  const keeper = draftKeeper({
    calls: {
      async load() {
        if (!server.isUp) throw problem(0)
        return server.draft
      },
      async save(body) {
        server.saves += 1
        if (!server.isUp) throw problem(0)
        if (server.fault) throw problem(server.fault)
        if (body.version !== (server.draft?.version ?? 0)) throw problem(409)
        server.draft = draftOf(body.version + 1, body.content.remark, body.key)
        return server.draft
      },
    },
    local: {
      read: () => device.copy,
      write: next => {
        device.copy = next
      },
    },
    newKey: () => 'k1',
  })
  return { keeper, server, device }
}
const draftOf = (version: number, remark: unknown, key = 'k1'): ScoreDraft => ({
  kind: 'evaluation',
  shopId: '9001',
  shopname: '',
  key,
  version,
  content: { shopId: '9001', remark },
  updatedAt: '2026-11-20T02:24:00Z',
})
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the draft of a form', () => {
  it('is saved within two seconds, changes in between together', async () => {
    const { keeper, server, device } = world()
    await keeper.open()
    keeper.change(content('a'))
    await after(autosaveMs / 2)
    keeper.change(content('ab'))
    expect(device.copy?.content.remark).toBe('ab')
    await after(autosaveMs)
    expect(autosaveMs * 1.5).toBeLessThan(2000)
    expect(server).toMatchObject({ saves: 1, draft: { version: 1, content: { remark: 'ab' } } })
    expect(keeper.state.get()).toEqual({ phase: 'saved', at: new Date('2026-11-20T02:24:00Z') })
    expect(device.copy).toBeUndefined()
  })

  it('stays on the device while the service is away, and is sent when it is back', async () => {
    const { keeper, server, device } = world()
    await keeper.open()
    server.isUp = false
    keeper.change(content('a'))
    await after(autosaveMs)
    expect(keeper.state.get().phase).toBe('offline')
    expect(device.copy).toMatchObject({ version: 0, content: { remark: 'a' } })
    server.isUp = true
    await after(retryMs)
    expect(server.draft?.content.remark).toBe('a')
    expect(keeper.state.get().phase).toBe('saved')
  })

  it('goes on from the copy on the device where the server knows nothing newer', async () => {
    const { keeper, server } = world({
      draft: draftOf(3, 'old'),
      copy: { version: 3, key: 'k1', content: content('mine') },
    })
    expect(await keeper.open()).toMatchObject({ remark: 'mine' })
    await after(autosaveMs)
    expect(server.draft).toMatchObject({ version: 4, content: { remark: 'mine' } })
  })

  it('drops the copy that the server has already: its answer was lost', async () => {
    const { keeper, server, device } = world({
      draft: draftOf(4, 'mine'),
      copy: { version: 3, key: 'k1', content: content('mine') },
    })
    await keeper.open()
    await after(autosaveMs)
    expect(keeper.state.get().phase).toBe('saved')
    expect(device.copy).toBeUndefined()
    expect(server.saves).toBe(0)
  })

  it.each([
    ['mine', 'here', 6],
    ['theirs', 'there', 5],
  ] as const)(
    'asks where another was saved meanwhile, and goes on with %s',
    async (which, remark, version) => {
      const { keeper, server } = world({ draft: draftOf(4, 'base') })
      await keeper.open()
      server.draft = draftOf(5, 'there')
      keeper.change(content('here'))
      await after(autosaveMs)
      expect(keeper.state.get()).toMatchObject({ phase: 'conflict', theirs: { version: 5 } })
      expect(server.draft.content.remark).toBe('there')
      expect(keeper.choose(which)).toMatchObject({ remark })
      await after(autosaveMs)
      expect(server.draft).toMatchObject({ version, content: { remark } })
      expect(keeper.identity().version).toBe(version)
    },
  )

  it('asks too where it was submitted elsewhere', async () => {
    const { keeper } = world({ copy: { version: 3, key: 'k1', content: content('mine') } })
    await keeper.open()
    expect(keeper.state.get()).toEqual({ phase: 'conflict', theirs: null })
    expect(keeper.choose('theirs')).toBeUndefined()
    expect(keeper.state.get().phase).toBe('empty')
  })

  it('says why a save was refused and does not ask again by itself', async () => {
    const { keeper, server } = world()
    await keeper.open()
    server.fault = 400
    keeper.change(content('a'))
    await after(autosaveMs + 10 * retryMs)
    expect(keeper.state.get()).toMatchObject({ phase: 'refused' })
    expect(server.saves).toBe(1)
  })

  it('is whole on the server once flushed', async () => {
    const { keeper, server } = world()
    await keeper.open()
    keeper.change(content('a'))
    expect(await keeper.flush()).toBe(true)
    expect(server.draft?.content.remark).toBe('a')
  })

  it('is not flushed where the service is away', async () => {
    const { keeper, server } = world()
    await keeper.open()
    server.isUp = false
    keeper.change(content('a'))
    expect(await keeper.flush()).toBe(false)
  })

  it('waits as long as it is told to where there were too many saves, and then saves', async () => {
    const { keeper, server } = world()
    await keeper.open()
    server.fault = 429
    keeper.change(content('kept'))
    await after(autosaveMs)
    expect(keeper.state.get().phase).toBe('offline')
    server.fault = undefined
    await after(retryMs)
    expect(server.draft?.content).toEqual(content('kept'))
  })

  it('is sent again by a nudge after a session that had ended was renewed', async () => {
    const { keeper, server } = world()
    await keeper.open()
    server.fault = 401
    keeper.change(content('kept'))
    await after(autosaveMs)
    expect(keeper.state.get().phase).toBe('refused')
    server.fault = undefined
    keeper.nudge()
    await after(0)
    expect(server.draft?.content).toEqual(content('kept'))
  })

  it('follows what was saved on another device while nothing here waits', async () => {
    const { keeper, server } = world({ draft: draftOf(3, 'first') })
    await keeper.open()
    expect(await keeper.refresh()).toBe(false)
    server.draft = draftOf(4, 'from the phone')
    expect(await keeper.refresh()).toBe(true)
    expect(keeper.content()).toEqual(content('from the phone'))
    server.draft = null
    expect(await keeper.refresh()).toBe(true)
    expect(keeper.content()).toBeUndefined()
  })

  it('does not give up what waits here for what was saved elsewhere', async () => {
    const { keeper, server } = world({ draft: draftOf(3, 'first') })
    await keeper.open()
    server.isUp = false
    keeper.change(content('mine'))
    await after(autosaveMs)
    server.isUp = true
    server.draft = draftOf(4, 'theirs')
    expect(await keeper.refresh()).toBe(false)
    expect(keeper.content()).toEqual(content('mine'))
  })

  it('leaves the copy of another tab on this device alone', async () => {
    const { keeper, device } = world()
    await keeper.open()
    keeper.change(content('mine'))
    const other = { version: 0, key: 'other', content: content('of another tab') }
    device.copy = other
    await after(autosaveMs)
    expect(keeper.state.get().phase).toBe('saved')
    expect(device.copy).toEqual(other)
  })
})
