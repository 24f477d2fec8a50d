import { formatNames, type ShopDetail, type Text } from '@aisle/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { queryClient, sharedQueries } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import { ShopChoice, useShopChoice } from './shop-choice.tsx'
import { ShopDoors } from './shop-doors.tsx'
import './shop.css'

export const shopFileQueries = {
  detail: (shopId: string) =>
    queryOptions({
      queryKey: ['analysis', 'shopFile', shopId],
      queryFn: ({ signal }) => api.shops.detail({ params: { shopId }, signal }),
    }),
  counters: (shopId: string) =>
    queryOptions({
      queryKey: ['analysis', 'counters', shopId],
      queryFn: ({ signal }) =>
        api.devices.list({ query: { shopId, kind: 'counter', pageSize: 100 }, signal }),
    }),
}

/** Who the shop is: place, size, hours, doors, what watches and counts there; the star; doors to the pages about it. */
export function ShopFile(props: Special) {
  const { view, panel, asking, className } = props
  const name = useName()
  const { scope } = asking ?? {}
  const shopId = scope?.kind === 'shop' ? scope.shopId : undefined
  const choice = useShopChoice(props, shopId === undefined)
  const shop = useQuery({ ...shopFileQueries.detail(shopId ?? ''), enabled: shopId !== undefined })
  const query = shopId === undefined ? choice : shop
  const file = shopId === undefined ? undefined : shop.data
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={query.data ? 'ready' : query.isError ? 'error' : 'loading'}
      error={query.error}
      onRetry={() => void query.refetch()}
      hint={file && name(file.shopname, file.shopnameEn)}
      actions={file && <FavouriteStar shop={file} />}
    >
      {file ? (
        <>
          <Facts shop={file} />
          <ShopDoors shopId={file.shopid} />
        </>
      ) : (
        <ShopChoice view={view} answer={choice} />
      )}
    </SpecialCard>
  )
}

function Facts({ shop }: { shop: ShopDetail }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks()
  const { can } = useSession()
  const counters = useQuery({
    ...shopFileQueries.counters(shop.shopid),
    enabled: can('device.view', 'device.manage'),
  })
  const monitor = links('monitor', shopScope(shop.shopid))
  const away = shop.cameraCount - shop.onlineCount
  const cameras = t(
    away > 0
      ? {
          zh: '{count} 路，离线 {away} 路',
          en: '{count, plural, one {# camera} other {# cameras}}, {away} offline',
        }
      : { zh: '{count} 路，全部在线', en: '{count, plural, one {# camera} other {# cameras}}, all online' },
    { count: shop.cameraCount, away },
  )
  const lines: [Text, ReactNode][] = [
    [{ zh: '地址', en: 'Address' }, shop.address || undefined],
    [{ zh: '所属区域', en: 'Area' }, name(shop.areaPath, shop.areaPathEn)],
    [{ zh: '业态', en: 'Format' }, t(formatNames[shop.format])],
    [
      { zh: '营业面积', en: 'Floor area' },
      shop.areaM2 === null ? undefined : `${format.number(shop.areaM2)} ㎡`,
    ],
    [{ zh: '营业时间', en: 'Opening hours' }, `${shop.openTime}–${shop.closeTime}`],
    [
      { zh: '店长', en: 'Manager' },
      [shop.manager, shop.phone].filter(one => one !== '').join(' · ') || undefined,
    ],
    [
      { zh: '楼层与区域', en: 'Floors and zones' },
      t(
        {
          zh: '{floors} 层，{zones} 个区域',
          en: '{floors, plural, one {# floor} other {# floors}}, {zones, plural, one {# zone} other {# zones}}',
        },
        { floors: shop.floors.length, zones: shop.zones.length },
      ),
    ],
    [
      { zh: '出入口', en: 'Entrances' },
      shop.entrances.map(entrance => name(entrance.name, entrance.nameEn)).join(t({ zh: '、', en: ', ' })) ||
        undefined,
    ],
    [
      { zh: '摄像头', en: 'Cameras' },
      shop.cameraCount === 0 ? undefined : monitor ? (
        <Link key="cameras" to={monitor}>
          {cameras}
        </Link>
      ) : (
        cameras
      ),
    ],
    ...(counters.data
      ? [
          [
            { zh: '客流计数器', en: 'People counters' },
            t(
              { zh: '{count} 台', en: '{count, plural, one {# counter} other {# counters}}' },
              { count: counters.data.total },
            ),
          ] satisfies [Text, ReactNode],
        ]
      : []),
  ]
  return (
    <dl className="shop-file">
      {lines.map(([label, value]) => (
        <div key={label.en}>
          <dt>{t(label)}</dt>
          <dd>
            {value ?? <span className="shop-file-none">{t({ zh: '未登记', en: 'not recorded' })}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps the shop among the favourites or takes it out; a refused wish goes back. */
function FavouriteStar({ shop }: { shop: ShopDetail }) {
  const t = useText()
  const { can } = useSession()
  const mayKeep = can('inspect.view', 'flow.view')
  const favourites = useQuery({ ...sharedQueries.favourites(), enabled: mayKeep })
  const kept = favourites.data?.find(favourite => favourite.shopId === shop.shopid)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wish: boolean) => {
      if (wish) await api.checkShop.saveShopCollect({ body: { shopId: shop.shopid } })
      else if (kept) await api.checkShop.delShopCollectByIds({ params: { id: kept.id } })
    },
    onError: error => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shops'] }),
  })
  if (!mayKeep || !favourites.data) return null
  const isOn = isPending ? variables === true : kept !== undefined
  return (
    <Button
      size="small"
      type="text"
      className="shop-star"
      aria-pressed={isOn}
      icon={<Star size={15} aria-hidden fill={isOn ? 'currentColor' : 'none'} />}
      onClick={() => mutate(!isOn)}
    >
      {isOn ? t({ zh: '已收藏', en: 'Favourite' }) : t({ zh: '收藏', en: 'Add to favourites' })}
    </Button>
  )
}
