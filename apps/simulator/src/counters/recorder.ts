import fastify, { type FastifyInstance } from 'fastify'
import { type Connections, trackConnections } from '../connections.ts'
import { fieldsOf, text } from '../input.ts'
import { digestLogin } from './login.ts'
import { chinaOffsetMs, hourOf } from './traffic.ts'

const hourMs = 3_600_000
const keptMs = 365 * 24 * hourMs
/** Searches that are open at once, and how long one that is not ended lasts. */
const searchesMost = 8
const searchMs = 60_000
const channelCount = 2

/** What is wrong with the recorder just now. */
export type RecorderFaults = {
  isDown: boolean
  /** How far its clock is ahead of the time. */
  skewMs: number
  /** It answers, and not what it should. */
  isGarbled: boolean
}
export type Recorder = {
  app: FastifyInstance
  faults: RecorderFaults
  /** Calls so far, by action. */
  calls: Record<string, number>
  connections: Connections
  /** Rows as it keeps them, for those who check what was made of them: full hours of both channels. */
  rows(from: number, to: number): { channel: number; from: number; entered: number; exited: number }[]
  reset(): void
}

type Search = { channel: number; hours: number[]; at: number }

/**
 * A recorder with two counting cameras over Dahua's HTTP interface: `global.cgi` tells its clock, `videoStatServer.cgi` has
 * searches over the hours of a year and a summary of today. Lines of `name=value` with CRLF; each rule has area 1.
 */
export function countingRecorder(now: () => number): Recorder {
  const app = fastify({ forceCloseConnections: true })
  const faults: RecorderFaults = { isDown: false, skewMs: 0, isGarbled: false }
  const connections = trackConnections(app.server, () => faults.isDown)
  const login = digestLogin(now)
  const calls: Record<string, number> = {}
  const searches = new Map<number, Search>()
  let lastToken = 20
  const clock = () => now() + faults.skewMs

  app.addHook('onRequest', async (request, reply) => {
    if (!login.admits(request, reply)) return reply
    const action = text(fieldsOf(request.query).action) ?? ''
    calls[action] = (calls[action] ?? 0) + 1
    if (faults.isGarbled) return reply.type('text/html').send('<html><body>Loading …</body></html>')
  })

  app.get('/cgi-bin/global.cgi', async (request, reply) =>
    fieldsOf(request.query).action === 'getCurrentTime'
      ? reply.type('text/plain').send(lines({ result: localText(clock()) }))
      : reply.code(400).send('Error\r\nBad Request!'),
  )

  app.get('/cgi-bin/videoStatServer.cgi', async (request, reply) => {
    const query = fieldsOf(request.query)
    const channel = Number(query.channel ?? 1)
    if (!(channel >= 1 && channel <= channelCount)) return reply.code(400).send('Error\r\nBad Request!')
    const answer = answers[text(query.action) ?? '']?.(query, channel)
    if (answer === undefined) return reply.code(400).send('Error\r\nBad Request!')
    return reply.type('text/plain').send(answer)
  })

  const answers: Record<string, (query: Record<string, unknown>, channel: number) => string | undefined> = {
    startFind(query, channel) {
      const [from, to] = [timeOf(query['condition.StartTime']), timeOf(query['condition.EndTime'])]
      if (from === undefined || to === undefined || query['condition.Granularity'] !== 'Hour')
        return undefined
      for (const [token, { at }] of searches) if (now() - at > searchMs) searches.delete(token)
      if (searches.size >= searchesMost) return undefined
      const hours: number[] = []
      const first = Math.max(from, clock() - keptMs)
      for (let at = Math.ceil(first / hourMs) * hourMs; at <= to && at <= clock(); at += hourMs)
        hours.push(at)
      lastToken += 1
      searches.set(lastToken, { channel, hours, at: now() })
      return lines({ token: lastToken, totalCount: hours.length })
    },
    doFind(query) {
      const search = searches.get(Number(query.token))
      const [begin, count] = [Number(query.beginNumber), Number(query.count)]
      if (!search || !(begin >= 0) || !(count > 0)) return undefined
      const found = search.hours.slice(begin, begin + Math.min(count, 100))
      return `${lines({ found: found.length })}${found.map((hour, index) => row(search.channel, hour, index)).join('')}`
    },
    stopFind(query) {
      return searches.delete(Number(query.token)) ? 'OK\r\n' : undefined
    },
    getSummary(_query, channel) {
      const today = Math.floor((clock() + chinaOffsetMs) / (24 * hourMs)) * 24 * hourMs - chinaOffsetMs
      const total = { entered: 0, exited: 0 }
      for (let hour = today; hour <= clock(); hour += hourMs) {
        const { entered, exited } = hourOf(lineOf(channel), hour, clock())
        total.entered += entered
        total.exited += exited
      }
      return lines({
        'summary.Channel': channel - 1,
        'summary.EnteredSubtotal.Today': total.entered,
        'summary.ExitedSubtotal.Today': total.exited,
        'summary.InsideSubtotal.Total': Math.max(0, total.entered - total.exited),
        'summary.RuleName': 'NumberStat',
        'summary.UTC': Math.floor(clock() / 1000),
      })
    },
  }

  function row(channel: number, hour: number, index: number): string {
    const { entered, exited, passed } = hourOf(lineOf(channel), hour, clock())
    const told = {
      AreaID: 1,
      Channel: channel - 1,
      EndTime: localText(hour + hourMs - 1000),
      EnteredSubtotal: entered,
      ExitedSubtotal: exited,
      PassedSubtotal: passed,
      RuleName: 'NumberStat',
      StartTime: localText(hour),
    }
    return lines(
      Object.fromEntries(Object.entries(told).map(([name, value]) => [`info[${index}].${name}`, value])),
    )
  }

  return {
    app,
    faults,
    calls,
    connections,
    rows(from, to) {
      const found: ReturnType<Recorder['rows']> = []
      for (let channel = 1; channel <= channelCount; channel++)
        for (let hour = Math.ceil(from / hourMs) * hourMs; hour + hourMs <= to; hour += hourMs) {
          const { entered, exited } = hourOf(lineOf(channel), hour)
          found.push({ channel, from: hour, entered, exited })
        }
      return found
    },
    reset() {
      Object.assign(faults, { isDown: false, skewMs: 0, isGarbled: false })
      for (const action of Object.keys(calls)) delete calls[action]
      searches.clear()
      login.forget()
    },
  }
}

const lineOf = (channel: number) => `dahua ${channel}`
const lines = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\r\n`)
    .join('')
const localText = (at: number) => new Date(at + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

function timeOf(value: unknown): number | undefined {
  const told = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text(value) ?? '') ? text(value) : undefined
  const at = told === undefined ? Number.NaN : Date.parse(`${told.replace(' ', 'T')}Z`) - chinaOffsetMs
  return Number.isNaN(at) ? undefined : at
}
