import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { useFrame } from './chrome.tsx'

/** The control beside the key `\`: a small button on the edge of the context pane. */
export function PaneHandle() {
  const t = useText()
  const { isPaneOpen, togglePane } = useFrame()
  const Icon = isPaneOpen ? ChevronLeft : ChevronRight
  const label = isPaneOpen
    ? t({ zh: '收起侧栏（\\）', en: 'Hide the side pane (\\)' })
    : t({ zh: '展开侧栏（\\）', en: 'Show the side pane (\\)' })
  return (
    <button
      type="button"
      className="pane-handle"
      aria-expanded={isPaneOpen}
      aria-label={label}
      title={label}
      onClick={togglePane}
    >
      <Icon size={14} aria-hidden />
    </button>
  )
}
