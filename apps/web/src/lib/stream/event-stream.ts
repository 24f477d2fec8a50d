export type StreamEvent = { name: string; data: string }

/** Takes an event stream apart as its text arrives; answers the events that are whole by now. */
export function eventReader(): (text: string) => StreamEvent[] {
  let rest = ''
  return text => {
    const blocks = (rest + text.replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const lines = block.split('\n')
      const name = valuesOf(lines, 'event')[0] ?? 'message'
      const data = valuesOf(lines, 'data')
      return data.length > 0 ? [{ name, data: data.join('\n') }] : []
    })
  }
}

function valuesOf(lines: readonly string[], field: string): string[] {
  return lines.flatMap(line =>
    line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : [],
  )
}

/** What the stream touches outside itself, handed in so that tests can replace it. */
export type StreamRim = {
  fetch: typeof fetch
  /** The session's token; undefined while nobody is signed in. */
  token(): string | undefined
  /** Resolves after that time, or at once when the session changes or the signal says so. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

const pausesMs = [1000, 2000, 5000, 10_000, 30_000]
/** The server says something every 25 s: after this long the connection is dead, whatever the browser thinks. */
export const silenceMs = 60_000

/**
 * Follows a stream until the signal says so: connects again whenever it ends, the slower the more often it failed. Unlike
 * the browser's own EventSource it sends the token in the header, and so is in no log of addresses. `broke` is told whenever the
 * stream ended or could not be opened.
 */
export async function followStream(
  path: string,
  heard: (event: StreamEvent) => void,
  rim: StreamRim,
  signal: AbortSignal,
  broke: () => void = () => undefined,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const token = rim.token()
    const wasHeard = token !== undefined && (await readOnce(path, token, heard, rim, signal))
    broke()
    if (signal.aborted) return
    failures = wasHeard ? 0 : failures + 1
    await rim.pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 30_000, signal)
  }
}

/** Reads until the stream ends or falls silent; true where it said anything. */
async function readOnce(
  path: string,
  token: string,
  heard: (event: StreamEvent) => void,
  rim: StreamRim,
  signal: AbortSignal,
): Promise<boolean> {
  const quiet = new AbortController()
  let watchdog = setTimeout(() => quiet.abort(), silenceMs)
  let wasHeard = false
  try {
    const response = await rim.fetch(path, {
      headers: { accessToken: token, Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    if (!response.ok || !response.body) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const read = eventReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return wasHeard
      clearTimeout(watchdog)
      watchdog = setTimeout(() => quiet.abort(), silenceMs)
      for (const event of read(value)) {
        wasHeard = true
        if (!signal.aborted) heard(event)
      }
    }
  } catch {
    // A stream that broke off is opened again; what it missed is asked for then.
    return wasHeard
  } finally {
    clearTimeout(watchdog)
  }
}
