import type { CameraWanted } from '../cameras.ts'
import { type Fields, fieldsOf, oneOf } from '../input.ts'
import { type Faults, noFaults, platforms, type Quirks, type Switches, usualSwitches } from '../world.ts'

/** What was sent to the control port cannot be used; says where and why. */
export class ControlInputError extends Error {
  readonly statusCode = 400
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0
const isClock = (value: unknown): value is string => typeof value === 'string' && /^\d\d:\d\d$/.test(value)

type Check = (value: unknown) => boolean
const names: Record<'deviceCode' | 'channel', Check> = { deviceCode: isPathPart, channel: isPathPart }
const presets: Check = value =>
  Array.isArray(value) &&
  value.every(item => {
    const { index, name, position } = fieldsOf(item)
    const { x, y, zoom } = fieldsOf(position)
    return Number.isInteger(index) && typeof name === 'string' && [x, y, zoom].every(isCount)
  })
const settings: Record<string, Check> = {
  name: isText,
  scene: isText,
  seed: isCount,
  ptz: isFlag,
  recordingDays: isCount,
  open: isClock,
  close: isClock,
}
const quirks: Record<keyof Quirks, Check> = {
  account: isText,
  abilitiesUnknown: isFlag,
  noDiagonals: isFlag,
  liveClosed: isFlag,
  nationalStandard: isFlag,
  liveAs: value => oneOf(['hls', 'flv', 'page'], value) !== undefined,
  flakyStart: isFlag,
  partialRecords: isFlag,
  recordsTimeOut: isFlag,
}

/** Cameras to provision: `platform`, `deviceCode` and `channel` are required. A given `id` must agree with them. */
export function camerasWanted(value: unknown): CameraWanted[] {
  if (!Array.isArray(value)) throw new ControlInputError('an array of cameras is expected')
  return value.map((item, index) => {
    const at = `[${index}]`
    const { id, platform, faults, quirks: oddities, ...rest } = fieldsOf(item)
    const known = oneOf(platforms, platform)
    if (!known) throw new ControlInputError(`${at}.platform must be one of ${platforms.join(', ')}`)
    for (const name of ['deviceCode', 'channel']) {
      if (rest[name] === undefined) throw new ControlInputError(`${at}.${name} is missing`)
    }
    const values = checked({ ...settings, ...names, presets }, rest, at)
    const key = `${known}/${String(values.deviceCode)}/${String(values.channel)}`
    if (id !== undefined && id !== key) throw new ControlInputError(`${at}.id must be ${key} or left out`)
    return {
      deviceCode: String(values.deviceCode),
      channel: String(values.channel),
      ...values,
      platform: known,
      ...(faults !== undefined && { faults: faultsOf(faults, `${at}.faults`) }),
      ...(oddities !== undefined && { quirks: checked(quirks, fieldsOf(oddities), `${at}.quirks`) }),
    }
  })
}

/** A change of one camera: its settings, and `faults` of which only those named change. */
export function cameraChange(value: unknown): Partial<CameraWanted> {
  const { faults, ...rest } = fieldsOf(value)
  return {
    ...checked(settings, rest, ''),
    ...(faults !== undefined && { faults: faultsOf(faults, 'faults') }),
  }
}

export function switchChange(value: unknown): Partial<Switches> {
  const checks = Object.fromEntries(
    Object.entries(usualSwitches).map(([name, usual]) => [
      name,
      typeof usual === 'boolean' ? isFlag : isCount,
    ]),
  )
  return checked(checks, fieldsOf(value), '')
}

function faultsOf(value: unknown, at: string): Partial<Faults> {
  const checks = Object.fromEntries(
    Object.entries(noFaults).map(([name, none]) => [
      name,
      typeof none === 'boolean'
        ? isFlag
        : typeof none === 'number'
          ? isCount
          : (v: unknown) => typeof v === 'string',
    ]),
  )
  return checked(checks, fieldsOf(value), at)
}

/** The fields, each known and of the right kind. */
function checked(checks: Record<string, Check>, fields: Fields, at: string): Fields {
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (!check) throw new ControlInputError(`${at}.${name} is not known`.replace(/^\./, ''))
    if (!check(value))
      throw new ControlInputError(`${at}.${name} cannot be ${JSON.stringify(value)}`.replace(/^\./, ''))
  }
  return fields
}

function isPathPart(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.-]+$/.test(value)
}
