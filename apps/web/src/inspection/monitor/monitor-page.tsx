import type { Camera, ShopDetail } from '@aisle/contract'
import { useText } from '../../lib/i18n.ts'
import { useScope } from '../../shell/scope.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useIsPhone } from '../use-media.ts'
import { useShopCameras } from '../use-shop-cameras.ts'
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
  const { shop, cameras, error, retry } = useShopCameras(shopId, words.title)
  if (error) {
    return (
      <div className="monitor-state" {...panelAttributes('monitor', 'error')}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (!shop || !cameras) return <MonitorSkeleton />
  const [first, ...rest] = cameras
  if (!first) {
    return (
      <div className="monitor-state" {...panelAttributes('monitor', 'empty')}>
        <EmptyState text={t(words.noCameras)} />
      </div>
    )
  }
  return <Monitoring shop={shop} cameras={[first, ...rest]} />
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
