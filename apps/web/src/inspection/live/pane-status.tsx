import type { Camera } from '@aisle/contract'
import { CircleAlert, Lock, Pause, VideoOff, WifiOff } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { LiveFeed } from '../player/live-feed.ts'
import type { LivePhase, LiveState } from '../player/live-state.ts'
import { type PaneAction, paneWords } from './pane-words.ts'
import { useNow } from './use-now.ts'

const icons: Partial<Record<LivePhase, typeof WifiOff>> = {
  stalled: WifiOff,
  reconnecting: WifiOff,
  failed: CircleAlert,
  offline: VideoOff,
  taken: Lock,
  forbidden: Lock,
  paused: Pause,
}

type Props = { camera: Camera; feed: LiveFeed; state: LiveState; timeZone: string; lower: () => void }

/** Why there is no picture, since when, and what to do; in the middle of the pane. */
export function PaneStatus({ camera, feed, state, timeZone, lower }: Props) {
  const t = useText()
  const format = useFormat()
  const now = useNow()
  const words = paneWords(state, {
    now,
    camera,
    clock: time => format.clock(new Date(time), timeZone),
    moment: date => format.moment(date, timeZone),
  })
  if (!words) return null
  const Icon = icons[state.phase]
  const run: Record<PaneAction, () => void> = {
    retry: () => feed.send({ type: 'retryNow' }),
    resume: () => feed.send({ type: 'resume' }),
    smooth: lower,
  }
  return (
    <div className="pane-status">
      {Icon ? <Icon size={22} aria-hidden /> : <span className="pane-spinner" aria-hidden />}
      <p className="pane-status-title">{t(words.title.text, words.title.values)}</p>
      {words.details.map(({ text, values }) => (
        <p key={text.en} className="pane-status-detail">
          {t(text, values)}
        </p>
      ))}
      {words.message && <p className="pane-status-detail">{words.message}</p>}
      {words.actions.length > 0 && (
        <div className="pane-status-actions">
          {words.actions.map(({ action, text }) => (
            <button key={action} type="button" className="chip-button" onClick={run[action]}>
              {t(text)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
