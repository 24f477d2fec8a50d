import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { percent, useFormat } from '../../lib/format.ts'
import { type Translate, useName, useText } from '../../lib/i18n.ts'
import { daysIn } from '../../shell/date-picker/periods.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { BarChart, TrendChart } from '../../ui/chart/charts.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import type { Figures } from '../records/use-figures.ts'
import { homeQueries } from './queries.ts'
import { words } from './text.ts'
import { trendOf } from './trend-of.ts'

type Props = { figures: Figures; className: string }
type KindProps = Props & { actions: ReactNode }

const kinds = ['evaluation', 'score', 'inspection', 'daily'] as const
const kindNames = {
  evaluation: words.evaluationKind,
  score: words.scoreKind,
  inspection: words.inspectionKind,
  daily: words.dailyKind,
} as const
/** Longer than this, scores are told by week. */
const daysShown = 31

/** Items by group of the form: how they were evaluated, how scores went, what inspections and daily records were about. */
export function TypeShares(props: Props) {
  const t = useText()
  const [kind, setKind] = useAddressFilter('types', oneOf(kinds, 'evaluation'))
  const actions = (
    <Segmented
      size="small"
      aria-label={t(words.ofKind)}
      value={kind}
      options={kinds.map(value => ({ value, label: t(kindNames[value]) }))}
      onChange={setKind}
    />
  )
  const Kind = { evaluation: Evaluated, score: Scores, inspection: Inspected, daily: Daily }[kind]
  return <Kind {...props} actions={actions} />
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10)
const sumOf = <T,>(rows: readonly T[] | undefined, value: (row: T) => number) =>
  rows?.reduce((sum, row) => sum + value(row), 0) ?? 0
const evaluationHint = (t: Translate, count: number, passed: number) =>
  count > 0 && t(words.typeHint, { n: count, rate: percent((passed / count) * 100) })

function Evaluated({ figures, className, actions }: KindProps) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...homeQueries.types(figures.query), enabled: figures.isKnown })
  return (
    <RecordPanel
      id="p5"
      className={className}
      title={t(words.byType)}
      hint={evaluationHint(
        t,
        sumOf(query.data, type => type.count),
        sumOf(query.data, type => type.passCount),
      )}
      actions={actions}
      query={query}
      isEmpty={data => data.length === 0}
    >
      {data => {
        const shares = (of: (type: (typeof data)[number]) => number) =>
          data.map(type => shareOf(of(type), type.count))
        return (
          <BarChart
            isStacked
            isHorizontal
            max={100}
            height={210}
            format={percent}
            data={{
              categories: data.map(type => name(type.typeName, type.typeNameEn)),
              series: [
                { name: t(words.passed), values: shares(type => type.passCount) },
                { name: t(words.minor), values: shares(type => type.minorCount) },
                { name: t(words.medium), values: shares(type => type.mediumCount) },
                { name: t(words.severe), values: shares(type => type.severeCount) },
              ],
            }}
            summary={data
              .map(type => `${name(type.typeName, type.typeNameEn)} ${percent(type.passRate)}`)
              .join(', ')}
          />
        )
      }}
    </RecordPanel>
  )
}

function Scores({ figures, className, actions }: KindProps) {
  const t = useText()
  const format = useFormat()
  const name = useName()
  const granularity = daysIn(figures.period) > daysShown ? 'week' : 'day'
  const query = useQuery({ ...homeQueries.typeTrend(figures.query, granularity), enabled: figures.isKnown })
  return (
    <RecordPanel
      id="p5"
      className={className}
      title={t(words.byType)}
      actions={actions}
      query={query}
      isEmpty={data => data.length === 0}
    >
      {data => {
        const { dates, types } = trendOf(data)
        return (
          <TrendChart
            height={210}
            format={value => value.toFixed(1)}
            data={{
              categories: dates.map(format.shortDay),
              series: types.map(type => ({ name: name(type.name, type.nameEn), values: type.scores })),
            }}
            summary={t(words.scoreKind)}
          />
        )
      }}
    </RecordPanel>
  )
}

function Inspected({ figures, className, actions }: KindProps) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...homeQueries.inspectionTypes(figures.query), enabled: figures.isKnown })
  const count = sumOf(query.data, type => type.count)
  const hint = t(words.inspectionHint, { n: count, bad: sumOf(query.data, type => type.abnormalCount) })
  return (
    <RecordPanel
      id="p5"
      className={className}
      title={t(words.byType)}
      hint={count > 0 && hint}
      actions={actions}
      query={query}
      isEmpty={data => data.length === 0}
    >
      {data => (
        <BarChart
          isStacked
          isHorizontal
          height={210}
          data={{
            categories: data.map(type => name(type.typeName, type.typeNameEn)),
            series: [
              { name: t(words.normal), values: data.map(type => type.count - type.abnormalCount) },
              { name: t(words.abnormal), values: data.map(type => type.abnormalCount) },
            ],
          }}
          summary={hint}
        />
      )}
    </RecordPanel>
  )
}

function Daily({ figures, className, actions }: KindProps) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...homeQueries.dailyTypes(figures.query), enabled: figures.isKnown })
  const count = sumOf(query.data, type => type.count)
  return (
    <RecordPanel
      id="p5"
      className={className}
      title={t(words.byType)}
      hint={count > 0 && t(words.dailyHint, { n: count })}
      actions={actions}
      query={query}
      isEmpty={data => data.length === 0}
    >
      {data => (
        <RankList
          rows={data.map(type => ({
            key: type.typeId,
            label: name(type.typeName, type.typeNameEn),
            value: type.count,
            note: percent(shareOf(type.count, count)),
          }))}
        />
      )}
    </RecordPanel>
  )
}
