import { Dropdown, type DropdownProps } from 'antd'
import { useRef } from 'react'

/** A menu behind a button: the keyboard goes into it when it opens, and back to the button when it closes. */
export function ClickMenu({ onOpenChange, ...rest }: Omit<DropdownProps, 'trigger' | 'autoFocus'>) {
  const opener = useRef<HTMLElement>(undefined)
  const follow: DropdownProps['onOpenChange'] = (isOpen, info) => {
    const focused = document.activeElement
    if (isOpen) opener.current = focused instanceof HTMLElement ? focused : undefined
    // Who clicked elsewhere meant that.
    else if (focused === document.body || focused?.closest('.ant-dropdown, .ant-dropdown-menu-submenu'))
      opener.current?.focus()
    onOpenChange?.(isOpen, info)
  }
  return <Dropdown {...rest} trigger={['click']} autoFocus onOpenChange={follow} />
}
