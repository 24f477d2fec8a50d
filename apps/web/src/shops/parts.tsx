import type { FavouriteFigures } from '@aisle/contract'
import { Star } from 'lucide-react'
import { useFormat } from '../lib/format.ts'
import { useName, useText } from '../lib/i18n.ts'
import { StatusDot } from '../ui/bits.tsx'
import type { useFavourites } from './queries.ts'
import type { ShopRow } from './shop-rows.ts'

export type Favourites = ReturnType<typeof useFavourites>

/** The star of a shop: acts at once, both ways. */
export function StarButton({
  row,
  favourites,
  tabIndex,
}: {
  row: ShopRow
  favourites: Favourites
  tabIndex?: number
}) {
  const t = useText()
  const name = useName()
  const isOn = favourites.ids.has(row.shopid)
  const shop = name(row.shopname, row.shopnameEn)
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isOn}
      tabIndex={tabIndex}
      aria-label={t({ zh: '收藏{shop}', en: 'Favourite: {shop}' }, { shop })}
      onClick={event => {
        event.stopPropagation()
        favourites.toggle(row)
      }}
    >
      <Star size={16} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** Cameras that answer out of all: the dot, the figures, and what is missing in words. */
export function CameraCount({ row }: { row: ShopRow }) {
  const t = useText()
  const { cameraCount = 0, onlineCount = 0 } = row
  if (cameraCount === 0) return <span className="muted">{t({ zh: '无摄像头', en: 'No cameras' })}</span>
  const missing = cameraCount - onlineCount
  const tone = missing === 0 ? 'positive' : onlineCount === 0 ? 'error' : 'warning'
  return (
    <span className="camera-count">
      <StatusDot tone={tone} />
      <span>
        {onlineCount}
        <span className="muted"> / {cameraCount}</span>
      </span>
      {missing > 0 && (
        <span className={`tag tag-${tone}`}>
          {onlineCount === 0
            ? t({ zh: '全部离线', en: 'All offline' })
            : t({ zh: '{n} 路离线', en: '{n} offline' }, { n: missing })}
        </span>
      )}
    </span>
  )
}

export function LastCheck({ row }: { row: ShopRow }) {
  const t = useText()
  const format = useFormat()
  if (!row.lastCheckTime) return <span className="muted">{t({ zh: '未巡过', en: 'Never' })}</span>
  return <time>{format.legacyMoment(row.lastCheckTime)}</time>
}

/** The last score with its day; what was never scored says so. */
export function LastScore({ figures }: { figures: FavouriteFigures | undefined }) {
  const t = useText()
  const format = useFormat()
  if (!figures) return null
  if (figures.score === null) return <span className="muted">{t({ zh: '未评估', en: 'Not scored' })}</span>
  return (
    <span className="last-score" title={figures.scoredAt ?? ''}>
      <b>{figures.score.toFixed(1)}</b>
      {figures.scoredAt && <small className="muted">{format.legacyMoment(figures.scoredAt)}</small>}
    </span>
  )
}
