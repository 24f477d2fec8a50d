import { describe, expect, it } from 'vitest'
import { chosenMs, filled, noPanes, withChosen, withLooked } from './panes.ts'

const ids = (panes: ReturnType<typeof filled>) => panes.map(pane => pane?.cameraId)
const now = 1_000_000

describe('the pictures of the desk', () => {
  it('are the most urgent ones', () => {
    expect(ids(filled(noPanes, ['a', 'b', 'c', 'd', 'e'], now))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keep their places while they are wanted, and only what is not gives way', () => {
    const panes = filled(noPanes, ['a', 'b', 'c', 'd'], now)
    expect(ids(filled(panes, ['e', 'd', 'b', 'a'], now))).toEqual(['a', 'b', 'e', 'd'])
  })

  it('are the same object where nothing changes, so that nothing is drawn anew', () => {
    const panes = filled(noPanes, ['a', 'b'], now)
    expect(filled(panes, ['b', 'a'], now)).toBe(panes)
  })

  it('leave a kept one where it is, whatever else is urgent', () => {
    const panes = filled(noPanes, ['a', 'b', 'c', 'd'], now).map((pane, index) =>
      index === 1 && pane ? { ...pane, isKept: true } : pane,
    )
    expect(ids(filled(panes, ['w', 'x', 'y', 'z'], now))).toEqual(['w', 'b', 'x', 'y'])
  })

  it('leave one chosen by hand alone for a minute', () => {
    const panes = withChosen(noPanes, 'mine', now)
    expect(ids(filled(panes, ['w', 'x', 'y', 'z'], now + chosenMs - 1))).toEqual(['mine', 'w', 'x', 'y'])
    expect(ids(filled(panes, ['w', 'x', 'y', 'z'], now + chosenMs))).toEqual(['w', 'x', 'y', 'z'])
  })

  it('give the place of the one chosen longest ago to the next choice', () => {
    let panes = noPanes
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) panes = withChosen(panes, id, now + at)
    expect(ids(withChosen(panes, 'e', now + 9))).toEqual(['e', 'b', 'c', 'd'])
    expect(ids(withChosen(panes, 'c', now + 9))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('remember the last twelve looked at, each once, latest first', () => {
    let looked: { cameraId: string }[] = []
    for (let at = 0; at < 14; at++) looked = withLooked(looked, { cameraId: String(at % 13) })
    expect(looked).toHaveLength(12)
    expect(looked[0]).toEqual({ cameraId: '0' })
    expect(new Set(looked.map(each => each.cameraId)).size).toBe(12)
  })
})
