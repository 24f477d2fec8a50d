import { Segmented } from 'antd'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { GalleryStrip } from '../capture/gallery-strip.tsx'
import { playbackText } from '../playback/text.ts'
import { PresetStrip } from '../presets/preset-strip.tsx'
import { OldPictures, VerifyBar } from '../verify/verify-view.tsx'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { AnnotateLayer } from './annotate-layer.tsx'
import { CameraList } from './camera-list.tsx'
import { MonitorPicture } from './monitor-picture.tsx'
import { SidePanel } from './side-panel.tsx'
import { monitorText as words } from './text.ts'
import { Toolbar } from './toolbar.tsx'
import type { Monitor } from './use-monitor.ts'

/** Monitoring on a desk: cameras left, picture with its pad, tools, presets and pictures below. */
export function MonitorDesk({ monitor }: { monitor: Monitor }) {
  const { camera, presets, shop, verify } = monitor
  const verified = verify?.problem
  const t = useText()
  const language = useLanguage()
  const picture = (
    <div className="monitor" {...panelAttributes('monitor', 'ready')}>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
        {monitor.replay && (
          <Segmented
            value="live"
            onChange={mode => mode === 'playback' && monitor.replay?.()}
            options={[
              { value: 'live', label: t(playbackText.live) },
              { value: 'playback', label: t(playbackText.playback) },
            ]}
          />
        )}
      </PageMode>
      <PagePane label={words.cameras} width={language === chinese ? 208 : 232}>
        <CameraList monitor={monitor} />
      </PagePane>
      <div
        className="monitor-picture"
        ref={monitor.pane}
        data-verifying={verified ? true : undefined}
        {...panelAttributes('p2', 'ready')}
      >
        {verified && <OldPictures key={verified.id} verify={verify} />}
        <MonitorPicture monitor={monitor} />
        <AnnotateLayer monitor={monitor} />
      </div>
      {verified ? <VerifyBar key={verified.id} verify={verify} /> : <Toolbar monitor={monitor} />}
      <div className="monitor-strips">
        <PresetStrip presets={presets} camera={camera} timeZone={shop.timeZone} />
        <GalleryStrip
          camera={camera}
          cameras={monitor.cameras}
          captures={monitor.captures}
          timeZone={shop.timeZone}
        />
      </div>
    </div>
  )
  if (monitor.side.tab === undefined) return picture
  return (
    <div className="monitor-with-score">
      {picture}
      <SidePanel monitor={monitor} />
    </div>
  )
}
