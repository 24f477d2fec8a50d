import { describe, expect, it } from 'vitest'
import {
  changed,
  moved,
  type Panes,
  panesFrom,
  panesText,
  swapped,
  type WallPane,
  wallFromSetting,
  wallIn,
  wallPages,
  withCameras,
  withoutCameras,
  withWall,
} from './panes.ts'

const pane = (cameraId: string, more: Partial<WallPane> = {}): WallPane => ({
  cameraId,
  pinned: false,
  fit: 'cover',
  ...more,
})
const six: Panes = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => pane(id))
const names = (panes: Panes, size: number) =>
  wallPages(panes, size).map(page => page.map(({ pane: each }) => each?.cameraId ?? '-').join(''))

describe('pages of a wall', () => {
  it('fills pages in order and leaves the last places empty', () => {
    expect(names(six, 4)).toEqual(['abcd', 'ef--'])
    expect(names([], 4)).toEqual(['----'])
    expect(names(six, 9)).toEqual(['abcdef---'])
  })

  it('keeps pinned panes in their place on every page', () => {
    expect(names(changed(six, 'b', { pinned: true }), 4)).toEqual(['abcd', 'ebf-'])
    expect(names(changed(six, 'f', { pinned: true }), 4)).toEqual(['afbc', 'dfe-'])
  })

  it('has one page where everything is pinned', () => {
    const all = six.slice(0, 4).map(each => each && { ...each, pinned: true })
    expect(names([...all, pane('e')], 4)).toEqual(['abcd'])
  })

  it('finds another place for two that are pinned to the same one', () => {
    const both = changed(changed(six, 'a', { pinned: true }), 'e', { pinned: true })
    expect(names(both, 4)).toEqual(['aebc', 'aedf'])
  })

  it('tells each place which index it stands for, also beyond the end', () => {
    expect(wallPages(six, 4)[1]?.map(({ index }) => index)).toEqual([4, 5, 6, 7])
  })
})

describe('arranging', () => {
  it('changes the places of two panes of a page, whichever it is', () => {
    const [first = [], second = []] = wallPages(six, 4)
    expect(names(moved(six, 4, first[0]!, first[3]!), 4)).toEqual(['dbca', 'ef--'])
    expect(names(moved(six, 4, second[0]!, second[2]!), 4)).toEqual(['abcd', '-fe-'])
  })

  it('moves a pinned pane on every page, also from a later one', () => {
    const pinned = changed(six, 'b', { pinned: true })
    const [, second = []] = wallPages(pinned, 4)
    expect(names(pinned, 4)).toEqual(['abcd', 'ebf-'])
    expect(names(moved(pinned, 4, second[1]!, second[2]!), 4)).toEqual(['acbd', 'efb-'])
    expect(names(moved(pinned, 4, second[2]!, second[1]!), 4)).toEqual(['acbd', 'efb-'])
  })

  it('puts a shop into the empty places from where it was dropped, and behind', () => {
    const holes: Panes = [pane('a'), null, pane('b'), null]
    expect(panesText(withCameras(holes, ['x', 'y', 'z']))).toBe('a,x,b,y,z')
    expect(panesText(withCameras(holes, ['x'], 2))).toBe('a,,b,x')
    expect(panesText(withCameras(holes, ['x'], 6))).toBe('a,,b,,,,x')
  })

  it('never shows a camera twice', () => {
    expect(withCameras(six, ['a', 'f'])).toEqual(six)
  })

  it('leaves a hole where a camera was taken away, and none at the end', () => {
    expect(panesText(withoutCameras(six, ['b', 'f']))).toBe('a,,c,d,e')
  })

  it('swaps two places, also with an empty one beyond the end', () => {
    expect(panesText(swapped(six, 0, 5))).toBe('f,b,c,d,e,a')
    expect(panesText(swapped([pane('a'), pane('b')], 1, 3))).toBe('a,,,b')
    expect(panesText(swapped([pane('a'), pane('b')], 3, 1))).toBe('a,,,b')
  })
})

describe('what is remembered', () => {
  const wall = {
    layout: '3x3',
    panes: [pane('12'), pane('15', { pinned: true }), null, pane('18', { fit: 'contain' })],
    rotateSeconds: 30,
    wallId: '7',
  } as const

  it('comes back from the address as it was', () => {
    const search = withWall(new URLSearchParams('shop=3'), wall)
    expect(search.get('shop')).toBe('3')
    expect(wallIn(search)).toEqual(wall)
  })

  it('reads and writes panes as a short word', () => {
    expect(panesText(wall.panes)).toBe('12,15*,,18~')
    expect(panesFrom('12,15*,,18~')).toEqual(wall.panes)
    expect(panesFrom('a%2Cb*~')).toEqual([pane('a,b', { pinned: true, fit: 'contain' })])
    expect(panesFrom('')).toEqual([])
  })

  it('takes an unknown layout or rhythm of an address for the usual one', () => {
    expect(wallIn(new URLSearchParams('panes=1&layout=9x9&every=7'))).toMatchObject({
      layout: '2x2',
      rotateSeconds: 0,
    })
    expect(wallIn(new URLSearchParams('layout=3x3'))).toBeUndefined()
  })

  it('comes back from the settings, and is refused where it is something else', () => {
    expect(wallFromSetting(JSON.parse(JSON.stringify(wall)))).toEqual(wall)
    for (const other of [
      null,
      'x',
      {},
      { layout: '2x2', panes: [{ cameraId: 1 }] },
      { layout: 5, panes: [] },
    ])
      expect(wallFromSetting(other)).toBeUndefined()
  })
})
