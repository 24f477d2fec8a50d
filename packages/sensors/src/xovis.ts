import { z } from 'zod'
import type { Dialect, Reading } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'

/**
 * Xovis sensors, live push of JSON: frames at up to 12.5 Hz with COUNT events, whose `counter_value` is a running value; the
 * counter's id is logic × 1000 + 1 forward, 2 backward (as one integration reads it; analytics design, section 6, asks to
 * verify on a device). Only counters are kept of a frame, the last value of each. Over TCP objects follow each other without
 * a separator. Times are milliseconds.
 */
const event = z.object({
  type: z.string().optional(),
  category: z.string().optional(),
  attributes: z.object({ counter_id: z.coerce.number().int(), counter_value: count }),
})
const body = z.object({
  live_data: z.object({
    sensor_info: z.object({ serial_number: name }),
    frames: z
      .array(z.object({ time: z.coerce.number().int(), events: z.array(z.unknown()).default([]) }))
      .default([]),
  }),
})
const direction = { 1: 'in', 2: 'out' } as const

export const xovis: Dialect = {
  label: { zh: 'Xovis', en: 'Xovis' },
  read(text) {
    const readings = new Map<string, Reading>()
    const beats = new Map<string, number>()
    for (const part of objectsIn(text)) {
      const { sensor_info, frames } = shaped(body, json(part)).live_data
      const device = sensor_info.serial_number
      for (const frame of frames) {
        beats.set(device, frame.time)
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
    return message({
      readings: [...readings.values()],
      heartbeats: [...beats].map(([device, at]) => ({ device, at })),
    })
  },
}

/** Objects that follow each other without a separator. @throws SensorError where one is cut off */
export function objectsIn(text: string): string[] {
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
