import { useEffect } from 'react'
import { useHotkeys } from '../../ui/hotkeys.ts'
import type { Monitor } from '../monitor/use-monitor.ts'
import { playbackKeys } from '../playback/playback-keys.ts'
import { ReplayPane } from '../playback/replay-pane.tsx'
import { TimelinePanel } from '../playback/timeline-panel.tsx'
import { Transport } from '../playback/transport.tsx'
import { hasPlayback, usePlayback } from '../playback/use-playback.ts'
import { useTimeline } from '../playback/use-timeline.ts'
import { windowCount } from './multi-live.tsx'

type Props = {
  monitor: Monitor
  isMulti: boolean
  /** The moment to begin at; a few minutes ago where none is asked for. */
  at: number | undefined
  onLive: () => void
}

/** The same pictures from recordings, under one clock and timeline; one camera or four. */
export function PatrolReplay({ monitor, isMulti, at, onLive }: Props) {
  const { shop, cameras, camera } = monitor
  const model = usePlayback(shop, cameras, {
    hasAddress: false,
    ...(isMulti ? {} : { camera }),
  })
  const timeline = useTimeline(model.director, model.range)
  useHotkeys(playbackKeys(model, timeline, onLive))
  const { seek, add, chosen } = model
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moment is gone to once, when it is asked for
  useEffect(() => {
    if (at !== undefined) seek(at)
  }, [at])
  const next =
    isMulti && chosen.length < windowCount
      ? cameras.find(each => hasPlayback(each) && !chosen.some(({ id }) => id === each.id))
      : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: cameras come in one by one until the windows are full
  useEffect(() => {
    if (next) add(next)
  }, [next?.id])
  return (
    <>
      <div className="replay-panes patrol-replay" ref={model.pane} data-count={model.lanes.length}>
        {model.lanes.map(lane => (
          <ReplayPane
            key={lane.camera.id}
            model={model}
            lane={lane}
            isMain={lane.camera.id === model.main?.id}
          />
        ))}
      </div>
      <Transport model={model} />
      <TimelinePanel model={model} timeline={timeline} onLive={onLive} />
    </>
  )
}
