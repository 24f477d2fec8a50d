import type { Camera, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { usePageTitle } from '../../shell/chrome.tsx'
import { useScope } from '../../shell/scope.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { inspectionQueries } from '../queries.ts'
import { useIsPhone } from '../use-media.ts'
import { PlaybackDesk } from './playback-desk.tsx'
import { PlaybackPhone } from './playback-phone.tsx'
import { playbackText as words } from './text.ts'
import '../monitor/monitor.css'
import './playback.css'

/** What happened in a shop at a time: `/inspection/playback?shop=…&cameras=…&at=2026-11-20T10:31:18`. */
export function PlaybackPage() {
  const { shopId } = useScope()
  return shopId === undefined ? null : <ShopPlayback key={shopId} shopId={shopId} />
}

function ShopPlayback({ shopId }: { shopId: string }) {
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
      <div className="monitor-state" {...panelAttributes('p2', 'error')}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (!shop.data || !cameras.data) {
    return (
      <div className="playback" {...panelAttributes('p2', 'loading')}>
        <Loading>
          <Bone height="56vh" />
        </Loading>
      </div>
    )
  }
  if (cameras.data.length === 0) {
    return (
      <div className="monitor-state" {...panelAttributes('p2', 'empty')}>
        <EmptyState text={t(words.noCameras)} />
      </div>
    )
  }
  return <Replaying shop={shop.data} cameras={cameras.data} />
}

function Replaying({ shop, cameras }: { shop: ShopDetail; cameras: readonly Camera[] }) {
  return useIsPhone() ? (
    <PlaybackPhone shop={shop} cameras={cameras} />
  ) : (
    <PlaybackDesk shop={shop} cameras={cameras} />
  )
}
