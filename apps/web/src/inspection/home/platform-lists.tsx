import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { paths } from '../records/use-figures.ts'
import { platformQueries } from './platform-queries.ts'
import { platformWords as words } from './platform-text.ts'
import type { PlatformHome } from './use-platform-home.ts'

type Props = { home: PlatformHome; shopIds: ReadonlySet<string> | undefined; className: string }
const ranked = 10

/** The shops of the platform: who was looked into today, and who was not yet. */
export function PatrolledToday({ home, shopIds, today, className }: Props & { today: string }) {
  const t = useText()
  const name = useName()
  const { links, place } = home
  const query = useQuery({ ...platformQueries.patrolled(place, today), enabled: home.figures.isKnown })
  const own = query.data?.records.filter(shop => shopIds?.has(shop.shopid)) ?? []
  const done = own.filter(shop => shop.patrols > 0)
  const waiting = own.filter(shop => shop.patrols === 0)
  return (
    <RecordPanel
      id="p4"
      className={className}
      title={t(words.patrolledToday)}
      hint={query.data && shopIds && t(words.patrolledHint, { done: done.length, all: own.length })}
      query={query}
      isEmpty={() => shopIds !== undefined && own.length === 0}
    >
      {() => (
        <ul className="home-list">
          {[...done, ...waiting].map(shop => {
            const scope = { kind: 'shop', shopId: shop.shopid } as const
            const home = links(paths.shopHome, scope)
            const label = name(shop.shopname, shop.shopnameEn)
            const isDone = shop.patrols > 0
            const records = links(paths.records, scope, { from: today, to: today })
            const monitor = links(paths.monitor, scope)
            const said = t(words.patrolled, { n: shop.patrols, time: shop.lastPatrol?.slice(11, 16) ?? '—' })
            return (
              <li key={shop.shopid}>
                <span className="home-list-name">{home ? <Link to={home}>{label}</Link> : label}</span>
                {isDone ? (
                  <span className="home-list-note">{records ? <Link to={records}>{said}</Link> : said}</span>
                ) : (
                  <>
                    <span className="home-list-note">{t(words.notPatrolled)}</span>
                    {monitor !== undefined && <Link to={monitor}>{t(words.startCheck)}</Link>}
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </RecordPanel>
  )
}

/** Open problems of the shops of the platform, most first. */
export function ProblemsByShop({ home, shopIds, className }: Props) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...platformQueries.problems(home.place), enabled: home.figures.isKnown })
  return (
    <RecordPanel
      id="p5"
      className={className}
      title={t(words.problemsByShop)}
      hint={t(words.problemsHint)}
      query={query}
    >
      {data => {
        const rows = openProblems(data.byShop, shopIds).slice(0, ranked)
        return rows.length === 0 ? (
          <EmptyState text={t(words.noProblems)} />
        ) : (
          <RankList
            tone="chart-2"
            rows={rows.map(({ shopId, shopname, shopnameEn, problems, open }) => {
              const href = home.links(paths.problems, { kind: 'shop', shopId })
              return {
                key: shopId,
                label: name(shopname, shopnameEn),
                value: open,
                note: t(words.problemsNote, { n: problems }),
                ...(href === undefined ? {} : { href }),
              }
            })}
          />
        )
      }}
    </RecordPanel>
  )
}

type ShopProblems = {
  shopId: string
  shopname: string
  shopnameEn: string
  problems: number
  closed: number
}

/** Shops that have open problems, most first; of the given shops alone. */
export function openProblems(byShop: readonly ShopProblems[], shopIds: ReadonlySet<string> | undefined) {
  return byShop
    .filter(({ shopId }) => shopIds?.has(shopId))
    .map(shop => ({ ...shop, open: shop.problems - shop.closed }))
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => b.open - a.open)
}
