import type { Movement, StreamCandidate } from '@aisle/contract'
import type { Speed } from './provider.ts'

/**
 * The words of the specification's older calls, which carry a vendor's numbers through our own server
 * (`/monitor/device/ptz/*`, `/monitor/huiyan/*`), in ours. Everything answers undefined for what it does not know: a
 * platform would take an unknown command for a stop in silence, we refuse it.
 */

/** `direction` of `/monitor/device/ptz/start`. The order of the four diagonals is the vendor's. */
export const ezvizDirections = {
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

export function movementOfEzvizDirection(direction: number): Movement | undefined {
  return Object.entries(ezvizDirections).find(([code]) => Number(code) === direction)?.[1]
}

export function ezvizDirectionOf(movement: Movement): number | undefined {
  const entry = Object.entries(ezvizDirections).find(([, name]) => name === movement)
  return entry && Number(entry[0])
}

/** `speed` of `/monitor/device/ptz/start`: 0 slow, 1 medium (the default), 2 fast. */
export const speedsOfEzviz = { 0: 1, 1: 5, 2: 10 } as const satisfies Record<number, Speed>

export function speedOfEzviz(speed: number): Speed | undefined {
  return Object.entries(speedsOfEzviz).find(([code]) => Number(code) === speed)?.[1]
}

/** `command` of `/monitor/huiyan/ptz/control`. */
export const wvpCommands = {
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

/** What a WVP command starts, or `stop`, which ends whatever runs, with any speeds. */
export function movementOfWvpCommand(command: string): Movement | 'stop' | undefined {
  return Object.entries(wvpCommands).find(([text]) => text === command)?.[1]
}

export function wvpCommandOf(movement: Movement | 'stop'): string | undefined {
  return Object.entries(wvpCommands).find(([, name]) => name === movement)?.[0]
}

export const defaultWvpSpeed = 115

/** Our speed for a raw one of 0 to 255: 23 raw steps are one of ours, so that the default 115 is 5. */
export function speedOfWvp(raw: number): Speed {
  return Math.min(10, Math.max(1, Math.round(raw / 23)))
}

/**
 * The speed that counts for a WVP command: of zoom, of the one axis that turns, or of the faster one for a diagonal.
 */
export function speedOfWvpCommand(
  movement: Movement,
  {
    horizonSpeed,
    verticalSpeed,
    zoomSpeed,
  }: { horizonSpeed: number; verticalSpeed: number; zoomSpeed: number },
): Speed {
  if (movement === 'zoomIn' || movement === 'zoomOut') return speedOfWvp(zoomSpeed)
  if (movement === 'left' || movement === 'right') return speedOfWvp(horizonSpeed)
  if (movement === 'up' || movement === 'down') return speedOfWvp(verticalSpeed)
  return speedOfWvp(Math.max(horizonSpeed, verticalSpeed))
}

export type PresetVerb = 'set' | 'go' | 'remove'

/** `cmdCode` of `/monitor/huiyan/ptz/front/end/command`; `parameter2` is the preset's number. */
export const frontEndCommands = { 129: 'set', 130: 'go', 131: 'remove' } as const satisfies Record<
  number,
  PresetVerb
>

export function presetVerbOf(cmdCode: number): PresetVerb | undefined {
  return Object.entries(frontEndCommands).find(([code]) => Number(code) === cmdCode)?.[1]
}

/** The answer of `/monitor/huiyan/play` and `/playback/start`: one address per form, left out where there is none. */
export function legacyStreams(candidates: readonly StreamCandidate[]) {
  const of = (kind: StreamCandidate['kind']) => candidates.find(candidate => candidate.kind === kind)?.url
  return { flv: of('httpFlv'), hls: of('hls'), wsFlv: of('wsFlv'), webrtc: of('webrtc') }
}
