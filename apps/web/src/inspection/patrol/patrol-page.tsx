import type { Camera, ShopDetail } from '@aisle/contract'
import { Button, Segmented } from 'antd'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { monitorKeys } from '../monitor/monitor-keys.ts'
import { PhonePicture, ThumbZone } from '../monitor/monitor-phone.tsx'
import { MonitorPicture } from '../monitor/monitor-picture.tsx'
import { SidePanel, SideSheet } from '../monitor/side-panel.tsx'
import { Toolbar } from '../monitor/toolbar.tsx'
import { useMonitor } from '../monitor/use-monitor.ts'
import { PresetStrip } from '../presets/preset-strip.tsx'
import { RaiseDialog } from '../problems/raise-dialog.tsx'
import { useIsPhone } from '../use-media.ts'
import { useShopCameras } from '../use-shop-cameras.ts'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { CameraChips } from './camera-chips.tsx'
import { MultiLive } from './multi-live.tsx'
import { PatrolReplay } from './patrol-replay.tsx'
import { patrolText as words } from './patrol-text.ts'
import { RoundBar } from './round-bar.tsx'
import { RoundDialog } from './round-dialog.tsx'
import { RoundPanel } from './round-panel.tsx'
import { RoundStarters } from './round-starters.tsx'
import { TurnsPanel } from './turns-panel.tsx'
import { type Round, useRound } from './use-round.ts'
import '../monitor/monitor.css'
import '../wall/wall.css'
import '../playback/playback.css'
import '../problems/problems.css'
import './patrol.css'

const modes = ['live', 'replay'] as const
const windows = ['single', 'multi'] as const

/** 远程巡店: today's shops one after the other, by live video or recordings, scored beside the picture. */
export function RemotePatrolPage() {
  const t = useText()
  const round = useRound()
  const isPhone = useIsPhone()
  const [isChanging, change] = useState(false)
  const panel = <RoundPanel round={round} onChange={() => change(true)} />
  useHotkeys([
    { keys: ['}'], text: words.nextShop, group: words.keyGroup, run: () => round.step(1) },
    { keys: ['{'], text: words.previousShop, group: words.keyGroup, run: () => round.step(-1) },
  ])
  return (
    <div className="remote-patrol" data-phone={isPhone || undefined}>
      <h1 className="visually-hidden">{t(words.title)}</h1>
      {isPhone ? (
        <details className="round-fold" open={round.current === undefined}>
          <summary>
            {t(words.route)} · {t(words.progress, round.progress)}
          </summary>
          {panel}
        </details>
      ) : (
        <PagePane label={words.route} width={248}>
          {panel}
        </PagePane>
      )}
      {round.current ? (
        <PatrolShop key={round.current.shopId} shopId={round.current.shopId} round={round} />
      ) : (
        <div
          className="monitor-state"
          {...panelAttributes('p2', round.query.isPending ? 'loading' : 'empty')}
        >
          {!round.query.isPending && <RoundStarters round={round} onOther={() => change(true)} />}
        </div>
      )}
      {isChanging && <RoundDialog round={round} onClose={() => change(false)} />}
    </div>
  )
}

function PatrolShop({ shopId, round }: { shopId: string; round: Round }) {
  const t = useText()
  const { shop, cameras, error, retry } = useShopCameras(shopId, words.title)
  const [first, ...rest] = cameras ?? []
  const state = error ? 'error' : !shop || !cameras ? 'loading' : first ? 'ready' : 'empty'
  if (shop && first) return <Patrolling shop={shop} cameras={[first, ...rest]} round={round} />
  return (
    <div className="patrol-main">
      <RoundBar round={round} />
      <div className="monitor-state" {...panelAttributes('p2', state)}>
        {state === 'error' && <ErrorState error={error} onRetry={retry} />}
        {state === 'empty' && <EmptyState text={t(words.noCameras)} />}
        {state === 'loading' && (
          <Loading>
            <Bone height="50vh" />
          </Loading>
        )}
      </div>
    </div>
  )
}

type WorkProps = { shop: ShopDetail; cameras: readonly [Camera, ...Camera[]]; round: Round }

function Patrolling({ shop, cameras, round }: WorkProps) {
  const t = useText()
  const { can } = useSession()
  const isPhone = useIsPhone()
  const [mode, setMode] = useAddressFilter('mode', oneOf(modes, 'live'))
  const [view, setView] = useAddressFilter('windows', oneOf(windows, 'single'))
  const [replayAt, setReplayAt] = useState<number>()
  const [isRaising, raise] = useState(false)
  const monitor = useMonitor(shop, cameras)
  const mayReplay = can('inspect.playback')
  const isReplay = mode === 'replay' && mayReplay
  const isMulti = view === 'multi' && cameras.length > 1
  useHotkeys(isReplay ? [] : monitorKeys(monitor))
  const replay = (cameraId: string, at: number) => {
    monitor.select(cameraId)
    setView('single')
    setReplayAt(at)
    setMode('replay')
  }
  const picture = (
    <div className="patrol-main">
      <RoundBar round={round}>
        <Segmented<'live' | 'replay'>
          aria-label={t(words.mode)}
          value={isReplay ? 'replay' : 'live'}
          disabled={!mayReplay}
          title={mayReplay ? undefined : t(words.noPlayback)}
          onChange={next => {
            setReplayAt(undefined)
            setMode(next)
          }}
          options={[
            { value: 'live', label: t(words.live) },
            { value: 'replay', label: t(words.replay) },
          ]}
        />
        <Segmented<'single' | 'multi'>
          aria-label={t(words.windows)}
          value={isMulti ? 'multi' : 'single'}
          disabled={cameras.length < 2}
          onChange={setView}
          options={[
            { value: 'single', label: t(words.single) },
            { value: 'multi', label: t(words.multi) },
          ]}
        />
        {can('inspect.score') && (
          <Button icon={<CircleAlert size={14} />} onClick={() => raise(true)}>
            {t(words.raise)}
          </Button>
        )}
      </RoundBar>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
      </PageMode>
      <div
        className="patrol-picture"
        data-mode={isReplay ? 'replay' : view}
        {...panelAttributes('p2', 'ready')}
      >
        {isReplay ? (
          <PatrolReplay
            key={view}
            monitor={monitor}
            isMulti={isMulti}
            at={replayAt}
            onLive={() => setMode('live')}
          />
        ) : isMulti ? (
          <MultiLive
            monitor={monitor}
            onAlone={cameraId => {
              monitor.select(cameraId)
              setView('single')
            }}
          />
        ) : isPhone ? (
          <>
            <PhonePicture monitor={monitor} />
            <ThumbZone monitor={monitor} />
          </>
        ) : (
          <>
            <div className="monitor-picture" ref={monitor.pane}>
              <MonitorPicture monitor={monitor} />
            </div>
            <Toolbar monitor={monitor} />
          </>
        )}
      </div>
      <CameraChips
        cameras={cameras}
        currentId={monitor.camera.id}
        viewed={monitor.visit.viewed}
        onPick={monitor.select}
      />
      <div className="monitor-strips">
        <PresetStrip presets={monitor.presets} camera={monitor.camera} timeZone={shop.timeZone} />
        <GalleryStrip
          camera={monitor.camera}
          cameras={cameras}
          captures={monitor.captures}
          timeZone={shop.timeZone}
        />
      </div>
      <TurnsPanel shopId={shop.shopid} timeZone={shop.timeZone} onReplay={mayReplay ? replay : undefined} />
      {isRaising && (
        <RaiseDialog
          shopId={shop.shopid}
          cameraId={monitor.camera.id}
          pictures={monitor.captures.taken.filter(taken => taken.cameraId === monitor.camera.id).slice(0, 1)}
          onClose={() => raise(false)}
        />
      )}
    </div>
  )
  if (monitor.side.tab === undefined) return picture
  if (isPhone)
    return (
      <>
        {picture}
        <SideSheet monitor={monitor} panelId="p3" />
      </>
    )
  return (
    <div className="monitor-with-score patrol-with-score">
      {picture}
      <SidePanel monitor={monitor} panelId="p3" />
    </div>
  )
}
