import { z } from 'zod'
import type { Count, Dialect } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * FootfallCam: one message a person, or a list of them, by MQTT (quality of service 0, so that a message can be lost and a pull
 * has to reconcile) or web socket; or a list of windows by pull. `MetricId` 1 is in, 2 is out; `PeopleTypeId` 2 is a child, 3
 * staff; times exist as UTC beside local ones (analytics design, section 6; `EventEndUTCTime` and the seconds of `EventEndTime` as
 * a program of the device itself writes them; the numbers are a setting of the device and ours by assumption).
 */
const person = z.object({
  CameraSerial: name,
  RoiId: name.default('1'),
  MetricId: z.coerce.number().int(),
  /** Tells two people of one second apart. */
  PeopleId: z.coerce.string().optional(),
  PeopleTypeId: z.coerce.number().int().default(1),
  EventEndUTCTime: z.string().optional(),
  EventEndTimeUTC: z.string().optional(),
  UTCTime: z.string().optional(),
  /** Seconds since 1970. */
  EventEndTime: z.coerce.number().int().positive().max(253_402_300_799).optional(),
})
const window = z.object({
  CameraSerial: name,
  RoiId: name.default('1'),
  StartTimeUTC: z.string(),
  EndTimeUTC: z.string(),
  ValueIn: count,
  ValueOut: count,
})
const list = z.union([z.array(z.unknown()), z.unknown().transform(one => [one])])
const utc = { offsetAt: () => 0 }
const metric = { in: 1, out: 2 }
const kind = { child: 2, staff: 3 }

export const footfallcam: Dialect = {
  label: { zh: 'FootfallCam', en: 'FootfallCam' },
  read(text) {
    const counts = shaped(list, json(text)).map((value): Count => {
      const whole = window.safeParse(value)
      if (whole.success)
        return {
          device: whole.data.CameraSerial,
          line: whole.data.RoiId,
          from: timeOf(whole.data.StartTimeUTC, utc),
          to: timeOf(whole.data.EndTimeUTC, utc),
          in: whole.data.ValueIn,
          out: whole.data.ValueOut,
          isLate: true,
        }
      const one = shaped(person, value)
      const told = momentOf(one)
      // Times are to the second: who came within one is told apart, and is the same window when sent again.
      const at =
        told % 1000 === 0
          ? told + within1000(`${one.PeopleId ?? ''} ${one.MetricId} ${one.PeopleTypeId}`)
          : told
      const isIn = one.MetricId === metric.in
      return {
        device: one.CameraSerial,
        line: one.RoiId,
        from: at,
        to: at + 1000,
        in: isIn ? 1 : 0,
        out: one.MetricId === metric.out ? 1 : 0,
        ...(isIn
          ? { child: one.PeopleTypeId === kind.child ? 1 : 0, staff: one.PeopleTypeId === kind.staff ? 1 : 0 }
          : {}),
        isLate: false,
      }
    })
    return message({ counts })
  },
}

function momentOf({ EventEndUTCTime, EventEndTimeUTC, UTCTime, EventEndTime }: z.infer<typeof person>) {
  const text = EventEndUTCTime ?? EventEndTimeUTC ?? UTCTime
  if (text !== undefined) return timeOf(text, utc)
  if (EventEndTime === undefined) throw new SensorError('EventEndUTCTime is missing')
  return EventEndTime * 1000
}

/** A number of milliseconds that depends on the text alone: the same person sent again is the same window. */
function within1000(text: string): number {
  let hash = 7
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash % 1000
}
