import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { Dialect, Message } from './sensor.ts'
import { message, SensorError } from './sensor.ts'
import { count, listed, name, shaped } from './shapes.ts'
import { timeOf } from './times.ts'

/**
 * Hikvision's ISAPI event (`EventNotificationAlert`, sent to a configured HTTP host or over alertStream). Names and traps from
 * the project's analytics design, section 6: `realTime` counts are cumulative, `timeRange` counts belong to their window; the
 * namespace differs by message on one device, so it is not read; offsets such as `-5:00` occur; with pictures the body is
 * multipart; a heartbeat is `videoloss` that is `inactive`. Devices are told by MAC address, which survives a new IP.
 */
const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
})

const side = { enter: count.optional(), exit: count.optional(), pass: count.optional() }
const counting = z.object({
  statisticalMethods: z.string(),
  RealTime: z.object({ time: z.string() }).optional(),
  TimeRange: z.object({ startTime: z.string(), endTime: z.string() }).optional(),
  ...side,
  duplicatePeople: count.optional(),
  childCounting: z.object({ enter: count.optional(), exit: count.optional() }).optional(),
  regionsID: z.string().optional(),
  RegionList: z.object({ Region: z.unknown() }).optional(),
})
const alert = z.object({
  EventNotificationAlert: z.object({
    macAddress: z.string().optional(),
    serialNumber: z.string().optional(),
    ipAddress: z.string().optional(),
    channelID: z.string().default('1'),
    dynChannelID: z.string().optional(),
    dateTime: z.string(),
    eventType: z.string(),
    eventState: z.string().default('active'),
    isDataRetransmission: z.string().optional(),
    childCounting: z.object({ enter: count.optional(), exit: count.optional() }).optional(),
    peopleCounting: counting.optional(),
  }),
})
const region = z.object({ id: name, ...side })

/** Finds the XML in a body, also inside multipart. */
function xmlOf(body: string): string {
  const end = body.lastIndexOf('</EventNotificationAlert>')
  const begin = body.search(/<(?:\?xml|EventNotificationAlert)/)
  if (begin < 0 || end < begin) throw new SensorError('no EventNotificationAlert in it')
  return body.slice(begin, end + '</EventNotificationAlert>'.length)
}

/** @throws SensorError where it is cut off in its middle, or nested without end */
function parsed(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    throw new SensorError('not XML')
  }
}

export const hikvision: Dialect = {
  label: { zh: '海康威视 ISAPI', en: 'Hikvision ISAPI' },
  read(body, around): Message {
    const { EventNotificationAlert: event } = shaped(alert, parsed(xmlOf(body)))
    const device = (event.macAddress ?? event.serialNumber ?? event.ipAddress)?.toLowerCase()
    if (!device) throw new SensorError('neither macAddress nor serialNumber')
    const sentAt = timeOf(event.dateTime, around)
    const beat = message({ heartbeats: [{ device, at: sentAt }], sentAt })
    if (event.eventType.toLowerCase() !== 'peoplecounting') {
      if (event.eventType.toLowerCase() === 'videoloss' && event.eventState === 'inactive') return beat
      throw new SensorError(`eventType ${event.eventType} holds no counts`)
    }
    const told = event.peopleCounting
    if (!told) throw new SensorError('peopleCounting is missing')
    const channel = event.dynChannelID ?? event.channelID
    const regions = listed(told.RegionList?.Region).map(value => shaped(region, value))
    // Regions are the parts of the whole: with them, the whole would count everybody twice.
    const lines =
      regions.length > 0
        ? regions.map(one => ({ ...one, line: `${channel}.${one.id}` }))
        : [{ ...told, line: channel }]
    const child = told.childCounting?.enter ?? event.childCounting?.enter
    const figures = lines.map(({ line, enter = 0, exit = 0, pass }) => ({
      device,
      line,
      in: enter,
      out: exit,
      ...(pass === undefined ? {} : { pass }),
      ...(child === undefined || regions.length > 0 ? {} : { child }),
    }))
    if (told.statisticalMethods === 'realTime') {
      const at = told.RealTime ? timeOf(told.RealTime.time, around) : sentAt
      return { ...beat, readings: figures.map(figure => ({ ...figure, at })) }
    }
    if (told.statisticalMethods !== 'timeRange' || !told.TimeRange)
      throw new SensorError(`statisticalMethods ${told.statisticalMethods} gives no window`)
    const from = timeOf(told.TimeRange.startTime, around)
    const to = timeOf(told.TimeRange.endTime, around)
    const isLate = event.isDataRetransmission === 'true'
    return { ...beat, counts: figures.map(figure => ({ ...figure, from, to: closed(to), isLate })) }
  },
}

/** Windows end at `…:59`, the last second inside. */
const closed = (to: number) => (Math.round(to / 1000) % 60 === 59 ? to + 1000 : to)
