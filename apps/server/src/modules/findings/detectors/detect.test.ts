import { describe, expect, it } from 'vitest'
import { changeBetween } from './change.ts'
import { detect, shareOfZone } from './detect.ts'
import {
  blank,
  drawing,
  evenPicture,
  namesOf,
  type Thing,
  usualSettings,
  verdictsOn,
} from './drawn.testing.ts'
import { complexSquare, transform } from './fourier.ts'
import { likelyShifts } from './registration.ts'

const people: Thing[] = [
  { x: 120, y: 150, width: 40, height: 120, level: 25 },
  { x: 400, y: 130, width: 50, height: 150, level: 210 },
]
const sound = () => drawing({ noise: 3, things: people })

describe('a sound picture', () => {
  it.each([
    ['as it is', {}],
    ['with people before the shelves', { things: people }],
    ['by night light', { light: 0.55, noise: 4 }],
    ['in bright light', { light: 1.2 }],
    ['with much noise', { noise: 14 }],
    ['of a camera that trembles', { turnedBy: { x: 3, y: 2 } }],
  ])('%s has nothing wrong with it', (_, how) => {
    expect(namesOf(verdictsOn(drawing({ noise: 3, ...how }), { previous: before() }))).toEqual([])
  })
})
const before = () => ({ frame: drawing({ noise: 2 }), minutes: 30, isOpen: true, isSound: true })

describe('a black picture', () => {
  it('is found, and nothing else is said of it', () => {
    const [found, ...rest] = verdictsOn(evenPicture(4, { slope: 2 }))
    expect(found).toMatchObject({ algorithm: 'black' })
    expect(found?.confidence).toBeGreaterThan(0.9)
    expect(rest).toEqual([])
  })

  it('is not a dark one in which things can be seen', () => {
    expect(namesOf(verdictsOn(drawing({ light: 0.25, noise: 2 })))).not.toContain('black')
  })
})

describe('a covered camera', () => {
  it('is found by the detail that is gone, with a box around it', () => {
    const [found] = verdictsOn(evenPicture(70))
    expect(found).toMatchObject({ algorithm: 'covered', measures: { flatShare: 1 } })
    expect(found?.confidence).toBeGreaterThan(0.9)
    expect(found?.boxes[0]?.width).toBeGreaterThan(0.9)
  })

  it('is found where a part of the scene is left', () => {
    const cloth = { x: 0, y: 0, width: 540, height: 360, level: 60 }
    expect(namesOf(verdictsOn(drawing({ noise: 2, things: [cloth] })))).toEqual(['covered'])
  })

  it('is found without a reference where the picture is even all over', () => {
    expect(namesOf(detect({ ...blank, frame: evenPicture(90) }).verdicts)).toEqual(['covered'])
  })

  it('is not one before which a person stands', () => {
    const close = { x: 180, y: 40, width: 220, height: 300, level: 50 }
    expect(namesOf(verdictsOn(drawing({ noise: 2, things: [close] })))).not.toContain('covered')
  })
})

describe('a camera that moved away', () => {
  it.each([
    [40, 0],
    [96, 24],
    [-120, -40],
  ])('by %i and %i pixels is found, and by how much it did', (x, y) => {
    const [found] = verdictsOn(drawing({ noise: 3, turnedBy: { x, y } }))
    expect(found?.algorithm).toBe('moved')
    // The scene moves against the camera.
    expect(found?.measures.shiftX).toBeCloseTo(-x / 640, 1)
    expect(found?.measures.shiftY).toBeCloseTo(-y / 360, 1)
  })

  it('is found where it looks at something else altogether, with less confidence', () => {
    const [found] = verdictsOn(drawing({ seed: 9, noise: 3 }))
    expect(found?.algorithm).toBe('moved')
    expect(found?.confidence).toBeLessThan(0.8)
  })

  it('is none where people steer it as they like', () => {
    const turned = drawing({ noise: 3, turnedBy: { x: 96, y: 0 } })
    expect(namesOf(verdictsOn(turned, { isSteady: false }))).not.toContain('moved')
  })
})

describe('a picture out of focus', () => {
  it.each([2, 4])('by a radius of %i is found by the sharpness that the camera usually has', blur => {
    const [found] = verdictsOn(drawing({ noise: 2, blur }))
    expect(found?.algorithm).toBe('blurred')
    expect(found?.measures.ratio).toBeLessThan(0.45)
  })

  it('is judged by its reference while little is known of the camera', () => {
    expect(namesOf(verdictsOn(drawing({ noise: 2, blur: 3 }), { history: [] }))).toEqual(['blurred'])
  })

  it('cannot be told of a camera of which nothing is known', () => {
    expect(namesOf(detect({ ...blank, frame: drawing({ blur: 3 }) }).verdicts)).toEqual([])
  })
})

describe('a frozen picture', () => {
  const minutesAgo = (minutes: number, clock?: number) => ({
    frame: drawing({ noise: 3, ...(clock === undefined ? {} : { clock }) }),
    minutes,
    isOpen: true,
    isSound: true,
  })

  it('is found where even the clock stands still', () => {
    const [found] = verdictsOn(drawing({ noise: 3, clock: 5 }), { previous: minutesAgo(30, 5) })
    expect(found).toMatchObject({ algorithm: 'frozen', confidence: 0.97 })
  })

  it('is found where the clock runs on and the noise does not', () => {
    const found = verdictsOn(drawing({ noise: 3, clock: 6 }), { previous: minutesAgo(30, 5) })
    expect(namesOf(found)).toEqual(['frozen'])
  })

  it('is not one of which the noise is another', () => {
    const other = drawing({ noise: 3.5, clock: 6 })
    expect(namesOf(verdictsOn(other, { previous: minutesAgo(30, 5) }))).toEqual([])
  })

  it('is not told of a camera that has no noise and shows a quiet place', () => {
    const quiet = Array.from({ length: 6 }, () => ({ sharpness: 0.1, change: 0.1 }))
    const same = verdictsOn(drawing({ noise: 3, clock: 6 }), { previous: minutesAgo(30, 5), history: quiet })
    expect(namesOf(same)).not.toContain('frozen')
  })

  it('is not told of two pictures of the same minute', () => {
    expect(namesOf(verdictsOn(drawing({ noise: 3, clock: 5 }), { previous: minutesAgo(0.2, 5) }))).toEqual([])
  })
})

describe('motion while the shop is closed', () => {
  const closed = {
    isOpen: false,
    previous: { frame: drawing({ noise: 2 }), minutes: 60, isOpen: false, isSound: true },
  }

  it('is found with a box around each thing that came', () => {
    const [found] = verdictsOn(sound(), closed)
    expect(found?.algorithm).toBe('motionClosed')
    expect(found?.boxes).toHaveLength(2)
    for (const { x, y, width, height } of people) {
      const box = found?.boxes.find(each => Math.abs(each.x - x / 640) < 0.03)
      expect(box?.y).toBeCloseTo(y / 360, 1)
      expect(box?.width).toBeCloseTo(width / 640, 1)
      expect(box?.height).toBeCloseTo(height / 360, 1)
    }
  })

  it('is not light that was dimmed', () => {
    expect(namesOf(verdictsOn(drawing({ noise: 3, light: 0.6 }), closed))).toEqual([])
  })

  it('is not told against a picture with which something was wrong', () => {
    const spoiled = { ...closed.previous, frame: evenPicture(70), isSound: false }
    expect(namesOf(verdictsOn(sound(), { ...closed, previous: spoiled }))).toEqual([])
  })

  it('is not looked for while the shop is open, nor against a picture of opening hours', () => {
    const open = { ...closed.previous, isOpen: true }
    expect(namesOf(verdictsOn(sound(), { isOpen: true, previous: open }))).toEqual([])
    expect(namesOf(verdictsOn(sound(), { isOpen: false, previous: open }))).toEqual([])
  })
})

describe('a zone', () => {
  const zone = (share: number) => ({
    id: 'till',
    name: '收银台',
    share,
    polygon: [
      [0.15, 0.35],
      [0.3, 0.35],
      [0.3, 0.8],
      [0.15, 0.8],
    ] as [number, number][],
  })
  const given = { previous: before() }

  it('is found when as much of it changed as it says, and not below that', () => {
    const found = verdictsOn(sound(), { ...given, zones: [zone(0.3)] })
    expect(found).toMatchObject([{ algorithm: 'zoneMotion', zoneId: 'till', boxes: [{ label: '收银台' }] }])
    expect(verdictsOn(sound(), { ...given, zones: [zone(0.9)] })).toEqual([])
  })

  it('is as large as its polygon', () => {
    const change = changeBetween(
      drawing().work,
      drawing({ things: [{ x: 0, y: 0, width: 320, height: 360, level: 128 }] }).work,
      1,
    )
    const all = { ...change, mask: change.mask.map((_, at) => (at % 160 < 80 ? 1 : 0)) }
    expect(shareOfZone(all, zone(1))).toBe(1)
    const across: [number, number][] = [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.75, 0.75],
      [0.25, 0.75],
    ]
    expect(shareOfZone(all, { polygon: across })).toBeCloseTo(0.5, 2)
  })
})

it('a detector that is switched off says nothing, and still keeps others from misreading what it saw', () => {
  const settings = { ...usualSettings, covered: { ...usualSettings.covered, enabled: false } }
  expect(verdictsOn(evenPicture(70), { settings })).toEqual([])
})

describe('registration', () => {
  it('finds by how much one picture is shifted against another', () => {
    const shifts = likelyShifts(drawing().work, drawing({ turnedBy: { x: 64, y: -24 } }).work)
    expect(shifts[0]).toMatchObject({ x: -16, y: 6 })
  })

  it('transforms there and back', () => {
    const square = complexSquare(8)
    for (let at = 0; at < 64; at++) square.real[at] = Math.sin(at * 1.7) + at / 10
    const original = square.real.slice()
    transform(square)
    transform(square, true)
    square.real.forEach((value, at) => {
      expect(value / 64).toBeCloseTo(original[at] ?? 0, 9)
    })
  })
})
