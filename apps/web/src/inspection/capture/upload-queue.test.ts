import type { Picture } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../../lib/problem.ts'
import { type FrameStore, mayPass, type TakenFrame, uploadQueue } from './upload-queue.ts'

const away = new Error('unreachable')
const frame = (id: string, userId = 'lin'): TakenFrame => ({
  id,
  userId,
  camera: { id: '101', shopId: '9001', ys: 0, number: '01' },
  fileTime: '2026-11-20 10:24:36',
  presetId: undefined,
  frame: new Blob(['jpeg']),
})
const picture = (id: string) => ({ id }) as Picture

function memory(kept: TakenFrame[] = []): FrameStore & { kept: TakenFrame[] } {
  return {
    kept,
    all: async () => [...kept],
    put: async one => void kept.push(one),
    remove: async id => void kept.splice(0, kept.length, ...kept.filter(one => one.id !== id)),
  }
}

function queue(store = memory(), answers: Record<string, () => Picture | undefined> = {}) {
  const tried: string[] = []
  const sent: string[] = []
  const refused: unknown[] = []
  const line = { isUp: false }
  const uploads = uploadQueue({
    store,
    async send({ id }) {
      tried.push(id)
      if (!line.isUp) throw away
      return answers[id] ? answers[id]() : picture(`p-${id}`)
    },
    mayPass: error => error === away,
    sent: ({ id }) => void sent.push(id),
    refused: error => void refused.push(error),
  })
  const ids = () => uploads.waiting.get().map(({ id }) => id)
  return { uploads, store, tried, sent, refused, line, ids }
}

describe('pictures that wait for the network', () => {
  it('are sent in their order when it is back, and whoever took them is told', async () => {
    const { uploads, store, sent, tried, line, ids } = queue()
    const told: string[] = []
    await uploads.keep(frame('a'), ({ id }) => told.push(id))
    await uploads.keep(frame('b'), ({ id }) => told.push(id))
    await uploads.flush('lin')
    expect(tried).toEqual(['a'])
    expect(ids()).toEqual(['a', 'b'])
    line.isUp = true
    await Promise.all([uploads.flush('lin'), uploads.flush('lin')])
    expect([sent, told]).toEqual([
      ['p-a', 'p-b'],
      ['p-a', 'p-b'],
    ])
    expect(tried).toEqual(['a', 'a', 'b'])
    expect([ids(), store.kept]).toEqual([[], []])
  })

  it('of a page that was closed are taken up by the next, for the same person alone', async () => {
    const { uploads, line, sent, ids } = queue(memory([frame('a'), frame('b', 'chen')]))
    await uploads.open()
    line.isUp = true
    await uploads.flush('lin')
    expect(sent).toEqual(['p-a'])
    expect(ids()).toEqual(['b'])
  })

  it('are given up where the service refuses one, and the others still go', async () => {
    const no = new Error('no such shop')
    const { uploads, line, sent, refused, ids } = queue(memory(), {
      a() {
        throw no
      },
    })
    await uploads.keep(frame('a'), () => {})
    await uploads.keep(frame('b'), () => {})
    line.isUp = true
    await uploads.flush('lin')
    expect([refused, sent, ids()]).toEqual([[no], ['p-b'], []])
  })

  it('that another page of the browser has sent meanwhile are not sent twice', async () => {
    const store = memory([frame('a'), frame('b')])
    const [one, other] = [queue(store), queue(store)]
    await one.uploads.open()
    await other.uploads.open()
    one.line.isUp = other.line.isUp = true
    await one.uploads.flush('lin')
    await other.uploads.flush('lin')
    expect([one.tried, other.tried, other.ids()]).toEqual([['a', 'b'], [], []])
  })

  it('stay where the browser could not keep one, as its disk is full', async () => {
    const full = { ...memory(), put: () => Promise.reject(away) }
    const { uploads, line, sent } = queue(full)
    await uploads.keep(frame('a'), () => {})
    line.isUp = true
    await uploads.flush('lin')
    expect(sent).toEqual(['p-a'])
  })

  it('go on waiting where the answer is not about them: the session has ended, the service is busy or not there', () => {
    const answer = (status: number, code = status) =>
      mayPass(new ApiProblem('', { code, status, method: 'POST', path: '/', at: new Date() }))
    expect([answer(0, 0), ...[401, 429, 502, 503, 504].map(status => answer(status))]).not.toContain(false)
    expect([400, 403, 404, 413, 500].map(status => answer(status))).not.toContain(true)
    expect(mayPass(new TypeError('a fault of ours'))).toBe(false)
  })

  it('wait in memory where the browser keeps nothing', async () => {
    const none: FrameStore = {
      all: () => Promise.reject(away),
      put: () => Promise.reject(away),
      remove: () => Promise.reject(away),
    }
    const { uploads, line, sent } = queue(Object.assign(none, { kept: [] }))
    await uploads.open()
    await uploads.keep(frame('a'), () => {})
    line.isUp = true
    await uploads.flush('lin')
    expect(sent).toEqual(['p-a'])
  })
})
