import { Link } from 'react-router'
import { useName, useText } from '../lib/i18n.ts'
import { panelAttributes } from '../ui/panel.tsx'
import type { OpenShop } from './open-shop.ts'
import { CameraCount, type Favourites, StarButton } from './parts.tsx'
import type { ShopRow } from './shop-rows.ts'

const most = 6

/** The favourite shops of the area above the list, latest first: one click to their cameras. */
export function FavouriteStrip({
  rows,
  favourites,
  open,
}: {
  rows: readonly ShopRow[]
  favourites: Favourites
  open: OpenShop
}) {
  const t = useText()
  const name = useName()
  const byId = new Map(rows.map(row => [row.shopid, row]))
  const starred = favourites.ordered.flatMap(id => byId.get(id) ?? []).slice(0, most)
  if (starred.length === 0) return null
  return (
    <section
      className="favourite-strip"
      aria-label={t({ zh: '收藏门店', en: 'Favourite shops' })}
      {...panelAttributes('favourites', 'ready')}
    >
      <ul>
        {starred.map(row => (
          <li key={row.shopid} className="favourite-card">
            <div className="favourite-head">
              {open ? (
                <Link to={open.address(row.shopid)} className="shop-card-link ellipsis">
                  {name(row.shopname, row.shopnameEn)}
                </Link>
              ) : (
                <strong className="ellipsis">{name(row.shopname, row.shopnameEn)}</strong>
              )}
              <StarButton row={row} favourites={favourites} />
            </div>
            {row.cameraCount !== undefined && <CameraCount row={row} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
