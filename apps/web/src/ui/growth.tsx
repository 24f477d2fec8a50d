import { useText } from '../lib/i18n.ts'
import './growth.css'

/** A change as shown: its words, and which way it points. */
export type GrowthShown = { text: string; direction: 'up' | 'down' | 'flat' | 'none' }

/**
 * A change in percent as the product writes it: the sign as received, a percent sign added where it is missing, `0.0`
 * bare, and a dash where there is nothing to compare with.
 */
export function growthShown(value: number | string | null | undefined): GrowthShown {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  if (number === null || number === undefined || !Number.isFinite(number))
    return { text: '—', direction: 'none' }
  const digits = number.toFixed(1)
  if (Number(digits) === 0) return { text: '0.0', direction: 'flat' }
  return number > 0 ? { text: `+${digits}%`, direction: 'up' } : { text: `${digits}%`, direction: 'down' }
}

const arrows = { up: '▲', down: '▼', flat: '–', none: '' }

type Props = {
  value: number | string | null | undefined
  /** Where less is better (problems that come back, waiting time) the colour flips; the arrow does not. */
  isLessBetter?: boolean
  /** Words in place of the percent figure: `升 2 位`. The sign of `value` still gives arrow and colour. */
  text?: string
}

/** Growth against the compared period. Colour never stands alone: the arrow and the sign say the same. */
export function Growth({ value, isLessBetter = false, text }: Props) {
  const t = useText()
  const shown = growthShown(value)
  const isGood = shown.direction === (isLessBetter ? 'down' : 'up')
  const tone = shown.direction === 'up' || shown.direction === 'down' ? (isGood ? 'good' : 'bad') : 'flat'
  return (
    <span
      className={`growth growth-${tone}`}
      title={shown.direction === 'none' ? t({ zh: '无可比数据', en: 'No comparable data' }) : undefined}
    >
      {arrows[shown.direction] !== '' && (
        <span className="growth-arrow" aria-hidden>
          {arrows[shown.direction]}
        </span>
      )}
      {text ?? shown.text}
    </span>
  )
}
