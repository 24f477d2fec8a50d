import { z } from 'zod'
import type { Dialect } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * Vivotek's counting cameras by HTTP push of JSON: `Source` names the device and its clock, `Data` holds rules with their
 * windows. In the lite mode windows in which nobody came are left out; a figure that is missing inside a window is 0 there
 * (analytics design, section 6).
 */
const body = z.object({
  Source: z.object({
    DeviceID: name.optional(),
    MacAddress: name.optional(),
    UtcTime: z.string().optional(),
  }),
  Data: z
    .array(
      z.object({
        RuleType: z.string(),
        CountingInfo: z
          .array(
            z.object({
              RuleName: name,
              In: count.default(0),
              Out: count.default(0),
              StartTime: z.string(),
              EndTime: z.string(),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})
const utc = { offsetAt: () => 0 }

export const vivotek: Dialect = {
  label: { zh: '晶睿通讯', en: 'Vivotek' },
  read(text, around) {
    const { Source, Data } = shaped(body, json(text))
    const device = Source.MacAddress ?? Source.DeviceID
    if (!device) throw new SensorError('neither MacAddress nor DeviceID')
    const counts = Data.filter(rule => /count/i.test(rule.RuleType)).flatMap(rule =>
      rule.CountingInfo.map(info => ({
        device,
        line: info.RuleName,
        from: timeOf(info.StartTime, around),
        to: timeOf(info.EndTime, around),
        in: info.In,
        out: info.Out,
        isLate: false,
      })),
    )
    const sentAt = Source.UtcTime === undefined ? undefined : timeOf(Source.UtcTime, utc)
    return message({
      counts,
      ...(sentAt === undefined ? {} : { sentAt, heartbeats: [{ device, at: sentAt }] }),
    })
  },
}
