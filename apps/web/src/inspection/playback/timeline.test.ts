import { describe, expect, it } from 'vitest'
import {
  followed,
  mergedMarks,
  panned,
  placed,
  selection,
  shareAt,
  spanOf,
  ticksOf,
  timeAt,
  viewAround,
  zoomed,
  zoomIndex,
  zoomSpans,
} from './timeline.ts'

const hour = 3_600_000
const day = { from: 100 * hour, to: 124 * hour }
const morning = { from: 109 * hour, to: 112 * hour }

describe('zooming', () => {
  it('keeps the time under the pointer where it is', () => {
    for (const share of [0, 0.25, 0.9]) {
      const nearer = zoomed(morning, 1, share, day)
      expect(timeAt(nearer, share)).toBeCloseTo(timeAt(morning, share))
      expect(spanOf(nearer)).toBe(hour)
    }
  })

  it('goes through every step from a day to a minute and stops at both ends', () => {
    let view = day
    const seen = [spanOf(view)]
    for (let step = 0; step < 12; step++) {
      view = zoomed(view, 1, 0.5, day)
      seen.push(spanOf(view))
    }
    expect([...new Set(seen)]).toEqual(zoomSpans)
    expect(spanOf(view)).toBe(60_000)
    for (let step = 0; step < 12; step++) view = zoomed(view, -1, 0.5, day)
    expect(view).toEqual(day)
  })

  it('never leaves the day', () => {
    expect(zoomed({ from: day.from, to: day.from + hour }, -1, 1, day).from).toBe(day.from)
    expect(viewAround(day.to, 3 * hour, day)).toEqual({ from: day.to - 3 * hour, to: day.to })
  })

  it('names the step of a view that a short day cut', () => {
    expect(zoomIndex({ from: 0, to: 23 * hour })).toBe(0)
  })
})

describe('moving', () => {
  it('pans by a share of the width and stops at midnight', () => {
    expect(panned(morning, 0.5, day)).toEqual({ from: 110.5 * hour, to: 113.5 * hour })
    expect(panned(morning, -9, day).from).toBe(day.from)
    expect(panned(morning, 9, day).to).toBe(day.to)
  })

  it('turns the page when the playhead runs out, and not before', () => {
    expect(followed(morning, 111 * hour, day)).toBe(morning)
    const next = followed(morning, 112 * hour, day)
    expect(shareAt(next, 112 * hour)).toBeCloseTo(0.1)
  })
})

it('puts marks of the ruler on whole steps, readably apart', () => {
  const ticks = ticksOf(morning, 960, day.from)
  expect(ticks).toEqual([109, 109.5, 110, 110.5, 111, 111.5, 112].map(each => each * hour))
  for (const width of [200, 390, 960, 1600])
    for (const span of zoomSpans) {
      const view = viewAround(110 * hour, span, day)
      const [first = 0, second] = ticksOf(view, width, day.from)
      if (second !== undefined)
        expect(((second - first) / span) * width).toBeGreaterThanOrEqual(width < 390 ? 30 : 60)
    }
})

it('places what is inside and cuts what reaches beyond', () => {
  expect(placed(morning, { from: 108 * hour, to: 110.5 * hour })).toEqual({ left: 0, width: 0.5 })
  expect(placed(morning, { from: 113 * hour, to: 114 * hour })).toBeUndefined()
})

it('merges markers nearer than 14 px and counts them', () => {
  const perPx = (3 * hour) / 1000
  const at = (px: number) => ({ at: morning.from + px * perPx })
  const groups = mergedMarks([at(130), at(100), at(113), at(500), at(-5)], morning, 1000)
  expect(groups.map(({ marks }) => marks.length)).toEqual([2, 1, 1])
  expect(groups[0]?.share).toBeCloseTo(0.1)
})

it('selects whole seconds, whichever way one drags, up to the present', () => {
  expect(selection(5500, 2400, { from: 0, to: 60_000 })).toEqual({ from: 2000, to: 6000 })
  expect(selection(50_000, 99_000, { from: 0, to: 60_000 })).toEqual({ from: 50_000, to: 60_000 })
  expect(selection(5000, 5000, { from: 0, to: 60_000 })).toBeUndefined()
})
