import { describe, expect, it } from 'vitest'
import { stallAfterMs } from './candidates.ts'
import { step } from './live-machine.ts'
import {
  backOffMs,
  firstFrameMs,
  idle,
  isUnsteady,
  type LiveEvent,
  type LiveState,
  liveAttempts,
  playingOf,
  steadyMs,
  takenRetryMs,
  trialOf,
  upgradeEveryMs,
  wakeAt,
} from './live-state.ts'

const smooth = { quality: 'smooth', sound: false } as const
const modes = ['wsFlv/smooth', 'httpFlv/smooth', 'hls/smooth']

/** A machine with its own time; `random` in the middle makes the jitter nought. */
function machine(random = 0.5) {
  let now = 1_000_000
  let state: LiveState = idle(smooth, now)
  const self = {
    get state() {
      return state
    },
    get now() {
      return now
    },
    send(event: LiveEvent) {
      state = step(state, event, { now, random: () => random, stallAfterMs })
      return self
    },
    /** Lets time pass, with every tick at the moment the machine asked for it. */
    pass(ms: number) {
      const end = now + ms
      for (let due = wakeAt(state); due !== undefined && due <= end; due = wakeAt(state)) {
        now = Math.max(now, due)
        const before = state
        self.send({ type: 'tick' })
        if (state === before) throw new Error(`the machine asked to be woken for nothing in ${state.phase}`)
      }
      now = end
      return self
    },
    /** Lets time pass while frames arrive. */
    play(ms: number, attempt = playingOf(state)?.attempt ?? 0) {
      for (let left = ms; left > 0; left -= 500)
        self.pass(Math.min(500, left)).send({ type: 'frame', attempt })
      return self
    },
    /** The attempt in progress gets its turn and an offer. */
    offer(offered = modes, blocked: string[] = []) {
      const attempt = self.attempt()
      self.send({ type: 'turn', attempt })
      return self.send({ type: 'offered', attempt, modes: offered, blocked })
    },
    attempt() {
      const trial = trialOf(state)
      if (!trial) throw new Error(`no trial in ${state.phase}`)
      return trial.attempt
    },
    firstFrame() {
      return self.send({ type: 'frame', attempt: self.attempt() })
    },
    mode: () => trialOf(state)?.mode,
  }
  return self
}
const live = () => machine().send({ type: 'start' }).offer().firstFrame()

describe('the way to the first frame', () => {
  it('queues, asks, opens the best mode and is live with its first frame', () => {
    const m = machine().send({ type: 'start' })
    expect(m.state).toMatchObject({ phase: 'connecting', trial: { step: 'queued' } })
    m.send({ type: 'turn', attempt: 1 })
    expect(trialOf(m.state)?.step).toBe('asking')
    m.send({ type: 'offered', attempt: 1, modes, blocked: [] })
    expect(m.state).toMatchObject({ phase: 'connecting', trial: { step: 'opening', mode: 'wsFlv/smooth' } })
    m.firstFrame()
    expect(m.state).toMatchObject({
      phase: 'live',
      playing: { attempt: 1, mode: 'wsFlv/smooth', best: true },
    })
    expect(trialOf(m.state)).toBeUndefined()
  })

  it('gives up a stream that shows nothing within 8 s, and asks anew after the back-off', () => {
    const m = machine().send({ type: 'start' }).offer()
    m.pass(firstFrameMs - 1)
    expect(m.state.retry).toBe(0)
    m.pass(1)
    expect(m.state).toMatchObject({
      phase: 'connecting',
      retry: 1,
      trouble: { reason: 'noFirstFrame' },
      trial: { attempt: 2, step: 'waiting' },
    })
    m.pass(backOffMs[0])
    expect(trialOf(m.state)).toMatchObject({ attempt: 2, step: 'queued' })
  })

  it('waits for its turn without a deadline', () => {
    const m = machine().send({ type: 'start' }).pass(600_000)
    expect(m.state).toMatchObject({ phase: 'connecting', retry: 0, trial: { step: 'queued' } })
  })

  it('treats an answer of the server that does not come as a failure', () => {
    const m = machine().send({ type: 'start' }).send({ type: 'turn', attempt: 1 }).pass(15_000)
    expect(m.state).toMatchObject({ retry: 1, trial: { step: 'waiting' } })
  })

  it('ignores what earlier attempts still have to say', () => {
    const m = machine().send({ type: 'start' }).offer().send({ type: 'ended', attempt: 1 })
    const before = m.state
    m.send({ type: 'frame', attempt: 1 }).send({ type: 'ended', attempt: 1 })
    m.send({ type: 'offered', attempt: 1, modes, blocked: [] })
    m.send({ type: 'refused', attempt: 1, trouble: { reason: 'forbidden' } })
    expect(m.state).toBe(before)
  })
})

describe('failures and modes', () => {
  const failOnce = (m: ReturnType<typeof machine>) => {
    m.offer().send({ type: 'ended', attempt: m.attempt() })
    return m.pass(15_000)
  }

  it('backs off 1, 2, 4, 8, 15 and again 15 s', () => {
    const m = machine().send({ type: 'start' })
    const waits: number[] = []
    for (let i = 0; i < 6; i += 1) {
      m.offer().send({ type: 'ended', attempt: m.attempt() })
      const trial = trialOf(m.state)
      waits.push((trial?.until ?? 0) - m.now)
      m.pass(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('spreads the back-off by a fifth either way', () => {
    const wait = (random: number) => {
      const m = machine(random).send({ type: 'start' }).offer().send({ type: 'ended', attempt: 1 })
      return (trialOf(m.state)?.until ?? 0) - m.now
    }
    expect([wait(0), wait(1)]).toEqual([800, 1_200])
  })

  it('goes to the next mode after three failures of one', () => {
    const m = machine().send({ type: 'start' })
    const tried: (string | undefined)[] = []
    for (let i = 0; i < 7; i += 1) {
      m.offer()
      tried.push(m.mode())
      m.send({ type: 'ended', attempt: m.attempt() }).pass(18_000)
    }
    expect(tried).toEqual([
      ...Array(3).fill('wsFlv/smooth'),
      ...Array(3).fill('httpFlv/smooth'),
      'hls/smooth',
    ])
  })

  it('says so when every mode failed three times, and begins again from the best', () => {
    const m = machine().send({ type: 'start' })
    for (let i = 0; i < 9; i += 1) failOnce(m).pass(3_000)
    expect(m.state.phase).toBe('connecting')
    m.offer()
    expect(m.state).toMatchObject({ phase: 'failed', trial: { mode: 'wsFlv/smooth' } })
    m.firstFrame()
    expect(m.state).toMatchObject({ phase: 'live', trouble: undefined })
  })

  it('passes over modes whose host is full without counting a failure', () => {
    const m = machine().send({ type: 'start' }).offer(['httpFlv/smooth', 'hls/smooth'], ['httpFlv/smooth'])
    expect(m.mode()).toBe('hls/smooth')
    expect(m.state.failures).toEqual({})
  })

  it('fails, and keeps trying, where nothing that was offered can be played', () => {
    const m = machine().send({ type: 'start' }).offer([])
    expect(m.state).toMatchObject({ phase: 'failed', trouble: { reason: 'nothingPlayable' } })
    m.pass(1_000).offer().firstFrame()
    expect(m.state.phase).toBe('live')
  })
})

describe('a picture that is lost', () => {
  it('is stalled after 3 s without a frame and reconnects after the back-off, the old stream still open', () => {
    const m = live().play(5_000).pass(2_999)
    expect(m.state.phase).toBe('live')
    m.pass(1)
    expect(m.state).toMatchObject({ phase: 'stalled', retry: 1, trouble: { reason: 'noFrames' } })
    expect(liveAttempts(m.state)).toEqual([1, 2])
    m.pass(1_000).offer().firstFrame()
    expect(m.state).toMatchObject({ phase: 'live', playing: { attempt: 2 } })
    expect(liveAttempts(m.state)).toEqual([2])
  })

  it('is live again at once when the old stream goes on, and drops the new attempt', () => {
    const m = live().pass(4_000).send({ type: 'frame', attempt: 1 })
    expect(m.state).toMatchObject({ phase: 'live', playing: { attempt: 1 } })
    expect(liveAttempts(m.state)).toEqual([1])
  })

  it('treats an end like a stall, without waiting for it to show', () => {
    const m = live().play(2_000).send({ type: 'ended', attempt: 1 })
    expect(m.state).toMatchObject({ phase: 'reconnecting', retry: 1, trial: { step: 'waiting' } })
    expect(liveAttempts(m.state)).toEqual([2])
  })

  it('closes the frozen stream once the new one failed too', () => {
    const m = live().pass(3_000).pass(1_000).offer().pass(firstFrameMs)
    expect(m.state).toMatchObject({ phase: 'reconnecting', retry: 2 })
    expect(playingOf(m.state)).toBeUndefined()
  })

  it('remembers when the last picture was there', () => {
    const m = live().play(5_000)
    const last = m.now
    m.pass(30_000)
    expect(m.state.lastPictureAt).toBe(last)
  })

  it('forgets the count of reconnects after 10 s of steady picture', () => {
    const m = live().send({ type: 'ended', attempt: 1 }).pass(1_000).offer().firstFrame()
    expect(m.state.retry).toBe(1)
    m.play(steadyMs - 500)
    expect(m.state.retry).toBe(1)
    m.play(500)
    expect(m.state).toMatchObject({ retry: 0, failures: { 'wsFlv/smooth': 0 } })
  })

  it('keeps the count where the picture returns only to go again', () => {
    const m = live()
    for (const expected of [1, 2, 3]) {
      m.send({ type: 'ended', attempt: playingOf(m.state)?.attempt ?? 0 })
      expect(m.state.retry).toBe(expected)
      m.pass(4_000).offer().firstFrame().play(2_000)
    }
    expect(isUnsteady(m.state, m.now)).toBe(true)
    expect(isUnsteady(m.state, m.now + 60_000)).toBe(false)
  })

  it('never calls a framed page stalled, whose frames it cannot see', () => {
    const m = machine().send({ type: 'start' }).offer(['framedPage/high']).firstFrame().pass(3_600_000)
    expect(m.state.phase).toBe('live')
  })

  it('gives refreshed pictures longer than moving ones', () => {
    const m = machine().send({ type: 'start' }).offer(['jpeg/smooth']).firstFrame().pass(7_999)
    expect(m.state.phase).toBe('live')
    expect(m.pass(1).state.phase).toBe('stalled')
  })
})

describe('a lesser mode', () => {
  const lesser = () => {
    const m = machine().send({ type: 'start' }).offer(modes, ['wsFlv/smooth']).firstFrame()
    expect(m.state).toMatchObject({ phase: 'live', playing: { mode: 'httpFlv/smooth', best: false } })
    return m
  }

  it('looks for the better one every 60 s, the picture going on meanwhile', () => {
    const m = lesser().play(upgradeEveryMs)
    expect(m.state).toMatchObject({ phase: 'live', trial: { step: 'queued', upgrade: true } })
    m.offer()
    expect(m.mode()).toBe('wsFlv/smooth')
    expect(liveAttempts(m.state)).toEqual([1, 2])
    m.firstFrame()
    expect(m.state).toMatchObject({ phase: 'live', playing: { mode: 'wsFlv/smooth', best: true } })
  })

  it('stays where the better one does not come, and looks again a minute later', () => {
    const m = lesser().play(upgradeEveryMs).offer()
    m.play(firstFrameMs, 1)
    expect(m.state).toMatchObject({ phase: 'live', retry: 0, playing: { attempt: 1 } })
    expect(trialOf(m.state)).toBeUndefined()
    m.play(upgradeEveryMs, 1)
    expect(trialOf(m.state)?.upgrade).toBe(true)
  })

  it('does not swap for the same mode when the better one is still not to be had', () => {
    const m = lesser().play(upgradeEveryMs).offer(modes, ['wsFlv/smooth'])
    expect(trialOf(m.state)).toBeUndefined()
    expect(playingOf(m.state)?.attempt).toBe(1)
  })

  it('lets the look go on as a reconnect when the lesser stream ends during it', () => {
    const m = lesser().play(upgradeEveryMs).offer().send({ type: 'ended', attempt: 1 })
    expect(m.state).toMatchObject({ phase: 'reconnecting', trial: { step: 'opening', mode: 'wsFlv/smooth' } })
  })
})

describe('refusals', () => {
  const refused = (reason: 'offline' | 'forbidden' | 'taken' | 'refused') =>
    machine()
      .send({ type: 'start' })
      .send({ type: 'turn', attempt: 1 })
      .send({ type: 'refused', attempt: 1, trouble: { reason, message: 'why' } })

  it('shows an offline camera as such and asks again every half minute', () => {
    const m = refused('offline')
    expect(m.state).toMatchObject({ phase: 'offline', trouble: { message: 'why' } })
    const since = m.state.since
    m.pass(30_000).send({ type: 'turn', attempt: m.attempt() })
    m.send({ type: 'refused', attempt: m.attempt(), trouble: { reason: 'offline' } })
    expect(m.state).toMatchObject({ phase: 'offline', since })
    m.pass(30_000).offer().firstFrame()
    expect(m.state.phase).toBe('live')
  })

  it('does not ask again where it is not allowed, except when the user says so', () => {
    const m = refused('forbidden').pass(3_600_000)
    expect(m.state.phase).toBe('forbidden')
    expect(wakeAt(m.state)).toBeUndefined()
    expect(m.send({ type: 'retryNow' }).state.phase).toBe('connecting')
  })

  it('waits for a stream that another has taken', () => {
    const m = refused('taken')
    expect(m.state.phase).toBe('taken')
    m.pass(takenRetryMs)
    expect(trialOf(m.state)?.step).toBe('queued')
  })

  it('counts any other refusal as a failed try', () => {
    expect(refused('refused').state).toMatchObject({ phase: 'connecting', retry: 1, failures: {} })
  })

  it('keeps a picture that plays when only the better quality is refused', () => {
    const m = live().send({ type: 'want', wanted: { quality: 'high', sound: false } })
    m.send({ type: 'turn', attempt: 2 })
    m.send({ type: 'refused', attempt: 2, trouble: { reason: 'offline' } })
    expect(m.state).toMatchObject({ phase: 'live', playing: { attempt: 1 } })
  })
})

describe('what the viewer does', () => {
  it('swaps to another quality without losing the picture', () => {
    const m = live().send({ type: 'want', wanted: { quality: 'high', sound: false } })
    expect(m.state).toMatchObject({ phase: 'live', playing: { attempt: 1 }, trial: { attempt: 2 } })
    m.offer(['wsFlv/high']).firstFrame()
    expect(m.state).toMatchObject({ phase: 'live', playing: { attempt: 2, mode: 'wsFlv/high' } })
  })

  it('begins anew with another quality while still connecting', () => {
    const m = machine().send({ type: 'start' }).offer()
    m.send({ type: 'want', wanted: { quality: 'high', sound: false } })
    expect(trialOf(m.state)).toMatchObject({ attempt: 2, step: 'queued' })
  })

  it('does nothing when the same is wanted again', () => {
    const m = live()
    const before = m.state
    expect(m.send({ type: 'want', wanted: { ...smooth } }).state).toBe(before)
  })

  it('pauses and resumes at the live edge with a fresh address', () => {
    const m = live().send({ type: 'pause' })
    expect(m.state).toMatchObject({ phase: 'paused', by: 'user' })
    expect(liveAttempts(m.state)).toEqual([])
    m.send({ type: 'seen' })
    expect(m.state.phase).toBe('paused')
    m.send({ type: 'resume' })
    expect(m.state).toMatchObject({ phase: 'connecting', trial: { attempt: 2 } })
  })

  it('reconnects at once on request', () => {
    const m = live().send({ type: 'ended', attempt: 1 }).send({ type: 'retryNow' })
    expect(trialOf(m.state)?.step).toBe('queued')
  })

  it('stops entirely, from any phase', () => {
    for (const m of [machine().send({ type: 'start' }), live(), live().pass(3_000)]) {
      m.send({ type: 'stop' })
      expect(m.state.phase).toBe('idle')
      expect(liveAttempts(m.state)).toEqual([])
      expect(wakeAt(m.state)).toBeUndefined()
    }
  })
})

describe('out of sight', () => {
  it('closes the stream after the grace and opens it on return', () => {
    const m = live().send({ type: 'unseen', graceMs: 30_000 }).pass(29_999)
    expect(m.state.phase).toBe('live')
    m.pass(1)
    expect(m.state).toMatchObject({ phase: 'paused', by: 'unseen' })
    expect(m.send({ type: 'seen' }).state).toMatchObject({ phase: 'connecting', retry: 0 })
  })

  it('does not take missing frames for a stall while hidden, nor right after', () => {
    const m = live().send({ type: 'unseen', graceMs: 30_000 }).pass(20_000)
    expect(m.state.phase).toBe('live')
    m.send({ type: 'seen' }).pass(2_999)
    expect(m.state.phase).toBe('live')
    expect(m.pass(1).state.phase).toBe('stalled')
  })

  it('counts the grace from when it went, not from when it was said again', () => {
    const m = live().send({ type: 'unseen', graceMs: 5_000 }).pass(4_000)
    m.send({ type: 'unseen', graceMs: 5_000 }).pass(1_000)
    expect(m.state.phase).toBe('paused')
  })

  it('stops tries as well, not only pictures', () => {
    const m = machine().send({ type: 'start' }).offer().send({ type: 'unseen', graceMs: 5_000 }).pass(5_000)
    expect(m.state).toMatchObject({ phase: 'paused', by: 'unseen' })
  })
})
