import { describe, expect, it } from 'vitest'
import {
  coverageOf,
  entryOf,
  gapsOf,
  landing,
  lastRecorded,
  lengthWithin,
  nearestSpan,
  nextBegin,
  previousBegin,
  type Recorded,
  stretchAt,
  stretchesOf,
} from './recorded.ts'

const minute = 60_000
const device = (from: number, to: number): Recorded => ({
  from: from * minute,
  to: to * minute,
  kind: 'plan',
  store: 'device',
})
const cloud = (from: number, to: number): Recorded => ({
  from: from * minute,
  to: to * minute,
  kind: 'motion',
  store: 'cloud',
})
const files = [device(0, 60), device(60, 120), device(140, 180), cloud(30, 45), cloud(150, 151)]
const coverage = coverageOf(files)

it('plays files that follow each other as one recording, each store for itself', () => {
  expect(stretchesOf(files)).toEqual([
    { from: 0, to: 120 * minute, store: 'device' },
    { from: 140 * minute, to: 180 * minute, store: 'device' },
    { from: 30 * minute, to: 45 * minute, store: 'cloud' },
    { from: 150 * minute, to: 151 * minute, store: 'cloud' },
  ])
})

it('opens the cloud where it has the time, and the device where the cloud is about to end', () => {
  const stretches = stretchesOf(files)
  expect(stretchAt(stretches, 31 * minute)?.store).toBe('cloud')
  expect(stretchAt(stretches, 44.5 * minute)?.store).toBe('device')
  expect(stretchAt(stretches, 150.5 * minute)?.store).toBe('device')
  expect(stretchAt(stretches, 130 * minute)).toBeUndefined()
})

describe('a jump', () => {
  it('ends where there is a recording', () => {
    expect(landing(coverage, 70 * minute)).toEqual({ at: 70 * minute, jumpedMs: 0 })
  })
  it('into a gap ends at the next recording and knows how far it went', () => {
    expect(landing(coverage, 125 * minute)).toEqual({ at: 140 * minute, jumpedMs: 15 * minute })
    expect(landing(coverage, 120 * minute)?.jumpedMs).toBe(20 * minute)
  })
  it('that nobody asked for goes back to the last minute recorded before', () => {
    expect(lastRecorded(coverage, 500 * minute, minute)).toEqual({
      at: 179 * minute,
      jumpedMs: -321 * minute,
    })
    expect(lastRecorded(coverage, 130 * minute, minute)).toEqual({ at: 119 * minute, jumpedMs: -11 * minute })
    expect(lastRecorded([{ from: 0, to: 1000 }], 5 * minute, minute)?.at).toBe(0)
    expect(lastRecorded([], 5 * minute, minute)).toBeUndefined()
  })
  it('behind the last recording ends nowhere', () => {
    expect(landing(coverage, 180 * minute)).toBeUndefined()
    expect(nearestSpan(coverage, 500 * minute)).toEqual({ from: 140 * minute, to: 180 * minute })
    expect(nearestSpan([], 0)).toBeUndefined()
  })
})

it('goes to the next recording, and back to the begin of this one or the one before', () => {
  expect(nextBegin(coverage, 10 * minute)).toBe(140 * minute)
  expect(nextBegin(coverage, 150 * minute)).toBeUndefined()
  expect(previousBegin(coverage, 150 * minute)).toBe(140 * minute)
  expect(previousBegin(coverage, 140 * minute + 1000)).toBe(0)
})

it('finds the gaps of a span, at its ends too', () => {
  expect(gapsOf(coverage, { from: -10 * minute, to: 200 * minute })).toEqual([
    { from: -10 * minute, to: 0 },
    { from: 120 * minute, to: 140 * minute },
    { from: 180 * minute, to: 200 * minute },
  ])
  expect(gapsOf([], { from: 0, to: minute })).toEqual([{ from: 0, to: minute }])
})

it('counts the time that is recorded inside a day once, whatever store has it', () => {
  expect(lengthWithin(files, { from: 0, to: 180 * minute })).toBe(160 * minute)
  expect(lengthWithin(files, { from: 100 * minute, to: 150 * minute })).toBe(30 * minute)
  expect(lengthWithin([], { from: 0, to: minute })).toBe(0)
})

it('is entered at its begin from before, and shortly before its end from behind', () => {
  const span = { from: 1_000_000, to: 2_000_000 }
  expect(entryOf(span, 0)).toBe(1_000_000)
  expect(entryOf(span, 3_000_000)).toBe(1_970_000)
  expect(entryOf({ from: 1_000_000, to: 1_010_000 }, 3_000_000)).toBe(1_000_000)
})
