import type { ShopDetail } from '@aisle/contract'
import { useScope } from '../../shell/scope.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { useIsPhone } from '../use-media.ts'
import { MonitorDesk } from './monitor-desk.tsx'
import { monitorKeys } from './monitor-keys.ts'
import { MonitorPhone } from './monitor-phone.tsx'
import { type Cameras, ShopGate } from './shop-gate.tsx'
import { monitorText as words } from './text.ts'
import { useMonitor } from './use-monitor.ts'

/** Single-shop monitoring: `/monitorPage?shop=…&camera=…`. */
export function MonitorPage() {
  const { shopId } = useScope()
  if (shopId === undefined) return null
  return (
    <ShopGate key={shopId} shopId={shopId} title={words.title}>
      {(shop, cameras) => <Monitoring shop={shop} cameras={cameras} />}
    </ShopGate>
  )
}

function Monitoring({ shop, cameras }: { shop: ShopDetail; cameras: Cameras }) {
  const monitor = useMonitor(shop, cameras)
  const isPhone = useIsPhone()
  useHotkeys(monitorKeys(monitor))
  return isPhone ? <MonitorPhone monitor={monitor} /> : <MonitorDesk monitor={monitor} />
}
