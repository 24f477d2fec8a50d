import { z } from 'zod'
import type { Count, Dialect, Reading } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, epochMs, json, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * Xovis sensors, push of JSON. Live data: frames at up to 12.5 Hz with COUNT events, whose `counter_value` is a running value; the
 * counter's id is logic × 1000 + 1 forward, 2 backward (as one integration reads it; analytics design, section 6, asks to
 * verify on a device). Only counters are kept of a frame, the last value of each. Over TCP objects follow each other without
 * a separator. Logics push (`logics_data`, as programs of others show it): windows of each line with what crossed it forward
 * (`fw`) and backward (`bw`); zones have no direction and are left out. A push of states is a sign of life. Times are milliseconds.
 */
const event = z.object({
  type: z.string().optional(),
  category: z.string().optional(),
  attributes: z.object({ counter_id: z.coerce.number().int(), counter_value: count }),
})
const sensor_info = z.object({ serial_number: name })
const live = z.object({
  live_data: z.object({
    sensor_info,
    frames: z.array(z.object({ time: epochMs, events: z.array(z.unknown()).default([]) })).default([]),
  }),
})
const record = z.object({
  from: epochMs,
  to: epochMs,
  counts: z.array(z.object({ name, value: z.number() })),
})
const logics = z.object({
  logics_data: z.object({
    sensor_info,
    logics: z
      .array(z.object({ id: name, info: z.string(), records: z.array(record).default([]) }))
      .default([]),
  }),
})
const states = z.object({
  status_data: z.object({
    sensor_info,
    states: z.object({ time: z.object({ state: z.object({ details: z.object({ time: z.string() }) }) }) }),
  }),
})
const direction = { 1: 'in', 2: 'out' } as const

export const xovis: Dialect = {
  label: { zh: 'Xovis', en: 'Xovis' },
  read(text) {
    const readings = new Map<string, Reading>()
    const beats = new Map<string, number>()
    const counts: Count[] = []
    const alive = (device: string, at: number) => beats.set(device, Math.max(at, beats.get(device) ?? 0))
    for (const part of objectsIn(text)) {
      const value = json(part)
      if (has(value, 'logics_data')) {
        const told = windowsOf(value)
        counts.push(...told)
        for (const { device, to } of told) alive(device, to)
      } else if (has(value, 'status_data')) {
        const { sensor_info, states: said } = shaped(states, value).status_data
        alive(sensor_info.serial_number, timeOf(said.time.state.details.time, utc))
      } else follow(value, readings, alive)
    }
    return message({
      counts,
      readings: [...readings.values()],
      heartbeats: [...beats].map(([device, at]) => ({ device, at })),
    })
  },
}

const utc = { offsetAt: () => 0 }
const has = (value: unknown, key: string) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)

/** The counters of live data: the last value of each. */
function follow(value: unknown, readings: Map<string, Reading>, alive: (device: string, at: number) => void) {
  const { sensor_info, frames } = shaped(live, value).live_data
  const device = sensor_info.serial_number
  for (const frame of frames) {
    alive(device, frame.time)
    for (const one of frame.events) {
      const counted = event.safeParse(one)
      if (!counted.success || counted.data.category?.toUpperCase() !== 'COUNT') continue
      const { counter_id, counter_value } = counted.data.attributes
      const side = direction[(counter_id % 1000) as 1 | 2]
      if (!side) throw new SensorError(`counter ${counter_id} counts in no known direction`)
      const line = String(Math.floor(counter_id / 1000))
      const known = readings.get(`${device}|${line}`) ?? { device, line, at: frame.time }
      readings.set(`${device}|${line}`, { ...known, at: frame.time, [side]: counter_value })
    }
  }
}

/** The windows of lines; people alone, who are not told again as groups, prams or bicycles. */
function windowsOf(value: unknown): Count[] {
  const { sensor_info, logics: told } = shaped(logics, value).logics_data
  return told
    .filter(({ info }) => /^XLT_(4X_)?LINE_(IN_OUT|LATE)_COUNT$/.test(info))
    .flatMap(({ id, records }) =>
      records.map(({ from, to, counts }) => {
        const sum = (side: string) => shaped(count, counts.find(one => one.name === side)?.value)
        const sides = { in: sum('fw'), out: sum('bw') }
        return { device: sensor_info.serial_number, line: id, from, to, ...sides, isLate: false }
      }),
    )
}

/** Objects that follow each other without a separator. @throws SensorError where one is cut off */
function objectsIn(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let begin = -1
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (isText) {
      if (letter === '\\') at++
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === '{' && depth++ === 0) begin = at
    else if (letter === '}' && --depth === 0) found.push(text.slice(begin, at + 1))
  }
  if (depth !== 0 || isText || found.length === 0) throw new SensorError('not whole JSON')
  return found
}
