import type { ReactNode } from 'react'
import './bits.css'

export type Tone = 'neutral' | 'primary' | 'positive' | 'negative' | 'warning' | 'error'

/** The dot of a camera or device state. Always beside words: colour is never alone. */
export function StatusDot({ tone, isBusy = false }: { tone: Tone; isBusy?: boolean }) {
  return <span className={`dot dot-${tone}${isBusy ? ' dot-busy' : ''}`} aria-hidden />
}

export function Tag({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: Tone
  title?: string
  children: ReactNode
}) {
  return (
    <span className={`tag tag-${tone}`} title={title}>
      {children}
    </span>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const signs: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
}

/** A key as people read it: `mod+k` is ⌘ K or Ctrl K. */
export function Kbd({ keys }: { keys: string }) {
  const parts = keys.endsWith('+') ? ['+'] : keys.split('+')
  return (
    <span className="keys">
      {parts.map(part => (
        <kbd key={part}>{signs[part] ?? (part.length === 1 ? part.toUpperCase() : part)}</kbd>
      ))}
    </span>
  )
}
