import { describe, expect, it } from 'vitest'
import { fakeClock } from '../player/fake-clock.testing.ts'
import { type Command, steer } from './steer.ts'

function setUp() {
  const clock = fakeClock(0)
  const sent: string[] = []
  const failures: unknown[] = []
  let answer: (command: Command) => Promise<void> = async () => {}
  const wheel = steer({
    clock,
    failed: error => failures.push(error),
    send(command, urgent) {
      sent.push(
        `${clock.now()} ${command.command} ${command.command === 'stop' ? '' : command.durationMs}${urgent ? 'urgent' : ''}`.trim(),
      )
      return answer(command)
    },
  })
  return {
    wheel,
    clock,
    sent,
    failures,
    answerWith: (next: typeof answer) => {
      answer = next
    },
  }
}

describe('press and hold', () => {
  it('moves for one second on a tap', async () => {
    const { wheel, clock, sent } = setUp()
    wheel.press('left', 5)
    await clock.pass(120)
    wheel.release()
    await clock.pass(10_000)
    expect(sent).toEqual(['0 left 1000', '1000 stop'])
  })

  it('renews while held, before the server would stop, and stops on letting go', async () => {
    const { wheel, clock, sent } = setUp()
    wheel.press('up', 5)
    await clock.pass(4_000)
    wheel.release()
    await clock.pass(10_000)
    expect(sent).toEqual(['0 up 1000', '600 up 3000', '2100 up 3000', '3600 up 3000', '4000 stop'])
  })

  it('does not begin anew when a key repeats', async () => {
    const { wheel, clock, sent } = setUp()
    for (let i = 0; i < 5; i += 1) {
      wheel.press('up', 5)
      await clock.pass(50)
    }
    expect(sent).toEqual(['0 up 1000'])
  })

  it('turns into another direction without a stop between, and stops once', async () => {
    const { wheel, clock, sent } = setUp()
    wheel.press('left', 5)
    await clock.pass(500)
    wheel.press('right', 5)
    await clock.pass(500)
    wheel.release()
    await clock.pass(5_000)
    expect(sent).toEqual(['0 left 1000', '500 right 1000', '1000 stop'])
  })

  it('lets a second tap replace the waiting stop of the first', async () => {
    const { wheel, clock, sent } = setUp()
    wheel.press('left', 5)
    wheel.release()
    await clock.pass(800)
    wheel.press('left', 5)
    wheel.release()
    await clock.pass(5_000)
    expect(sent).toEqual(['0 left 1000', '800 left 1000', '1800 stop'])
  })

  it('stops at once, urgently, when the page loses focus, even in the middle of a tap', async () => {
    const { wheel, clock, sent } = setUp()
    wheel.press('zoomIn', 5)
    wheel.release()
    await clock.pass(200)
    wheel.halt()
    wheel.halt()
    await clock.pass(5_000)
    expect(sent).toEqual(['0 zoomIn 1000', '200 stop urgent'])
  })

  it('sends nothing when nothing moves', async () => {
    const { wheel, clock, sent } = setUp()
    wheel.release()
    wheel.halt()
    await clock.pass(1_000)
    expect(sent).toEqual([])
  })

  it('repeats the stop when the start was still on its way', async () => {
    const { wheel, clock, sent, answerWith } = setUp()
    let begin = () => {}
    answerWith(command =>
      command.command === 'stop'
        ? Promise.resolve()
        : new Promise(resolve => {
            begin = resolve
          }),
    )
    wheel.press('down', 5)
    await clock.pass(500)
    wheel.release()
    await clock.pass(50)
    begin()
    await clock.pass(1_000)
    expect(sent).toEqual(['0 down 1000', '500 stop', '550 stop'])
  })

  it('tells of a refused start once and does not go on', async () => {
    const { wheel, clock, sent, failures, answerWith } = setUp()
    answerWith(() => Promise.reject(new Error('held by another')))
    wheel.press('left', 5)
    await clock.pass(3_000)
    wheel.release()
    await clock.pass(3_000)
    expect(sent).toEqual(['0 left 1000'])
    expect(failures).toHaveLength(1)
  })
})
