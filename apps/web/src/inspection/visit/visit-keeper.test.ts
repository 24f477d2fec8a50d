import { describe, expect, it } from 'vitest'
import { type LeftVisit, sameVisitMs, visitKeeper } from './visit-keeper.ts'

type Camera = { id: string }
const gate: Camera = { id: '101' }
const till: Camera = { id: '103' }

function visits({ begin = async (at: number) => ({ id: `r${at}`, beganAt: at }) } = {}) {
  const told: unknown[][] = []
  const rim: { at: number; left: LeftVisit | undefined; fails: boolean } = {
    at: 1000,
    left: undefined,
    fails: false,
  }
  const keeper = visitKeeper<Camera>({
    now: () => rim.at,
    remembered: {
      read: () => rim.left,
      write(visit) {
        rim.left = visit
      },
    },
    calls: {
      async begin(at) {
        if (rim.fails) throw new Error('unreachable')
        told.push(['begin', at])
        return begin(at)
      },
      async note(id, camera) {
        told.push(['note', id, camera.id])
      },
      async end({ id, beganAt, endedAt }, isLeaving) {
        if (rim.fails) throw new Error('unreachable')
        told.push(['end', id, beganAt, endedAt, isLeaving])
      },
    },
  })
  keeper.open()
  return { keeper, told, rim }
}
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('the record of a visit', () => {
  it('begins with the first picture and notes each camera once', async () => {
    const { keeper, told } = visits()
    keeper.see(gate)
    keeper.see(till)
    keeper.see(gate)
    await settled()
    expect(told).toEqual([
      ['begin', 1000],
      ['note', 'r1000', '101'],
      ['note', 'r1000', '103'],
    ])
    expect(keeper.state.get()).toMatchObject({ phase: 'going', recordId: 'r1000', beganAt: 1000 })
  })

  it('ends when the page is left, with its begin', async () => {
    const { keeper, told, rim } = visits()
    keeper.see(gate)
    await settled()
    rim.at = 61_000
    keeper.leave()
    expect(told.at(-1)).toEqual(['end', 'r1000', 1000, 61_000, true])
    expect(keeper.state.get().phase).toBe('waiting')
  })

  it('is the same one for who comes back soon, and another for who comes back later', async () => {
    const { keeper, told, rim } = visits()
    keeper.see(gate)
    await settled()
    keeper.leave()
    rim.at += sameVisitMs
    keeper.open()
    expect(keeper.state.get()).toMatchObject({ phase: 'going', recordId: 'r1000' })
    keeper.see(gate)
    keeper.see(till)
    await settled()
    expect(told.filter(([what]) => what === 'begin')).toHaveLength(1)
    expect(told.at(-1)).toEqual(['note', 'r1000', '103'])
    keeper.leave()
    rim.at += sameVisitMs + 1
    keeper.open()
    expect(keeper.state.get().phase).toBe('waiting')
  })

  it('that the inspector finished is over: looking on makes no new one until it is started', async () => {
    const { keeper, told, rim } = visits()
    keeper.see(gate)
    await settled()
    rim.at = 5000
    await keeper.finish()
    expect(told.at(-1)).toEqual(['end', 'r1000', 1000, 5000, false])
    keeper.see(till)
    keeper.leave()
    keeper.open()
    await settled()
    expect(told.at(-1)).toEqual(['end', 'r1000', 1000, 5000, false])
    rim.at = 9000
    keeper.start(till)
    await settled()
    expect(told.slice(-2)).toEqual([
      ['begin', 9000],
      ['note', 'r9000', '103'],
    ])
    expect([...keeper.state.get().viewed]).toEqual(['103'])
  })

  it('goes on where its end could not be told', async () => {
    const { keeper, rim } = visits()
    keeper.see(gate)
    await settled()
    rim.fails = true
    await expect(keeper.finish()).rejects.toThrow('unreachable')
    expect(keeper.state.get().phase).toBe('going')
  })

  it('that could not begin is tried again with the next camera', async () => {
    const { keeper, told, rim } = visits()
    rim.fails = true
    keeper.see(gate)
    await settled()
    expect(keeper.state.get().phase).toBe('waiting')
    rim.fails = false
    keeper.see(till)
    keeper.see(gate)
    await settled()
    expect(told.map(([what]) => what)).toEqual(['begin', 'note', 'note'])
  })

  it('that begins after the page was left is ended at once', async () => {
    let answer = (_: { id: string; beganAt: number }) => {}
    const { keeper, told } = visits({ begin: () => new Promise(resolve => (answer = resolve)) })
    keeper.see(gate)
    keeper.leave()
    answer({ id: 'late', beganAt: 1000 })
    await settled()
    expect(told.map(([what]) => what)).toContain('end')
  })
})
