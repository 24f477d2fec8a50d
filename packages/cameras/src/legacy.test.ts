import { movements } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import {
  commandOf,
  defaultRawSpeed,
  directionOf,
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

  it('come back to the same direction or command', () => {
    const directions = movements.map(directionOf).filter(direction => direction !== undefined)
    expect(directions.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    for (const direction of directions) expect(directionOf(movementOfDirection(direction)!)).toBe(direction)
    const commands = movements.map(commandOf).filter(command => command !== undefined)
    expect(commands).toHaveLength(10)
    for (const command of commands) expect(commandOf(movementOfCommand(command)!)).toBe(command)
  })

  it('have no word for what the platforms cannot do', () => {
    expect(directionOf('irisOpen')).toBeUndefined()
    expect(commandOf('focusNear')).toBeUndefined()
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
    [defaultRawSpeed, 5],
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
