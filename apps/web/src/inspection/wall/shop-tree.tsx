import type { Camera, CheckShop } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { Check, ChevronRight, ListPlus, Plus, Search, Store, Video, VideoOff } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { useMatcher } from '../../lib/matcher.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { isShopIn, useScope } from '../../shell/scope.ts'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { inspectionQueries } from '../queries.ts'
import { startDrag } from './drag.ts'
import { hasCamera } from './panes.ts'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'

/** Shops in scope with their cameras; each camera is put on the wall or taken off by a click. */
export function ShopTree({ wall, onlyFavourites }: { wall: WallWork; onlyFavourites: boolean }) {
  const t = useText()
  const match = useMatcher()
  const { scope } = useScope()
  const [typed, type] = useState('')
  const sought = useDeferredValue(typed.trim())
  const shops = useQuery(inspectionQueries.checkShops())
  if (shops.error) return <ErrorState error={shops.error} onRetry={() => void shops.refetch()} />
  if (!shops.data) {
    return (
      <Loading>
        {[1, 2, 3, 4, 5, 6].map(each => (
          <div key={each} className="shop-row">
            <Bone />
          </div>
        ))}
      </Loading>
    )
  }
  const found = shops.data.records.filter(
    shop =>
      (!onlyFavourites || shop.collected) &&
      (onlyFavourites || scope.kind !== 'area' || isShopIn(shop, scope.level, scope.id)) &&
      (sought === '' || match(shop.shopname, sought) || match(`${shop.shopnameEn} ${shop.code}`, sought)),
  )
  return (
    <>
      <Input
        allowClear
        className="tree-search"
        prefix={<Search size={14} aria-hidden />}
        placeholder={t(words.search)}
        aria-label={t(words.search)}
        value={typed}
        onChange={event => type(event.target.value)}
      />
      <ul className="shop-tree">
        {found.map(shop => (
          <ShopBranch key={shop.shopid} shop={shop} wall={wall} />
        ))}
        {found.length === 0 && (
          <EmptyState text={t(onlyFavourites && sought === '' ? words.noFavourites : words.noShops)} />
        )}
      </ul>
    </>
  )
}

function ShopBranch({ shop, wall }: { shop: CheckShop; wall: WallWork }) {
  const t = useText()
  const name = useName()
  const [isOpen, setOpen] = useState(false)
  const cameras = useQuery({ ...sharedQueries.cameras(shop.shopid), enabled: isOpen })
  const title = name(shop.shopname, shop.shopnameEn)
  const isOnWall = [...wall.cameras.values()].some(camera => camera.shopId === shop.shopid)
  const tone = shop.onlineCount === 0 ? 'off' : shop.onlineCount < shop.cameraCount ? 'some' : 'all'
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a short cut for the button beside it */}
      <div
        className="shop-row"
        data-on-wall={isOnWall || undefined}
        draggable
        onDragStart={event => startDrag(event, { kind: 'shop', shopId: shop.shopid })}
      >
        <button type="button" className="shop-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={14} aria-hidden className="shop-arrow" />
          <Store size={14} aria-hidden />
          <span className="ellipsis" title={title}>
            {title}
          </span>
          <span className="shop-count" data-tone={tone}>
            {shop.onlineCount}/{shop.cameraCount}
          </span>
        </button>
        <button
          type="button"
          className="tree-button"
          title={t(words.addShop)}
          aria-label={`${t(words.addShop)} ${title}`}
          onClick={() => void wall.addShop(shop.shopid)}
        >
          <ListPlus size={15} />
        </button>
      </div>
      {isOpen && cameras.error && <ErrorState error={cameras.error} onRetry={() => void cameras.refetch()} />}
      {isOpen && (
        <ul className="tree-cameras">
          {(cameras.data ?? []).map(camera => (
            <CameraLeaf key={camera.id} camera={camera} wall={wall} />
          ))}
        </ul>
      )}
    </li>
  )
}

function CameraLeaf({ camera, wall }: { camera: Camera; wall: WallWork }) {
  const t = useText()
  const name = useName()
  const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
  const isOn = hasCamera(wall.panes, camera.id)
  return (
    <li>
      <button
        type="button"
        className="camera-leaf"
        data-on-wall={isOn || undefined}
        aria-pressed={isOn}
        aria-label={t(isOn ? words.remove : words.add, { name: label })}
        draggable
        onDragStart={event => startDrag(event, { kind: 'camera', cameraId: camera.id })}
        onClick={() => (isOn ? wall.takeAway(camera.id) : wall.add([camera.id]))}
      >
        {camera.status === 'offline' ? <VideoOff size={14} aria-hidden /> : <Video size={14} aria-hidden />}
        <span className="ellipsis" title={label}>
          {label}
        </span>
        {isOn ? <Check size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
      </button>
    </li>
  )
}
