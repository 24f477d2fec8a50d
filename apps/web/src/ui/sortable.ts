import { type DragEvent, type KeyboardEvent, useState } from 'react'

/** The list with one of its items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, item)
}

/**
 * Ordering by drag and by keyboard. `row(index)` goes onto the row, `handle(index)` onto the button that is dragged:
 * arrow up and down move the item while the button has the focus.
 */
export function useSortable(count: number, onMove: (from: number, to: number) => void) {
  const [dragged, drag] = useState<number>()
  const [over, hover] = useState<number>()
  const end = () => {
    drag(undefined)
    hover(undefined)
  }
  return {
    row: (index: number) => ({
      'data-over': over === index && dragged !== index ? true : undefined,
      'data-dragged': dragged === index ? true : undefined,
      onDragOver(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        // A group may lie in a list that is sorted as well: the inner one has the pointer.
        event.stopPropagation()
        if (over !== index) hover(index)
      },
      onDrop(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        event.stopPropagation()
        if (dragged !== index) onMove(dragged, index)
        end()
      },
    }),
    handle: (index: number) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(index))
        event.stopPropagation()
        drag(index)
      },
      onDragEnd: end,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key]
        if (to === undefined || to < 0 || to >= count) return
        event.preventDefault()
        event.stopPropagation()
        const list = event.currentTarget.closest('ul, ol')
        onMove(index, to)
        // The button of the moved item keeps the focus, wherever it is drawn now.
        requestAnimationFrame(() =>
          list
            ?.querySelectorAll<HTMLElement>(':scope > li > .sort-handle, :scope > li > * > .sort-handle')
            [to]?.focus(),
        )
      },
    }),
  }
}
