import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'

/** Pages of the wall as dots; nothing where there is one. */
export function WallPager({ wall }: { wall: WallWork }) {
  const t = useText()
  if (wall.pages.length < 2) return null
  return (
    <nav className="wall-pager" aria-label={t(words.title)}>
      <button type="button" aria-label={t(words.previousPage)} onClick={() => wall.turn(-1)}>
        <ChevronLeft size={16} />
      </button>
      {wall.pages.map((slots, index) => (
        <button
          key={slots[0]?.index ?? index}
          type="button"
          className="wall-dot"
          aria-label={t(words.toPage, { page: index + 1 })}
          aria-current={index === wall.page ? 'page' : undefined}
          onClick={() => wall.goTo(index)}
        />
      ))}
      <button type="button" aria-label={t(words.nextPage)} onClick={() => wall.turn(1)}>
        <ChevronRight size={16} />
      </button>
    </nav>
  )
}
