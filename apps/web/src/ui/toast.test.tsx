import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { ToastPlace, toast } from './toast.tsx'

beforeEach(() => {
  setLanguage(english)
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.advanceTimersByTime(10_000))
  vi.useRealTimers()
})

const saved = { zh: '已保存', en: 'Saved' }

describe('a toast', () => {
  it('stands for 3 s in a polite live region', () => {
    render(<ToastPlace />)
    act(() => toast.success(saved))
    expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite')
    act(() => void vi.advanceTimersByTime(2900))
    expect(screen.queryByText('Saved')).not.toBeNull()
    act(() => void vi.advanceTimersByTime(200))
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('shows the message of a failed call and stands once however often it comes', () => {
    render(<ToastPlace />)
    act(() => {
      toast.error(new Error('Preset number 13 does not exist'))
      toast.error(new Error('Preset number 13 does not exist'))
    })
    expect(screen.getAllByText('Preset number 13 does not exist')).toHaveLength(1)
  })

  it('waits while the pointer is on it and takes back what it offers to', () => {
    const back = vi.fn()
    render(<ToastPlace />)
    act(() => toast.undo({ zh: '已移到回收站', en: 'Moved to recycle bin' }, back))
    const card = screen.getByText('Moved to recycle bin').closest('.toast')!
    fireEvent.mouseEnter(card)
    act(() => void vi.advanceTimersByTime(9000))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(back).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Moved to recycle bin')).toBeNull()
  })
})
