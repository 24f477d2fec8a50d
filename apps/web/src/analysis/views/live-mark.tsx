import { useEffect, useState } from 'react'
import { closedText } from '../../lib/figures/closed-words.ts'
import { type Delay, delayOf, delayWords, type Freshness } from '../../lib/figures/delay.ts'
import { hourMinute } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { streamIsUp } from '../../lib/stream/console-stream.ts'
import './live-mark.css'

/** The clock, as often as it is looked at. */
export function useClock(everyMs: number): number {
  const [now, tick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

type Props = {
  fresh: Freshness | undefined
  /** The figures beside it are of the day before. */
  isLastDay?: boolean
  /** Where there is little room: when they open alone. */
  isBrief?: boolean
}

/** Whether figures come as they change, and how old the last of them are; amber where they are late, still while shops are closed. */
export function LiveMark({ fresh, isLastDay = false, isBrief = false }: Props) {
  const t = useText()
  const isUp = useStore(streamIsUp)
  const now = useClock(5_000)
  const delay = fresh && delayOf(fresh, now)
  const isLate = delay !== undefined && delay.kind !== 'closed' && delay.isLate
  return (
    <span
      className="live-mark"
      data-late={isLate || undefined}
      data-closed={delay?.kind === 'closed' || undefined}
      data-up={isUp || undefined}
    >
      <i aria-hidden />
      {delay?.kind !== 'closed' &&
        (isUp ? t({ zh: '实时', en: 'Live' }) : t({ zh: '每 15 秒刷新', en: 'Refreshed every 15 s' }))}
      {delay && <Standing delay={delay} timeZone={fresh.hours.timeZone} isBrief={isBrief} />}
      {isLastDay && <b>{t({ zh: '昨日全天', en: 'All of yesterday' })}</b>}
    </span>
  )
}

function Standing({ delay, timeZone, isBrief }: { delay: Delay; timeZone: string; isBrief: boolean }) {
  const t = useText()
  if (delay.kind === 'closed' && isBrief && delay.until)
    return (
      <span>
        {t({ zh: '{until} 开门', en: 'Opens at {until}' }, { until: hourMinute(delay.until, timeZone) })}
      </span>
    )
  if (delay.kind === 'closed') return <span>{closedText(delay, timeZone, t)}</span>
  if (delay.kind === 'waiting')
    return (
      <span>
        {t(
          { zh: '{since} 开门，尚无数据', en: 'Open since {since}, no data yet' },
          { since: hourMinute(delay.since, timeZone) },
        )}
      </span>
    )
  const { text, count } = delayWords(delay.ms)
  return <span>{t(text, { count })}</span>
}
