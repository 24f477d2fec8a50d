import { z } from 'zod'
import type { Count, Dialect } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { offsetOf, timeOf } from './times.ts'

/**
 * Milesight's people counters by HTTP or MQTT push: local times `YYYY/MM/DD HH:mm:ss` without an offset beside the zone as
 * text (`UTC+8:00`) and the state of summer time; counts per line (analytics design, section 6). The lists are named
 * `line_trigger_data` (single crossings) and `line_total_data` (the interval with its `total` of all lines).
 */
const lineData = z.object({ line: name, in: count.optional(), out: count.optional() })
const body = z.object({
  event: z.string().optional(),
  report_type: z.enum(['interval', 'trigger']).optional(),
  device_info: z.object({ device_sn: name.optional(), device_mac: name.optional() }),
  time_info: z.object({
    timezone: z.string().optional(),
    dst_status: z.unknown().optional(),
    start_time: z.string().optional(),
    end_time: z.string().optional(),
    time: z.string().optional(),
  }),
  line_periodic_data: z.array(lineData).optional(),
  line_trigger_data: z.array(lineData).optional(),
  counts: z.array(lineData).optional(),
})

export const milesight: Dialect = {
  label: { zh: '星纵物联', en: 'Milesight' },
  read(text, around) {
    const told = shaped(body, json(text))
    const device = told.device_info.device_sn ?? told.device_info.device_mac
    if (!device) throw new SensorError('neither device_sn nor device_mac')
    const { timezone, dst_status, start_time, end_time, time } = told.time_info
    const summer = dst_status === true || dst_status === 1 || dst_status === 'on' ? 3_600_000 : 0
    const clock = timezone === undefined ? around : { offsetAt: () => offsetOf(timezone) + summer }
    const to = end_time ?? time
    if (to === undefined) throw new SensorError('time_info holds no time')
    const end = timeOf(to, clock)
    const beat = { heartbeats: [{ device, at: end }], sentAt: end }
    const lines = told.line_periodic_data ?? told.line_trigger_data ?? told.counts ?? []
    if (lines.length === 0) return message(beat)
    // A crossing has a moment, no window: it counts for its own second.
    const begin = start_time === undefined ? end - 1000 : timeOf(start_time, clock)
    const counts: Count[] = lines.map(line => ({
      device,
      line: line.line,
      from: begin,
      to: end,
      in: line.in ?? 0,
      out: line.out ?? 0,
      isLate: false,
    }))
    return message({ ...beat, counts })
  },
}
