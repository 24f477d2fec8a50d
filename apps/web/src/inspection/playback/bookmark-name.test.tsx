import type { Bookmark } from '@aisle/contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { BookmarkName } from './bookmark-name.tsx'
import type { Bookmarks } from './use-bookmarks.ts'

const opening: Bookmark = {
  id: '5',
  shopId: '9001',
  cameraId: '7',
  at: '2026-11-20T02:00:00.000Z',
  title: '',
  userId: '1',
  userName: '林晓彤',
  own: true,
}

function name() {
  const bookmarks = { name: vi.fn(async () => {}), edit: vi.fn() }
  render(<BookmarkName bookmark={opening} bookmarks={bookmarks as unknown as Bookmarks} />)
  return { ...bookmarks, field: screen.getByRole('textbox', { name: '书签名称，回车保存' }) }
}
beforeEach(() => setLanguage(chinese))

describe('the name of a bookmark', () => {
  it('is typed at once and saved once by Enter', () => {
    const { field, ...bookmarks } = name()
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: '开门营业' } })
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 })
    fireEvent.blur(field)
    expect(bookmarks.name.mock.calls).toEqual([[opening, '开门营业']])
  })

  it('stays as it was after Escape', () => {
    const { field, ...bookmarks } = name()
    fireEvent.change(field, { target: { value: '开门' } })
    fireEvent.keyDown(field, { key: 'Escape' })
    fireEvent.blur(field)
    expect(bookmarks.name).not.toHaveBeenCalled()
    expect(bookmarks.edit).toHaveBeenCalledWith(undefined)
  })
})
