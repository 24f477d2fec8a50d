import { randomBytes } from 'node:crypto'
import {
  AppError,
  type IngestLink,
  type LinkChange,
  type LinkFormat,
  type LinkKind,
  type LinkState,
  type LinkTrial,
  type NewLink,
  pullFormats,
} from '@aisle/contract'
import { isElsewhere } from '../../../platform/elsewhere.ts'
import { given } from '../../../platform/given.ts'
import type { Caller } from '../../../platform/http/request.ts'
import type { Database } from '../../../platform/postgres.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { IngestService } from '../service.ts'
import { text } from '../text.ts'
import { forgetSession, tryBroker } from './broker.ts'
import { fullHour } from './dahua.ts'
import { brokerOf, deviceOf } from './ends.ts'
import { faultFrom, faultOf } from './fault.ts'
import type { LinkRow, LinkStore, SourceRow } from './store.ts'

type Deps = {
  db: Database
  store: LinkStore
  sources: Pick<IngestService, 'visible'>
  secrets: Secrets
  fetch: typeof fetch
  now: () => Date
}

const dayMs = 86_400_000
const trialMs = 12_000
/** A trial of a broker waits so long for something to come. */
const listenMs = 1500
const sampled = 2000
const schemes: Record<LinkKind, readonly string[]> = {
  pull: ['http:', 'https:'],
  mqtt: ['mqtt:', 'mqtts:', 'ws:', 'wss:'],
}

/** Links as those who manage their sources see and change them. Passwords go in and never come out. */
export function linkService({ db, store, sources, secrets, fetch, now }: Deps) {
  /** @throws AppError notFound, also where the caller does not manage the source */
  async function found(caller: Caller, id: string): Promise<{ link: LinkRow; source: SourceRow }> {
    const visible = await sources.visible(caller)
    const link = (await store.list(visible.map(source => source.id))).find(row => row.id === id)
    const source = visible.find(row => row.id === link?.sourceId)
    if (!link || !source) throw new AppError('notFound', text.noLink)
    return { link, source }
  }

  async function changed(caller: Caller, id: string, change: (link: LinkRow) => Partial<LinkRow>) {
    const { link, source } = await found(caller, id)
    const row = await store.update(id, { ...change(link), nextAt: now(), failures: 0, fault: '' })
    if (!row) throw new AppError('notFound', text.noLink)
    return answerOf(row, source)
  }

  return {
    async list(caller: Caller): Promise<IngestLink[]> {
      const visible = new Map((await sources.visible(caller)).map(row => [row.id, row]))
      const rows = await store.list([...visible.keys()])
      return rows.flatMap(row => {
        const source = visible.get(row.sourceId)
        return source ? [answerOf(row, source)] : []
      })
    },

    /** @throws AppError notFound where the caller does not manage the source; ruleBroken saying what does not fit */
    async create(caller: Caller, { password, catchUpDays, ...link }: NewLink): Promise<IngestLink> {
      const source = (await sources.visible(caller)).find(row => row.id === link.sourceId)
      if (!source || source.revokedAt) throw new AppError('notFound', text.noSource)
      if (source.kind !== 'any' && source.kind !== link.format)
        throw new AppError('ruleBroken', text.otherKind, { reason: source.kind })
      const sound = soundLink(link)
      const row = await store.create({
        ...sound,
        password: password === '' ? '' : secrets.encrypt(password),
        clientId: link.kind === 'mqtt' ? `aisle-${randomBytes(8).toString('hex')}` : '',
        reachedAt: link.kind === 'pull' ? new Date(now().getTime() - catchUpDays * dayMs) : null,
        createdAt: now(),
        nextAt: now(),
      })
      return answerOf(row, source)
    },

    /** @throws AppError ruleBroken where the password would be told to another end than it was given for */
    update: (caller: Caller, id: string, { password, ...change }: LinkChange): Promise<IngestLink> =>
      changed(caller, id, link => {
        const { kind, format, name, url, username, topics, deviceSn, channels } = {
          ...link,
          ...given(change),
        }
        const sound = soundLink({ kind, format, name, url, username, topics, deviceSn, channels })
        if (password === undefined && link.password !== '' && isElsewhere(link.url, url))
          throw new AppError('ruleBroken', text.passwordAgain)
        return {
          ...sound,
          ...(password === undefined ? {} : { password: password === '' ? '' : secrets.encrypt(password) }),
          // Another broker knows nothing of what the one before was asked for.
          ...(isElsewhere(link.url, url) ? { subscribed: [] } : {}),
        }
      }),

    pause: (caller: Caller, id: string, isPaused: boolean): Promise<IngestLink> =>
      changed(caller, id, link => ({ pausedAt: isPaused ? (link.pausedAt ?? now()) : null })),

    /** Keeps nothing of what comes. */
    async try(caller: Caller, id: string): Promise<LinkTrial> {
      const { link } = await found(caller, id)
      const began = performance.now()
      const told = (trial: Pick<LinkTrial, 'isReached' | 'fault' | 'count' | 'sample'>): LinkTrial => ({
        ...trial,
        tookMs: Math.round(performance.now() - began),
      })
      const signal = AbortSignal.timeout(trialMs)
      try {
        const { count, sample } = link.kind === 'mqtt' ? await heard(link, signal) : await asked(link, signal)
        return told({ isReached: true, fault: null, count, sample: sample.slice(0, sampled) })
      } catch (error) {
        return told({ isReached: false, fault: faultOf(error), count: 0, sample: '' })
      }
    },

    async remove(caller: Caller, id: string): Promise<void> {
      const { link } = await found(caller, id)
      await store.update(id, { removedAt: now(), password: '' })
      // So that the broker does not keep for ever what nobody will fetch. One that cannot be reached forgets by itself.
      if (link.kind === 'mqtt')
        void forgetSession(brokerOf(secrets, link), AbortSignal.timeout(trialMs)).catch(() => undefined)
    },
  }

  async function heard(link: LinkRow, signal: AbortSignal) {
    const { count, first } = await tryBroker(brokerOf(secrets, link), listenMs, signal)
    return { count, sample: first?.toString('utf8') ?? '' }
  }

  /** The clock of a device and its rows of the last day. */
  async function asked(link: LinkRow, signal: AbortSignal) {
    const device = await deviceOf({ db, secrets, fetch }, link, signal)
    let sample = device.alive(await device.clock())
    let count = 0
    const until = fullHour(now())
    for await (const body of device.counts(new Date(until.getTime() - dayMs), until)) {
      if (sample.length < sampled) sample += `\n${body}`
      count += new Set(body.match(/^info\[\d+\]/gm)).size
    }
    return { count, sample }
  }
}
export type LinkService = ReturnType<typeof linkService>

type Fields = Pick<LinkRow, 'kind' | 'name' | 'url' | 'username' | 'topics' | 'deviceSn' | 'channels'> & {
  format: LinkFormat
}

/** @throws AppError ruleBroken saying what does not fit together */
function soundLink<T extends Fields>(link: T): T {
  const url = URL.parse(link.url)
  if (!url?.hostname || !schemes[link.kind].includes(url.protocol))
    throw new AppError('ruleBroken', link.kind === 'mqtt' ? text.noBroker : text.noDeviceAddress)
  if (url.username !== '' || url.password !== '') throw new AppError('ruleBroken', text.passwordInAddress)
  // What stands behind is ours to say: an address that ends in ? or # would ask a device for anything.
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(link.url))
    throw new AppError('ruleBroken', text.moreThanAddress)
  if (isLinkLocal(url.hostname)) throw new AppError('ruleBroken', text.linkLocal)
  if (link.kind === 'mqtt') {
    if (link.topics.length === 0) throw new AppError('ruleBroken', text.noTopics)
    const wrong = link.topics.find(topic => !isTopic(topic))
    if (wrong !== undefined) throw new AppError('ruleBroken', text.wrongTopic(wrong))
    return { ...link, deviceSn: '', channels: [] }
  }
  if (!pullFormats.some(format => format === link.format)) throw new AppError('ruleBroken', text.notAsked)
  if (link.deviceSn === '' || link.channels.length === 0) throw new AppError('ruleBroken', text.noChannels)
  return { ...link, topics: [], channels: [...new Set(link.channels)] }
}

/** Addresses at which clouds tell a machine its own keys; no device has one that it keeps. */
const isLinkLocal = (host: string) => /^169\.254\.|^\[fe[89ab]|^\[::ffff:a9fe:|^\[fd00:ec2::/i.test(host)

/** `#` stands alone and last, `+` alone between slashes (MQTT 3.1.1, section 4.7). */
const isTopic = (topic: string) =>
  topic
    .split('/')
    .every(
      (level, index, all) =>
        (level === '#' && index === all.length - 1) ||
        level === '+' ||
        !['#', '+', '\u0000'].some(sign => level.includes(sign)),
    )

function stateOf(link: LinkRow, source: SourceRow): LinkState {
  if (source.revokedAt) return 'revoked'
  if (link.pausedAt) return 'paused'
  if (link.failures > 0) return 'failing'
  return link.triedAt ? 'working' : 'waiting'
}

function answerOf(link: LinkRow, source: SourceRow): IngestLink {
  const state = stateOf(link, source)
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const { id, sourceId, kind, format, name, url, username, topics, deviceSn, channels, failures } = link
  return {
    id,
    sourceId,
    sourceName: source.name,
    kind,
    format,
    name,
    url,
    username,
    hasPassword: link.password !== '',
    topics,
    deviceSn,
    channels,
    state,
    reachedAt: kind === 'pull' ? iso(link.reachedAt) : null,
    heardAt: iso(link.heardAt),
    triedAt: iso(link.triedAt),
    nextAt: (kind === 'pull' || state === 'failing') && state !== 'paused' ? iso(link.nextAt) : null,
    failures,
    fault: state === 'failing' ? faultFrom(link.fault) : null,
    createdAt: link.createdAt.toISOString(),
  }
}
