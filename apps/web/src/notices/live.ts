import { streamEvents } from '@aisle/contract'
import { useEffect } from 'react'
import { dataOf, onStream } from '../lib/stream/console-stream.ts'
import type { StreamEvent } from '../lib/stream/event-stream.ts'
import { toast } from '../ui/toast.tsx'
import { noticesChanged } from './queries.ts'

/** What an event does to this tab. A notice that is new is told by the tab that is looked at. */
function act(event: StreamEvent) {
  if (event.name === 'notice') {
    const { data: heard } = streamEvents.notice.safeParse(dataOf(event))
    if (!heard) return
    void noticesChanged(heard.unhandled)
    if (document.visibilityState === 'visible') toast.info(heard.notice.title)
  } else if (event.name === 'ready' || event.name === 'count') {
    const { data: heard } = streamEvents.count.safeParse(dataOf(event))
    if (heard) void noticesChanged(heard.unhandled)
  }
}

/** Keeps count and lists of notices as the stream of the console tells. */
export function useLiveNotices() {
  useEffect(() => onStream(act), [])
}
