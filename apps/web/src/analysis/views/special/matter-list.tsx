import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import type { Tone } from '../../../ui/bits.tsx'
import type { PanelState } from '../../../ui/panel.tsx'

/** Something to look at: what it is, why, and where it is dealt with. */
export type Matter = {
  key: string
  Icon: LucideIcon
  tone: Tone
  title: string
  detail?: ReactNode
  /** Left out where the reader may not open the page, or it is this one. */
  href?: string | undefined
  /** Words of the link. */
  action?: string
}

/**
 * The card of matters that come of several questions, of which the reader may ask none, some or all. It is drawn once all of
 * them answered; a failed one is asked again.
 */
export function matterCard(asked: readonly UseQueryResult[], isKnown: boolean, count: number) {
  const failed = asked.find(query => query.isError && query.data === undefined)
  const isWaiting = !isKnown || asked.some(query => query.data === undefined && !query.isError)
  const state: PanelState =
    asked.length === 0
      ? 'forbidden'
      : failed
        ? 'error'
        : isWaiting
          ? 'loading'
          : count === 0
            ? 'empty'
            : 'ready'
  return {
    state,
    error: failed?.error,
    onRetry: () => {
      for (const query of asked) if (query.isError) void query.refetch()
    },
  }
}

/** Matters in their order; beyond `most` they wait behind a button. */
export function MatterList({ matters, most = 7 }: { matters: readonly Matter[]; most?: number }) {
  const t = useText()
  const [isOpen, open] = useState(false)
  const shown = isOpen ? matters : matters.slice(0, most)
  const hidden = matters.length - shown.length
  return (
    <>
      <ul className="matters">
        {shown.map(({ key, Icon, tone, title, detail, href, action }) => (
          <li key={key}>
            <span className={`matter-sign matter-${tone}`}>
              <Icon size={15} aria-hidden />
            </span>
            <span className="matter-words">
              <strong>{title}</strong>
              {detail && <span>{detail}</span>}
            </span>
            {href !== undefined && (
              <Link to={href} aria-label={`${title} · ${action ?? t(look)}`}>
                {action ?? t(look)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {(hidden > 0 || isOpen) && matters.length > most && (
        <Button type="link" size="small" className="matters-more" onClick={() => open(!isOpen)}>
          {isOpen
            ? t({ zh: '收起', en: 'Show fewer' })
            : t(
                {
                  zh: '展开其余 {count} 项',
                  en: '{count, plural, one {Show one more} other {Show # more}}',
                },
                { count: hidden },
              )}
        </Button>
      )}
    </>
  )
}

const look = { zh: '查看', en: 'Open' }
