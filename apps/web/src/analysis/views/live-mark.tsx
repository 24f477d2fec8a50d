import { useEffect, useState } from 'react'
import { delayOf, delayWords } from '../../lib/figures/delay.ts'
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

/** Whether figures come as they change, and how old the last of them are; amber where they are late. */
export function LiveMark({ freshAt }: { freshAt: string | null | undefined }) {
  const t = useText()
  const isUp = useStore(streamIsUp)
  const delay = delayOf(freshAt, useClock(5_000))
  const words = delay && delayWords(delay)
  return (
    <span className="live-mark" data-late={delay?.isLate || undefined} data-up={isUp || undefined}>
      <i aria-hidden />
      {isUp ? t({ zh: '实时', en: 'Live' }) : t({ zh: '每 15 秒刷新', en: 'Refreshed every 15 s' })}
      {words && <span>{t(words.text, { count: words.count })}</span>}
    </span>
  )
}
