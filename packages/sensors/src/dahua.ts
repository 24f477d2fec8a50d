import { z } from 'zod'
import type { Dialect } from './sensor.ts'
import { message } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * Dahua's counting, as its recorder answers a search (`videoStatServer` doFind): rows of one hour a rule with what entered, left
 * and passed in it, in local time. Cameras are asked, they do not push; what is shown on the picture is cleared at 23:59:59,
 * but the flash keeps up to a year, so a gap can be fetched later (analytics design, section 6). The puller adds `DeviceID`.
 */
const body = z.object({
  DeviceID: name,
  infos: z.array(
    z.object({
      RuleName: z.string().optional(),
      AreaID: z.coerce.string().optional(),
      Channel: z.coerce.string().default('0'),
      StartTime: z.string(),
      EndTime: z.string(),
      EnteredSubtotal: count,
      ExitedSubtotal: count,
      PassedSubtotal: count.optional(),
    }),
  ),
})

export const dahua: Dialect = {
  label: { zh: '大华', en: 'Dahua' },
  read(text, around) {
    const { DeviceID, infos } = shaped(body, json(text))
    return message({
      counts: infos
        .filter(info => info.RuleName === undefined || info.RuleName === 'NumberStat')
        .map(info => ({
          device: DeviceID,
          line: info.AreaID === undefined ? info.Channel : `${info.Channel}.${info.AreaID}`,
          from: timeOf(info.StartTime, around),
          to: hourEnd(timeOf(info.EndTime, around)),
          in: info.EnteredSubtotal,
          out: info.ExitedSubtotal,
          ...(info.PassedSubtotal === undefined ? {} : { pass: info.PassedSubtotal }),
          isLate: true,
        })),
    })
  },
}

/** Hours end at `…:59:59`, the last second inside. */
const hourEnd = (to: number) => (Math.round(to / 1000) % 60 === 59 ? to + 1000 : to)
