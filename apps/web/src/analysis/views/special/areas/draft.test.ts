import { describe, expect, it } from 'vitest'
import {
  changed,
  cornersOf,
  type Editing,
  faultOf,
  isChanged,
  newDraft,
  redone,
  sideAt,
  touched,
  undone,
  withCorner,
  withMovedCorner,
  withoutCorner,
  withZone,
} from './draft.ts'

const corners = [
  [100, 100],
  [500, 100],
  [500, 400],
  [100, 400],
] as const
const begun = () => newDraft('plan', 'drawn', '促销角', 'blue')
const drawn = () =>
  corners.reduce<Editing>((editing, [x, y]) => changed(editing, withCorner(editing.now, [x, y])), begun())

describe('an area that is drawn', () => {
  it('has its corners in the order in which they were set, and can be saved from the third on', () => {
    expect(cornersOf(drawn().now)).toEqual(corners)
    expect(faultOf(drawn().now)).toBeUndefined()
    expect(faultOf(begun().now)).toBe('corners')
  })

  it('goes back corner by corner and on again, and a new step forgets what was undone', () => {
    const back = undone(undone(drawn()))
    expect(cornersOf(back.now)).toEqual(corners.slice(0, 2))
    expect(cornersOf(redone(back).now)).toEqual(corners.slice(0, 3))
    const other = changed(back, withCorner(back.now, [300, 300]))
    expect(redone(other)).toBe(other)
    expect(isChanged(undone(undone(undone(undone(drawn())))))).toBe(false)
  })

  it('is dragged in one step, however many moves it takes', () => {
    const before = drawn()
    let moving = before
    for (const x of [510, 530, 600]) moving = touched(moving, withMovedCorner(moving.now, 1, [x, 100]))
    const moved = changed(moving, {}, before.now)
    expect(cornersOf(moved.now)[1]).toEqual([600, 100])
    expect(cornersOf(undone(moved).now)[1]).toEqual([500, 100])
  })

  it('gets a corner in the middle of a side, and loses one', () => {
    const { now } = drawn()
    expect(sideAt(cornersOf(now), [498, 252], 10)).toBe(1)
    expect(cornersOf({ ...now, ...withCorner(now, [500, 250], 1) })[2]).toEqual([500, 250])
    expect(cornersOf({ ...now, ...withoutCorner(now, 0) })).toEqual(corners.slice(1))
  })

  it('whose sides cross is not saved', () => {
    const { now } = drawn()
    expect(faultOf({ ...now, ...withMovedCorner(now, 0, [900, 300]) })).toBe('crossed')
    expect(faultOf({ ...now, name: ' ' })).toBe('name')
  })
})

it('zones are put together by choosing them, and taken out by choosing them again', () => {
  const { now } = newDraft('plan', 'zones', '女装与鞋', 'teal')
  expect(faultOf(now)).toBe('zones')
  const one = { ...now, ...withZone(now, 'a') }
  const two = { ...one, ...withZone(one, 'b') }
  expect(two.shape).toEqual({ kind: 'zones', zoneIds: ['a', 'b'] })
  expect(withZone(two, 'a').shape).toEqual({ kind: 'zones', zoneIds: ['b'] })
})
