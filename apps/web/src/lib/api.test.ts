import { contract } from '@aisle/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { problem } from '../test/fake-api.ts'
import { inspector } from '../test/fixtures.ts'
import { addressOf, createClient, isReading, type Rim } from './api.ts'
import { connectionStore, markUp } from './connection.ts'
import { english, setLanguage } from './i18n.ts'
import { ApiProblem } from './problem.ts'
import { accessToken, endSession, sessionStore, startSession, stayWithoutSession } from './session.ts'

type Request = { address: string; request: RequestInit }

/** A client whose network answers from a list and whose waiting only moves its own clock. */
function clientOf(answers: ((request: Request) => Response | Promise<Response>)[]) {
  const sent: Request[] = []
  let now = Date.UTC(2026, 10, 21)
  const rim: Rim = {
    now: () => now,
    wait: async ms => {
      now += ms
    },
    fetch: async (input, request = {}) => {
      const one = { address: String(input), request }
      sent.push(one)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (!answer) throw new Error('nothing to answer')
      return answer(one)
    },
  }
  return { api: createClient(contract, rim), sent, waited: () => now - Date.UTC(2026, 10, 21) }
}

const ok = (data: unknown) => () => Response.json({ code: 200, msg: 'ok', data })
const away = () => {
  throw new TypeError('Failed to fetch')
}
const headersOf = ({ request }: Request) => new Headers(request.headers)

async function failureOf(call: Promise<unknown>): Promise<ApiProblem> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiProblem) return error
  throw new Error(`expected an ApiProblem, got ${String(error)}`)
}

beforeEach(() => {
  endSession()
  markUp()
  setLanguage(english)
  startSession('token-1', inspector)
})

describe('addressOf', () => {
  it('fills parameters in, escaped, and leaves out what the query does not say', () => {
    expect(addressOf('/api/cameras/:cameraId/presets/:presetId', { cameraId: 'a/b', presetId: 7 }, {})).toBe(
      '/api/cameras/a%2Fb/presets/7',
    )
    expect(addressOf('/api/cameras', {}, { shopId: '1,2', ids: undefined, q: '' })).toBe(
      '/api/cameras?shopId=1%2C2',
    )
  })
})

describe('the client', () => {
  it('sends token and language and answers the data of the envelope', async () => {
    const { api, sent } = clientOf([ok([])])
    await expect(api.cameras.list({ query: { shopId: '9001' } })).resolves.toEqual([])
    expect(sent[0]!.address).toBe('/api/cameras?shopId=9001')
    expect(headersOf(sent[0]!).get('accessToken')).toBe('token-1')
    expect(headersOf(sent[0]!).get('Accept-Language')).toBe('en')
  })

  it('sends a form as it is, so that the browser writes its boundary', async () => {
    const { api, sent } = clientOf([ok({})])
    const form = new FormData()
    form.set('shopId', '1')
    await api.checkShop.uploadCheckShopFile({ body: form })
    expect(sent[0]!.request.body).toBe(form)
    expect(headersOf(sent[0]!).has('Content-Type')).toBe(false)
  })

  it('carries the message of a broken rule and everything beside it', async () => {
    const { api } = clientOf([
      () =>
        problem(409, 409, '陈嘉豪正在控制', {
          reason: 'held',
          heldBy: { userId: '3', name: '陈嘉豪', until: '2026-11-21T10:00:00+08:00' },
          errors: [{ path: 'body.command', message: 'no' }, { path: 7 }],
          retryAfterSeconds: 12,
        }),
    ])
    const error = await failureOf(api.cameras.ptz({ params: { cameraId: '1' }, body: { command: 'up' } }))
    expect(error).toMatchObject({
      code: 409,
      status: 409,
      message: '陈嘉豪正在控制',
      reason: 'held',
      retryAfterSeconds: 12,
    })
    expect(error.heldBy?.name).toBe('陈嘉豪')
    expect(error.errors).toEqual([{ path: 'body.command', message: 'no' }])
  })

  it('reads the waiting time from the usual header too', async () => {
    const { api } = clientOf([
      () =>
        Response.json(
          { code: 429, msg: 'wait', data: null },
          { status: 429, headers: { 'Retry-After': '90' } },
        ),
    ])
    const error = await failureOf(api.auth.login({ body: { username: 'a', password: 'b' } }))
    expect(error.retryAfterSeconds).toBe(90)
  })

  it('says so when the answer is not an envelope', async () => {
    const { api } = clientOf([() => new Response('<html>', { status: 500 })])
    const error = await failureOf(api.auth.me())
    expect(error).toMatchObject({ code: 500, message: 'The answer of the service cannot be read' })
  })
})

describe('a network that fails', () => {
  it('repeats reading calls quietly and tells that it does', async () => {
    const phases: string[] = []
    const { api, sent } = clientOf([
      away,
      () => {
        phases.push(connectionStore.get().phase)
        return new Response('Bad gateway', { status: 502 })
      },
      ok([]),
    ])
    await api.cameras.list({ query: {} })
    expect(sent).toHaveLength(3)
    expect(phases).toEqual(['retrying'])
    expect(connectionStore.get().phase).toBe('up')
  })

  it('gives up after 30 s and marks the service as lost', async () => {
    const { api, waited } = clientOf([away])
    const error = await failureOf(api.cameras.list({ query: {} }))
    expect(error.code).toBe(0)
    expect(waited()).toBeGreaterThanOrEqual(30_000)
    expect(waited()).toBeLessThan(36_000)
    expect(connectionStore.get().phase).toBe('lost')
  })

  it('sends what changes something once only', async () => {
    const { api, sent } = clientOf([away])
    await failureOf(api.cameras.ptz({ params: { cameraId: '1' }, body: { command: 'up' } }))
    expect(sent).toHaveLength(1)
    expect(connectionStore.get().phase).toBe('up')
  })

  it('waits for a service that starts, and shows its own message in the end', async () => {
    const { api, waited } = clientOf([() => problem(503, 503, 'starting')])
    const error = await failureOf(api.areas.getAreaList())
    expect(error.message).toBe('starting')
    expect(waited()).toBeGreaterThanOrEqual(30_000)
  })

  it('knows the inherited calls that read by POST', () => {
    expect(isReading(contract.areas.getAreaList)).toBe(true)
    expect(isReading(contract.areas.findAllShops)).toBe(true)
    expect(isReading(contract.checkShop.saveShopCollect)).toBe(false)
    expect(isReading(contract.cameras.live)).toBe(false)
  })

  it('does not take the inherited GETs that steer a camera for reading', () => {
    for (const call of [contract.monitor.ptzStart, contract.monitor.ptzStop, contract.monitor.huiyanPtz])
      expect(isReading(call)).toBe(false)
    expect(isReading(contract.monitor.huiyanRecords)).toBe(true)
  })

  it('does not repeat a call that the page took back', async () => {
    const controller = new AbortController()
    const { api, sent } = clientOf([
      () => {
        controller.abort()
        throw new DOMException('aborted', 'AbortError')
      },
    ])
    await expect(api.cameras.list({ query: {}, signal: controller.signal })).rejects.toThrow('aborted')
    expect(sent).toHaveLength(1)
  })
})

describe('a session that ended', () => {
  const byToken = (request: Request) =>
    headersOf(request).get('accessToken') === 'token-2' ? ok('done')() : problem(401, 401, 'ended')

  it('waits for a new sign-in and sends the call again with the new token', async () => {
    const { api, sent } = clientOf([byToken])
    const call = api.cameras.releaseControl({ params: { cameraId: '1' } })
    await expect.poll(() => sessionStore.get().phase).toBe('expired')
    startSession('token-2', inspector)
    await expect(call).resolves.toBe('done')
    expect(sent.map(request => headersOf(request).get('accessToken'))).toEqual(['token-1', 'token-2'])
  })

  it('fails what waited when the user stays, keeps the page quiet, and asks again for what the user does', async () => {
    const { api } = clientOf([byToken])
    const first = failureOf(api.auth.me())
    await expect.poll(() => sessionStore.get().phase).toBe('expired')
    stayWithoutSession()
    expect((await first).code).toBe(401)
    expect((await failureOf(api.auth.me())).code).toBe(401)
    expect(sessionStore.get().phase).toBe('staying')
    const act = failureOf(api.cameras.releaseControl({ params: { cameraId: '1' } }))
    await expect.poll(() => sessionStore.get().phase).toBe('expired')
    endSession()
    expect((await act).code).toBe(401)
  })

  it('uses a token that another call has already renewed without asking', async () => {
    const { api } = clientOf([
      request => {
        if (accessToken() === 'token-1') startSession('token-2', inspector)
        return byToken(request)
      },
    ])
    await expect(api.auth.me()).resolves.toBe('done')
  })
})

/** A network that answers only when told to; a request that is taken back ends there. */
function slowClient() {
  const waiting: { address: string; signal: AbortSignal | null | undefined; answer(data: unknown): void }[] =
    []
  const rim: Rim = {
    now: () => Date.now(),
    wait: async () => {},
    fetch: (input, { signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        waiting.push({ address: String(input), signal, answer: data => resolve(ok(data)()) })
      }),
  }
  return { api: createClient(contract, rim), waiting }
}

describe('a repeat request to the same URL', () => {
  it('cancels the earlier one, whose asker gets the newer answer', async () => {
    const { api, waiting } = slowClient()
    const first = api.cameras.list({ query: { shopId: '1' } })
    const other = api.cameras.list({ query: { shopId: '2' } })
    const second = api.cameras.list({ query: { shopId: '1' } })
    expect(waiting.map(one => one.signal?.aborted)).toEqual([true, false, false])
    waiting[2]?.answer(['newer'])
    waiting[1]?.answer(['other'])
    expect(await Promise.all([first, second, other])).toEqual([['newer'], ['newer'], ['other']])
  })

  it('is asked for once more when the one who repeated it left', async () => {
    const { api, waiting } = slowClient()
    const page = new AbortController()
    const first = api.cameras.list({ query: { shopId: '1' } })
    const second = api.cameras.list({ query: { shopId: '1' }, signal: page.signal })
    page.abort()
    await expect(second).rejects.toThrow('aborted')
    await expect.poll(() => waiting.length).toBe(3)
    waiting[2]?.answer(['again'])
    expect(await first).toEqual(['again'])
  })

  it('never cancels the stop of a camera that turns, whichever call stops it', async () => {
    const { api, waiting } = slowClient()
    const query = { deviceSerial: 'C1', direction: 2 }
    const stop = { params: { cameraId: '1' }, body: { command: 'stop' as const } }
    const calls = [
      api.monitor.ptzStop({ query }),
      api.monitor.ptzStop({ query }),
      api.cameras.ptz(stop),
      api.cameras.ptz(stop),
      api.monitor.huiyanPtz({ query: { deviceCode: 'd', channelId: 'c', command: 'stop' } }),
      api.monitor.huiyanPtz({ query: { deviceCode: 'd', channelId: 'c', command: 'stop' } }),
    ]
    expect(waiting.map(one => one.signal?.aborted)).toEqual(Array(6).fill(false))
    for (const one of waiting) one.answer(null)
    expect(await Promise.all(calls)).toEqual(Array(6).fill(null))
  })
})

describe('the time-out of a request', () => {
  it('is 600000 ms, 300000 ms for shop and area lists, 60000 ms for tickets', () => {
    expect(contract.cameras.list.timeoutMs).toBe(600_000)
    expect(contract.areas.findAllShops.timeoutMs).toBe(300_000)
    expect(contract.areas.getAreaList.timeoutMs).toBe(300_000)
    expect(contract.notices.findByUserIdAndNoticeStatus.timeoutMs).toBe(60_000)
  })

  it('ends a call that nobody answers, with a message that names it', async () => {
    vi.useFakeTimers()
    try {
      const { api } = slowClient()
      const failure = failureOf(api.notices.findByUserIdAndNoticeStatus({ query: { userid: '1' } }))
      await vi.advanceTimersByTimeAsync(59_999)
      expect(connectionStore.get().phase).toBe('up')
      await vi.advanceTimersByTimeAsync(1)
      expect(await failure).toMatchObject({
        reason: 'timedOut',
        message: 'No answer within 60 s. Narrow it and retry.',
      })
    } finally {
      vi.useRealTimers()
    }
  })
})
