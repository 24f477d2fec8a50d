import type { Text, ThresholdMetric, Tone } from '@aisle/contract'
import { useText } from '../lib/i18n.ts'
import { useTones } from './view-settings.ts'

const words: Record<Tone, Text | undefined> = {
  good: { zh: '良好', en: 'good' },
  neutral: undefined,
  warning: { zh: '预警', en: 'warning' },
}

type Props = { metric: ThresholdMetric; value: number | null; text: string }

/** A figure in the colour of its threshold; what the colour says is said in words as well. */
export function Toned({ metric, value, text }: Props) {
  const t = useText()
  const { tone, colour } = useTones()
  const found = tone(metric, value)
  const word = found && words[found]
  return (
    <span style={{ color: colour(metric, value) }} title={word && t(word)}>
      {text}
      {found === 'warning' && word && <span className="visually-hidden"> {t(word)}</span>}
    </span>
  )
}
