import { useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { pathOf, useRegistry } from '../shell/registry.ts'
import { panelAttributes, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { useLiveNotices } from './live.ts'
import { NoticeRow } from './notice-row.tsx'
import { noticeQueries, useHandling } from './queries.ts'
import './notices.css'

const shown = 8

/** The bell in the header: how many notices wait, and the last of them. */
export function NoticeBell() {
  const { can } = useSession()
  return can('notice.view', 'notice.handle') ? <BellButton /> : null
}

function BellButton() {
  const t = useText()
  const [isOpen, open] = useState(false)
  useLiveNotices()
  const unhandled = useQuery(noticeQueries.count()).data?.unhandled ?? 0
  const label =
    unhandled === 0
      ? t({ zh: '通知', en: 'Notices' })
      : t({ zh: '通知，{count} 条未处理', en: 'Notices, {count} not handled' }, { count: unhandled })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={isOpen}
      onOpenChange={open}
      classNames={{ root: 'notice-popover' }}
      destroyOnHidden
      content={<LastNotices onLeave={() => open(false)} />}
    >
      <button
        type="button"
        className="icon-button notice-bell"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <Bell size={18} strokeWidth={1.75} aria-hidden />
        {unhandled > 0 && (
          <span className="notice-count" aria-hidden>
            {unhandled > 99 ? '99+' : unhandled}
          </span>
        )}
      </button>
    </Popover>
  )
}

function LastNotices({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const { user } = useSession()
  const { pages } = useRegistry()
  const query = useQuery(noticeQueries.last(shown))
  const { handle, reopen } = useHandling()
  const all = pathOf(pages, 'notice', user)
  const state = stateOf(query, ({ records }) => records.length === 0)
  return (
    <section
      className="notice-last"
      aria-label={t({ zh: '最近的通知', en: 'Latest notices' })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the popover takes the focus, so that Escape and Tab work in it
      tabIndex={0}
      onKeyDown={event => event.key === 'Escape' && onLeave()}
      {...panelAttributes('notices', state)}
    >
      <header className="notice-head">
        <strong>{t({ zh: '通知', en: 'Notices' })}</strong>
        {all && (
          <Link to={all} onClick={onLeave}>
            {t({ zh: '查看全部', en: 'All notices' })}
          </Link>
        )}
      </header>
      {state === 'loading' && (
        <Loading>
          <NoticeSkeleton lines={3} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {state === 'empty' && <EmptyState text={t({ zh: '没有通知', en: 'There are no notices' })} />}
      {state === 'ready' && (
        <ul className="notice-list">
          {query.data?.records.map(notice => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              onHandle={handle}
              onReopen={reopen}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The place of so many notices. */
export function NoticeSkeleton({ lines }: { lines: number }) {
  return (
    <div className="notice-skeleton">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton are all alike
        <div key={line}>
          <Bone width="60%" />
          <Bone width="35%" height={12} />
        </div>
      ))}
    </div>
  )
}
