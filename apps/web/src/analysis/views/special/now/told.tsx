import { useText } from '../../../../lib/i18n.ts'
import { StatusDot } from '../../../../ui/bits.tsx'
import { minutesSince, stateAfter } from './reports.ts'
import './now.css'

const tones = { fresh: 'positive', late: 'warning', silent: 'error' } as const

/** How something stands that tells counts: a light and its word, by how long it has been behind `latest`, the slot others are at. */
export function Told({ last, latest }: { last: string | undefined; latest: string | undefined }) {
  const t = useText()
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
