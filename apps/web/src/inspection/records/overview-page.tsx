import {
  type InspectionTotals,
  type OverviewCard,
  type OverviewMetric,
  thresholdMetricNames,
  type ViewComparison,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { useTones, useViewSettings } from '../../shell/view-settings.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { type Kpi, KpiStrip } from '../../ui/kpi.tsx'
import { FigureFilters, useFilterWords } from './figure-filters.tsx'
import { overviewParts } from './overview-export.ts'
import { CoverageRank, GroupRadar, Inspectors, Loop, ScoreMap } from './overview-panels.tsx'
import { recordQueries } from './queries.ts'
import { RecordPanel } from './record-panel.tsx'
import { ShopFigureTable } from './shop-figure-table.tsx'
import { words } from './text.ts'
import { paths, useFigures, useLinks } from './use-figures.ts'
import './records.css'

const comparisons = ['previous', 'lastYear', 'none'] as const
const comparisonOf: Record<ViewComparison, (typeof comparisons)[number]> = {
  previousPeriod: 'previous',
  lastYearSameDay: 'lastYear',
}
const comparisonNames = {
  previous: { zh: '较上期', en: 'Against the days before' },
  lastYear: { zh: '较去年同日', en: 'Against last year' },
  none: { zh: '不对比', en: 'No comparison' },
} as const

/** How well the whole area is inspected, for the head of inspections. */
export function OverviewPage() {
  const t = useText()
  const page = usePage()
  const figures = useFigures()
  const links = useLinks(figures)
  const { view, cards } = useViewSettings()
  const { colour } = useTones()
  const offered = [...view.comparisons.map(name => comparisonOf[name]), 'none' as const]
  const [comparison, compare] = useAddressFilter('compare', oneOf(offered, offered[0] ?? 'none'))
  const totals = useQuery({ ...recordQueries.totals(figures.query), enabled: figures.isKnown })
  const filters = useFilterWords(figures)
  const compared = comparison === 'none' ? undefined : totals.data?.[comparison]
  const colourOf = ({ key, value }: Kpi) => {
    const metric = thresholdMetricNames.find(one => one === key)
    return metric && colour(metric, value)
  }
  const drawn: Record<OverviewCard, () => ReactNode> = {
    figures: () => (
      <RecordPanel
        id="p1"
        title={t(words.keyFigures)}
        hint={
          compared &&
          t(
            { zh: '对比 {from} 至 {to}', en: 'Compared with {from} – {to}' },
            { from: compared.days.first, to: compared.days.last },
          )
        }
        query={totals}
        height={72}
        isFlush
      >
        {data => (
          <KpiStrip
            items={chosen(
              view.metrics,
              keyFigures(t, data.totals, compared?.totals, comparison !== 'none', links),
            ).map(item => ({ ...item, colour: colourOf(item) }))}
          />
        )}
      </RecordPanel>
    ),
    map: () => <ScoreMap figures={figures} links={links} isByCity={view.mapLevel === 'city'} />,
    funnel: () => <Loop figures={figures} links={links} totals={totals} />,
    coverage: () => <CoverageRank figures={figures} links={links} most={view.rankingLength} />,
    items: () => <GroupRadar figures={figures} isCompared={comparison === 'previous'} />,
    inspectors: () => <Inspectors figures={figures} links={links} most={view.rankingLength} />,
    shops: () => <ShopFigureTable figures={figures} links={links} />,
  }

  return (
    <PageBody
      className="records"
      hint={figures.scopeName}
      actions={
        <ExportMenu
          name={page ? t(page.title) : 'Aisle'}
          scope={figures.scopeName}
          period={figures.period}
          filters={filters}
          formats={['xlsx', 'pdf']}
          parts={() => overviewParts(figures.query, t)}
        />
      }
      filters={
        <FigureFilters figures={figures}>
          <Select
            size="small"
            aria-label={t({ zh: '对比', en: 'Compare' })}
            value={comparison}
            options={offered.map(value => ({ value, label: t(comparisonNames[value]) }))}
            onChange={compare}
          />
        </FigureFilters>
      }
    >
      {cards.map(({ card, width }) => (
        <div key={card} className={`view-card span-${width}`}>
          {drawn[card]()}
        </div>
      ))}
    </PageBody>
  )
}

/** The figures that the settings list, in their order. */
function chosen(metrics: readonly OverviewMetric[], figures: readonly Kpi[]): Kpi[] {
  return metrics.flatMap(metric => figures.find(figure => figure.key === metric) ?? [])
}

/** Where nobody patrolled in the compared days there is nothing to compare with. */
export function growthOf(now: number | null, then: number | null | undefined): number | null {
  return now === null || then === null || then === undefined || then === 0
    ? null
    : ((now - then) / then) * 100
}

function keyFigures(
  t: ReturnType<typeof useText>,
  now: InspectionTotals,
  then: InspectionTotals | undefined,
  isCompared: boolean,
  links: ReturnType<typeof useLinks>,
): Kpi[] {
  const isKept = then !== undefined && (then.patrols > 0 || then.evaluations > 0)
  const figure = (
    key: 'patrols' | 'patrolCoverage' | 'score' | 'problems' | 'closeRate',
    more: Pick<Kpi, 'label'> & Partial<Kpi>,
    path: string,
  ): Kpi => {
    const before = isKept ? then[key] : null
    const href = links(path)
    return {
      key,
      value: now[key],
      ...(isCompared ? { compared: before, growth: growthOf(now[key], before) } : {}),
      ...(href === undefined ? {} : { href }),
      ...more,
    }
  }
  const rate = (value: number) => `${value.toFixed(1)}%`
  return [
    figure('patrols', { label: t(words.patrols), unit: t(words.timesUnit) }, paths.records),
    figure(
      'patrolCoverage',
      {
        label: t(words.coverage),
        format: rate,
        note: t(
          { zh: '{some} / {all} 家', en: '{some} of {all} shops' },
          { some: now.shopsPatrolled, all: now.shops },
        ),
      },
      paths.shops,
    ),
    figure(
      'score',
      { label: t(words.score), unit: t(words.pointsUnit), format: value => value.toFixed(1) },
      paths.records,
    ),
    figure(
      'problems',
      { label: t(words.problems), unit: t(words.itemsUnit), isLessBetter: true },
      paths.problems,
    ),
    figure(
      'closeRate',
      {
        label: t(words.closeRate),
        format: rate,
        note: t({ zh: '已关闭 {n} 个', en: '{n} closed' }, { n: now.problemsClosed }),
      },
      paths.problems,
    ),
  ]
}
