import { describe, expect, it } from 'vitest'
import {
  movementOfCommand,
  movementOfDirection,
  presetActionOf,
  speedOfDeviceLevel,
  speedOfRaw,
} from './legacy.ts'

describe('the words of the older calls', () => {
  it('name the diagonals in the order of the vendor, which is not ours', () => {
    expect([4, 5, 6, 7].map(movementOfDirection)).toEqual(['upLeft', 'downLeft', 'upRight', 'downRight'])
    expect([12, 16, -1, 0.5, Number.NaN].map(movementOfDirection)).toEqual(Array(5).fill(undefined))
  })

  it('cover every direction and command that the calls have', () => {
    expect(Array.from({ length: 12 }, (_, direction) => movementOfDirection(direction))).not.toContain(
      undefined,
    )
    const commands = 'up down left right upleft upright downleft downright zoomin zoomout'.split(' ')
    expect(new Set(commands.map(movementOfCommand)).size).toBe(10)
  })

  it('refuse a command that the platform would silently take for a stop', () => {
    expect(movementOfCommand('stop')).toBe('stop')
    expect(['sideways', '', 'UP', 'toString', 'constructor'].map(movementOfCommand)).toEqual(
      Array(5).fill(undefined),
    )
  })

  it.each([
    [0, 1],
    [23, 1],
    [115, 5],
    [230, 10],
    [255, 10],
  ])('take a raw speed of %i for our %i', (raw, ours) => {
    expect(speedOfRaw(raw)).toBe(ours)
  })

  it('know the three levels and the three preset commands', () => {
    expect([0, 1, 2, 3].map(speedOfDeviceLevel)).toEqual([1, 5, 10, 10])
    expect([129, 130, 131, 132].map(presetActionOf)).toEqual(['set', 'go', 'remove', undefined])
  })
})
