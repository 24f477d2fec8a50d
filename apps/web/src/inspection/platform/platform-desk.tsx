import type { RecordStore } from '@aisle/contract'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { NoPermission } from '../../ui/states.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { AnnotateLayer } from '../monitor/annotate-layer.tsx'
import { CameraList } from '../monitor/camera-list.tsx'
import { MonitorPicture } from '../monitor/monitor-picture.tsx'
import { SidePanel } from '../monitor/side-panel.tsx'
import { monitorText } from '../monitor/text.ts'
import { Toolbar } from '../monitor/toolbar.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import { lengthWithin } from '../playback/recorded.ts'
import { RecordingCalendar } from '../playback/recording-calendar.tsx'
import { ReplayPane } from '../playback/replay-pane.tsx'
import { TimelinePanel } from '../playback/timeline-panel.tsx'
import { Transport } from '../playback/transport.tsx'
import { PresetStrip } from '../presets/preset-strip.tsx'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { ChannelPanel } from './channel-panel.tsx'
import { ControlLock, LiveAddress } from './control-lock.tsx'
import type { Platform } from './platforms.ts'
import { platformText as words } from './text.ts'
import type { RecordingIndex } from './use-recording-index.ts'

export type PlatformProps = { monitor: Monitor; index: RecordingIndex; platform: Platform }

/** Live picture, recordings and what is special to the platform, on one page. */
export function PlatformDesk(props: PlatformProps) {
  const language = useLanguage()
  const { monitor, index, platform } = props
  return (
    <div className="monitor-with-score">
      <PageMode>
        <span className="platform-timer">
          <VisitTimer visit={monitor.visit} />
        </span>
        <LiveOrReplay index={index} />
      </PageMode>
      <PagePane label={monitorText.cameras} width={language === chinese ? 216 : 232}>
        <div className="platform-side">
          <CameraList monitor={monitor} visitPanelId="visit" />
          <Recordings {...props} />
        </div>
      </PagePane>
      <div className="monitor platform" {...panelAttributes('platform', 'ready')}>
        <PlatformPicture {...props} />
        {index.isReplaying ? <Transport model={index.model} /> : <LiveTools {...props} />}
        <RecordingTimeline {...props} />
        <div className="monitor-strips">
          <PresetStrip
            presets={monitor.presets}
            camera={monitor.camera}
            timeZone={monitor.shop.timeZone}
            panelId={platform.panels.presets}
          />
          <GalleryStrip
            camera={monitor.camera}
            cameras={monitor.cameras}
            captures={monitor.captures}
            timeZone={monitor.shop.timeZone}
          />
        </div>
      </div>
      {platform.hasRecords && <SidePanel monitor={monitor} panelId={platform.panels.records} />}
      {platform.hasChannel && (
        <aside className="score-pane platform-channel">
          <ChannelPanel monitor={monitor} />
        </aside>
      )}
    </div>
  )
}

/** The month with its recorded days, and how much the chosen day has. */
export function Recordings({ monitor, index, platform }: PlatformProps) {
  const t = useText()
  const { model } = index
  if (!index.mayReplay) return <NoRecordings panelId={platform.panels.calendar} />
  const recorded = model.lanes.find(lane => lane.camera.id === monitor.camera.id)?.recorded
  const hours = (store?: RecordStore) => {
    const of = (recorded ?? []).filter(each => store === undefined || each.store === store)
    return (lengthWithin(of, model.range) / 3_600_000).toFixed(1)
  }
  return (
    <>
      <RecordingCalendar model={model} panelId={platform.panels.calendar} />
      {recorded && (
        <p className="recorded-hours">
          {t(words.hours, { hours: hours(), cloud: hours('cloud'), device: hours('device') })}
        </p>
      )}
    </>
  )
}

/** Who may not replay is told so where recordings would stand; nothing is asked for. */
function NoRecordings({ panelId }: { panelId: string }) {
  return (
    <section {...panelAttributes(panelId, 'forbidden')}>
      <NoPermission title={words.recordings} required={['inspect.playback']} />
    </section>
  )
}

export function LiveOrReplay({ index }: { index: RecordingIndex }) {
  const t = useText()
  return (
    <Segmented<'live' | 'replay'>
      value={index.isReplaying ? 'replay' : 'live'}
      disabled={!index.mayReplay}
      onChange={mode => (mode === 'live' ? index.goLive() : index.goReplay())}
      options={[
        { value: 'live', label: t(words.live) },
        { value: 'replay', label: t(words.replay) },
      ]}
    />
  )
}

/** The live picture, or the recording that was picked. */
function PlatformPicture({ monitor, index }: PlatformProps) {
  const { model, isReplaying } = index
  const lane = model.lanes.find(each => each.camera.id === monitor.camera.id)
  return (
    <div
      className="monitor-picture"
      ref={monitor.pane}
      data-mode={isReplaying ? 'replay' : 'live'}
      {...panelAttributes('p2', 'ready')}
    >
      {isReplaying && lane ? (
        <ReplayPane key={`replay-${lane.camera.id}`} model={model} lane={lane} isMain />
      ) : (
        <MonitorPicture monitor={monitor} />
      )}
      <AnnotateLayer monitor={monitor} />
    </div>
  )
}

function LiveTools({ monitor, platform }: PlatformProps) {
  let extra: ReactNode
  if (platform.hasLock)
    extra = (
      <>
        <span className="toolbar-rule" aria-hidden />
        <ControlLock key={monitor.camera.id} monitor={monitor} />
        <LiveAddress monitor={monitor} />
      </>
    )
  return (
    <Toolbar monitor={monitor} hasSpeed={!platform.hasChannel}>
      {extra}
    </Toolbar>
  )
}

export function RecordingTimeline({ index, platform }: PlatformProps) {
  if (!index.mayReplay) return <NoRecordings panelId={platform.panels.timeline} />
  return (
    <TimelinePanel
      model={index.model}
      timeline={index.timeline}
      panelId={platform.panels.timeline}
      onLive={index.isReplaying ? index.goLive : undefined}
    />
  )
}
