import { noticeEvents, noticeStreamPath } from '@aisle/contract'
import { useEffect } from 'react'
import { accessToken, sessionStore } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'
import { followStream, type StreamEvent, type StreamRim } from './event-stream.ts'
import { noticesChanged } from './queries.ts'

const shared = 'aisle-notices'

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

/** What an event does to this tab. A notice that is new is told by the tab that is looked at. */
function act({ name, data }: StreamEvent) {
  const value: unknown = parsed(data)
  if (name === 'notice') {
    const { data: heard } = noticeEvents.notice.safeParse(value)
    if (!heard) return
    void noticesChanged(heard.unhandled)
    if (document.visibilityState === 'visible') toast.info(heard.notice.title)
  } else if (name === 'ready' || name === 'count') {
    const { data: heard } = noticeEvents.count.safeParse(value)
    if (heard) void noticesChanged(heard.unhandled)
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/**
 * Follows the notices of whoever is signed in. Of several tabs one holds the stream and tells the others: a browser
 * opens no more than six connections to a server, and each tab would keep one.
 */
export function followNotices(rim: StreamRim = browser): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const isShared = 'locks' in navigator && typeof BroadcastChannel === 'function'
  const channel = isShared ? new BroadcastChannel(shared) : undefined
  if (channel) channel.onmessage = ({ data }) => act(data)
  const follow = () =>
    followStream(
      noticeStreamPath,
      event => {
        act(event)
        channel?.postMessage(event)
      },
      rim,
      signal,
    )
  const following = isShared ? navigator.locks.request(shared, { signal }, follow) : follow()
  // Leaving while another tab still holds the stream ends the wait for it.
  following.catch(() => undefined)
  return () => {
    leaving.abort()
    channel?.close()
  }
}

export function useLiveNotices() {
  useEffect(() => followNotices(), [])
}
