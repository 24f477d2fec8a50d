import { GripVertical } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import type { useSortable } from './sortable.ts'
import './sort-handle.css'

/** The button that an item is dragged by; arrow up and down move it as well. */
export function SortHandle({
  name,
  ...rest
}: { name: string } & ReturnType<ReturnType<typeof useSortable>['handle']>) {
  const t = useText()
  return (
    <button
      type="button"
      className="sort-handle"
      aria-label={t({ zh: '移动「{name}」', en: 'Move {name}' }, { name })}
      title={t({ zh: '拖动，或按 ↑ ↓ 移动', en: 'Drag, or press ↑ ↓' })}
      {...rest}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  )
}
