import { legacyTimeOf } from '../../../platform/time.ts'
import { authenticated, type Credentials } from './digest.ts'
import { LinkError } from './fault.ts'

export type DahuaDevice = Credentials & {
  /** `http(s)://host[:port]`. */
  url: string
  /** The serial number under which its counts are taken: added to what it says. */
  deviceSn: string
  /** From 1 on. */
  channels: readonly number[]
  /** Of its clock. */
  timeZone: string
}
type Around = { fetch: typeof fetch; signal: AbortSignal }

const hourMs = 3_600_000
const answerMs = 15_000
const rowsAtOnce = 100
const bytesMost = 4_000_000
/** Rows of one search: far more than the hours of a span under all rules of a channel. */
const rowsMost = 20_000

/**
 * A Dahua camera or recorder over its HTTP interface: a search (`startFind`) answers `token` and `totalCount`, `doFind` its rows,
 * `stopFind` ends it, as programs of others that ask such devices do it (public repositories; `condition.Granularity=Hour`,
 * `condition.RuleType=NumberStat`, times of the device's own clock, channels from 1 on; log-in by Digest). The paging by
 * `beginNumber` and `count` and the end `…:59:59` are ours by assumption, unproven against a device.
 */
export function dahuaDevice(device: DahuaDevice, { fetch, signal }: Around) {
  const call = authenticated(fetch, device)
  const base = device.url.replace(/\/+$/, '')

  async function ask(
    program: string,
    action: string,
    query: Record<string, string | number>,
  ): Promise<string> {
    const told = Object.entries({ action, ...query })
    // Blanks as %20: devices do not all read a plus sign as one.
    const url = `${base}/cgi-bin/${program}.cgi?${told.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`
    let answer: Response
    let text: string
    try {
      answer = await call(url, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]))
      text = await bounded(answer)
    } catch (error) {
      if (error instanceof LinkError) throw error
      throw new LinkError('unreachable', `${action}: ${causeOf(error)}`, { cause: error })
    }
    if (answer.status === 401 || answer.status === 403)
      throw new LinkError('refused', `${action}: ${answer.status}`)
    if (answer.status !== 200)
      throw new LinkError('strange', `${action}: ${answer.status} ${text.trim().slice(0, 80)}`)
    return text
  }

  /** Its own clock, as it tells it: `YYYY-MM-DD HH:mm:ss`. */
  async function clock(): Promise<string> {
    const text = await ask('global', 'getCurrentTime', {})
    const [, told] = /^\s*result\s*=\s*(\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}:\d{2})\s*$/.exec(text) ?? []
    if (told === undefined) throw new LinkError('strange', `getCurrentTime: ${text.trim().slice(0, 80)}`)
    return told
  }

  /** Rows of a channel from one full hour to another, as texts of some rows each, in the device's words. */
  async function* rows(channel: number, from: Date, to: Date): AsyncGenerator<string> {
    const local = (at: number) => legacyTimeOf(new Date(at), device.timeZone)
    const found = await ask('videoStatServer', 'startFind', {
      channel,
      'condition.StartTime': local(from.getTime()),
      'condition.EndTime': local(to.getTime() - 1000),
      'condition.Granularity': 'Hour',
      'condition.RuleType': 'NumberStat',
    })
    const [, token] = /^\s*token\s*=\s*(\d+)\s*$/m.exec(found) ?? []
    const [, total] = /^\s*totalCount\s*=\s*(\d+)\s*$/m.exec(found) ?? []
    if (token === undefined || total === undefined)
      throw new LinkError('strange', `startFind: ${found.trim().slice(0, 80)}`)
    if (Number(total) > rowsMost) throw new LinkError('strange', `startFind: ${total} rows`)
    try {
      for (let at = 0; at < Number(total); at += rowsAtOnce)
        yield await ask('videoStatServer', 'doFind', {
          channel,
          token,
          beginNumber: at,
          count: Math.min(rowsAtOnce, Number(total) - at),
        })
    } finally {
      // A search that is left open is one of few that the device has; it forgets them by itself.
      await ask('videoStatServer', 'stopFind', { channel, token }).catch(() => undefined)
    }
  }

  return {
    clock,
    /** Bodies for the dialect `dahua`: the device's own words under its serial number. */
    async *counts(from: Date, to: Date): AsyncGenerator<string> {
      for (const channel of device.channels)
        for await (const text of rows(channel, from, to)) yield `DeviceID=${device.deviceSn}\n${text}`
    },
    alive: (time: string): string => `DeviceID=${device.deviceSn}\nCurrentTime=${time}\n`,
  }
}

/** The last full hour that is over. */
export const fullHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

/** @throws LinkError where the answer has no end */
async function bounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    if (bytes > bytesMost) throw new LinkError('strange', `more than ${bytesMost} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return `no answer within ${answerMs / 1000} s`
  return cause instanceof Error && 'code' in cause
    ? String(cause.code)
    : cause instanceof Error
      ? cause.message
      : 'failed'
}
