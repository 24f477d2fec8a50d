import { movements } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import {
  ezvizDirectionOf,
  legacyStreams,
  movementOfEzvizDirection,
  movementOfWvpCommand,
  presetVerbOf,
  speedOfEzviz,
  speedOfWvp,
  speedOfWvpCommand,
  wvpCommandOf,
} from './legacy.ts'

describe('the words of the older calls', () => {
  it('name EZVIZ directions in the order of the vendor, which is not ours', () => {
    expect([4, 5, 6, 7].map(movementOfEzvizDirection)).toEqual(['upLeft', 'downLeft', 'upRight', 'downRight'])
    expect([12, 16, -1, Number.NaN].map(movementOfEzvizDirection)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('come back to the same direction or command', () => {
    for (const movement of movements) {
      const direction = ezvizDirectionOf(movement)
      if (direction !== undefined) expect(movementOfEzvizDirection(direction)).toBe(movement)
      const command = wvpCommandOf(movement)
      if (command !== undefined) expect(movementOfWvpCommand(command)).toBe(movement)
    }
    expect(ezvizDirectionOf('irisOpen')).toBeUndefined()
    expect(wvpCommandOf('focusNear')).toBeUndefined()
  })

  it('refuse a command that WVP would silently take for a stop', () => {
    expect(movementOfWvpCommand('stop')).toBe('stop')
    expect(movementOfWvpCommand('sideways')).toBeUndefined()
    expect(movementOfWvpCommand('')).toBeUndefined()
  })

  it.each([
    [0, 1],
    [22, 1],
    [23, 1],
    [115, 5],
    [230, 10],
    [255, 10],
  ])('take a raw speed of %i for our %i', (raw, ours) => {
    expect(speedOfWvp(raw)).toBe(ours)
  })

  it('take the speed of the axis that moves', () => {
    const speeds = { horizonSpeed: 23, verticalSpeed: 115, zoomSpeed: 230 }
    expect(speedOfWvpCommand('left', speeds)).toBe(1)
    expect(speedOfWvpCommand('down', speeds)).toBe(5)
    expect(speedOfWvpCommand('upLeft', speeds)).toBe(5)
    expect(speedOfWvpCommand('zoomOut', speeds)).toBe(10)
  })

  it('know the three speeds and the three preset commands', () => {
    expect([0, 1, 2, 3].map(speedOfEzviz)).toEqual([1, 5, 10, undefined])
    expect([129, 130, 131, 132].map(presetVerbOf)).toEqual(['set', 'go', 'remove', undefined])
  })

  it('give one address per form', () => {
    expect(
      legacyStreams([
        { kind: 'wsFlv', url: 'ws://a', quality: 'high' },
        { kind: 'httpFlv', url: 'http://a.flv', quality: 'high' },
        { kind: 'httpFlv', url: 'http://b.flv', quality: 'high' },
      ]),
    ).toEqual({ flv: 'http://a.flv', hls: undefined, wsFlv: 'ws://a', webrtc: undefined })
  })
})
