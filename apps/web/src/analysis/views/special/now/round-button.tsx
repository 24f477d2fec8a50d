import type { LucideIcon } from 'lucide-react'
import './now.css'

/** A small button with a sign, in the head of a card. */
export function RoundButton({
  label,
  Icon,
  onClick,
}: {
  label: string
  Icon: LucideIcon
  onClick: () => void
}) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </button>
  )
}
