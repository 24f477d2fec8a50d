import { type ExportPart, type Finding, findingStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useWritten } from '../../lib/written.ts'
import { PeriodPicker } from '../../shell/date-picker/period-picker.tsx'
import { addDays } from '../../shell/date-picker/periods.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { Tag } from '../../ui/bits.tsx'
import { TrendChart } from '../../ui/chart/charts.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { paging } from '../../ui/paging.ts'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DetectorDrawer } from './detector-drawer.tsx'
import { EvidenceDrawer } from './evidence-drawer.tsx'
import { FindingFilterRow } from './filter-row.tsx'
import { FindingPicture } from './finding-picture.tsx'
import { findingQueries, listSize } from './queries.ts'
import { RaiseFinding } from './raise-finding.tsx'
import { useFilterWords } from './report-export.tsx'
import { findingTones, aiText as words } from './text.ts'
import { useDecide } from './use-decide.ts'
import { type FindingFilters, statusTabs, useFindingFilters } from './use-finding-filters.ts'
import { useFindingWords } from './use-finding-words.ts'
import { ZipButton } from './zip-button.tsx'
import './ai.css'

const mostRows = 5000

/** AI 巡店·日志: every finding with its picture, and what a person decided about it. */
export function AiLogPage() {
  const t = useText()
  const { can } = useSession()
  const filters = useFindingFilters()
  const deciding = useDecide()
  const [search, setSearch] = useSearchParams()
  const [isSetting, setSetting] = useState(false)
  const { listed, page, isReady } = filters
  const log = useQuery({ ...findingQueries.page(listed, page), enabled: isReady })
  const openId = search.get('finding') ?? undefined
  const open = (id: string | undefined) =>
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        if (id === undefined) next.delete('finding')
        else next.set('finding', id)
        return next
      },
      { replace: true },
    )
  // A page beyond the last one, as a link may name after a status changed, shows the last.
  const last = Math.max(1, Math.ceil((log.data?.total ?? 0) / listSize))
  const { turnTo } = filters
  useEffect(() => {
    if (log.data && page > last) turnTo(last)
  }, [log.data, page, last, turnTo])
  return (
    <PageBody
      className="ai-log"
      hint={filters.scopeName}
      actions={
        <>
          {can('inspect.plan') && (
            <Button icon={<SlidersHorizontal size={14} />} onClick={() => setSetting(true)}>
              {t(words.settings)}
            </Button>
          )}
          <ZipButton filters={filters} />
          <LogExport filters={filters} />
        </>
      }
      filters={
        <>
          <PeriodPicker period={filters.period} />
          <FindingFilterRow filters={filters} hasList />
        </>
      }
    >
      <QueryPanel
        id="p1"
        title={t(words.log)}
        query={log}
        isEmpty={data => data.total === 0}
        height={320}
        isFlush
      >
        {data => (
          <>
            <StatusTabs filters={filters} />
            {data.total === 0 ? (
              <EmptyState
                text={t(words.none)}
                action={filters.isNarrowed && <Button onClick={filters.clear}>{t(words.clear)}</Button>}
              />
            ) : (
              <LogTable
                rows={data.records}
                total={data.total}
                openId={openId}
                onOpen={open}
                filters={filters}
              />
            )}
          </>
        )}
      </QueryPanel>
      <ConfirmedTrend filters={filters} />
      {openId !== undefined && (
        <EvidenceDrawer
          findingId={openId}
          ids={(log.data?.records ?? []).map(({ id }) => id)}
          deciding={deciding}
          open={open}
        />
      )}
      {isSetting && <DetectorDrawer shopId={filters.shopId} onClose={() => setSetting(false)} />}
      {deciding.raising && (
        <RaiseFinding key={deciding.raising.id} finding={deciding.raising} onClose={deciding.endRaising} />
      )}
    </PageBody>
  )
}

/** The statuses as saved tabs, each with its count. */
function StatusTabs({ filters }: { filters: FindingFilters }) {
  const t = useText()
  const { number } = useFormat()
  const statistics = useQuery({ ...findingQueries.statistics(filters.query), enabled: filters.isReady })
  const raised = useQuery({
    ...findingQueries.page({ ...filters.query, status: 'raised' }, 1, 1),
    enabled: filters.isReady,
  })
  const { data } = statistics
  const raisedCount = raised.data?.total
  const counts = {
    all: data?.findings,
    new: data && data.findings - data.confirmed - data.dismissed,
    confirmed: data && raisedCount !== undefined ? data.confirmed - raisedCount : undefined,
    dismissed: data?.dismissed,
    raised: raisedCount,
  }
  return (
    <div className="finding-tabs" role="tablist" aria-label={t(words.status)}>
      {statusTabs.map(tab => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={filters.tab === tab}
          className="finding-tab"
          onClick={() => filters.setTab(tab)}
        >
          {tab === 'all' ? t(words.all) : t(findingStatusNames[tab])}
          {counts[tab] !== undefined && <span>{number(counts[tab])}</span>}
        </button>
      ))}
    </div>
  )
}

type TableProps = {
  rows: readonly Finding[]
  total: number
  openId: string | undefined
  onOpen: (id: string) => void
  filters: FindingFilters
}

function LogTable({ rows, total, openId, onOpen, filters }: TableProps) {
  const t = useText()
  const written = useWritten()
  const say = useFindingWords()
  return (
    <Table<Finding>
      size="small"
      rowKey="id"
      className="finding-table"
      dataSource={[...rows]}
      scroll={{ x: 1040 }}
      rowClassName={row => (row.id === openId ? 'finding-row-open' : '')}
      onRow={row => ({ onClick: () => onOpen(row.id) })}
      pagination={{
        ...paging,
        current: filters.page,
        pageSize: listSize,
        total,
        onChange: filters.turnTo,
      }}
      columns={[
        {
          title: t(words.picturesColumn),
          width: 96,
          fixed: 'left',
          render: (_, row) => <FindingPicture finding={row} isSmall />,
        },
        {
          title: t(words.algorithm),
          width: 150,
          ellipsis: true,
          render: (_, row) => (
            <button type="button" className="link-button" onClick={() => onOpen(row.id)}>
              {say.what(row)}
            </button>
          ),
        },
        {
          title: t(words.time),
          width: 124,
          render: (_, row) => say.at(row.foundAt, row.timeZone),
        },
        { title: t(words.shop), width: 140, ellipsis: true, render: (_, row) => say.shop(row) },
        {
          title: t(words.camera),
          width: 150,
          ellipsis: true,
          render: (_, row) =>
            row.cameraId === null ? (
              <span className="muted">—</span>
            ) : (
              `${say.camera(row)}${row.presetName === '' ? '' : ` · ${written(row.presetName)}`}`
            ),
        },
        {
          title: t(words.confidence),
          width: 90,
          align: 'end',
          render: (_, row) => say.percent(row.confidence),
        },
        {
          title: t(words.status),
          width: 110,
          render: (_, row) => <Tag tone={findingTones[row.status]}>{t(findingStatusNames[row.status])}</Tag>,
        },
        {
          title: t(words.decidedBy),
          width: 100,
          ellipsis: true,
          render: (_, row) => row.decidedBy?.userName ?? <span className="muted">—</span>,
        },
        {
          title: t(words.decidedAt),
          width: 124,
          render: (_, row) =>
            row.decidedAt === null ? <span className="muted">—</span> : say.at(row.decidedAt, row.timeZone),
        },
      ]}
    />
  )
}

function ConfirmedTrend({ filters }: { filters: FindingFilters }) {
  const t = useText()
  const format = useFormat()
  const { from, to } = filters.period
  const query = useQuery({ ...findingQueries.statistics(filters.query), enabled: filters.isReady })
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return (
    <QueryPanel id="p3" title={t(words.confirmedTrend)} query={query} isEmpty={data => data.findings === 0}>
      {data => {
        const byDay = (of: 'confirmed' | 'findings') =>
          days.map(day => data.byDay.reduce((sum, row) => sum + (row.date === day ? row[of] : 0), 0))
        return (
          <TrendChart
            summary={`${t(words.confirmedTrend)}: ${data.confirmed} / ${data.findings}`}
            categoryName={t(words.day)}
            height={200}
            data={{
              categories: days.map(format.shortDay),
              series: [
                { name: t(words.confirmed), values: byDay('confirmed') },
                { name: t(words.findings), values: byDay('findings') },
              ],
            }}
          />
        )
      }}
    </QueryPanel>
  )
}

function LogExport({ filters }: { filters: FindingFilters }) {
  const t = useText()
  const say = useFindingWords()
  const page = usePage()
  const { listed, period, scopeName } = filters

  async function parts(): Promise<ExportPart[]> {
    const { records } = await api.findings.list({ query: { ...listed, pageSize: mostRows } })
    const text = (title: string) => ({ title, kind: 'text' as const })
    return [
      {
        title: t(words.log),
        columns: [
          text(t(words.time)),
          text(t(words.algorithm)),
          text(t(words.shop)),
          text(t(words.camera)),
          text(t(words.preset)),
          { title: t(words.confidence), kind: 'percent' },
          text(t(words.status)),
          text(t(words.decidedBy)),
          text(t(words.decidedAt)),
          text(t(words.remark)),
          text(t(words.source)),
        ],
        rows: records.map(row => [
          say.full(row.foundAt, row.timeZone),
          say.what(row),
          say.shop(row),
          say.camera(row),
          row.presetName,
          Math.round(row.confidence * 1000) / 10,
          t(findingStatusNames[row.status]),
          row.decidedBy?.userName ?? '',
          row.decidedAt === null ? '' : say.full(row.decidedAt, row.timeZone),
          row.remark,
          row.source?.name ?? t(words.ours),
        ]),
      },
    ]
  }
  return (
    <ExportMenu
      name={page ? t(page.title) : t(words.log)}
      scope={scopeName}
      period={{ from: period.from, to: period.to }}
      filters={useFilterWords(filters)}
      parts={parts}
      formats={['xlsx', 'csv']}
    />
  )
}
