import { Button } from 'antd'
import { Camera as CameraIcon } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { PageMode, PhoneTitle } from '../../shell/chrome.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { captureText } from '../capture/text.ts'
import { CameraList } from '../monitor/camera-list.tsx'
import { PhoneLive } from '../monitor/phone-live.tsx'
import { SideSheet } from '../monitor/side-panel.tsx'
import { monitorText } from '../monitor/text.ts'
import { ReplayPane } from '../playback/replay-pane.tsx'
import { Buttons, Speeds } from '../playback/transport.tsx'
import { PresetStrip } from '../presets/preset-strip.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { ChannelPanel } from './channel-panel.tsx'
import { ControlLock, LiveAddress } from './control-lock.tsx'
import { LiveOrReplay, type PlatformProps, Recordings, RecordingTimeline } from './platform-desk.tsx'

/** The same in one hand: picture, controls, recordings, then the rest. */
export function PlatformPhone(props: PlatformProps) {
  const t = useText()
  const { monitor, index, platform } = props
  const { camera, cameras, shop, steering, presets } = monitor
  const { model, isReplaying } = index
  const lane = model.lanes.find(each => each.camera.id === camera.id)
  return (
    <div className="phone">
      <PhoneTitle>{t(monitorText.position, { number: monitor.index + 1, all: cameras.length })}</PhoneTitle>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
      </PageMode>
      <div className="phone-picture" ref={monitor.pane} {...panelAttributes('p2', 'ready')}>
        {isReplaying && lane ? (
          <ReplayPane key={`replay-${lane.camera.id}`} model={model} lane={lane} isMain />
        ) : (
          <PhoneLive monitor={monitor} />
        )}
      </div>
      <LiveOrReplay index={index} />
      {isReplaying ? (
        <>
          <Buttons model={model} />
          <Speeds model={model} />
        </>
      ) : (
        <>
          {platform.hasLock && (
            <div className="phone-lock">
              <ControlLock key={camera.id} monitor={monitor} />
              <LiveAddress monitor={monitor} />
            </div>
          )}
          {steering && (
            <div className="thumb-zone">
              <PtzPad steering={steering} home={presets.home} />
            </div>
          )}
        </>
      )}
      {monitor.mayCapture && (
        <Button
          size="large"
          type="primary"
          icon={<CameraIcon size={18} />}
          loading={monitor.captures.isRunning}
          onClick={() => void (isReplaying ? model.capture() : monitor.capture())}
        >
          {t(captureText.capture)}
        </Button>
      )}
      <RecordingTimeline {...props} />
      <Recordings {...props} />
      <PresetStrip
        presets={presets}
        camera={camera}
        timeZone={shop.timeZone}
        panelId={platform.panels.presets}
      />
      {platform.hasChannel && <ChannelPanel monitor={monitor} />}
      {platform.hasRecords && <SideSheet monitor={monitor} panelId={platform.panels.records} />}
      <GalleryStrip camera={camera} cameras={cameras} captures={monitor.captures} timeZone={shop.timeZone} />
      <CameraList monitor={monitor} visitPanelId="visit" />
    </div>
  )
}
