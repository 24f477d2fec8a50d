import { Pin } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { usePageWishes } from '../lib/page-wishes.ts'
import type { Page } from './registry.ts'

/** Keeps a page at hand: in the page list, in the rail, and first in the search. */
export function PinButton({ page, size = 15 }: { page: Page; size?: number }) {
  const t = useText()
  const { pinned, isKnown, pin } = usePageWishes()
  const isPinned = pinned.includes(page.id)
  const title = t(page.title)
  const label = isPinned
    ? t({ zh: '取消固定「{title}」', en: 'Unpin {title}' }, { title })
    : t({ zh: '固定「{title}」', en: 'Pin {title}' }, { title })
  return (
    <button
      type="button"
      className="icon-button pin-button"
      aria-pressed={isPinned}
      aria-label={label}
      title={label}
      disabled={!isKnown}
      onClick={() => void pin(page.id, !isPinned)}
    >
      <Pin size={size} aria-hidden {...(isPinned ? { fill: 'currentColor' } : {})} />
    </button>
  )
}
