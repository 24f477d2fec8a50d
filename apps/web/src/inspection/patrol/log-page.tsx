import { type ExportPart, type PatrolLogLine, problemStatusNames } from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Table } from 'antd'
import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PeriodPicker } from '../../shell/date-picker/period-picker.tsx'
import { addDays, dateOf } from '../../shell/date-picker/periods.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { Tag } from '../../ui/bits.tsx'
import { TrendChart } from '../../ui/chart/charts.tsx'
import { chartPicture } from '../../ui/chart/picture.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useScopeName } from '../problems/problem-export.tsx'
import { ItemRanking } from '../problems/problem-figures.tsx'
import { ProblemFilterRow, StatusTabs } from '../problems/problem-filter-row.tsx'
import { listSize, type ProblemQuery } from '../problems/queries.ts'
import { problemText, statusTones } from '../problems/text.ts'
import { type ProblemFilters, useProblemFilters } from '../problems/use-problem-filters.ts'
import { useProblemWords } from '../problems/use-problem-words.ts'
import { logText as words } from './log-text.ts'
import '../problems/problems.css'
import './patrol.css'

const granularities = ['day', 'week'] as const
const mostRows = 2000

const logQueries = {
  page: (query: ProblemQuery, pageNumber: number) =>
    queryOptions({
      queryKey: ['patrolLog', query, pageNumber],
      queryFn: ({ signal }) =>
        api.problems.patrolLog({ query: { ...query, pageNumber, pageSize: listSize }, signal }),
      placeholderData: previous => previous,
    }),
  trend: (query: ProblemQuery, granularity: 'day' | 'week') =>
    queryOptions({
      queryKey: ['patrolLog', 'trend', query, granularity],
      queryFn: ({ signal }) => api.problems.patrolLogTrend({ query: { ...query, granularity }, signal }),
      placeholderData: previous => previous,
    }),
}

/** The query of the page with its status tab. */
function logQuery({ query, tab }: ProblemFilters) {
  const status = tab === 'all' ? {} : tab === 'overdue' ? { overdue: true } : { status: tab }
  return { ...query, ...status }
}

/** 巡店日志: what was found on which visit, with picture, remark, recorder and the score of that day. */
export function PatrolLogPage() {
  const filters = useProblemFilters()
  const [search] = useSearchParams()
  const hrefWith = useCallback(
    (item: string) => {
      const next = new URLSearchParams(search)
      next.delete('page')
      next.set('item', item)
      return `?${next}`
    },
    [search],
  )
  const query = logQuery(filters)
  const log = useQuery({ ...logQueries.page(query, filters.page), enabled: filters.isReady })
  return (
    <PageBody
      className="patrol-log"
      actions={<LogExport filters={filters} />}
      filters={<ProblemFilterRow filters={filters} />}
    >
      <PeriodPicker period={filters.period} />
      <LogTable filters={filters} log={log} />
      <LogTrend filters={filters} />
      <ItemRanking filters={filters} id="p3" href={hrefWith} />
      <LogPictures rows={log.data?.records} />
    </PageBody>
  )
}

type Log = {
  data: { records: PatrolLogLine[]; total: number } | undefined
  isPending: boolean
  isFetching: boolean
  isError: boolean
  error: unknown
  refetch(): unknown
}

/** Where a line leads: its problem, for who may read problems. */
function useProblemAddress(): ((id: string) => string) | undefined {
  const { pages } = useRegistry()
  const { user } = useSession()
  const path = pathOf(pages, 'problems', user)
  return path === undefined ? undefined : id => `${path}?problemId=${id}`
}

function LogTable({ filters, log }: { filters: ProblemFilters; log: Log }) {
  const t = useText()
  const name = useName()
  const say = useProblemWords()
  const address = useProblemAddress()
  const state = stateOf(log, data => data.total === 0)
  return (
    <Panel
      id="p1"
      state={state}
      title={t(words.log)}
      className="problem-panel"
      isRefreshing={log.isFetching && log.data !== undefined}
    >
      <StatusTabs filters={filters} />
      {state === 'loading' && (
        <Loading>
          <div className="panel-body">
            <Bone height={280} />
          </div>
        </Loading>
      )}
      {state === 'error' && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {state === 'empty' && (
        <EmptyState
          text={t(words.none)}
          action={filters.isNarrowed && <Button onClick={filters.clear}>{t(problemText.clear)}</Button>}
        />
      )}
      {state === 'ready' && (
        <Table<PatrolLogLine>
          size="small"
          rowKey="id"
          dataSource={log.data?.records ?? []}
          scroll={{ x: 1080 }}
          pagination={{
            current: filters.page,
            pageSize: listSize,
            total: log.data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: filters.turnTo,
          }}
          columns={[
            { title: t(words.visitDate), dataIndex: 'visitDate', width: 106, fixed: 'left' },
            { title: t(words.time), dataIndex: 'inspectionTime', width: 92 },
            {
              title: t(problemText.shop),
              width: 130,
              ellipsis: true,
              render: (_, row) => name(row.shopname, row.shopnameEn),
            },
            { title: t(problemText.questionType), dataIndex: 'questionType', width: 104, ellipsis: true },
            {
              title: t(problemText.item),
              width: 170,
              ellipsis: true,
              render: (_, row) =>
                address ? <Link to={address(row.id)}>{say.item(row)}</Link> : say.item(row),
            },
            {
              title: t(words.screenshot),
              width: 88,
              render: (_, row) =>
                row.screenshot ? (
                  <img className="log-thumb" src={row.screenshot.thumbnailUrl} alt="" loading="lazy" />
                ) : (
                  <span className="muted">—</span>
                ),
            },
            { title: t(problemText.remark), dataIndex: 'remark', ellipsis: true },
            {
              title: t(words.recorder),
              width: 84,
              ellipsis: true,
              render: (_, row) => row.recorder.userName,
            },
            {
              title: t(problemText.status),
              width: 116,
              render: (_, row) => (
                <Tag tone={row.overdue ? 'error' : statusTones[row.status]}>
                  {row.overdue ? t(problemText.overdue) : t(problemStatusNames[row.status])}
                </Tag>
              ),
            },
            {
              title: t(words.score),
              width: 84,
              align: 'end',
              render: (_, row) => row.score ?? <span className="muted">—</span>,
            },
          ]}
        />
      )}
    </Panel>
  )
}

function LogTrend({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const [granularity, setGranularity] = useAddressFilter('by', oneOf(granularities, 'day'))
  const trend = useQuery({
    ...logQueries.trend(logQuery(filters), granularity),
    enabled: filters.isReady,
  })
  const state = stateOf(trend, data => data.length === 0)
  const { from, to } = filters.period
  const known = new Map((trend.data ?? []).map(point => [point.date, point]))
  const categories = granularity === 'day' ? daysFrom(from, to, [...known.keys()]) : [...known.keys()]
  const total = (trend.data ?? []).reduce((sum, point) => sum + point.problems, 0)
  return (
    <Panel
      id="p2"
      state={state}
      title={t(words.trend)}
      className="span-7"
      actions={
        <Segmented
          size="small"
          value={granularity}
          onChange={setGranularity}
          options={[
            { value: 'day', label: t(words.day) },
            { value: 'week', label: t(words.week) },
          ]}
        />
      }
    >
      <div className="panel-body">
        {state === 'error' && <ErrorState error={trend.error} onRetry={() => void trend.refetch()} />}
        {state === 'loading' && (
          <Loading>
            <Bone height={240} />
          </Loading>
        )}
        {trend.data && (
          <TrendChart
            categoryName={t(granularity === 'day' ? words.day : words.week)}
            summary={t(words.summary, { from, to, n: total })}
            shaded={
              granularity === 'day' ? categories.filter(isWeekend).map(day => categories.indexOf(day)) : []
            }
            data={{
              categories,
              series: [
                {
                  name: t(words.score),
                  unit: t(words.points),
                  values: categories.map(day => known.get(day)?.score ?? null),
                },
                { name: t(words.problems), values: categories.map(day => known.get(day)?.problems ?? 0) },
              ],
            }}
          />
        )}
      </div>
    </Panel>
  )
}

const isWeekend = (day: string) => [0, 6].includes(dateOf(day).getDay())

/** Every day of the range, where it is short enough to draw; else the days on which something was noted. */
function daysFrom(from: string, to: string, known: readonly string[]): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length <= 400; day = addDays(day, 1)) days.push(day)
  return days.length > 400 ? [...known] : days
}

/** The pictures of the lines on show. */
function LogPictures({ rows }: { rows: readonly PatrolLogLine[] | undefined }) {
  const t = useText()
  const say = useProblemWords()
  const address = useProblemAddress()
  const shown = (rows ?? []).filter(row => row.screenshot !== null)
  return (
    <Panel
      id="p4"
      state={rows === undefined ? 'loading' : shown.length === 0 ? 'empty' : 'ready'}
      title={t(words.pictures)}
    >
      {rows !== undefined && shown.length === 0 && <EmptyState text={t(words.noPictures)} />}
      <ul className="log-pictures">
        {shown.map(row => {
          const face = (
            <>
              <img src={row.screenshot?.thumbnailUrl} alt="" loading="lazy" />
              <strong className="ellipsis">{say.item(row)}</strong>
              <span className="ellipsis">
                {say.shop(row)} · {row.visitDate}
              </span>
            </>
          )
          return (
            <li key={row.id}>
              {address ? (
                <Link to={address(row.id)} aria-label={t(words.open, { item: say.item(row) })}>
                  {face}
                </Link>
              ) : (
                face
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function LogExport({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const name = useName()
  const say = useProblemWords()
  const page = usePage()
  const scope = useScopeName()
  const { from, to } = filters.period

  async function parts(): Promise<ExportPart[]> {
    const { records } = await api.problems.patrolLog({
      query: { ...logQuery(filters), pageSize: mostRows },
    })
    const chart = document.querySelector('[data-panel="p2"]')
    const picture = chart instanceof HTMLElement ? await chartPicture(chart) : undefined
    const text = (title: string) => ({ title, kind: 'text' as const })
    return [
      {
        title: t(words.log),
        columns: [
          text(t(words.visitDate)),
          text(t(words.time)),
          text(t(problemText.shop)),
          text(t(problemText.questionType)),
          text(t(problemText.item)),
          text(t(problemText.remark)),
          text(t(words.recorder)),
          text(t(problemText.status)),
          { title: t(words.score), unit: t(words.points), kind: 'number' },
        ],
        rows: records.map(row => [
          row.visitDate,
          row.inspectionTime,
          name(row.shopname, row.shopnameEn),
          row.questionType,
          say.item(row),
          row.remark,
          row.recorder.userName,
          t(problemStatusNames[row.status]),
          row.score,
        ]),
      },
      ...(picture ? [{ title: t(words.trend), picture }] : []),
    ]
  }
  return (
    <ExportMenu
      name={page ? t(page.title) : t(words.log)}
      scope={scope}
      period={{ from, to }}
      filters={[
        { label: t(problemText.item), value: filters.item },
        { label: t(problemText.search), value: filters.typed },
      ].filter(filter => filter.value !== '')}
      parts={parts}
      formats={['xlsx', 'pdf']}
    />
  )
}
