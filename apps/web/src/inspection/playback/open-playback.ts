import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { writtenMoment } from './shop-day.ts'

type Place = { shopId: string; cameraId: string; timeZone: string }

/** Opens the recording of a camera so many ms ago; undefined for who may not see recordings. */
export function useOpenPlayback(): ((place: Place, agoMs: number) => void) | undefined {
  const { pages } = useRegistry()
  const { user } = useSession()
  const navigate = useNavigate()
  const path = pathOf(pages, 'playback', user)
  if (!path) return undefined
  return ({ shopId, cameraId, timeZone }, agoMs) => {
    const search = new URLSearchParams({
      shop: shopId,
      cameras: cameraId,
      at: writtenMoment(Date.now() - agoMs, timeZone),
    })
    navigate(`${path}?${search}`)
  }
}

/** The address of live video of a camera; undefined for who may not see it. */
export function useLiveAddress(shopId: string, cameraId: string | undefined): string | undefined {
  const { pages } = useRegistry()
  const { user } = useSession()
  const path = pathOf(pages, 'monitor', user)
  if (!path || cameraId === undefined) return undefined
  return `${path}?${new URLSearchParams({ shop: shopId, camera: cameraId })}`
}
