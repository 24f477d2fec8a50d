import type { Text } from '@aisle/contract'
import { Button, Drawer } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { Kbd } from './bits.tsx'
import { useHotkeys } from './hotkeys.ts'
import './step-drawer.css'

type Props = {
  id: string
  /** What the list beside it shows, in its order: what J and K go through. */
  ids: readonly string[]
  /** Opens another one; none closes the drawer. */
  open: (id: string | undefined) => void
  words: { next: Text; previous: Text; group: Text }
  title: ReactNode
  className: string
  footer?: ReactNode
  children: ReactNode
}

/** One thing of a list beside the list, which stays in reach: no mask; J and K go on and back, Escape closes. */
export function StepDrawer({ id, ids, open, words, title, className, footer, children }: Props) {
  const t = useText()
  const at = ids.indexOf(id)
  const [next, previous] = [ids[at + 1], at > 0 ? ids[at - 1] : undefined]
  const go = (to: string | undefined) => to !== undefined && open(to)
  useHotkeys([
    { keys: ['j'], text: words.next, group: words.group, run: () => go(next) },
    { keys: ['k'], text: words.previous, group: words.group, run: () => go(previous) },
    { keys: ['Escape'], run: () => open(undefined) },
  ])
  return (
    <Drawer
      open
      mask={false}
      aria-modal={false}
      size={560}
      keyboard={false}
      className={className}
      title={title}
      onClose={() => open(undefined)}
      extra={
        <span className="drawer-steps">
          <Button
            type="text"
            size="small"
            aria-label={t(words.previous)}
            title={t(words.previous)}
            disabled={previous === undefined}
            icon={<ChevronUp size={16} />}
            onClick={() => go(previous)}
          />
          <Kbd keys="k" />
          <Button
            type="text"
            size="small"
            aria-label={t(words.next)}
            title={t(words.next)}
            disabled={next === undefined}
            icon={<ChevronDown size={16} />}
            onClick={() => go(next)}
          />
          <Kbd keys="j" />
        </span>
      }
      footer={footer}
    >
      {children}
    </Drawer>
  )
}
