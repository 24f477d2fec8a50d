import { useQuery } from '@tanstack/react-query'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { percent } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useStore } from '../../../../lib/store.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import type { Special } from '../../kinds/special.ts'
import { planQueries } from '../../plans/queries.ts'
import { SpecialCard } from '../special-card.tsx'
import { hottestOf } from './frames.ts'
import { player } from './player.ts'
import { useFilm } from './use-film.ts'

/** The five zones with the most heat in the picture that the film stands at. */
export function HottestNow(props: Special) {
  const { panel, className } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const film = useFilm(props)
  const { frames, column, shopId } = film
  const { at } = useStore(player)
  const { data: plans = [] } = useQuery(planQueries.ofShops(shopId === undefined ? [] : [shopId]))
  const names = new Map(
    plans.flatMap(plan =>
      plan.zones.map(zone => [
        zone.id,
        `${name(zone.name, zone.nameEn)} · ${name(plan.floorName, plan.floorNameEn)}`,
      ]),
    ),
  )
  const frame = frames[Math.min(at, frames.length - 1)]
  const rows = hottestOf(frame)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={film.state}
      error={film.error}
      onRetry={film.retry}
      isRefreshing={film.isRefreshing}
      hint={frame?.at}
    >
      {rows.length === 0 ? (
        <EmptyState text={t({ zh: '此刻没有人停留', en: 'Nobody stays anywhere at this moment' })} />
      ) : (
        <RankList
          rows={rows.map(({ id, value }) => ({
            key: id,
            label: names.get(id) ?? t({ zh: '不在平面图上的区域', en: 'A zone that is on no plan' }),
            value,
            note: frame && frame.total > 0 ? percent((value / frame.total) * 100) : undefined,
          }))}
          format={value => (column ? figure.full(value, column) : String(value))}
        />
      )}
    </SpecialCard>
  )
}
