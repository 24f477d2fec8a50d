import type { Camera, ShopDetail } from '@aisle/contract'
import { useText } from '../../lib/i18n.ts'
import { useScope } from '../../shell/scope.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useIsPhone } from '../use-media.ts'
import { useShopCameras } from '../use-shop-cameras.ts'
import { PlaybackDesk } from './playback-desk.tsx'
import { PlaybackPhone } from './playback-phone.tsx'
import { playbackText as words } from './text.ts'
import '../monitor/monitor.css'
import './playback.css'

/** What happened in a shop at a time: `/inspection/playback?shop=…&cameras=…&at=2026-11-20T10:31:18`. */
export function PlaybackPage() {
  const t = useText()
  const { shopId } = useScope()
  return shopId === undefined ? null : (
    <>
      <h1 className="visually-hidden">{t(words.title)}</h1>
      <ShopPlayback key={shopId} shopId={shopId} />
    </>
  )
}

function ShopPlayback({ shopId }: { shopId: string }) {
  const t = useText()
  const { shop, cameras, error, retry } = useShopCameras(shopId, words.title)
  if (error) {
    return (
      <div className="monitor-state" {...panelAttributes('p2', 'error')}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (!shop || !cameras) {
    return (
      <div className="playback" {...panelAttributes('p2', 'loading')}>
        <Loading>
          <Bone height="56vh" />
        </Loading>
      </div>
    )
  }
  if (cameras.length === 0) {
    return (
      <div className="monitor-state" {...panelAttributes('p2', 'empty')}>
        <EmptyState text={t(words.noCameras)} />
      </div>
    )
  }
  return <Replaying shop={shop} cameras={cameras} />
}

function Replaying({ shop, cameras }: { shop: ShopDetail; cameras: readonly Camera[] }) {
  return useIsPhone() ? (
    <PlaybackPhone shop={shop} cameras={cameras} />
  ) : (
    <PlaybackDesk shop={shop} cameras={cameras} />
  )
}
