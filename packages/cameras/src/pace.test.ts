import { describe, expect, it } from 'vitest'
import { inBackground, rateLimit } from './pace.ts'
import { VendorError } from './provider.ts'

/** One call a second, on a clock that goes on when it is told to. */
function limited() {
  let at = 0
  let timers: { at: number; ring: () => void }[] = []
  const sleep = (ms: number) => new Promise<void>(ring => timers.push({ at: at + ms, ring }))
  const admitted = rateLimit(1, { now: () => at, sleep })
  const begun: string[] = []
  const settled = () => new Promise(resolve => setImmediate(resolve))
  return {
    begun,
    call: (name: string) => admitted().then(() => void begun.push(`${name} at ${at}`)),
    async pass(ms: number) {
      for (const end = at + ms; at < end; ) {
        await settled()
        at += 500
        for (const { ring } of timers.filter(timer => timer.at <= at)) ring()
        timers = timers.filter(timer => timer.at > at)
        await settled()
      }
    },
  }
}

describe('calls that wait for the rate of an account', () => {
  it('begin in the order they came', async () => {
    const { begun, call, pass } = limited()
    for (const name of ['a', 'b', 'c']) void call(name)
    await pass(3000)
    expect(begun).toEqual(['a at 0', 'b at 1000', 'c at 2000'])
  })

  it('let those that people wait for go before those of the background', async () => {
    const { begun, call, pass } = limited()
    void call('a')
    for (const name of ['plan', 'other plan']) void inBackground(() => call(name))
    void call('b')
    await pass(1500)
    void call('c')
    await pass(3000)
    expect(begun).toEqual(['a at 0', 'b at 1000', 'c at 2000', 'plan at 3000', 'other plan at 4000'])
  })

  it('wait no longer than fifteen seconds in the background, however many people call', async () => {
    const { begun, call, pass } = limited()
    void call('first')
    void inBackground(() => call('plan'))
    for (let second = 0; second < 20; second++) {
      void call('person')
      await pass(1000)
    }
    expect(begun).toContain('plan at 15000')
    expect(begun.filter(one => one.startsWith('plan'))).toHaveLength(1)
  })

  it('are refused where the queue is too long, and told for how long', async () => {
    const { call } = limited()
    for (let n = 0; n < 16; n++) void call('a')
    const refused = await call('b').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(VendorError)
    expect(refused).toMatchObject({ code: 'busy', retryAfterMs: 16_000 })
  })
})
