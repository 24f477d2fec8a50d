import { streamPath } from '@aisle/contract'
import { useEffect } from 'react'
import { accessToken, sessionStore } from '../session.ts'
import { createStore } from '../store.ts'
import { followStream, type StreamEvent, type StreamRim } from './event-stream.ts'

/** Whether changes are told as they come; where not, pages of the present ask every few seconds. */
export const streamIsUp = createStore(false)

const listeners = new Set<(event: StreamEvent) => void>()

/** Hears what the server tells this console; answers how to stop. */
export function onStream(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What an event does to this tab: every stream begins with `ready`. */
function act(event: StreamEvent) {
  if (event.name === 'ready') streamIsUp.set(true)
  for (const listener of [...listeners]) listener(event)
}

const shared = 'aisle-stream'
/** What tabs tell each other: events, that the stream broke off, and a tab that asks whether there is one. */
type Word = { event: StreamEvent } | { isUp: boolean } | { asks: true }

const browser: StreamRim = {
  fetch: (address, request) => fetch(address, request),
  token: accessToken,
  pause: (ms, signal) =>
    new Promise(resolve => {
      const wake = () => {
        clearTimeout(timer)
        forget()
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      const forget = sessionStore.subscribe(wake)
      signal.addEventListener('abort', wake)
    }),
}

/**
 * Follows the stream of whoever is signed in. Of several tabs one holds it and tells the others: a browser opens no more than
 * six connections to a server, and each tab would keep one.
 */
export function followConsole(rim: StreamRim = browser): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const isShared = 'locks' in navigator && typeof BroadcastChannel === 'function'
  const channel = isShared ? new BroadcastChannel(shared) : undefined
  const tell = (word: Word) => channel?.postMessage(word)
  let isHolder = !isShared
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if ('event' in data) act(data.event)
      else if ('isUp' in data) streamIsUp.set(data.isUp)
      else if (isHolder) tell({ isUp: streamIsUp.get() })
    }
  const follow = () => {
    isHolder = true
    return followStream(
      streamPath,
      event => {
        act(event)
        tell({ event })
      },
      rim,
      signal,
      () => {
        streamIsUp.set(false)
        tell({ isUp: false })
      },
    )
  }
  tell({ asks: true })
  const following = isShared ? navigator.locks.request(shared, { signal }, follow) : follow()
  // Leaving while another tab still holds the stream ends the wait for it.
  following.catch(() => undefined)
  return () => {
    leaving.abort()
    channel?.close()
    streamIsUp.set(false)
  }
}

/** One connection of the console, as long as somebody is signed in. */
export function useConsoleStream() {
  useEffect(() => followConsole(), [])
}

/** The data of an event; undefined where it is no JSON. */
export function dataOf({ data }: StreamEvent): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
