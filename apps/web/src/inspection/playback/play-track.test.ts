import type { LiveSession, StreamCandidate } from '@aisle/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeClock } from '../player/fake-clock.testing.ts'
import { conductor } from './conductor.ts'
import { mapFrom } from './picture-map.ts'
import type { PlaySource } from './play-source.ts'
import { ownEnd, playTrack } from './play-track.ts'
import type { Recorded } from './recorded.ts'
import type { Asked, PlayerReport } from './recording-player.ts'

const morning = Date.parse('2026-11-20T02:00:00Z')
const hour = 3_600_000
const recorded: Recorded[] = [
  { from: morning, to: morning + hour, kind: 'plan', store: 'device' },
  { from: morning + 2 * hour, to: morning + 3 * hour, kind: 'plan', store: 'device' },
]

/** A platform that notes what it is asked, and a player whose pictures come when the test says so. */
function world(
  kind: StreamCandidate['kind'],
  control: LiveSession['control'],
  { now = 1_000_000, at: begin = morning + 60_000, isAsked = true } = {},
) {
  const clock = fakeClock(now)
  const asked: string[] = []
  const open = new Set<string>()
  let sessions = 0
  let shown: number | undefined
  let player: { asked: Asked; report: PlayerReport; video: FakeVideo } | undefined
  const at = (ms: number) => new Date(ms).toISOString().slice(11, 19)
  const session = (): LiveSession => ({
    sessionId: `s${sessions}`,
    expiresAt: null,
    candidates: [{ kind, url: 'http://media.test/x', quality: 'high' }],
    canReadFrame: true,
    control,
  })
  const source: PlaySource = {
    async open({ from, store }) {
      sessions += 1
      open.add(`s${sessions}`)
      asked.push(`open ${at(from)} ${store}`)
      return session()
    },
    async seek(id, to) {
      asked.push(`seek ${id} ${at(to)}`)
      return session()
    },
    async setSpeed(_id, rate) {
      asked.push(`speed ${rate}`)
    },
    async pause(_id, paused) {
      asked.push(paused ? 'pause' : 'resume')
    },
    async keep(id) {
      asked.push(`keep ${id}`)
    },
    close(id) {
      open.delete(id)
      asked.push(`close ${id}`)
    },
  }
  const director = conductor({
    clock,
    at: begin,
    isAsked,
    createTrack: (_id, changed) =>
      playTrack({
        stage: document.createElement('div'),
        source,
        clock,
        random: () => 0,
        surroundings: { securePage: false, mediaSource: true, nativeHls: false, canPlay: () => true },
        worker: false,
        messageOf: String,
        changed,
        open(stage, wanted, report) {
          const video = fakeVideo()
          stage.append(video)
          player = { asked: wanted, report, video }
          return {
            element: video,
            isWound: kind === 'hls',
            frameS: () => 0.1,
            shownS: () => shown ?? video.currentTime,
            stop: () => video.remove(),
          }
        },
      }),
  })
  director.setCameras(['a'])
  return {
    clock,
    asked,
    open,
    director,
    /** Pictures of so many seconds arrive. */
    async arrive(seconds: number) {
      await clock.pass(80)
      if (!player) throw new Error('nothing was opened')
      player.report.mapped(mapFrom(0, player.asked.from))
      player.video.ranges = [{ start: 0, end: seconds }]
      player.report.frame()
    },
    pass: clock.pass,
    /** The frame on the screen, whatever the second. */
    show(second: number) {
      shown = second
    },
    video: () => player?.video,
  }
}

type FakeVideo = HTMLVideoElement & { ranges: { start: number; end: number }[] }
function fakeVideo(): FakeVideo {
  const video = document.createElement('video')
  let isPaused = true
  let ranges: { start: number; end: number }[] = []
  return Object.defineProperties(video, {
    ranges: { get: () => ranges, set: value => (ranges = value) },
    buffered: {
      get: () => ({
        length: ranges.length,
        start: (n: number) => ranges[n]?.start ?? 0,
        end: (n: number) => ranges[n]?.end ?? 0,
      }),
    },
    readyState: { get: () => 4 },
    paused: { get: () => isPaused },
    currentTime: { value: 0, writable: true },
    play: { value: async () => (isPaused = false) },
    pause: { value: () => (isPaused = true) },
  }) as FakeVideo
}

describe('a recording under the clock', () => {
  let page: ReturnType<typeof world>
  beforeEach(() => {
    page = world('wsFlv', 'server')
    page.director.start()
    page.director.setRecorded('a', recorded)
  })

  it('holds the clock until its picture is there, then lets it run', async () => {
    await page.pass(2000)
    expect(page.director.view().isHeld).toBe(true)
    expect(page.director.now()).toBe(morning + 60_000)
    await page.arrive(5)
    await page.pass(1040)
    expect(page.director.view().isHeld).toBe(false)
    expect(page.director.now()).toBeGreaterThan(morning + 60_800)
    expect(page.video()?.paused).toBe(false)
  })

  it('is sought on the platform where that can, once for many jumps in a row', async () => {
    await page.arrive(5)
    for (const minute of [10, 11, 12]) page.director.seek(morning + minute * 60_000)
    await page.pass(400)
    expect(page.asked.filter(call => call.startsWith('seek'))).toEqual(['seek s1 02:12:00'])
  })

  it('goes to what is loaded already without asking', async () => {
    await page.arrive(30)
    page.director.seek(morning + 80_000)
    await page.pass(400)
    expect(page.asked.filter(call => /^(open|seek)/.test(call))).toEqual(['open 02:01:00 device'])
    expect(page.video()?.currentTime).toBeCloseTo(20, 0)
  })

  it('plays faster on the platform', async () => {
    await page.arrive(5)
    page.director.setRate(4)
    await page.pass(80)
    expect(page.asked).toContain('speed 4')
  })

  it('is held back while paused with enough ahead, and sent on when play goes on', async () => {
    await page.arrive(9)
    page.director.setPlaying(false)
    await page.pass(160)
    expect(page.asked.at(-1)).toBe('pause')
    page.director.setPlaying(true)
    const video = page.video()
    if (video) video.ranges = [{ start: 0, end: 1 }]
    await page.pass(800)
    expect(page.asked).toContain('resume')
  })

  it('is kept alive while it is watched, and closed when the page is left', async () => {
    await page.arrive(60)
    await page.pass(16_000)
    expect(page.asked).toContain('keep s1')
    page.director.stop()
    expect(page.open.size).toBe(0)
    await page.pass(40_000)
    expect(page.asked.filter(call => call.startsWith('keep'))).toHaveLength(1)
  })

  it('is closed also when the page is left before it was open', async () => {
    page.director.stop()
    await page.pass(0)
    expect(page.open.size).toBe(0)
  })

  it('into a gap goes to the next recording and says how far', async () => {
    await page.arrive(5)
    page.director.seek(morning + 1.5 * hour)
    await page.pass(400)
    expect(page.director.now()).toBe(morning + 2 * hour)
    expect(page.director.view().landed?.jumpedMs).toBe(hour / 2)
    expect(page.asked.at(-1)).toBe('open 04:00:00 device')
    expect(page.open.size).toBe(1)
  })

  it('behind the last recording stands still', async () => {
    await page.arrive(5)
    page.director.seek(morning + 4 * hour)
    await page.pass(800)
    expect(page.director.view()).toMatchObject({ isAtEnd: true, isPlaying: false })
    expect(page.director.view().tracks.get('a')?.phase).toBe('gap')
    expect(page.open.size).toBe(0)
  })

  it('steps by the length of its frames, paused', async () => {
    await page.arrive(5)
    page.director.setPlaying(false)
    const before = page.director.now()
    page.director.step('a', 1)
    page.director.step('a', 1)
    page.director.step('a', -1)
    expect(page.director.now() - before).toBeCloseTo(100)
  })
})

it('a pause keeps the picture that is on the screen, which may be a little off the clock', async () => {
  const { director, arrive, show } = world('hls', 'reopen')
  director.start()
  director.setRecorded('a', recorded)
  await arrive(20)
  show(0.25)
  const shown = director.track('a')?.shownAt() ?? Number.NaN
  expect(Math.abs(shown - director.now())).toBeGreaterThan(40)
  director.setPlaying(false)
  expect(director.now()).toBe(shown)
  director.setPlaying(true)
  expect(director.now()).toBeGreaterThanOrEqual(shown)
})

it('a step goes on until another picture is there, where the camera left some out', async () => {
  const { director, arrive, pass, show } = world('hls', 'reopen')
  director.start()
  director.setRecorded('a', recorded)
  await arrive(20)
  show(0)
  director.setPlaying(false)
  const before = director.now()
  director.step('a', 1)
  await pass(400)
  expect(director.now() - before).toBeCloseTo(200)
  show(0.25)
  await pass(2000)
  expect(director.now() - before).toBeCloseTo(200)
})

it('a stream that cannot be wound is opened anew, no more often than every two seconds', async () => {
  const { director, asked, arrive, pass, open } = world('httpFlv', 'reopen')
  director.start()
  director.setRecorded('a', recorded)
  await arrive(5)
  expect(director.view().tracks.get('a')?.isFixedRate).toBe(true)
  director.seek(morning + 10 * 60_000)
  await pass(480)
  expect(asked).toEqual(['open 02:01:00 device'])
  await pass(2000)
  expect(asked).toEqual(['open 02:01:00 device', 'close s1', 'open 02:10:00 device'])
  expect(open.size).toBe(1)
})

it('a recording that is a file is wound by the player alone', async () => {
  const { director, asked, arrive, pass, video } = world('hls', 'reopen')
  director.start()
  director.setRecorded('a', recorded)
  await arrive(20)
  director.setRate(4)
  director.seek(morning + 30 * 60_000)
  await pass(480)
  expect(asked).toEqual(['open 02:01:00 device'])
  expect(video()?.currentTime).toBe(29 * 60)
})

it('sessions of two viewers end at different times, but never by much', () => {
  expect(ownEnd(0, hour, 0)).toBe(hour)
  expect(ownEnd(0, hour, 0.5)).toBe(hour - 150_000)
  expect(ownEnd(0, 100_000, 0.9)).toBe(100_000)
})

describe('after the last recording', () => {
  const late = { now: morning + 5 * hour, at: morning + 4 * hour }
  it('a visit that asked for no time plays the last minute there is, and says how far back that was', async () => {
    const { director, asked, pass } = world('wsFlv', 'server', { ...late, isAsked: false })
    director.start()
    director.setRecorded('a', recorded)
    await pass(800)
    expect(asked).toEqual(['open 04:59:00 device'])
    expect(director.view()).toMatchObject({ isAtEnd: false, landed: { jumpedMs: -61 * 60_000 } })
    director.seek(morning + 4 * hour)
    await pass(800)
    expect(director.view()).toMatchObject({ isAtEnd: true })
  })
  it('a time that was asked for is kept', async () => {
    const { director, asked, pass } = world('wsFlv', 'server', late)
    director.start()
    director.setRecorded('a', recorded)
    await pass(800)
    expect(asked).toEqual([])
    expect(director.view()).toMatchObject({ isAtEnd: true })
  })
})

it('at the present waits for what is being recorded, and goes on when the list has grown', async () => {
  const { director, pass } = world('wsFlv', 'server', { now: morning + 90_000 })
  const until = (to: number): Recorded[] => [{ from: morning, to, kind: 'plan', store: 'device' }]
  director.start()
  director.setRecorded('a', until(morning + 50_000))
  await pass(800)
  expect(director.view()).toMatchObject({ isAtEnd: true, isPlaying: true, isHeld: true })
  director.setRecorded('a', until(morning + 85_000))
  await pass(800)
  expect(director.view()).toMatchObject({ isAtEnd: false, isPlaying: true })
  expect(director.view().tracks.get('a')?.phase).toBe('opening')
})
