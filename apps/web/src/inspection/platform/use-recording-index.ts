import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import type { Monitor } from '../monitor/use-monitor.ts'
import { usePlayback } from '../playback/use-playback.ts'
import { useTimeline } from '../playback/use-timeline.ts'

/**
 * The recordings of the chosen camera on the page of its live picture: the timeline is there all the time, a session is
 * opened once somebody picks a moment, and given back when the live picture returns. Recordings are only listed for who may
 * replay them.
 */
export function useRecordingIndex({ shop, cameras, camera }: Monitor) {
  const { can } = useSession()
  const mayReplay = can('inspect.playback')
  const [isReplaying, replay] = useState(false)
  const model = usePlayback(shop, cameras, {
    camera,
    isIdle: !isReplaying,
    isListed: mayReplay,
    hasAddress: false,
  })
  const timeline = useTimeline(model.director, model.range)
  const wanted = useRef<number>(undefined)
  const { director } = model

  // The picture is opened first, so that the jump finds it there.
  useEffect(() => {
    if (!isReplaying) return
    if (wanted.current !== undefined) director.seek(wanted.current)
    director.setPlaying(true)
    wanted.current = undefined
  }, [isReplaying, director])

  function seek(at: number) {
    model.seek(at)
    if (isReplaying || at > Date.now()) return
    wanted.current = at
    replay(true)
  }
  return {
    mayReplay,
    isReplaying,
    /** The model of playback; a jump also opens the recording. */
    model: { ...model, seek },
    timeline,
    goLive: () => replay(false),
    /** Where it was left; the first time, what was recorded last. */
    goReplay: () => replay(true),
  }
}
export type RecordingIndex = ReturnType<typeof useRecordingIndex>
