import { type OverviewMetric, overviewCards, overviewMetrics, type TotalView } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { dayOf, rangeOf } from '../../shell/date-picker/periods.ts'
import { cardsOf } from '../../shell/view-settings.ts'
import { RadarChart } from '../../ui/chart/charts.tsx'
import { FunnelChart } from '../../ui/chart/funnel-chart.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { TileMap } from '../../ui/chart/tile-map.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Bone, ErrorState } from '../../ui/states.tsx'

const pageWidth = 1120

/** The overview as it would look, with the figures of now: cards in order and width, the figures chosen. */
export function Miniature({ view }: { view: TotalView }) {
  const t = useText()
  const figures = useFigures(view)
  const { data } = figures
  if (figures.isError) return <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
  if (!data) return <Bone height={320} radius={6} />
  return (
    <Scaled label={t({ zh: '总览版式预览', en: 'Preview of the overview' })}>
      <div className="page-grid">
        {cardsOf(view)
          .filter(one => one.isOn)
          .map(({ card, width }) =>
            card === 'figures' ? (
              <div key={card} className="miniature-wide">
                <Figures view={view} data={data} />
              </div>
            ) : (
              <div key={card} style={{ gridColumn: `span ${width}` }}>
                <Panel id={`mini-${card}`} state="ready" title={t(overviewCards[card].title)}>
                  <div className="panel-body">{drawn(card, view, data)}</div>
                </Panel>
              </div>
            ),
          )}
      </div>
    </Scaled>
  )
}

/** A page of its usual width drawn as small as the place is. Nothing in it can be worked. */
function Scaled({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const [size, measure] = useState({ scale: 0.4, height: 320 })
  useEffect(() => {
    const [outer, inner] = [box.current, page.current]
    if (!outer || !inner) return
    const follow = new ResizeObserver(() => {
      const scale = outer.clientWidth / pageWidth
      measure({ scale, height: inner.offsetHeight * scale + 2 })
    })
    follow.observe(outer)
    follow.observe(inner)
    return () => follow.disconnect()
  }, [])
  return (
    <div ref={box} className="miniature" role="img" aria-label={label} style={{ height: size.height }}>
      <div ref={page} className="miniature-page" inert style={{ transform: `scale(${size.scale})` }}>
        {children}
      </div>
    </div>
  )
}

type Data = Awaited<ReturnType<typeof askFigures>>

async function askFigures(range: { from: string; to: string }, signal: AbortSignal) {
  const query = { checkdate_beg: range.from, checkdate_end: range.to }
  const [totals, coverage, scores, groups, inspectors, shops] = await Promise.all([
    api.inspectionFigures.totals({ query, signal }),
    api.inspectionFigures.coverage({ query, signal }),
    api.inspectionFigures.scores({ query, signal }),
    api.inspectionFigures.groups({ query, signal }),
    api.inspectionFigures.inspectors({ query: { ...query, top: 20 }, signal }),
    api.inspectionFigures.shops({ query: { ...query, pageSize: 20 }, signal }),
  ])
  return { totals, coverage, scores, groups, inspectors, shops: shops.records }
}

function useFigures(view: TotalView) {
  const range = rangeOf(view.period, dayOf(new Date()))
  return useQuery({
    queryKey: ['viewSettings', 'figures', range.from, range.to],
    queryFn: ({ signal }) => askFigures(range, signal),
    placeholderData: previous => previous,
  })
}

const units: Partial<Record<OverviewMetric, string>> = { patrolCoverage: '%', closeRate: '%' }

function Figures({ view, data }: { view: TotalView; data: Data }) {
  const t = useText()
  const { totals, previous } = data.totals
  const isCompared = view.comparisons.length > 0
  return (
    <KpiStrip
      items={view.metrics.map(metric => {
        const [now, before] = [totals[metric], previous?.totals[metric] ?? null]
        return {
          key: metric,
          label: t(overviewMetrics[metric]),
          value: now,
          unit: units[metric] ?? '',
          ...(isCompared
            ? {
                compared: before,
                growth:
                  now === null || before === null || before === 0 ? null : ((now - before) * 100) / before,
              }
            : {}),
        }
      })}
    />
  )
}

function drawn(card: Exclude<keyof typeof overviewCards, 'figures'>, view: TotalView, data: Data): ReactNode {
  const cards: Record<typeof card, () => ReactNode> = {
    map: () => <ScoreMap view={view} data={data} />,
    funnel: () => <Funnel data={data} />,
    coverage: () => <Coverage view={view} data={data} />,
    items: () => <Items data={data} />,
    inspectors: () => <Inspectors view={view} data={data} />,
    shops: () => <Shops view={view} data={data} />,
  }
  return cards[card]()
}

function ScoreMap({ view, data }: { view: TotalView; data: Data }) {
  const t = useText()
  const name = useName()
  if (view.mapLevel === 'city')
    return (
      <RankList
        format={value => value.toFixed(1)}
        rows={data.scores
          .flatMap(province => province.cities)
          .slice(0, view.rankingLength)
          .map(city => ({ key: city.id, label: name(city.name, city.nameEn), value: city.score }))}
      />
    )
  return (
    <TileMap
      summary={t(overviewCards.map.title)}
      isRelative
      format={value => value.toFixed(1)}
      values={data.scores.map(row => ({ provinceId: row.id, name: row.name, value: row.score }))}
    />
  )
}

function Funnel({ data }: { data: Data }) {
  const t = useText()
  const { totals } = data.totals
  return (
    <FunnelChart
      summary={t(overviewCards.funnel.title)}
      unrelated={[2]}
      data={{
        categories: [
          t({ zh: '应巡门店', en: 'Shops due' }),
          t({ zh: '已巡门店', en: 'Shops checked' }),
          t({ zh: '发现问题', en: 'Problems' }),
          t({ zh: '已关闭', en: 'Closed' }),
        ],
        series: [
          {
            name: t(overviewCards.funnel.title),
            values: [totals.shops, totals.shopsPatrolled, totals.problems, totals.problemsClosed],
          },
        ],
      }}
    />
  )
}

function Coverage({ view, data }: { view: TotalView; data: Data }) {
  const name = useName()
  const { percent } = useFormat()
  return (
    <RankList
      format={percent}
      rows={data.coverage.slice(0, view.rankingLength).map(row => ({
        key: row.province.id,
        label: name(row.province.name, row.province.nameEn),
        value: row.patrolCoverage,
      }))}
    />
  )
}

function Items({ data }: { data: Data }) {
  const t = useText()
  const name = useName()
  return (
    <RadarChart
      max={100}
      summary={t(overviewCards.items.title)}
      data={{
        categories: data.groups.map(group => name(group.name, group.nameEn)),
        series: [
          { name: t({ zh: '本期', en: 'Now' }), values: data.groups.map(group => group.score) },
          {
            name: t({ zh: '上期', en: 'Before' }),
            values: data.groups.map(group => group.previousScore),
            isCompared: true,
          },
        ],
      }}
    />
  )
}

function Inspectors({ view, data }: { view: TotalView; data: Data }) {
  return (
    <RankList
      rows={data.inspectors
        .slice(0, view.rankingLength)
        .map(row => ({ key: row.userId, label: row.userName, value: row.patrols }))}
    />
  )
}

function Shops({ view, data }: { view: TotalView; data: Data }) {
  const name = useName()
  return (
    <RankList
      format={value => value.toFixed(1)}
      rows={data.shops.slice(0, Math.min(5, view.rankingLength)).map(row => ({
        key: row.shopid,
        label: name(row.shopname, row.shopnameEn),
        value: row.score,
      }))}
    />
  )
}
