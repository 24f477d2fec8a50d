import type { Camera, ShopDetail } from '@aisle/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { chinese, useLanguage, useName, useText } from '../../lib/i18n.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { DayPicker } from '../../shell/date-picker/day-picker.tsx'
import { useDay } from '../../shell/date-picker/use-period.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { useScope } from '../../shell/scope.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { LivePane } from '../live/live-pane.tsx'
import { AnnotateLayer } from '../monitor/annotate-layer.tsx'
import { CameraList } from '../monitor/camera-list.tsx'
import { monitorKeys } from '../monitor/monitor-keys.ts'
import { MonitorPicture } from '../monitor/monitor-picture.tsx'
import { type Cameras, ShopGate } from '../monitor/shop-gate.tsx'
import { monitorText } from '../monitor/text.ts'
import { Toolbar } from '../monitor/toolbar.tsx'
import { type Monitor, useMonitor } from '../monitor/use-monitor.ts'
import type { SideTab } from '../monitor/use-side-tabs.ts'
import { LiveOrReplay } from '../platform/platform-desk.tsx'
import { type RecordingIndex, useRecordingIndex } from '../platform/use-recording-index.ts'
import { playbackKeys } from '../playback/playback-keys.ts'
import { ReplayPane } from '../playback/replay-pane.tsx'
import { momentOf } from '../playback/shop-day.ts'
import { Transport } from '../playback/transport.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { useIsPhone } from '../use-media.ts'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { ExportData } from './export-data.tsx'
import { DayTrend, KeyFigures, ZoneRank } from './figure-panels.tsx'
import { OpenProblems, RaiseForm } from './problem-panels.tsx'
import { monitorDataText as words } from './text.ts'
import '../playback/playback.css'
import './monitor-data.css'

const layouts = ['1', '4', '9'] as const
const noTabs: readonly SideTab[] = []

/** Monitoring with the shop's figures beside the picture: `/x_2ShopInspection/x_2MonitorPage?shop=…`. */
export function MonitorDataPage() {
  const { shopId } = useScope()
  if (shopId === undefined) return null
  return (
    <ShopGate key={shopId} shopId={shopId} title={words.title}>
      {(shop, cameras) => <Watching shop={shop} cameras={cameras} />}
    </ShopGate>
  )
}

function Watching({ shop, cameras }: { shop: ShopDetail; cameras: Cameras }) {
  const t = useText()
  const language = useLanguage()
  const monitor = useMonitor(shop, cameras, { tabs: noTabs })
  const index = useRecordingIndex(monitor)
  const isPhone = useIsPhone()
  const day = useDay()
  const [layout, setLayout] = useAddressFilter('panes', oneOf(layouts, '1'))
  useHotkeys(
    index.isReplaying ? playbackKeys(index.model, index.timeline, index.goLive) : monitorKeys(monitor),
  )

  /** A quarter of an hour on the shop's clock is replayed from its beginning. */
  function replayFrom(start: string) {
    const at = momentOf(`${start}:00`, shop.timeZone)
    if (at === undefined) return
    if (at > Date.now()) return toast.info(words.future)
    setLayout('1')
    index.model.seek(at)
  }
  const about = { shopId: shop.shopid, day: day.day, isToday: day.isToday }
  const figures = (
    <>
      <KeyFigures {...about} />
      <DayTrend {...about} onMoment={replayFrom} />
      <ZoneRank {...about} />
      <RaiseForm
        monitor={monitor}
        take={() => (index.isReplaying ? index.model.capture() : monitor.takePicture())}
      />
      <OpenProblems shopId={shop.shopid} />
    </>
  )
  return (
    <div className={isPhone ? 'phone data-phone' : 'monitor-with-score data-desk'}>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
        <LiveOrReplay index={index} />
      </PageMode>
      {!isPhone && (
        <PagePane label={monitorText.cameras} width={language === chinese ? 208 : 232}>
          <CameraList monitor={monitor} visitPanelId="visit" />
        </PagePane>
      )}
      <div
        className={isPhone ? 'data-picture' : 'monitor data-monitor'}
        {...panelAttributes('monitor', 'ready')}
      >
        <div
          className={isPhone ? 'phone-picture' : 'monitor-picture'}
          ref={monitor.pane}
          {...panelAttributes('p1', 'ready')}
        >
          <Pictures monitor={monitor} index={index} layout={layout} isPhone={isPhone} />
          <AnnotateLayer monitor={monitor} />
        </div>
        {isPhone && !index.isReplaying && layout === '1' && monitor.steering && (
          <div className="thumb-zone">
            <PtzPad steering={monitor.steering} home={monitor.presets.home} />
          </div>
        )}
        {index.isReplaying ? (
          <Transport model={index.model} />
        ) : (
          <Toolbar monitor={monitor}>
            <span className="toolbar-rule" aria-hidden />
            <Segmented
              size="small"
              aria-label={t(words.panes)}
              value={layout}
              options={layouts.map(value => ({ value, label: value }))}
              onChange={setLayout}
            />
          </Toolbar>
        )}
        {!isPhone && (
          <GalleryStrip
            camera={monitor.camera}
            cameras={monitor.cameras}
            captures={monitor.captures}
            timeZone={shop.timeZone}
          />
        )}
      </div>
      <aside className="data-side" aria-label={t(words.side)}>
        <div className="data-day">
          <DayPicker day={day} />
          <ExportData shop={shop} day={day.day} />
        </div>
        {figures}
      </aside>
      {isPhone && <CameraList monitor={monitor} visitPanelId="visit" />}
    </div>
  )
}

/** The chosen camera alone, with its pad or its recording, or the first four or nine of the shop with it. */
function Pictures({
  monitor,
  index,
  layout,
  isPhone,
}: {
  monitor: Monitor
  index: RecordingIndex
  layout: (typeof layouts)[number]
  isPhone: boolean
}) {
  const { camera } = monitor
  const lane = index.model.lanes.find(each => each.camera.id === camera.id)
  if (index.isReplaying && lane)
    return <ReplayPane key={`replay-${camera.id}`} model={index.model} lane={lane} isMain />
  if (layout === '1' && isPhone)
    return (
      <LivePane
        key={camera.id}
        camera={camera}
        view={{
          quality: 'smooth',
          fit: 'contain',
          size: 'phone',
          timeZone: monitor.shop.timeZone,
          digitalZoom: true,
        }}
        feeds={monitor.feeds}
        onPhase={monitor.onPhase}
      />
    )
  if (layout === '1') return <MonitorPicture monitor={monitor} />
  return <PictureGrid monitor={monitor} count={Number(layout)} />
}

function PictureGrid({ monitor, count }: { monitor: Monitor; count: number }) {
  const name = useName()
  const { camera, cameras, shop } = monitor
  // The order stays while the chosen one is among those on show: panes do not jump under the pointer.
  const [first, begin] = useState(() => cameras.indexOf(camera))
  const shown = windowOf(cameras, first, count)
  const isShown = shown.some(({ id }) => id === camera.id)
  if (!isShown) begin(cameras.indexOf(camera))
  return (
    <div className="data-grid" data-count={count}>
      {shown.map(each => (
        // biome-ignore lint/a11y/useSemanticElements: a pane holds buttons of its own, so it cannot be a button
        <div
          key={each.id}
          role="group"
          className="data-cell"
          aria-label={`${each.number} ${name(each.name, each.nameEn)}`}
          aria-current={each.id === camera.id || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane is chosen by keys as by a click
          tabIndex={0}
          onClick={() => monitor.select(each.id)}
          onKeyDown={event => event.key === 'Enter' && monitor.select(each.id)}
        >
          <LivePane
            camera={each}
            view={{
              quality: 'smooth',
              fit: 'cover',
              size: 'wall',
              timeZone: shop.timeZone,
              worker: count >= 9,
            }}
            feeds={monitor.feeds}
            isSelected={each.id === camera.id}
            onPhase={monitor.onPhase}
          />
        </div>
      ))}
    </div>
  )
}

/** So many cameras from one on, from the beginning again after the last. */
function windowOf(cameras: readonly Camera[], first: number, count: number): Camera[] {
  const size = Math.min(count, cameras.length)
  return Array.from({ length: size }, (_, at) => cameras[(Math.max(0, first) + at) % cameras.length]).flatMap(
    camera => camera ?? [],
  )
}
