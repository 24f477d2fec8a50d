import type { Camera, Picture, ShopDetail } from '@aisle/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { RaiseDialog } from '../problems/raise-dialog.tsx'
import { ClipJobs, ClipPanel } from './clip-panel.tsx'
import { DayEvents } from './day-events.tsx'
import { useLiveAddress } from './open-playback.ts'
import { playbackKeys } from './playback-keys.ts'
import { RecordingCalendar } from './recording-calendar.tsx'
import { ReplayPane } from './replay-pane.tsx'
import { SyncedCameras } from './synced-cameras.tsx'
import { playbackText as words } from './text.ts'
import { TimelinePanel } from './timeline-panel.tsx'
import { Transport } from './transport.tsx'
import { type PlaybackModel, usePlayback } from './use-playback.ts'
import { useTimeline } from './use-timeline.ts'

/** So much around the playhead becomes the clip of a click. */
const usualClipMs = 30_000

/** Playback on a desk: calendar, cameras and events left; pictures, controls and timeline below each other. */
export function PlaybackDesk({ shop, cameras }: { shop: ShopDetail; cameras: readonly Camera[] }) {
  const t = useText()
  const navigate = useNavigate()
  const model = usePlayback(shop, cameras)
  const timeline = useTimeline(model.director, model.range)
  const address = useLiveAddress(shop.shopid, model.main?.id)
  const goLive = address === undefined ? undefined : () => navigate(address)
  const { can } = useSession()
  const [raised, raise] = useState<readonly Picture[]>()
  const startRaise = async () => {
    const picture = model.mayCapture ? await model.capture() : undefined
    raise(picture ? [picture] : [])
  }
  const onRaise = can('inspect.score') ? () => void startRaise() : undefined
  useHotkeys([
    ...playbackKeys(model, timeline, goLive),
    {
      keys: ['n'],
      text: words.raise,
      group: words.keyGroup,
      isEnabled: onRaise !== undefined,
      run: () => onRaise?.(),
    },
  ])
  return (
    <div className="playback">
      {goLive && (
        <PageMode>
          <Segmented
            value="playback"
            onChange={mode => mode === 'live' && goLive()}
            options={[
              { value: 'live', label: t(words.live) },
              { value: 'playback', label: t(words.playback) },
            ]}
          />
        </PageMode>
      )}
      <PagePane label={words.sidebar} width={232}>
        <div className="playback-side">
          <RecordingCalendar model={model} />
          <SyncedCameras model={model} />
          <DayEvents model={model} />
        </div>
      </PagePane>
      <Pictures model={model} />
      <Transport
        model={model}
        onClip={() => model.setClip(model.clip ? undefined : usualClip(model))}
        onRaise={onRaise}
      />
      {model.clip && <ClipPanel model={model} clip={model.clip} />}
      <ClipJobs />
      <TimelinePanel model={model} timeline={timeline} onLive={goLive} />
      {raised && (
        <RaiseDialog
          shopId={shop.shopid}
          cameraId={model.main?.id}
          pictures={raised}
          onClose={() => raise(undefined)}
        />
      )}
    </div>
  )
}

export function usualClip({ director, range }: PlaybackModel) {
  const at = Math.floor(director.now() / 1000) * 1000
  return {
    from: Math.max(range.from, at - usualClipMs),
    to: Math.min(range.to, Date.now(), at + usualClipMs),
  }
}

function Pictures({ model }: { model: PlaybackModel }) {
  const { lanes, main, view } = model
  const states = lanes.map(({ camera }) => view.tracks.get(camera.id)?.phase)
  const state = states.includes('playing')
    ? 'ready'
    : states.every(phase => phase === 'gap')
      ? 'empty'
      : states.every(phase => phase === 'failed')
        ? 'error'
        : 'loading'
  return (
    <div
      className="replay-panes"
      ref={model.pane}
      data-count={lanes.length}
      {...panelAttributes('p2', state)}
      data-playing={view.isPlaying || undefined}
    >
      {lanes.map(lane => (
        <ReplayPane key={lane.camera.id} model={model} lane={lane} isMain={lane.camera.id === main?.id} />
      ))}
    </div>
  )
}
