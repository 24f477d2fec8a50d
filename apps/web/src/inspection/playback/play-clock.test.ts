import { describe, expect, it } from 'vitest'
import { follow } from './follow.ts'
import { mapFrom, mediaAt, pictureAt, rateAt, withJump, withRate } from './picture-map.ts'
import { changed, clockFrom, timeOf } from './play-clock.ts'

describe('the clock of all pictures', () => {
  const held = clockFrom(1_000_000, 0)
  const running = changed(held, { isHeld: false }, 500)

  it('stands while it is held or paused, and runs from where it stood', () => {
    expect(timeOf(held, 400)).toBe(1_000_000)
    expect(timeOf(running, 1500)).toBe(1_001_000)
    const paused = changed(running, { isPlaying: false }, 1500)
    expect(timeOf(paused, 9999)).toBe(1_001_000)
    expect(timeOf(changed(paused, { isPlaying: true }, 10_000), 10_250)).toBe(1_001_250)
  })

  it('changes speed without a jump', () => {
    const fast = changed(running, { rate: 4 }, 1500)
    expect(timeOf(fast, 1500)).toBe(1_001_000)
    expect(timeOf(fast, 2500)).toBe(1_005_000)
  })

  it('goes where it is sent, keeping speed and pause', () => {
    const sent = changed(changed(running, { rate: 2 }, 1000), { at: 5_000_000 }, 2000)
    expect(timeOf(sent, 3000)).toBe(5_002_000)
  })
})

describe('the time that a stream shows', () => {
  it('follows its seconds from where it was opened', () => {
    const map = mapFrom(0.5, 60_000)
    expect(pictureAt(map, 10.5)).toBe(70_000)
    expect(mediaAt(map, 70_000)).toBe(10.5)
  })

  it('passes faster once the platform plays faster, without a jump', () => {
    const map = withRate(mapFrom(0, 60_000), 10, 4)
    expect(pictureAt(map, 9)).toBe(69_000)
    expect(pictureAt(map, 12)).toBe(78_000)
    expect(mediaAt(map, 78_000)).toBe(12)
    expect(mediaAt(map, 65_000)).toBe(5)
    expect([rateAt(map, 9), rateAt(map, 10)]).toEqual([1, 4])
  })

  it('is elsewhere after a jump, at the speed it had, and what came before is past', () => {
    const map = withJump(withRate(mapFrom(0, 60_000), 10, 2), 20, 5000)
    expect(pictureAt(map, 21)).toBe(7000)
    expect(mediaAt(map, 7000)).toBe(21)
    expect(mediaAt(map, 4000)).toBe(19.5)
    const faster = withRate(map, 20, 4)
    expect(mediaAt(faster, 9000)).toBe(21)
  })
})

describe('a picture that follows the clock', () => {
  const onTime = {
    wanted: 10,
    current: 10,
    loaded: { start: 5, end: 12 },
    rate: 1,
    isRunning: true,
    isSeekable: false,
  }

  it('plays on when it is on time', () => {
    expect(follow(onTime)).toEqual({ isThere: true, play: true, rate: 1 })
  })
  it('hurries when late and lingers when early, a quarter at most', () => {
    expect(follow({ ...onTime, current: 9.9 }).rate).toBeCloseTo(1.1)
    expect(follow({ ...onTime, current: 10.2 }).rate).toBeCloseTo(0.8)
    expect(follow({ ...onTime, current: 9.7 }).rate).toBe(1.25)
  })
  it('jumps when far off', () => {
    expect(follow({ ...onTime, current: 8 }).jumpTo).toBe(10)
  })
  it('waits for what is not loaded, and asks for it where it can', () => {
    expect(follow({ ...onTime, wanted: 13, current: 12 })).toEqual({ isThere: false, play: false, rate: 1 })
    expect(follow({ ...onTime, wanted: 90, isSeekable: true }).jumpTo).toBe(90)
    expect(follow({ ...onTime, loaded: undefined }).isThere).toBe(false)
  })
  it('stands exactly on its frame while paused', () => {
    expect(follow({ ...onTime, current: 9.9, isRunning: false })).toMatchObject({ play: false, jumpTo: 10 })
    expect(follow({ ...onTime, isRunning: false })).toEqual({ isThere: true, play: false, rate: 1 })
  })
})
