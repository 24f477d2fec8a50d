import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { hotkeySheet } from '../../ui/hotkey-sheet.ts'
import { LivePane } from '../live/live-pane.tsx'
import type { LivePhase } from '../player/live-state.ts'
import { HoldNote } from '../steering/hold-note.tsx'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { steeringText } from '../steering/text.ts'
import { monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'

/** The live picture of the chosen camera with its pad and notes; `children` lie over the picture. */
export function MonitorPicture({ monitor, children }: { monitor: Monitor; children?: ReactNode }) {
  const { camera, steering, presets, shop } = monitor
  return (
    <LivePane
      key={camera.id}
      camera={camera}
      view={{
        quality: 'high',
        fit: 'contain',
        size: 'big',
        timeZone: shop.timeZone,
        sound: monitor.sound,
        digitalZoom: true,
      }}
      feeds={monitor.feeds}
      onPhase={monitor.onPhase}
    >
      {children}
      {steering && hasPicture(monitor.phase) && <PtzPad steering={steering} home={presets.home} />}
      {steering?.hold ? <HoldNote hold={steering.hold} /> : <KeyHint monitor={monitor} />}
    </LivePane>
  )
}

/** What cannot be seen is not steered. */
const hasPicture = (phase: LivePhase) => phase === 'live' || phase === 'stalled' || phase === 'reconnecting'

function KeyHint({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const { steering, camera, phase } = monitor
  if (phase !== 'live') return null
  return (
    <button
      type="button"
      className="pane-label pane-label-button pane-note key-hint"
      onClick={() => hotkeySheet.set(true)}
    >
      <Keyboard size={14} aria-hidden />
      <span className="ellipsis">
        {t(steering && camera.capabilities.ptz ? steeringText.hint : words.noPtz)}
      </span>
    </button>
  )
}
