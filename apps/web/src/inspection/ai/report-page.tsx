import { algorithmNames, type FindingStatistics } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Table } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { PeriodPicker } from '../../shell/date-picker/period-picker.tsx'
import { addDays, dateOf, daysIn, type Range } from '../../shell/date-picker/periods.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { PageBody } from '../../shell/page.tsx'
import { groupedSeries } from '../../ui/chart/chart-data.ts'
import { PieChart, TrendChart } from '../../ui/chart/charts.tsx'
import { HeatChart } from '../../ui/chart/heat-chart.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { Growth } from '../../ui/growth.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { paging } from '../../ui/paging.ts'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { findingKpis, growthOf } from './figures.ts'
import { FindingFilterRow } from './filter-row.tsx'
import { findingQueries } from './queries.ts'
import { ReportExport } from './report-export.tsx'
import { weekdayNames, aiText as words } from './text.ts'
import { useFindingFilters } from './use-finding-filters.ts'
import { useFindingWords } from './use-finding-words.ts'
import { useLogAddress } from './use-log-address.ts'
import './ai.css'

const granularities = ['day', 'week'] as const
const ranked = 10

/** The same number of days just before. */
export function rangeBefore({ from, to }: Range): Range {
  const days = daysIn({ from, to })
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** AI 巡店·分析报告: what machines found over a period, where it repeats, and how often they were right. */
export function AiReportPage() {
  const t = useText()
  const say = useFindingWords()
  const filters = useFindingFilters()
  const address = useLogAddress(filters)
  const { query, period, isReady } = filters
  const before = rangeBefore(period)
  const now = useQuery({ ...findingQueries.statistics(query), enabled: isReady })
  const then = useQuery({
    ...findingQueries.statistics({ ...query, begin: before.from, end: before.to }),
    enabled: isReady,
  })
  const compared = t(words.againstBefore, before)
  const thenOfShop = new Map(then.data?.byShop.map(row => [row.shopId, row.findings]))
  return (
    <PageBody
      className="ai-report"
      hint={filters.scopeName}
      actions={<ReportExport filters={filters} />}
      filters={
        <>
          <PeriodPicker period={period} />
          <FindingFilterRow filters={filters} />
        </>
      }
    >
      <QueryPanel id="p1" title={t(words.keyFigures)} hint={compared} query={now} height={72} isFlush>
        {data => <KpiStrip items={findingKpis(t, data, then.data, address)} />}
      </QueryPanel>
      <FindingTrend filters={filters} now={now} then={then.data} range={period} before={before} />
      <QueryPanel id="p5" title={t(words.share)} className="span-4" query={now} isEmpty={isNone}>
        {data => (
          <PieChart
            summary={t(words.share)}
            categoryName={t(words.algorithm)}
            data={{
              categories: data.byAlgorithm.map(row => say.algorithm(row.algorithm)),
              series: [{ name: t(words.findings), values: data.byAlgorithm.map(row => row.findings) }],
            }}
          />
        )}
      </QueryPanel>
      <QueryPanel id="p3" title={t(words.matrix)} className="span-7" query={now} isEmpty={isNone}>
        {data => (
          <HeatChart
            summary={t(words.matrix)}
            rows={weekdayNames.map(day => t(day))}
            columns={Array.from({ length: 24 }, (_, hour) => t(words.hour, { n: hour }))}
            values={matrixOf(data)}
            categoryName={t(words.day)}
            height={260}
          />
        )}
      </QueryPanel>
      <QueryPanel id="p4" title={t(words.shopRank)} className="span-5" query={now} isEmpty={isNone}>
        {data => (
          <RankList
            rows={data.byShop.slice(0, ranked).map(row => {
              const href = address({ shop: row.shopId })
              return {
                key: row.shopId,
                label: say.shop(row),
                value: row.findings,
                note: then.data && (
                  <Growth value={growthOf(row.findings, thenOfShop.get(row.shopId) ?? 0)} isLessBetter />
                ),
                ...(href === undefined ? {} : { href }),
              }
            })}
          />
        )}
      </QueryPanel>
      <QueryPanel id="p6" title={t(words.details)} query={now} isEmpty={isNone} isFlush>
        {data => <DetailTable rows={data.byShopAlgorithm} address={address} />}
      </QueryPanel>
    </PageBody>
  )
}

const isNone = (data: FindingStatistics) => data.findings === 0

/** By weekday from Monday and hour; where nothing was found is nought: all hours were looked at. */
function matrixOf({ byHour }: FindingStatistics): number[][] {
  const rows = weekdayNames.map(() => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, findings } of byHour) {
    const row = rows[weekday - 1]
    if (row) row[hour] = findings
  }
  return rows
}

type TrendProps = {
  filters: ReturnType<typeof useFindingFilters>
  now: ReturnType<typeof useQuery<FindingStatistics>>
  then: FindingStatistics | undefined
  range: Range
  before: Range
}

function FindingTrend({ now, then, range, before }: TrendProps) {
  const t = useText()
  const format = useFormat()
  const say = useFindingWords()
  const [granularity, setGranularity] = useAddressFilter('by', oneOf(granularities, 'day'))
  const buckets = bucketsOf(range, granularity)
  const categories = buckets.map(day =>
    granularity === 'week' ? t(words.weekOf, { day: format.shortDay(day) }) : format.shortDay(day),
  )
  return (
    <QueryPanel
      id="p2"
      title={t(words.trend)}
      className="span-8"
      query={now}
      isEmpty={isNone}
      actions={
        <Segmented
          size="small"
          value={granularity}
          onChange={setGranularity}
          options={granularities.map(value => ({ value, label: t(words[value]) }))}
        />
      }
    >
      {data => {
        const found = algorithmNames.filter(name => data.byAlgorithm.some(row => row.algorithm === name))
        const series = found.map(name => ({
          name: say.algorithm(name),
          values: summed(
            data.byDay.filter(row => row.algorithm === name),
            buckets,
            granularity,
          ),
        }))
        const other = t({ zh: '其他', en: 'Other' })
        // What is left of the total needs no line of its own.
        const named = groupedSeries({ categories, series }, other).series.filter(each => each.name !== other)
        const all = { name: t(words.total), values: summed(data.byDay, buckets, granularity) }
        const compared = then && {
          name: t(words.before),
          isCompared: true,
          values: summed(then.byDay, bucketsOf(before, granularity), granularity).slice(0, buckets.length),
        }
        return (
          <TrendChart
            summary={`${t(words.trend)}: ${data.findings}`}
            categoryName={t(words[granularity])}
            shaded={granularity === 'day' ? buckets.flatMap((day, at) => (isWeekend(day) ? [at] : [])) : []}
            data={{ categories, series: [all, ...(compared ? [compared] : []), ...named] }}
          />
        )
      }}
    </QueryPanel>
  )
}

const isWeekend = (day: string) => [0, 6].includes(dateOf(day).getDay())
const mondayOf = (day: string) => addDays(day, -((dateOf(day).getDay() + 6) % 7))

/** The days of a range, or the Mondays of its weeks. */
function bucketsOf({ from, to }: Range, granularity: 'day' | 'week'): string[] {
  const buckets: string[] = []
  const step = granularity === 'day' ? 1 : 7
  for (let day = granularity === 'day' ? from : mondayOf(from); day <= to; day = addDays(day, step))
    buckets.push(day)
  return buckets
}

function summed(
  rows: readonly { date: string; findings: number }[],
  buckets: readonly string[],
  granularity: 'day' | 'week',
): number[] {
  const sums = new Map<string, number>()
  for (const { date, findings } of rows) {
    const bucket = granularity === 'day' ? date : mondayOf(date)
    sums.set(bucket, (sums.get(bucket) ?? 0) + findings)
  }
  return buckets.map(bucket => sums.get(bucket) ?? 0)
}

type Row = FindingStatistics['byShopAlgorithm'][number]

function DetailTable({ rows, address }: { rows: readonly Row[]; address: ReturnType<typeof useLogAddress> }) {
  const t = useText()
  const say = useFindingWords()
  const link = (row: Row, text: string) => {
    const href = address({ shop: row.shopId, algorithm: row.algorithm })
    return href === undefined ? text : <Link to={href}>{text}</Link>
  }
  return (
    <Table<Row>
      size="small"
      rowKey={row => `${row.shopId} ${row.algorithm}`}
      dataSource={[...rows]}
      scroll={{ x: 640 }}
      pagination={{ ...paging, pageSize: 10 }}
      columns={[
        {
          title: t(words.shop),
          fixed: 'left',
          width: 180,
          ellipsis: true,
          sorter: (a, b) => say.shop(a).localeCompare(say.shop(b), 'zh'),
          render: (_, row) => say.shop(row),
        },
        { title: t(words.algorithm), width: 150, render: (_, row) => say.algorithm(row.algorithm) },
        {
          title: t(words.findings),
          align: 'end',
          width: 110,
          sorter: (a, b) => a.findings - b.findings,
          defaultSortOrder: 'descend',
          render: (_, row) => link(row, String(row.findings)),
        },
        {
          title: t(words.confirmed),
          align: 'end',
          width: 110,
          sorter: (a, b) => a.confirmed - b.confirmed,
          dataIndex: 'confirmed',
        },
        { title: t(words.dismissed), align: 'end', width: 100, dataIndex: 'dismissed' },
        {
          title: t(words.accuracy),
          align: 'end',
          width: 110,
          sorter: (a, b) => (a.accuracy ?? -1) - (b.accuracy ?? -1),
          render: (_, row) =>
            row.accuracy === null ? <span className="muted">—</span> : `${row.accuracy.toFixed(1)}%`,
        },
      ]}
    />
  )
}
