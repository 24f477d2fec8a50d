import type { Camera, ShopDetail } from '@aisle/contract'
import { Button, Select } from 'antd'
import { Camera as CameraIcon, Scissors } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { PhoneTitle } from '../../shell/chrome.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { captureText } from '../capture/text.ts'
import { ClipJobs, ClipPanel } from './clip-panel.tsx'
import { DayEvents } from './day-events.tsx'
import { useLiveAddress } from './open-playback.ts'
import { usualClip } from './playback-desk.tsx'
import { RecordingCalendar } from './recording-calendar.tsx'
import { ReplayPane } from './replay-pane.tsx'
import { playbackText as words } from './text.ts'
import { TimelinePanel } from './timeline-panel.tsx'
import { BookmarkButton, Buttons, ClockField, FrameButtons, Speeds } from './transport.tsx'
import { hasPlayback, type PlaybackModel, usePlayback } from './use-playback.ts'
import { useTimeline } from './use-timeline.ts'
import '../monitor/monitor.css'

const phoneSpan = 3_600_000

/** Playback in one hand: one camera on top, large controls, the timeline below. */
export function PlaybackPhone({ shop, cameras }: { shop: ShopDetail; cameras: readonly Camera[] }) {
  const t = useText()
  const navigate = useNavigate()
  const model = usePlayback(shop, cameras)
  const timeline = useTimeline(model.director, model.range, phoneSpan)
  const { main, lanes, chosen, only } = model
  const address = useLiveAddress(shop.shopid, main?.id)
  // A link may name several cameras: here is room for one.
  const isMany = chosen.length > 1
  useEffect(() => {
    if (isMany && main) only(main)
  })
  const lane = lanes.find(({ camera }) => camera.id === main?.id)
  return (
    <div className="phone playback-phone">
      <PhoneTitle>{t(words.title)}</PhoneTitle>
      <div className="phone-picture" ref={model.pane} {...panelAttributes('p2', lane ? 'ready' : 'loading')}>
        {lane && <ReplayPane key={lane.camera.id} model={model} lane={lane} isMain />}
      </div>
      <CameraChoice model={model} />
      <ClockField model={model} />
      <Buttons model={model} />
      <div className="phone-row">
        <Speeds model={model} />
        <FrameButtons model={model} />
      </div>
      <div className="phone-row">
        <Button
          size="large"
          icon={<Scissors size={18} />}
          onClick={() => model.setClip(model.clip ? undefined : usualClip(model))}
        >
          {t(words.clip)}
        </Button>
        <BookmarkButton model={model} size="large" />
        {model.mayCapture && (
          <Button
            type="primary"
            size="large"
            icon={<CameraIcon size={18} />}
            loading={model.captures.isRunning}
            onClick={() => void model.capture()}
          >
            {t(captureText.capture)}
          </Button>
        )}
      </div>
      {model.clip && <ClipPanel model={model} clip={model.clip} />}
      <ClipJobs />
      <TimelinePanel
        model={model}
        timeline={timeline}
        onLive={address === undefined ? undefined : () => navigate(address)}
      />
      <RecordingCalendar model={model} />
      <DayEvents model={model} />
    </div>
  )
}

function CameraChoice({ model }: { model: PlaybackModel }) {
  const t = useText()
  const name = useName()
  return (
    <Select
      size="large"
      aria-label={t(words.clipCameras)}
      value={model.main?.id}
      onChange={id => {
        const camera = model.cameras.find(each => each.id === id)
        if (camera) model.only(camera)
      }}
      options={model.cameras.map(camera => ({
        value: camera.id,
        label: `${camera.number} ${name(camera.name, camera.nameEn)}`,
        disabled: !hasPlayback(camera),
      }))}
    />
  )
}
