import { useQuery } from '@tanstack/react-query'
import { useText } from '../lib/i18n.ts'
import { addDays } from '../shell/date-picker/periods.ts'
import { HeatChart } from '../ui/chart/heat-chart.tsx'
import { QueryPanel } from '../ui/query-panel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { qualityQueries } from './queries.ts'
import { words } from './text.ts'
import { type Quality, usePlaceWords } from './use-quality.ts'

/** In px, the gap between two rows with it. */
const rowHeight = 22

/** Slots received of those due: shops by day, or the places of one shop by day. A cell leads to what is behind it. */
export function CoveragePanel({ quality }: { quality: Quality }) {
  const t = useText()
  const say = usePlaceWords()
  const { days, isReady, shopId, period } = quality
  const query = useQuery({ ...qualityQueries.coverage(days), enabled: isReady })
  const dates: string[] = []
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) dates.push(day)
  const title = t(shopId === undefined ? words.coverageTitle : words.nodesTitle)
  return (
    <QueryPanel
      id="p2"
      title={title}
      hint={t(words.coverageHint)}
      query={query}
      isEmpty={data => data.rows.length === 0}
      height={360}
      empty={<EmptyState text={t(words.noCoverage)} />}
    >
      {({ rows }) => (
        <HeatChart
          summary={title}
          categoryName={t(shopId === undefined ? words.shop : words.place)}
          height={rows.length * rowHeight + 48}
          rows={rows.map(row => (shopId === undefined ? say.shop(row) : say.node(row)))}
          columns={dates.map(date => date.slice(5))}
          values={rows.map(row => {
            const known = new Map(row.days.map(day => [day.date, day]))
            return dates.map(date => {
              const day = known.get(date)
              return day && day.expected > 0 ? Math.round((1 - day.got / day.expected) * 1000) / 10 : null
            })
          })}
          // Deep is what is missing, so that it stands out; what is written is what came.
          format={value => `${Math.round((100 - value) * 10) / 10}%`}
          onPick={(_, row) => {
            const picked = rows[row]
            if (!picked) return
            if (shopId === undefined) quality.openShop(picked.shopId)
            else quality.setTab('events')
          }}
        />
      )}
    </QueryPanel>
  )
}
