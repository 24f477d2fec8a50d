import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { useNow } from '../live/use-now.ts'
import { visitText as words } from './text.ts'
import type { Visit } from './use-visit.ts'
import './visit.css'

type Props = {
  visit: Visit
  /** The cameras that the page shows: the visit may have seen others, on another page. */
  cameras: readonly { id: string }[]
  timeZone: string
  /** The id of the panel where the page calls it otherwise. */
  panelId?: string
  onStart: () => void
}

/** 本次巡店: since when, for how long, what was seen, and its end. */
export function VisitPanel({ visit, cameras, timeZone, panelId = 'p6', onStart }: Props) {
  const t = useText()
  const format = useFormat()
  const { phase, beganAt, endedAt } = visit
  const viewed = cameras.filter(({ id }) => visit.viewed.has(id)).length
  const unviewed = cameras.length - viewed
  return (
    <section className="visit" aria-label={t(words.title)} {...panelAttributes(panelId, 'ready')}>
      <header>
        <h2>{t(words.title)}</h2>
        {phase !== 'waiting' && (
          <span className="visit-state">
            <StatusDot tone={phase === 'going' ? 'error' : 'neutral'} /> {t(words[phase])}
          </span>
        )}
      </header>
      {beganAt === undefined ? (
        <p className="tool-hint">{t(words.waiting)}</p>
      ) : (
        <dl>
          <dt>{t(words.began)}</dt>
          <dd>{format.clock(new Date(beganAt), timeZone)}</dd>
          {endedAt === undefined ? (
            <>
              <dt>{t(words.elapsed)}</dt>
              <dd>
                <Elapsed since={beganAt} />
              </dd>
            </>
          ) : (
            <>
              <dt>{t(words.end)}</dt>
              <dd>{format.clock(new Date(endedAt), timeZone)}</dd>
              <dt>{t(words.lasted)}</dt>
              <dd>{format.minutesSeconds(endedAt - beganAt)}</dd>
            </>
          )}
        </dl>
      )}
      <footer>
        <span>{t(words.viewed, { viewed, all: cameras.length })}</span>
        {phase === 'going' && (
          <ConfirmPopover
            question={unviewed > 0 ? t(words.finishAsk, { count: unviewed }) : t(words.finishAskAll)}
            okText={t(words.finish)}
            onConfirm={visit.finish}
          >
            <Button size="small">{t(words.finish)}</Button>
          </ConfirmPopover>
        )}
        {phase === 'ended' && (
          <Button size="small" onClick={onStart}>
            {t(words.start)}
          </Button>
        )}
      </footer>
    </section>
  )
}

/** The inspector's ten minutes; information, never a limit. */
const usualMs = 600_000

/** The running time in the header. */
export function VisitTimer({ visit }: { visit: Visit }) {
  const t = useText()
  const now = useNow()
  if (visit.phase !== 'going' || visit.beganAt === undefined) return null
  const elapsed = Math.max(0, now - visit.beganAt)
  return (
    <span className="visit-timer" role="timer" aria-label={t(words.timer, { time: clockOf(elapsed) })}>
      <StatusDot tone="error" />
      <strong>{clockOf(elapsed)}</strong>
      <span className="visit-usual">/ {clockOf(usualMs)}</span>
      <span className="visit-bar" aria-hidden>
        <span style={{ width: `${Math.min(100, (elapsed / usualMs) * 100)}%` }} />
      </span>
    </span>
  )
}

function Elapsed({ since }: { since: number }) {
  return clockOf(Math.max(0, useNow() - since))
}

/** `06:24`, from an hour on `1:06:24`. */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const short = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${short}` : short
}
