import type { Notice } from '@aisle/contract'
import { noticeStatuses } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Select } from 'antd'
import { CheckCheck, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { useFrame } from '../shell/chrome.tsx'
import { Tag } from '../ui/bits.tsx'
import { ConfirmPopover } from '../ui/confirm.tsx'
import { Panel, panelAttributes, stateOf } from '../ui/panel.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { NoticeSkeleton } from './notice-bell.tsx'
import { isHandled, NoticeRow, useNoticeTarget } from './notice-row.tsx'
import { noticeQueries, useHandling } from './queries.ts'
import './notices.css'

const pageSize = 20
const statuses = [
  { value: '', text: { zh: '全部状态', en: 'All statuses' } },
  { value: String(noticeStatuses.unhandled), text: { zh: '未处理', en: 'Not handled' } },
  { value: String(noticeStatuses.handled), text: { zh: '已处理', en: 'Handled' } },
] as const
const periods = [
  { value: '', text: { zh: '全部时间', en: 'Any time' } },
  { value: '1', text: { zh: '今天', en: 'Today' } },
  { value: '7', text: { zh: '近 7 天', en: 'Past 7 days' } },
  { value: '30', text: { zh: '近 30 天', en: 'Past 30 days' } },
] as const

/** Midnight so many days back, today being the first of them. */
function since(days: string): string | undefined {
  if (days === '') return undefined
  const at = new Date()
  at.setHours(0, 0, 0, 0)
  at.setDate(at.getDate() + 1 - Number(days))
  return at.toISOString()
}

/** What is to be handled, what was, and what each is about. What the list is filtered by stands in the address. */
export function NoticePage() {
  const t = useText()
  const { can } = useSession()
  const [search, setSearch] = useSearchParams()
  const [pageNumber, turnTo] = useState(1)
  const [opened, open] = useState<Notice>()
  const of = (name: string) => search.get(name) ?? ''
  const set = (name: string, value: string) => {
    turnTo(1)
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  }
  const keyword = useDeferredValue(of('q').trim())
  const filter = {
    status: of('status') === '' ? undefined : Number(of('status')),
    keyword: keyword === '' ? undefined : keyword,
    from: since(of('days')),
  }
  const query = useQuery(noticeQueries.page(filter, pageNumber, pageSize))
  const { handle, reopen, handleAll } = useHandling()
  const count = useQuery(noticeQueries.count())
  const records = query.data?.records ?? []
  // Beside the list something is always shown; on a phone it lies over the list, and only when it was asked for.
  const isPhone = useFrame().width === 'phone'
  const asked = records.find(({ id }) => id === opened?.id) ?? opened
  const current = asked ?? (isPhone ? undefined : records[0])
  const state = stateOf(query, data => data.records.length === 0)
  const unhandled = count.data?.unhandled ?? 0

  return (
    <div className="page notices">
      <div className="page-title-row">
        <h1>{t({ zh: '通知', en: 'Notices' })}</h1>
        {can('notice.handle') && (
          <div className="page-actions">
            <ConfirmPopover
              question={t(
                {
                  zh: '把 {count} 条未处理的通知全部标记为已处理？',
                  en: 'Mark all {count} notices as handled?',
                },
                { count: unhandled },
              )}
              okText={t({ zh: '全部已处理', en: 'Mark all' })}
              isDisabled={unhandled === 0}
              onConfirm={handleAll}
            >
              <Button icon={<CheckCheck size={16} />} disabled={unhandled === 0}>
                {t({ zh: '全部已处理', en: 'Mark all as handled' })}
              </Button>
            </ConfirmPopover>
          </div>
        )}
      </div>
      <NoticeFigures />
      <div className="notice-columns">
        <Panel
          id="p1"
          state={state}
          title={t({ zh: '通知列表', en: 'Notices' })}
          isRefreshing={query.isFetching && query.data !== undefined}
        >
          <div className="notice-bar">
            <label className="notice-search">
              <Search size={16} aria-hidden />
              <input
                type="search"
                value={of('q')}
                aria-label={t({ zh: '搜索通知', en: 'Search notices' })}
                placeholder={t({ zh: '标题或内容', en: 'Title or words' })}
                onChange={event => set('q', event.target.value)}
              />
            </label>
            <Select
              aria-label={t({ zh: '状态', en: 'Status' })}
              value={of('status')}
              options={statuses.map(({ value, text }) => ({ value, label: t(text) }))}
              onChange={value => set('status', value)}
            />
            <Select
              aria-label={t({ zh: '时间', en: 'Time' })}
              value={of('days')}
              options={periods.map(({ value, text }) => ({ value, label: t(text) }))}
              onChange={value => set('days', value)}
            />
          </div>
          {state === 'loading' && (
            <Loading>
              <NoticeSkeleton lines={6} />
            </Loading>
          )}
          {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {state === 'empty' && (
            <EmptyState text={t({ zh: '没有符合条件的通知', en: 'No notice is like that' })} />
          )}
          {state === 'ready' && (
            <ul className="notice-list">
              {records.map(notice => (
                <NoticeRow
                  key={notice.id}
                  notice={notice}
                  onHandle={handle}
                  onReopen={reopen}
                  onOpen={open}
                  isOpen={notice.id === current?.id}
                />
              ))}
            </ul>
          )}
          {(query.data?.total ?? 0) > pageSize && (
            <Pagination
              className="notice-pages"
              current={pageNumber}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={turnTo}
            />
          )}
        </Panel>
        {!isPhone && (
          <Panel
            id="p2"
            state={state === 'ready' || state === 'loading' ? state : 'empty'}
            title={t({ zh: '通知内容', en: 'Notice' })}
            className="notice-detail"
          >
            {current && state === 'ready' ? (
              <WholeNotice notice={current} />
            ) : (
              <EmptyState text={t({ zh: '选择一条通知查看内容', en: 'Choose a notice to read it' })} />
            )}
          </Panel>
        )}
        {isPhone && current && (
          <Sheet title={t({ zh: '通知内容', en: 'Notice' })} onClose={() => open(undefined)}>
            <div {...panelAttributes('p2', 'ready')}>
              <WholeNotice notice={current} />
            </div>
          </Sheet>
        )}
      </div>
    </div>
  )
}

function WholeNotice({ notice }: { notice: Notice }) {
  const t = useText()
  const format = useFormat()
  const target = useNoticeTarget(notice)
  const { can } = useSession()
  const { handle, reopen } = useHandling()
  const done = isHandled(notice)
  return (
    <article className="notice-whole">
      <h3>{t(notice.title)}</h3>
      <p className="notice-meta">
        <Tag tone={done ? 'neutral' : 'primary'}>
          {done ? t({ zh: '已处理', en: 'Handled' }) : t({ zh: '未处理', en: 'Not handled' })}
        </Tag>{' '}
        <time dateTime={notice.createdAt}>{format.date(new Date(notice.createdAt))}</time>{' '}
        {format.hourMinute(new Date(notice.createdAt))}
      </p>
      <p className="notice-text">{t(notice.body)}</p>
      <div className="notice-actions">
        {target && (
          <Link className="ant-btn ant-btn-primary" to={target}>
            {t({ zh: '查看详情', en: 'Open what it is about' })}
          </Link>
        )}
        {can('notice.handle') && (
          <Button onClick={() => (done ? reopen(notice) : handle(notice))}>
            {done
              ? t({ zh: '恢复为未处理', en: 'Not handled after all' })
              : t({ zh: '标记处理', en: 'Mark as handled' })}
          </Button>
        )}
      </div>
    </article>
  )
}

/** How many there are of each status. */
function NoticeFigures() {
  const t = useText()
  const format = useFormat()
  const count = useQuery(noticeQueries.count())
  const state = stateOf(count)
  const figures = [
    { label: t({ zh: '未处理', en: 'Not handled' }), value: count.data?.unhandled },
    { label: t({ zh: '已处理', en: 'Handled' }), value: count.data?.handled },
    { label: t({ zh: '全部', en: 'All' }), value: count.data?.total },
  ]
  return (
    <Panel id="p3" state={state} className="notice-figures">
      {state === 'error' ? (
        <ErrorState error={count.error} onRetry={() => void count.refetch()} />
      ) : (
        <dl>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === undefined ? <Bone width={48} height={24} /> : format.number(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
