import type { LiveSession, StreamCandidate } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { fakeClock } from './fake-clock.testing.ts'
import { hostSlots } from './host-slots.ts'
import { liveFeed } from './live-feed.ts'
import type { TroubleReason } from './live-state.ts'
import { openingQueue } from './opening-queue.ts'
import type { Player, PlayerSettings, Report } from './player.ts'

const smooth = { quality: 'smooth', sound: false } as const
const wsFlv: StreamCandidate = { kind: 'wsFlv', url: 'ws://media.example/a.flv', quality: 'smooth' }
const httpFlv: StreamCandidate = { kind: 'httpFlv', url: 'http://media.example/a.flv', quality: 'smooth' }

/** A feed on a faked platform: what it opened, closed and played is written down. */
function setUp(offered: StreamCandidate[] = [wsFlv, httpFlv]) {
  const clock = fakeClock()
  const slots = hostSlots()
  const played: {
    candidate: StreamCandidate
    settings: PlayerSettings
    report: Report
    element: HTMLElement
  }[] = []
  const opened: string[] = []
  const closed: string[] = []
  let refusal: TroubleReason | undefined
  let gate = Promise.resolve()
  const player: Player = (stage, candidate, settings, report) => {
    const element = document.createElement('div')
    stage.append(element)
    played.push({ candidate, settings, report, element })
    return { element, stop: () => element.remove() }
  }
  const stage = document.createElement('div')
  const feed = liveFeed({
    stage,
    clock,
    slots,
    queue: openingQueue(clock),
    random: () => 0.5,
    players: { wsFlv: player, httpFlv: player },
    surroundings: { securePage: false, mediaSource: true, nativeHls: false, canPlay: () => true },
    worker: false,
    wanted: smooth,
    source: {
      async open(): Promise<LiveSession> {
        if (refusal) throw new Error(refusal)
        const sessionId = `session ${opened.length + 1}`
        opened.push(sessionId)
        await gate
        const fresh = offered.map(candidate => ({ ...candidate, url: `${candidate.url}?t=${sessionId}` }))
        return { sessionId, expiresAt: null, candidates: fresh, canReadFrame: true, control: 'player' }
      },
      close: sessionId => closed.push(sessionId),
      troubleOf: () => ({ reason: refusal ?? 'refused' }),
    },
  })
  return {
    feed,
    clock,
    slots,
    stage,
    played,
    opened,
    closed,
    refuse: (reason: TroubleReason | undefined) => {
      refusal = reason
    },
    /** Makes the server slow; answers how to let it answer. */
    hold: () => {
      let release = () => {}
      gate = new Promise(resolve => {
        release = resolve
      })
      return release
    },
    last: () => played.at(-1)!,
    async live() {
      feed.send({ type: 'start' })
      await clock.pass(0)
      played.at(-1)!.report.frame()
    },
  }
}

describe('live feed', () => {
  it('opens a session, plays the best address and shows it with its first frame', async () => {
    const { feed, clock, last, stage } = setUp()
    feed.send({ type: 'start' })
    await clock.pass(0)
    expect(last().candidate.kind).toBe('wsFlv')
    expect(last().element.hasAttribute('data-shown')).toBe(false)
    last().report.frame()
    expect(feed.state().phase).toBe('live')
    expect(last().element.hasAttribute('data-shown')).toBe(true)
    expect(feed.shown()?.element).toBe(last().element)
    expect(stage.children).toHaveLength(1)
  })

  it('reconnects with a fresh session and gives the old one back', async () => {
    const { feed, clock, last, live, opened, closed } = setUp()
    await live()
    last().report.ended('server gone')
    expect(feed.state().phase).toBe('reconnecting')
    expect(closed).toEqual(['session 1'])
    await clock.pass(1_000)
    expect(opened).toEqual(['session 1', 'session 2'])
    expect(last().candidate.url).toContain('session 2')
    last().report.frame()
    expect(feed.state().phase).toBe('live')
  })

  it('recovers within 5 s from a stream that is killed, and from one that freezes', async () => {
    const { feed, clock, last, live, played } = setUp()
    await live()
    last().report.ended('killed')
    await clock.pass(1_000)
    last().report.frame()
    expect(feed.state().phase).toBe('live')
    for (let i = 0; i < 40; i += 1) {
      await clock.pass(300)
      last().report.frame()
    }
    await clock.pass(4_000)
    expect(played).toHaveLength(3)
    last().report.frame()
    expect(feed.state().phase).toBe('live')
  })

  it('keeps one picture in the stage through a change of quality', async () => {
    const { feed, clock, last, live, stage, closed } = setUp()
    await live()
    feed.send({ type: 'want', wanted: { quality: 'high', sound: false } })
    await clock.pass(0)
    expect(stage.querySelectorAll('[data-shown]')).toHaveLength(1)
    expect(stage.children).toHaveLength(2)
    last().report.frame()
    expect(stage.children).toHaveLength(1)
    expect(closed).toEqual(['session 1'])
  })

  it('frees streams, sessions, slots and timers when closed', async () => {
    const { feed, clock, live, stage, slots, opened, closed, last } = setUp([httpFlv])
    await live()
    for (let i = 0; i < 4; i += 1) slots.take('media.example')
    expect(slots.isFull('media.example')).toBe(true)
    feed.close()
    expect(slots.isFull('media.example')).toBe(false)
    expect(stage.children).toHaveLength(0)
    expect(closed).toEqual(opened)
    expect(clock.pending()).toBe(0)
    last().report.frame()
    expect(feed.state().phase).toBe('idle')
  })

  it('gives a session back that comes after the feed was closed', async () => {
    const { feed, clock, opened, closed, played, hold } = setUp()
    const answer = hold()
    feed.send({ type: 'start' })
    await clock.pass(0)
    feed.close()
    expect(closed).toEqual([])
    answer()
    await clock.pass(0)
    expect(opened).toHaveLength(1)
    expect(closed).toEqual(opened)
    expect(played).toEqual([])
  })

  it('passes over a host without connections left', async () => {
    const { feed, clock, slots, last } = setUp([httpFlv, wsFlv])
    for (let i = 0; i < 5; i += 1) slots.take('media.example')
    feed.send({ type: 'start' })
    await clock.pass(0)
    expect(last().candidate.kind).toBe('wsFlv')
  })

  it('says why the server refused, and goes on asking for an offline camera', async () => {
    const { feed, clock, refuse, played } = setUp()
    refuse('offline')
    feed.send({ type: 'start' })
    await clock.pass(0)
    expect(feed.state().phase).toBe('offline')
    refuse(undefined)
    await clock.pass(30_000)
    expect(played).toHaveLength(1)
  })

  it('tells listeners of changes, not of frames', async () => {
    const { feed, clock, live, last } = setUp()
    await live()
    let told = 0
    const leave = feed.subscribe(() => {
      told += 1
    })
    for (let i = 0; i < 10; i += 1) {
      await clock.pass(300)
      last().report.frame()
    }
    expect(told).toBe(0)
    last().report.ended('gone')
    expect(told).toBe(1)
    leave()
  })

  it('asks for a larger buffer on a line that keeps losing the picture', async () => {
    const { clock, live, last } = setUp()
    await live()
    for (let i = 0; i < 3; i += 1) {
      expect(last().settings.unsteady).toBe(false)
      last().report.ended('lost')
      await clock.pass(5_000)
      last().report.frame()
    }
    expect(last().settings.unsteady).toBe(true)
  })
})
