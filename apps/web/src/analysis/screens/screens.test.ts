import { describe, expect, it } from 'vitest'
import type { Asking } from '../views/ask.ts'
import { views } from '../views/catalogue/index.ts'
import { viewId } from '../views/view.ts'
import { driftAt, fitOf } from './artboards.ts'
import { onBoard } from './board-asking.ts'
import { layouts } from './layouts.ts'
import { begin, passed, pausedOrNot, turned } from './slide-show.ts'

describe('a board in its window', () => {
  it('fills walls of the usual shapes and is never stretched', () => {
    expect(fitOf(1920, 1080)).toMatchObject({ shape: 'landscape', width: 1440, height: 810, scale: 4 / 3 })
    expect(fitOf(1440, 900)).toMatchObject({ shape: 'landscape', height: 900, scale: 1 })
    expect(fitOf(3840, 1080)).toMatchObject({ shape: 'wide', scale: 4 / 3 })
    expect(fitOf(1080, 1920)).toMatchObject({ shape: 'tall', scale: 4 / 3 })
    expect(fitOf(3840, 2160).scale).toBeCloseTo(8 / 3)
  })

  it('leaves bars where the window has another shape, and stands inside it', () => {
    for (const [width, height] of [
      [1024, 768],
      [2560, 1080],
      [1366, 768],
      [1000, 1000],
      [5120, 1440],
    ] as const) {
      const fit = fitOf(width, height)
      expect(fit.width * fit.scale).toBeLessThanOrEqual(width + 0.001)
      expect(fit.height * fit.scale).toBeLessThanOrEqual(height + 0.001)
    }
  })

  it('is one column on a phone', () => {
    expect(fitOf(390, 844)).toMatchObject({ shape: 'flow', scale: 1 })
  })

  it('moves two pixels every ten minutes and comes back', () => {
    const minutes = [0, 9, 10, 20, 30, 40].map(minute => driftAt(minute * 60_000).join())
    expect(minutes).toEqual(['0,0', '0,0', '2,0', '2,2', '0,2', '0,0'])
  })
})

describe('the layouts', () => {
  const boards = views.filter(({ screen }) => screen === 'board')

  it('have a place for every panel of every board, none over another, none outside', () => {
    expect(boards.length).toBeGreaterThanOrEqual(4)
    for (const view of boards)
      for (const [shape, layout] of Object.entries(layouts[viewId(view)] ?? {})) {
        const about = `${view.path} ${shape}`
        const wanted = view.panels.flatMap(({ id, kind }) =>
          kind === 'canvas' ? [] : kind === 'kpi' && !(id in layout) ? ['hero', 'strip'] : [id],
        )
        expect(Object.keys(layout).toSorted(), about).toEqual(wanted.toSorted())
        const taken = new Set<string>()
        for (const [piece, [column, row, columns, rows]] of Object.entries(layout)) {
          expect(column + columns, `${about} ${piece}`).toBeLessThanOrEqual(24)
          expect(row + rows, `${about} ${piece}`).toBeLessThanOrEqual(24)
          for (let x = column; x < column + columns; x++)
            for (let y = row; y < row + rows; y++) {
              expect(taken.has(`${x} ${y}`), `${about} ${piece}`).toBe(false)
              taken.add(`${x} ${y}`)
            }
        }
        expect(taken.size, about).toBe(24 * 24)
      }
    for (const view of boards) expect(layouts[viewId(view)], view.path).toBeDefined()
  })
})

describe('what a board holds its figures against', () => {
  const panel = {
    id: 'p1',
    kind: 'kpi' as const,
    title: { zh: '', en: '' },
    metrics: ['visits'],
    compare: ['yesterday' as const, 'lastWeekSameDay' as const],
  }
  const asking: Asking = {
    scope: { kind: 'all' },
    shops: [],
    period: { from: '2026-11-20', to: '2026-11-20' },
    dayTypes: [],
    members: {},
    topN: 10,
  }
  const week = { ...asking, period: { from: '2026-11-14', to: '2026-11-20' } }

  it('is the same weekday for one day, as many days before for several, and what was chosen', () => {
    expect(onBoard(panel, asking).asking.compare).toEqual({ type: 'lastWeekSameDay' })
    expect(onBoard(panel, week).asking.compare).toEqual({ type: 'previousPeriod' })
    expect(onBoard(panel, { ...week, compare: { type: 'yesterday' } }).asking.compare).toEqual({
      type: 'yesterday',
    })
    expect(onBoard({ ...panel, compare: [] }, asking).asking.compare).toBeUndefined()
  })

  it('is drawn by days where there are several, and by what many shops share', () => {
    expect(onBoard(panel, week).asking.granularity).toBe('day')
    const doors = { ...panel, by: ['entrance'], wide: { by: ['shop', 'entrance'] } }
    expect(onBoard(doors, asking).panel.by).toEqual(['shop', 'entrance'])
    expect(onBoard(doors, { ...asking, scope: { kind: 'shop', shopId: '7' } }).panel.by).toEqual(['entrance'])
  })
})

describe('a show of slides', () => {
  it('turns by itself after its time, and begins again after the last', () => {
    let show = begin
    for (let at = 0; at < 79; at++) show = passed(show, 250, 20_000, 2)
    expect(show).toMatchObject({ at: 0, shownMs: 19_750 })
    show = passed(show, 250, 20_000, 2)
    expect(show).toMatchObject({ at: 1, shownMs: 0 })
    expect(passed({ ...show, shownMs: 19_999 }, 250, 20_000, 2).at).toBe(0)
  })

  it('goes by hand either way round, each slide with its whole time', () => {
    expect(turned({ ...begin, shownMs: 9000 }, -1, 5)).toEqual({ at: 4, shownMs: 0, isPaused: false })
    expect(turned({ ...begin, at: 4 }, 1, 5).at).toBe(0)
  })

  it('stays where it is while it is paused, but for the hand', () => {
    const paused = pausedOrNot({ ...begin, shownMs: 500 })
    expect(passed(paused, 60_000, 20_000, 5)).toBe(paused)
    expect(turned(paused, 1, 5)).toEqual({ at: 1, shownMs: 0, isPaused: true })
    expect(pausedOrNot(paused).isPaused).toBe(false)
  })
})
