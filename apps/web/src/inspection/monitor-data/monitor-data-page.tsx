import type { ShopDetail } from '@aisle/contract'
import { Button, Segmented } from 'antd'
import { Camera as CameraIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { PageMode, PagePane, PhoneTitle } from '../../shell/chrome.tsx'
import { DayPicker } from '../../shell/date-picker/day-picker.tsx'
import { useDay } from '../../shell/date-picker/use-period.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { useScope } from '../../shell/scope.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { captureText } from '../capture/text.ts'
import { AnnotateLayer } from '../monitor/annotate-layer.tsx'
import { CameraList } from '../monitor/camera-list.tsx'
import { monitorKeys } from '../monitor/monitor-keys.ts'
import { type Cameras, ShopGate } from '../monitor/shop-gate.tsx'
import { monitorText } from '../monitor/text.ts'
import { Toolbar } from '../monitor/toolbar.tsx'
import { type Monitor, useMonitor } from '../monitor/use-monitor.ts'
import type { SideTab } from '../monitor/use-side-tabs.ts'
import { LiveOrReplay } from '../platform/platform-desk.tsx'
import { type RecordingIndex, useRecordingIndex } from '../platform/use-recording-index.ts'
import { playbackKeys } from '../playback/playback-keys.ts'
import { momentOf } from '../playback/shop-day.ts'
import { Buttons, Speeds, Transport } from '../playback/transport.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { useIsPhone } from '../use-media.ts'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { layouts, Pictures } from './data-pictures.tsx'
import { ExportData } from './export-data.tsx'
import { DayTrend, KeyFigures, ZoneRank } from './figure-panels.tsx'
import { OpenProblems, RaiseForm } from './problem-panels.tsx'
import { monitorDataText as words } from './text.ts'
import '../playback/playback.css'
import './monitor-data.css'

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
  const monitor = useMonitor(shop, cameras, { tabs: noTabs })
  const index = useRecordingIndex(monitor)
  const day = useDay()
  const [layout, setLayout] = useAddressFilter('panes', oneOf(layouts, '1'))
  const isPhone = useIsPhone()
  const t = useText()
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
    monitor.pane.current?.scrollIntoView({ block: 'nearest' })
  }
  const watched = { monitor, index, layout, setLayout }
  const about = { shopId: shop.shopid, day: day.day, isToday: day.isToday }
  const side = (
    <aside className="data-side" aria-label={t(words.side)}>
      <div className="data-day">
        <DayPicker day={day} />
        <ExportData shop={shop} day={day.day} />
      </div>
      <KeyFigures {...about} />
      <DayTrend {...about} onMoment={index.mayReplay ? replayFrom : undefined} />
      <ZoneRank {...about} />
      <RaiseForm
        monitor={monitor}
        take={() => (index.isReplaying ? index.model.capture() : monitor.takePicture())}
      />
      <OpenProblems shopId={shop.shopid} />
    </aside>
  )
  return isPhone ? <InHand {...watched} side={side} /> : <Desk {...watched} side={side} />
}

type Watched = {
  monitor: Monitor
  index: RecordingIndex
  layout: (typeof layouts)[number]
  setLayout(layout: (typeof layouts)[number]): void
  side: ReactNode
}

function Desk({ monitor, index, layout, setLayout, side }: Watched) {
  const language = useLanguage()
  return (
    <div className="monitor-with-score data-desk">
      <PageMode>
        <VisitTimer visit={monitor.visit} />
        <LiveOrReplay index={index} />
      </PageMode>
      <PagePane label={monitorText.cameras} width={language === chinese ? 208 : 232}>
        <CameraList monitor={monitor} panelId="cameras" visitPanelId="visit" />
      </PagePane>
      <div className="monitor data-monitor" {...panelAttributes('monitor', 'ready')}>
        <div className="monitor-picture" ref={monitor.pane} {...panelAttributes('p1', 'ready')}>
          <Pictures monitor={monitor} index={index} layout={layout} isPhone={false} />
          <AnnotateLayer monitor={monitor} />
        </div>
        {index.isReplaying ? (
          <Transport model={index.model} />
        ) : (
          <Toolbar monitor={monitor}>
            <span className="toolbar-rule" aria-hidden />
            <Layouts layout={layout} setLayout={setLayout} />
          </Toolbar>
        )}
        <TakenPictures monitor={monitor} />
      </div>
      {side}
    </div>
  )
}

/** The same in one hand: picture, controls, figures, then the rest. */
function InHand({ monitor, index, layout, setLayout, side }: Watched) {
  const t = useText()
  const { model, isReplaying } = index
  return (
    <div className="phone data-phone" {...panelAttributes('monitor', 'ready')}>
      <PhoneTitle>
        {t(monitorText.position, { number: monitor.index + 1, all: monitor.cameras.length })}
      </PhoneTitle>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
      </PageMode>
      <div className="phone-picture" ref={monitor.pane} {...panelAttributes('p1', 'ready')}>
        <Pictures monitor={monitor} index={index} layout={layout} isPhone />
        <AnnotateLayer monitor={monitor} />
      </div>
      <div className="data-choices">
        <LiveOrReplay index={index} />
        {!isReplaying && <Layouts layout={layout} setLayout={setLayout} />}
      </div>
      {isReplaying ? (
        <>
          <Buttons model={model} />
          <Speeds model={model} />
        </>
      ) : (
        layout === '1' &&
        monitor.steering && (
          <div className="thumb-zone">
            <PtzPad steering={monitor.steering} home={monitor.presets.home} />
          </div>
        )
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
      {side}
      <TakenPictures monitor={monitor} />
      <CameraList monitor={monitor} panelId="cameras" visitPanelId="visit" />
    </div>
  )
}

function Layouts({ layout, setLayout }: Pick<Watched, 'layout' | 'setLayout'>) {
  const t = useText()
  return (
    <Segmented
      size="small"
      aria-label={t(words.panes)}
      value={layout}
      options={layouts.map(value => ({ value, label: value }))}
      onChange={setLayout}
    />
  )
}

/** From here pictures leave as files, one by one or packed. */
const TakenPictures = ({ monitor: { camera, cameras, captures, shop } }: Pick<Watched, 'monitor'>) => (
  <GalleryStrip
    camera={camera}
    cameras={cameras}
    captures={captures}
    timeZone={shop.timeZone}
    panelId="pictures"
  />
)
