import { z } from 'zod'
import type { Dialect } from './sensor.ts'
import { message } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * Axis People Counter and Direction Detector, `Axis Retail Data` 0.4 pushed over HTTP(S): clean windows in UTC beside local
 * time; an empty list of measurements is the connection test (analytics design, section 6).
 */
const body = z.object({
  apiName: z.literal('Axis Retail Data'),
  utcSent: z.string().optional(),
  sensor: z.object({ serial: name }),
  data: z.object({
    measurements: z
      .array(
        z.object({
          kind: z.string(),
          utcFrom: z.string(),
          utcTo: z.string(),
          items: z.array(z.object({ direction: z.enum(['in', 'out']), count, adults: count.optional() })),
        }),
      )
      .default([]),
  }),
})
const utc = { offsetAt: () => 0 }

export const axis: Dialect = {
  label: { zh: 'Axis 零售数据', en: 'Axis Retail Data' },
  read(text) {
    const { sensor, data, utcSent } = shaped(body, json(text))
    const counts = data.measurements
      .filter(({ kind }) => kind === 'people-counts')
      .map(({ utcFrom, utcTo, items }) => {
        const sum = (direction: 'in' | 'out', of: (item: (typeof items)[number]) => number) =>
          items.filter(item => item.direction === direction).reduce((total, item) => total + of(item), 0)
        const knowsAdults = items.some(item => item.adults !== undefined)
        return {
          device: sensor.serial,
          line: '1',
          from: timeOf(utcFrom, utc),
          to: timeOf(utcTo, utc),
          in: sum('in', item => item.count),
          out: sum('out', item => item.count),
          ...(knowsAdults ? { child: sum('in', item => item.count - (item.adults ?? item.count)) } : {}),
          isLate: false,
        }
      })
    const sentAt = utcSent === undefined ? undefined : timeOf(utcSent, utc)
    return message({
      counts,
      ...(sentAt === undefined ? {} : { sentAt, heartbeats: [{ device: sensor.serial, at: sentAt }] }),
    })
  },
}
