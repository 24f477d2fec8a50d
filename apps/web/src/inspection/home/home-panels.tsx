import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { BarChart } from '../../ui/chart/charts.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { Growth } from '../../ui/growth.tsx'
import { recordQueries } from '../records/queries.ts'
import { RecordPanel } from '../records/record-panel.tsx'
import { words as recordWords } from '../records/text.ts'
import { type Figures, type Links, paths } from '../records/use-figures.ts'
import { homeQueries } from './queries.ts'
import { words } from './text.ts'
import { mondayOf, spansOf } from './weeks.ts'

type Props = { figures: Figures; className: string }
const points = (value: number) => value.toFixed(1)
const rowsShown = 10
const itemsShown = 10
/** More bars than these are counted by week. */
const daysShown = 31

/** Shops by score, best first, each a way into its own home; on the home of a shop those of its region. */
export function ShopRanking({ figures, links, className }: Props & { links: Links }) {
  const t = useText()
  const name = useName()
  const own = figures.scope.kind === 'shop' ? figures.scope.shopId : undefined
  const { shopid: _, ...everywhere } = figures.query
  const query = useQuery({ ...homeQueries.scores(everywhere), enabled: figures.isKnown })
  return (
    <RecordPanel
      id="p2"
      className={className}
      title={t(words.shopRank)}
      hint={t(recordWords.score)}
      query={query}
      isEmpty={data => data.every(one => one.score === null)}
      height={240}
    >
      {data => {
        const ranked = data.filter(one => one.score !== null)
        const place = ranked.findIndex(one => one.shopid === own)
        // The shop itself stands in the middle of those around it.
        const first = Math.max(0, Math.min(place < 0 ? 0 : place - 4, ranked.length - rowsShown))
        return (
          <RankList
            first={first + 1}
            rows={ranked.slice(first, first + rowsShown).map(one => {
              const href = links(paths.shopHome, { kind: 'shop', shopId: one.shopid })
              return {
                key: one.shopid,
                label: name(one.shopname, one.shopnameEn),
                value: one.score,
                share: (one.score ?? 0) / 100,
                note:
                  one.score === null || one.previousScore === null || one.previousScore === 0 ? null : (
                    <Growth value={((one.score - one.previousScore) / one.previousScore) * 100} />
                  ),
                ...(href === undefined ? {} : { href }),
              }
            })}
            format={points}
          />
        )
      }}
    </RecordPanel>
  )
}

/** The items that lost most points; each leads to the records that lost there. */
export function LosingItems({ figures, links, className }: Props & { links: Links }) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...homeQueries.items(figures.query, itemsShown), enabled: figures.isKnown })
  const all = links(paths.records)
  return (
    <RecordPanel
      id="p3"
      className={className}
      title={t(words.losing)}
      query={query}
      isEmpty={data => data.length === 0}
      height={180}
      actions={all !== undefined && <Link to={all}>{t(words.allRecords)}</Link>}
    >
      {data => (
        <RankList
          tone="chart-2"
          rows={data.map(item => {
            const href = links(paths.records, figures.scope, { item: item.itemId })
            return {
              key: item.itemId,
              label: name(item.itemName, item.itemNameEn),
              value: -item.lostScore,
              note: t(words.times, { n: item.count }),
              ...(href === undefined ? {} : { href }),
            }
          })}
          format={value => `−${Math.abs(value).toFixed(1)}`}
        />
      )}
    </RecordPanel>
  )
}

/** What was done day by day, or week by week over longer times. */
export function Makeup({ figures, className }: Props) {
  const t = useText()
  const format = useFormat()
  const query = useQuery({ ...recordQueries.days(figures.query), enabled: figures.isKnown })
  const { from, to } = figures.period
  const spans = useMemo(() => spansOf(from, to, daysShown), [from, to])
  return (
    <RecordPanel
      id="p4"
      className={className}
      title={t(words.overTime)}
      query={query}
      isEmpty={data => data.every(day => day.evaluations + day.inspections + day.dailyRecords === 0)}
    >
      {data => {
        const sumOf = (key: 'evaluations' | 'inspections' | 'dailyRecords') =>
          spans.map(({ first, last }) =>
            data.filter(day => day.date >= first && day.date <= last).reduce((sum, day) => sum + day[key], 0),
          )
        const series = [
          { name: t(recordWords.evaluations), values: sumOf('evaluations') },
          { name: t(recordWords.inspections), values: sumOf('inspections') },
          { name: t(recordWords.dailyRecords), values: sumOf('dailyRecords') },
        ]
        const total = (at: number) => series[at]?.values.reduce((sum, value) => sum + value, 0) ?? 0
        return (
          <BarChart
            isStacked
            height={210}
            data={{ categories: spans.map(span => format.shortDay(span.begin)), series }}
            summary={t(
              {
                zh: '评估 {evaluations} 次，巡检 {inspections} 次，日常记录 {daily} 条',
                en: '{evaluations} evaluations, {inspections} inspections, {daily} daily records',
              },
              { evaluations: total(0), inspections: total(1), daily: total(2) },
            )}
          />
        )
      }}
    </RecordPanel>
  )
}

/** Evaluations on Saturdays and Sundays beside those of working days, week by week. */
export function DayKinds({ figures, className }: Props) {
  const t = useText()
  const format = useFormat()
  const query = useQuery({ ...homeQueries.dayKinds(figures.query), enabled: figures.isKnown })
  const kinds = query.data?.kinds
  const of = (isHoliday: 0 | 1) => kinds?.find(kind => kind.isHoliday === isHoliday)
  const score = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : points(value)
  return (
    <RecordPanel
      id="p6"
      className={className}
      title={t(words.dayKinds)}
      query={query}
      isEmpty={data => data.byDay.length === 0}
    >
      {({ byDay }) => {
        const weeks = [...new Set(byDay.map(day => mondayOf(day.date)))].sort()
        const counted = (isWeekend: boolean) =>
          weeks.map(week =>
            byDay
              .filter(day => mondayOf(day.date) === week && isWeekendDay(day.date) === isWeekend)
              .reduce((sum, day) => sum + day.count, 0),
          )
        const hint = t(words.dayKindsHint, {
          holiday: of(1)?.count ?? 0,
          holidayScore: score(of(1)?.averageScore),
          workday: of(0)?.count ?? 0,
          workdayScore: score(of(0)?.averageScore),
        })
        return (
          <>
            <BarChart
              height={186}
              data={{
                categories: weeks.map(format.shortDay),
                series: [
                  { name: t(words.workday), values: counted(false) },
                  { name: t(words.weekend), values: counted(true) },
                ],
              }}
              categoryName={t(words.week)}
              summary={hint}
            />
            <p className="chart-note">{hint}</p>
          </>
        )
      }}
    </RecordPanel>
  )
}

const isWeekendDay = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
