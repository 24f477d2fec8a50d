import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { activeHotkeys, type Hotkey, setSingleKeys, useHotkeys } from './hotkeys.ts'

function Keys({ hotkeys }: { hotkeys: readonly Hotkey[] }) {
  useHotkeys(hotkeys)
  return (
    <>
      <input aria-label="field" />
      <button type="button">button</button>
      <div role="tree" tabIndex={0} aria-label="tree" />
    </>
  )
}

const press = (key: string, more: object = {}, target: Element | Window = document.body) =>
  fireEvent.keyDown(target, { key, code: `code-${key}`, ...more })

beforeEach(() => setSingleKeys(true))

describe('a hotkey', () => {
  it('works on the page and is silent while someone types', () => {
    const run = vi.fn()
    render(<Keys hotkeys={[{ keys: ['s'], run }]} />)
    press('s')
    press('s', {}, screen.getByLabelText('field'))
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('leaves Space to a focused button and arrows to a tree', () => {
    const run = vi.fn()
    render(<Keys hotkeys={[{ keys: [' ', 'ArrowUp'], run }]} />)
    press(' ', {}, screen.getByRole('button'))
    press('ArrowUp', {}, screen.getByRole('tree'))
    expect(run).not.toHaveBeenCalled()
    press('ArrowUp', {}, screen.getByRole('button'))
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('with Ctrl or ⌘ is another one than the bare key, and works in fields when it says so', () => {
    const bare = vi.fn()
    const withMod = vi.fn()
    render(
      <Keys
        hotkeys={[
          { keys: ['k'], run: bare },
          { keys: ['mod+k'], always: true, run: withMod },
        ]}
      />,
    )
    press('k', { ctrlKey: true }, screen.getByLabelText('field'))
    press('k', { metaKey: true })
    expect(withMod).toHaveBeenCalledTimes(2)
    expect(bare).not.toHaveBeenCalled()
  })

  it('knows Shift with a digit by the physical key', () => {
    const go = vi.fn()
    const save = vi.fn()
    render(
      <Keys
        hotkeys={[
          { keys: ['3'], run: go },
          { keys: ['shift+3'], run: save },
        ]}
      />,
    )
    press('3', { code: 'Digit3' })
    press('#', { code: 'Digit3', shiftKey: true })
    expect(go).toHaveBeenCalledTimes(1)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('that is held runs once and is let go when the key or the window goes', () => {
    const run = vi.fn()
    const release = vi.fn()
    const { unmount } = render(<Keys hotkeys={[{ keys: ['ArrowLeft'], run, release }]} />)
    press('ArrowLeft')
    press('ArrowLeft', { repeat: true })
    expect(run).toHaveBeenCalledTimes(1)
    fireEvent.keyUp(document.body, { code: 'code-ArrowLeft' })
    expect(release).toHaveBeenCalledTimes(1)

    press('ArrowLeft')
    fireEvent.blur(window)
    expect(release).toHaveBeenCalledTimes(2)

    press('ArrowLeft')
    unmount()
    expect(release).toHaveBeenCalledTimes(3)
  })

  it('of one key can be turned off, Escape cannot', () => {
    const letter = vi.fn()
    const leave = vi.fn()
    render(
      <Keys
        hotkeys={[
          { keys: ['s'], run: letter },
          { keys: ['Escape'], run: leave },
        ]}
      />,
    )
    setSingleKeys(false)
    press('s')
    press('Escape')
    expect(letter).not.toHaveBeenCalled()
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('of the later component wins, and disabled ones are not listed', () => {
    const first = vi.fn()
    const second = vi.fn()
    render(<Keys hotkeys={[{ keys: ['f'], run: first }]} />)
    const later = render(<Keys hotkeys={[{ keys: ['f'], run: second }]} />)
    press('f')
    later.rerender(<Keys hotkeys={[{ keys: ['f'], run: second, isEnabled: false }]} />)
    press('f')
    expect(second).toHaveBeenCalledTimes(1)
    expect(first).toHaveBeenCalledTimes(1)
    expect(activeHotkeys()).toHaveLength(1)
  })

  it('is silent while a dialog covers the page', () => {
    const run = vi.fn()
    render(<Keys hotkeys={[{ keys: ['s'], run }]} />)
    const dialog = render(<div role="dialog" aria-modal="true" />)
    press('s')
    expect(run).not.toHaveBeenCalled()
    dialog.unmount()
    press('s')
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('leave Escape to a dialog, also to one that closes by it at once', () => {
    const leave = vi.fn()
    render(<Keys hotkeys={[{ keys: ['Escape'], always: true, run: leave }]} />)
    const dialog = render(<div role="dialog" aria-modal="true" />)
    const close = () => dialog.unmount()
    document.addEventListener('keydown', close, { once: true })
    press('Escape')
    expect(leave).not.toHaveBeenCalled()
    press('Escape')
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('go on beside a drawer that covers nothing, until one has a mask', () => {
    const run = vi.fn()
    render(<Keys hotkeys={[{ keys: ['j'], run }]} />)
    const panel = <div role="dialog" aria-modal="true" />
    const drawer = render(<div className="ant-drawer">{panel}</div>)
    press('j')
    expect(run).toHaveBeenCalledTimes(1)
    drawer.rerender(
      <div className="ant-drawer">
        <div className="ant-drawer-mask" />
        {panel}
      </div>,
    )
    press('j')
    expect(run).toHaveBeenCalledTimes(1)
  })
})
