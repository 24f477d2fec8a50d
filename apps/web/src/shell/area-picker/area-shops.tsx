import type { CheckShop, Shop } from '@aisle/contract'
import { Button } from 'antd'
import { Star } from 'lucide-react'
import { useName, useText } from '../../lib/i18n.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { EmptyState } from '../../ui/states.tsx'

const most = 200

type Props = {
  shops: readonly Shop[]
  /** Cameras and check times by shop, for those who inspect. */
  states: ReadonlyMap<string, CheckShop>
  favouriteIds: ReadonlySet<string>
  chosenId: string | undefined
  emptyText: string
  onChoose: (shop: Shop) => void
  onClear: (() => void) | undefined
}

/** Shops to choose from, each with where it lies and whether its cameras answer. */
export function AreaShops({ shops, states, favouriteIds, chosenId, emptyText, onChoose, onClear }: Props) {
  const t = useText()
  const name = useName()
  if (shops.length === 0)
    return (
      <EmptyState
        text={emptyText}
        action={onClear && <Button onClick={onClear}>{t({ zh: '清除搜索', en: 'Clear the search' })}</Button>}
      />
    )
  return (
    <>
      <ul className="area-shops">
        {shops.slice(0, most).map(shop => (
          <li key={shop.shopid}>
            <button
              type="button"
              className="area-shop"
              aria-pressed={shop.shopid === chosenId}
              onClick={() => onChoose(shop)}
            >
              <span className="area-shop-star">
                {favouriteIds.has(shop.shopid) && (
                  <Star size={13} aria-label={t({ zh: '已收藏', en: 'Favourite' })} />
                )}
              </span>
              <strong className="ellipsis">{name(shop.shopname, shop.shopnameEn)}</strong>
              <span className="muted">{shop.code}</span>
              <span className="muted ellipsis">{name(shop.areaPath, shop.areaPathEn)}</span>
              <Cameras state={states.get(shop.shopid)} />
            </button>
          </li>
        ))}
      </ul>
      {shops.length > most && (
        <p className="area-more">
          {t(
            { zh: '还有 {n} 家，请选下级区域或搜索', en: '{n} more. Choose a smaller area or search.' },
            { n: shops.length - most },
          )}
        </p>
      )}
    </>
  )
}

function Cameras({ state }: { state: CheckShop | undefined }) {
  const t = useText()
  if (!state) return <span />
  if (state.cameraCount === 0) return <span className="muted">{t({ zh: '无摄像头', en: 'No cameras' })}</span>
  const tone =
    state.onlineCount === state.cameraCount ? 'positive' : state.onlineCount === 0 ? 'error' : 'warning'
  return (
    <span className="area-cameras">
      <StatusDot tone={tone} />
      {t(
        { zh: '{on} / {all} 在线', en: '{on} / {all} online' },
        { on: state.onlineCount, all: state.cameraCount },
      )}
    </span>
  )
}
