import { useText } from '../../../../lib/i18n.ts'
import { StatusDot } from '../../../../ui/bits.tsx'
import { minutesSince, stateAfter } from './reports.ts'
import './now.css'

const tones = { fresh: 'positive', late: 'warning', silent: 'error' } as const

type Props = {
  last: string | undefined
  /** The slot that others are at. */
  latest: string | undefined
  /** Its shop is closed: it has nothing to tell. */
  isClosed: boolean
}

/** How something stands that tells counts: a light and its word, by how long it has been behind others. */
export function Told({ last, latest, isClosed }: Props) {
  const t = useText()
  if (isClosed)
    return (
      <span className="told">
        <StatusDot tone="neutral" />
        {t({ zh: '已打烊', en: 'Closed' })}
      </span>
    )
  const minutes =
    last === undefined || latest === undefined ? undefined : minutesSince(last, latest.slice(-5))
  const state = stateAfter(minutes)
  return (
    <span className="told">
      <StatusDot tone={tones[state]} />
      {state === 'fresh'
        ? t({ zh: '正常', en: 'On time' })
        : state === 'late'
          ? t({ zh: '延迟 {minutes} 分钟', en: '{minutes} min behind' }, { minutes: minutes ?? 0 })
          : t({ zh: '无数据', en: 'Silent' })}
    </span>
  )
}
