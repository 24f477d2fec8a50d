import type { Camera } from '@aisle/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type LiveFeed, liveFeed } from '../player/live-feed.ts'
import type { Wanted } from '../player/live-state.ts'
import { browserDeps } from './live-deps.ts'

/** Feeds of the page by camera, for captures and keys that act on a pane from outside. */
export type Feeds = Map<string, LiveFeed>

const hiddenTabGraceMs = 30_000
const offScreenGraceMs = 5_000

type Options = { wanted: Wanted; worker: boolean; isCovered: boolean; feeds?: Feeds | undefined }

/** Joins a camera's live picture to the lifetime of a pane; `frame` is where the picture goes. */
export function useLiveFeed(camera: Camera, { wanted, worker, isCovered, feeds }: Options) {
  const frame = useRef<HTMLDivElement>(null)
  const [feed] = useState(() => liveFeed({ ...browserDeps(camera), wanted, worker }))
  const state = useSyncExternalStore(feed.subscribe, feed.told)
  const { quality, sound } = wanted

  useEffect(() => {
    frame.current?.append(feed.stage)
    feeds?.set(camera.id, feed)
    feed.send({ type: 'start' })
    // A closed tab unmounts nothing: streams and sessions are given back here. A page that is kept may come again.
    const leave = () => feed.close()
    const comeBack = () => feed.send({ type: 'start' })
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      feed.close()
      feed.stage.remove()
      if (feeds?.get(camera.id) === feed) feeds.delete(camera.id)
    }
  }, [feed, feeds, camera.id])

  useEffect(() => feed.send({ type: 'want', wanted: { quality, sound } }), [feed, quality, sound])
  useEffect(() => watchSight(feed, frame.current, isCovered), [feed, isCovered])

  return { frame, feed, state }
}

/** Tells the feed when its pane cannot be seen: tab in the background, scrolled away, or covered by another. */
function watchSight(feed: LiveFeed, element: Element | null, isCovered: boolean) {
  let isOnScreen = true
  const look = () => {
    if (document.hidden || isCovered) feed.send({ type: 'unseen', graceMs: hiddenTabGraceMs })
    else if (!isOnScreen) feed.send({ type: 'unseen', graceMs: offScreenGraceMs })
    else feed.send({ type: 'seen' })
  }
  const observer = new IntersectionObserver(entries => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true
    look()
  })
  if (element) observer.observe(element)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
}
