import type { Camera, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { usePageTitle } from '../../shell/chrome.tsx'
import { useScope } from '../../shell/scope.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { inspectionQueries } from '../queries.ts'
import { useIsPhone } from '../use-media.ts'
import { MonitorDesk } from './monitor-desk.tsx'
import { monitorKeys } from './monitor-keys.ts'
import { MonitorPhone } from './monitor-phone.tsx'
import { monitorText as words } from './text.ts'
import { useMonitor } from './use-monitor.ts'
import './monitor.css'

/** Single-shop monitoring: `/monitorPage?shop=…&camera=…`. */
export function MonitorPage() {
  const { shopId } = useScope()
  return shopId === undefined ? null : <ShopMonitor key={shopId} shopId={shopId} />
}

function ShopMonitor({ shopId }: { shopId: string }) {
  const t = useText()
  const name = useName()
  const shop = useQuery(inspectionQueries.shop(shopId))
  const cameras = useQuery(sharedQueries.cameras(shopId))
  usePageTitle(shop.data && `${name(shop.data.shopname, shop.data.shopnameEn)} · ${t(words.title)}`)
  const error = shop.error ?? cameras.error
  if (error) {
    const retry = () => {
      void shop.refetch()
      void cameras.refetch()
    }
    return (
      <div className="monitor-state" {...panelAttributes('monitor', 'error')}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (!shop.data || !cameras.data) return <MonitorSkeleton />
  const [first, ...rest] = cameras.data
  if (!first) {
    return (
      <div className="monitor-state" {...panelAttributes('monitor', 'empty')}>
        <EmptyState text={t(words.noCameras)} />
      </div>
    )
  }
  return <Monitoring shop={shop.data} cameras={[first, ...rest]} />
}

function Monitoring({ shop, cameras }: { shop: ShopDetail; cameras: readonly [Camera, ...Camera[]] }) {
  const monitor = useMonitor(shop, cameras)
  const isPhone = useIsPhone()
  useHotkeys(monitorKeys(monitor))
  return isPhone ? <MonitorPhone monitor={monitor} /> : <MonitorDesk monitor={monitor} />
}

function MonitorSkeleton() {
  return (
    <div className="monitor" {...panelAttributes('monitor', 'loading')}>
      <Loading>
        <Bone height="56vh" />
      </Loading>
    </div>
  )
}
