import type { Camera, ShopDetail } from '@aisle/contract'
import { useLocation } from 'react-router'
import { useScope } from '../../shell/scope.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { monitorKeys } from '../monitor/monitor-keys.ts'
import { type Cameras, ShopGate } from '../monitor/shop-gate.tsx'
import { useMonitor } from '../monitor/use-monitor.ts'
import type { SideTab } from '../monitor/use-side-tabs.ts'
import { playbackKeys } from '../playback/playback-keys.ts'
import { useIsPhone } from '../use-media.ts'
import { NoPlatform } from './no-platform.tsx'
import { PlatformDesk } from './platform-desk.tsx'
import { PlatformPhone } from './platform-phone.tsx'
import { type Platform, platforms } from './platforms.ts'
import { useRecordingIndex } from './use-recording-index.ts'
import '../playback/playback.css'
import './platform.css'

/** Monitoring of the cameras of the second kind of platform. */
export const SecondPlatformPage = () => <PlatformPage platform={platforms.second} />
/** Monitoring of the cameras of the third, a cloud with a control lock. */
export const ThirdPlatformPage = () => <PlatformPage platform={platforms.third} />

function PlatformPage({ platform }: { platform: Platform }) {
  const { shopId } = useScope()
  const { pathname } = useLocation()
  if (shopId === undefined) return null
  return (
    <ShopGate key={shopId} shopId={shopId} title={platform.title}>
      {(shop, cameras) => {
        const [first, ...rest] = cameras.filter(camera => camera.ys === platform.ys)
        return first ? (
          <Monitoring shop={shop} cameras={[first, ...rest]} platform={platform} />
        ) : (
          <NoPlatform ys={platform.ys} shopId={shopId} path={pathname} />
        )
      }}
    </ShopGate>
  )
}

const noTabs: readonly SideTab[] = []
const recordTabs: readonly SideTab[] = ['inspection', 'daily']

function Monitoring({
  shop,
  cameras,
  platform,
}: {
  shop: ShopDetail
  cameras: Cameras & readonly Camera[]
  platform: Platform
}) {
  const monitor = useMonitor(shop, cameras, { tabs: platform.hasRecords ? recordTabs : noTabs })
  const index = useRecordingIndex(monitor)
  const isPhone = useIsPhone()
  useHotkeys(
    index.isReplaying ? playbackKeys(index.model, index.timeline, index.goLive) : monitorKeys(monitor),
  )
  const Page = isPhone ? PlatformPhone : PlatformDesk
  return <Page monitor={monitor} index={index} platform={platform} />
}
