import { formatNames } from '@aisle/contract'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useName, useText } from '../lib/i18n.ts'
import { CameraCount, LastCheck, StarButton } from './parts.tsx'
import { type ListProps, useGrowing } from './shop-table.tsx'

/** Shops as cards, for phones: the whole card opens, the star stays within reach. */
export function ShopCards({ rows, favourites, open, mayInspect }: ListProps) {
  const t = useText()
  const name = useName()
  const { count, end } = useGrowing(rows.length)
  return (
    <>
      <ul className="shop-cards">
        {rows.slice(0, count).map(row => {
          const label = name(row.shopname, row.shopnameEn)
          return (
            <li key={row.shopid} className="shop-card">
              <div className="shop-card-head">
                {open ? (
                  <Link to={open.address(row.shopid)} className="shop-card-link">
                    {label}
                  </Link>
                ) : (
                  <strong>{label}</strong>
                )}
                <StarButton row={row} favourites={favourites} />
              </div>
              <p className="muted ellipsis">
                {name(row.areaPath, row.areaPathEn)} · {t(formatNames[row.format])}
              </p>
              {mayInspect && (
                <div className="shop-card-foot">
                  <CameraCount row={row} />
                  <span className="muted">
                    {t({ zh: '最近巡店', en: 'Last check' })} <LastCheck row={row} />
                  </span>
                  {open && <ChevronRight size={16} aria-hidden />}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {end}
    </>
  )
}
