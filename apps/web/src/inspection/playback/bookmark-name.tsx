import type { Bookmark } from '@aisle/contract'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { playbackText as words } from './text.ts'
import type { Bookmarks } from './use-bookmarks.ts'

/** The name of a bookmark, where it stands: Enter or leaving the field saves, Escape leaves it as it was. */
export function BookmarkName({ bookmark, bookmarks }: { bookmark: Bookmark; bookmarks: Bookmarks }) {
  const t = useText()
  const [title, type] = useState(bookmark.title)
  const isOver = useRef(false)
  const end = (run: () => void) => {
    if (isOver.current) return
    isOver.current = true
    run()
  }
  return (
    <Input
      autoFocus
      size="small"
      className="event-name"
      maxLength={60}
      aria-label={t(words.bookmarkName)}
      placeholder={t(words.bookmarkName)}
      value={title}
      onChange={event => type(event.target.value)}
      onPressEnter={() => end(() => void bookmarks.name(bookmark, title))}
      onBlur={() => end(() => void bookmarks.name(bookmark, title))}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        end(() => bookmarks.edit(undefined))
      }}
    />
  )
}
