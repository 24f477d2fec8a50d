import { z } from 'zod'
import type { Count, Dialect, Reading } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { offsetOf, timeOf } from './times.ts'

/**
 * Milesight's people counters (VS125, VS133, VS135) by HTTP or MQTT push, as programs of others that read them in public
 * repositories show them: `line_periodic_data` holds the interval of each line, `line_trigger_data` a single crossing,
 * `line_total_data` what the line counted since it began. Some firmwares write `in` and `out` beside the line, others below
 * `total`, with the groups of people apart. Times are ISO with an offset, or local (`YYYY/MM/DD HH:mm:ss`, with dashes too) beside
 * the zone as text (`UTC+8:00`, words after it) and the state of summer time (analytics design, section 6).
 */
const sides = z.object({ in: count, out: count })
const totals = z.object({ in_counted: count, out_counted: count })
const line = z.object({ line: name })
const periodic = line.extend({ total: sides, group: sides.optional() })
const beside = line.extend(sides.shape)
const running = line.extend({ total: totals })
const runningBeside = line.extend(totals.shape)
const list = z.array(z.unknown())
const isSet = z.union([z.boolean(), z.number(), z.string()]).optional()
const body = z.object({
  device_info: z.object({ device_sn: name.optional(), device_mac: name.optional() }),
  time_info: z.object({
    timezone: z.string().optional(),
    time_zone: z.string().optional(),
    dst_status: isSet,
    start_time: z.string().optional(),
    end_time: z.string().optional(),
    trigger_time: z.string().optional(),
    time: z.string().optional(),
  }),
  line_periodic_data: list.optional(),
  line_trigger_data: list.optional(),
  line_total_data: list.optional(),
  counts: list.optional(),
})

export const milesight: Dialect = {
  label: { zh: '星纵物联', en: 'Milesight' },
  read(text, around) {
    const told = shaped(body, json(text))
    const device = told.device_info.device_sn ?? told.device_info.device_mac
    if (!device) throw new SensorError('neither device_sn nor device_mac')
    const { start_time, end_time, trigger_time, time, dst_status } = told.time_info
    const zone = told.time_info.time_zone ?? told.time_info.timezone
    const summer = /^(true|1|on)$/i.test(String(dst_status)) ? 3_600_000 : 0
    const clock = zone === undefined ? around : { offsetAt: () => offsetOf(zoneOf(zone)) + summer }
    const to = end_time ?? trigger_time ?? time
    if (to === undefined) throw new SensorError('time_info holds no time')
    const end = timeOf(to, clock)
    const beat = { heartbeats: [{ device, at: end }], sentAt: end }
    const lines = told.line_periodic_data ?? told.line_trigger_data ?? told.counts
    if (lines === undefined)
      return message({
        ...beat,
        readings: (told.line_total_data ?? []).map(value => ({ device, at: end, ...runningOf(value) })),
      })
    // A crossing has a moment, no window: it counts for its own second.
    const begin = start_time === undefined ? end - 1000 : timeOf(start_time, clock)
    const counts = lines.map(
      (value): Count => ({ device, from: begin, to: end, ...countedOf(value), isLate: false }),
    )
    return message({ ...beat, counts })
  },
}

/** The zone of `UTC+8:00 China Standard Time (CT/CST)`. */
const zoneOf = (text: string) => /^\s*(?:UTC|GMT)\s*[+-]\d{1,2}(?::?\d{2})?/i.exec(text)?.[0] ?? text

/** What a line counted. @throws SensorError where it tells no figures: that is not nought */
function countedOf(value: unknown): Pick<Count, 'line' | 'in' | 'out' | 'group'> {
  const below = periodic.safeParse(value)
  if (!below.success) return shaped(beside, value)
  const { line, total, group } = below.data
  return { line, ...total, ...(group === undefined ? {} : { group: group.in }) }
}

/** Where the running counter of a line stands. @throws SensorError where it does not tell */
function runningOf(value: unknown): Pick<Reading, 'line' | 'in' | 'out'> {
  const below = running.safeParse(value)
  const { in_counted, out_counted } = below.success ? below.data.total : shaped(runningBeside, value)
  return { line: shaped(line, value).line, in: in_counted, out: out_counted }
}
