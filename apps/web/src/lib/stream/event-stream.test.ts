import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventReader, followStream, type StreamRim, silenceMs } from './event-stream.ts'

describe('an event stream', () => {
  it('is taken apart wherever it is cut', () => {
    const text =
      'retry: 3000\n\nevent: ready\ndata: {"unhandled":2}\n\n: heartbeat\n\nevent: notice\r\ndata: a\r\ndata: b\r\n\r\nevent: cut'
    const whole = eventReader()(text)
    expect(whole).toEqual([
      { name: 'ready', data: '{"unhandled":2}' },
      { name: 'notice', data: 'a\nb' },
    ])
    for (let size = 1; size < 9; size++) {
      const read = eventReader()
      const events = []
      for (let at = 0; at < text.length; at += size) events.push(...read(text.slice(at, at + size)))
      expect(events, `in pieces of ${size}`).toEqual(whole)
    }
  })
})

afterEach(() => vi.useRealTimers())

/** A server whose streams the test writes and ends. */
function server() {
  const opened: { token: string | null; write(text: string): void; end(): void; signal: AbortSignal }[] = []
  const fetched = async (_: unknown, request: RequestInit = {}) => {
    let control: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        control = controller
      },
    })
    const signal = request.signal ?? new AbortController().signal
    signal.addEventListener('abort', () => control?.error(signal.reason))
    opened.push({
      token: new Headers(request.headers).get('accessToken'),
      write: text => control?.enqueue(new TextEncoder().encode(text)),
      end: () => control?.close(),
      signal,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { opened, fetched: fetched as typeof fetch }
}

describe('following', () => {
  const event = (name: string) => `event: ${name}\ndata: {}\n\n`

  function follow(rim: Partial<StreamRim> = {}) {
    const { opened, fetched } = server()
    const leaving = new AbortController()
    const heard: string[] = []
    const pauses: number[] = []
    const running = followStream(
      '/stream',
      ({ name }) => heard.push(name),
      { fetch: fetched, token: () => 'token-1', pause: async ms => void pauses.push(ms), ...rim },
      leaving.signal,
    )
    return { opened, heard, pauses, running, leave: () => leaving.abort() }
  }

  it('sends the token in the header and connects again when the stream ends', async () => {
    const { opened, heard, running, leave } = follow()
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    expect(opened[0]?.token).toBe('token-1')
    opened[0]?.write(event('ready'))
    await vi.waitFor(() => expect(heard).toEqual(['ready']))
    opened[0]?.end()
    await vi.waitFor(() => expect(opened).toHaveLength(2))
    opened[1]?.write(event('notice'))
    await vi.waitFor(() => expect(heard).toEqual(['ready', 'notice']))
    leave()
    await running
    expect(opened[1]?.signal.aborted).toBe(true)
  })

  it('waits longer the more often it fails, and not without a session', async () => {
    const pauses: number[] = []
    let tries = 0
    let isSignedIn = true
    const leaving = new AbortController()
    await followStream(
      '/stream',
      () => undefined,
      {
        fetch: async () => {
          tries += 1
          return new Response('{}', { status: 503 })
        },
        token: () => (isSignedIn ? 'token-1' : undefined),
        async pause(ms) {
          pauses.push(ms)
          if (pauses.length === 6) isSignedIn = false
          if (pauses.length === 8) leaving.abort()
        },
      },
      leaving.signal,
    )
    expect(pauses).toEqual([2000, 5000, 10_000, 30_000, 30_000, 30_000, 30_000, 30_000])
    expect(tries).toBe(6)
  })

  it('takes a stream that says nothing for a minute for dead', async () => {
    vi.useFakeTimers()
    const { opened, running, leave } = follow()
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    opened[0]?.write(': heartbeat\n\n')
    await vi.advanceTimersByTimeAsync(silenceMs - 1)
    opened[0]?.write(': heartbeat\n\n')
    await vi.advanceTimersByTimeAsync(silenceMs - 1)
    expect(opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    await vi.waitFor(() => expect(opened).toHaveLength(2))
    leave()
    await running
  })
})
