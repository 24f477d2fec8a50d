import type { Camera } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../../../lib/i18n.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { useRegistry } from '../../../../shell/registry.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import { shopFileQueries } from './shop-file.tsx'
import './shop.css'

const aPage = 4

/** The cameras of a shop as thumbnails, live when asked for: those at the doors first. */
export function Thumbnails(props: Special) {
  return <Cameras {...props} order={(a, b) => rank(a) - rank(b) || a.number.localeCompare(b.number)} />
}

/** The cameras that look at the doors of a shop, beside the counts of those doors. */
export function DoorPictures(props: Special) {
  return (
    <Cameras
      {...props}
      isShown={camera => camera.group === 'entrance'}
      order={(a, b) => a.number.localeCompare(b.number)}
      most={1}
    />
  )
}

const rank = ({ group, status }: Camera) =>
  (status === 'offline' ? 10 : 0) + ['entrance', 'checkout', 'floor', 'back'].indexOf(group)

function Cameras({
  panel,
  asking,
  className,
  isShown = () => true,
  order,
  most = aPage,
}: Special & {
  isShown?: (camera: Camera) => boolean
  order: (a: Camera, b: Camera) => number
  /** At a time. */
  most?: number
}) {
  const t = useText()
  const links = useLinks()
  const { can } = useSession()
  const { cameraCard: Card } = useRegistry()
  const [page, turn] = useState(0)
  const shopId = asking?.scope.kind === 'shop' ? asking.scope.shopId : undefined
  const mayWatch = can('inspect.view') && Card !== undefined
  const cameras = useQuery({
    ...sharedQueries.cameras(shopId ?? ''),
    enabled: shopId !== undefined && mayWatch,
  })
  const shop = useQuery({
    ...shopFileQueries.detail(shopId ?? ''),
    enabled: shopId !== undefined && mayWatch,
  })
  const shown = (cameras.data ?? []).filter(isShown).toSorted(order)
  const pages = Math.ceil(shown.length / most)
  const at = Math.min(page, Math.max(0, pages - 1))
  const isChosen = shopId !== undefined
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        !mayWatch
          ? 'forbidden'
          : asking !== undefined && !isChosen
            ? 'empty'
            : cameras.isError && cameras.data === undefined
              ? 'error'
              : cameras.data === undefined
                ? 'loading'
                : shown.length === 0
                  ? 'missing-device'
                  : 'ready'
      }
      error={cameras.error}
      onRetry={() => void cameras.refetch()}
      nothing={t({ zh: '选择一家门店后显示其画面', en: 'Choose a shop to see its cameras' })}
      missing={t({ zh: '该门店没有对应的摄像头', en: 'The shop has no such camera' })}
      actions={
        pages > 1 && (
          <Segmented
            size="small"
            aria-label={t({ zh: '翻页', en: 'Page' })}
            value={at}
            options={Array.from({ length: pages }, (_, index) => ({
              value: index,
              label: most === 1 ? (shown[index]?.number ?? String(index + 1)) : String(index + 1),
            })).slice(0, 8)}
            onChange={turn}
          />
        )
      }
    >
      {Card && (
        <ul className="shop-pictures" data-many={most > 1 || undefined}>
          {shown.slice(at * most, (at + 1) * most).map(camera => (
            <li key={camera.id}>
              <Card
                camera={camera}
                timeZone={shop.data?.timeZone ?? 'Asia/Shanghai'}
                href={links('monitor', shopScope(camera.shopId), { camera: camera.id })}
              />
            </li>
          ))}
        </ul>
      )}
    </SpecialCard>
  )
}
