import type { Movement } from '@aisle/contract'
import type { Speed } from './provider.ts'

/**
 * The words of the specification's older calls, which carry a vendor's numbers through our own server
 * (`/monitor/device/ptz/*`, `/monitor/huiyan/*`), in ours. What is not known is undefined, for the caller to refuse:
 * the platform behind the second would take an unknown command for a stop, and say nothing.
 */

/** `direction` of `/monitor/device/ptz/start`. The order of the four diagonals is the vendor's. */
const directions = {
  0: 'up',
  1: 'down',
  2: 'left',
  3: 'right',
  4: 'upLeft',
  5: 'downLeft',
  6: 'upRight',
  7: 'downRight',
  8: 'zoomIn',
  9: 'zoomOut',
  10: 'focusNear',
  11: 'focusFar',
} as const satisfies Record<number, Movement>

/** `command` of `/monitor/huiyan/ptz/control`. `stop` ends whatever runs, whatever speeds come with it. */
const commands = {
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  upleft: 'upLeft',
  upright: 'upRight',
  downleft: 'downLeft',
  downright: 'downRight',
  zoomin: 'zoomIn',
  zoomout: 'zoomOut',
  stop: 'stop',
} as const satisfies Record<string, Movement | 'stop'>

export type PresetAction = 'set' | 'go' | 'remove'

/** `cmdCode` of `/monitor/huiyan/ptz/front/end/command`; `parameter2` is the preset's number. */
const presetActions = { 129: 'set', 130: 'go', 131: 'remove' } as const satisfies Record<number, PresetAction>

export function movementOfDirection(direction: number): Movement | undefined {
  return found(directions, direction)
}

/** `speed` of `/monitor/device/ptz/start`: 0 slow, 1 medium (the default), 2 and above fast. */
export function speedOfDeviceLevel(level: number): Speed {
  return level < 1 ? 1 : level < 2 ? 5 : 10
}

export function movementOfCommand(command: string): Movement | 'stop' | undefined {
  return found(commands, command)
}

/** Our speed for a raw one of 0 to 255: 23 raw steps are one of ours, so that the usual 115 is 5. */
export function speedOfRaw(raw: number): Speed {
  return Math.min(10, Math.max(1, Math.round(raw / 23)))
}

export function presetActionOf(code: number): PresetAction | undefined {
  return found(presetActions, code)
}

function found<V>(table: Readonly<Record<string, V>>, name: string | number): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
