import { z } from 'zod'
import type { Dialect } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, json, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * Dahua's counting, as its recorder or camera answers a search (`videoStatServer` doFind): rows of one hour a rule with what
 * entered, left and passed in it, in local time. Devices are asked, they do not push; what is shown on the picture is cleared
 * at 23:59:59, but the flash keeps up to a year, so a gap can be fetched later (analytics design, section 6). Over its HTTP
 * interface each answer is lines of `info[0].EnteredSubtotal=12` (programs of others that read them, in public repositories;
 * fields in the order AreaID, Channel, EndTime, EnteredSubtotal, ExitedSubtotal, PassedSubtotal, RuleName, StartTime), over RPC
 * it is JSON. Whoever asks adds `DeviceID`, and `CurrentTime` as the device tells it (`global.cgi?action=getCurrentTime`,
 * answered as `result=…`).
 */
const body = z.object({
  DeviceID: name,
  CurrentTime: z.string().optional(),
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
    const { DeviceID, CurrentTime, infos } = shaped(body, /^\s*[{[]/.test(text) ? json(text) : listing(text))
    const sentAt = CurrentTime === undefined ? undefined : timeOf(CurrentTime, around)
    return message({
      ...(sentAt === undefined ? {} : { sentAt, heartbeats: [{ device: DeviceID, at: sentAt }] }),
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

/** The lines of an answer over HTTP as an object: `name=value`, and `list[3].name=value` for one of several. */
function listing(text: string): unknown {
  const told: Record<string, unknown> = {}
  const infos: Record<string, string>[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const [, list, index, key = '', value = ''] =
      /^\s*(?:(\w+)\[(\d{1,6})\]\.)?([\w.]+)=(.*)$/.exec(line) ?? []
    if (key === '') throw new SensorError(`neither JSON nor name=value: ${line.trim().slice(0, 60)}`)
    if (list === undefined) told[key] = value.trim()
    else if (list === 'info') infos[Number(index)] = { ...infos[Number(index)], [key]: value.trim() }
  }
  return { ...told, infos: infos.filter(Boolean) }
}
