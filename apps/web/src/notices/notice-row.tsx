import { type Notice, noticeStatuses } from '@aisle/contract'
import { Check, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { pageAt, useRegistry } from '../shell/registry.ts'
import { StatusDot } from '../ui/bits.tsx'

export const isHandled = ({ status }: Pick<Notice, 'status'>) => status === noticeStatuses.handled

/** Where a notice leads: undefined where that page is not there, or not for this user. */
export function useNoticeTarget({ link }: Pick<Notice, 'link'>): string | undefined {
  const { pages } = useRegistry()
  const { can } = useSession()
  if (!link.startsWith('/')) return undefined
  const page = pageAt(pages, new URL(link, location.origin).pathname)
  return page && (page.authority.length === 0 || can(...page.authority)) ? link : undefined
}

type Props = {
  notice: Notice
  onHandle: (notice: Notice) => void
  onReopen: (notice: Notice) => void
  /** Called when the user goes to the thing. */
  onLeave?: () => void
  /** Shows the whole notice instead of going anywhere. */
  onOpen?: ((notice: Notice) => void) | undefined
  isOpen?: boolean
}

/** One notice: what, where, when, and the button that settles it. */
export function NoticeRow({ notice, onHandle, onReopen, onLeave, onOpen, isOpen = false }: Props) {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  const target = useNoticeTarget(notice)
  const done = isHandled(notice)
  const title = t(notice.title)
  const handle = t({ zh: '标记处理：{title}', en: 'Mark as handled: {title}' }, { title })
  const reopen = t({ zh: '恢复为未处理：{title}', en: 'Not handled after all: {title}' }, { title })
  return (
    <li className="notice-row" data-handled={done} data-open={isOpen}>
      <StatusDot tone={done ? 'neutral' : 'primary'} />
      <div className="notice-words">
        {onOpen ? (
          <button type="button" className="notice-title" aria-pressed={isOpen} onClick={() => onOpen(notice)}>
            {title}
          </button>
        ) : target ? (
          <Link className="notice-title" to={target} onClick={onLeave}>
            {title}
          </Link>
        ) : (
          <span className="notice-title">{title}</span>
        )}
        <p className="notice-body">{t(notice.body)}</p>
        <p className="notice-meta">
          {done ? t({ zh: '已处理', en: 'Handled' }) : t({ zh: '未处理', en: 'Not handled' })}
          {' · '}
          <time dateTime={notice.createdAt}>{format.moment(new Date(notice.createdAt))}</time>
        </p>
      </div>
      {can('notice.handle') && (
        <button
          type="button"
          className="icon-button"
          aria-label={done ? reopen : handle}
          title={done ? reopen : handle}
          onClick={() => (done ? onReopen(notice) : onHandle(notice))}
        >
          {done ? <RotateCcw size={16} aria-hidden /> : <Check size={16} aria-hidden />}
        </button>
      )}
    </li>
  )
}
