import type { Camera, ShopDetail } from '@aisle/contract'
import { useCallback, useEffect, useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { shopTime } from '../capture/shop-time.ts'
import { momentOf } from '../playback/shop-day.ts'
import { videoKeyOf } from '../queries.ts'
import { leftVisit } from './left-visit.ts'
import { visitKeeper } from './visit-keeper.ts'

/** The visit of a shop for as long as its page is open. A closed tab ends it too. */
export function useVisit({ shopid: shopId, timeZone }: Pick<ShopDetail, 'shopid' | 'timeZone'>) {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const keeper = useMemo(() => {
    const told = (at: number) => shopTime(new Date(at), timeZone)
    return visitKeeper<Camera>({
      now: () => Date.now(),
      remembered: leftVisit(userId, shopId),
      calls: {
        async begin(at) {
          const body = { shopId, checkshopBeg: told(at) }
          const { id, checkshopBeg } = await api.checkShop.saveCheckshopRecord({ body })
          return { id, beganAt: momentOf(checkshopBeg, timeZone) ?? at }
        },
        async note(recordId, camera) {
          const key = await videoKeyOf(camera)
          if (!key) return
          const { videoNo, channelNo } = key
          await api.checkShop.saveCheckvideoRecord({ body: { shopId, videoNo, channelNo, recordId } })
        },
        // The begin is told again: one that is left out becomes 10 hours before now.
        end: ({ id, beganAt, endedAt }, isLeaving) =>
          api.checkShop.updateCheckshopRecord({
            body: { id, shopId, checkshopBeg: told(beganAt), checkshopEnd: told(endedAt) },
            keepalive: isLeaving,
          }),
      },
    })
  }, [userId, shopId, timeZone])
  const state = useStore(keeper.state)

  useEffect(() => {
    keeper.open()
    window.addEventListener('pagehide', keeper.leave)
    window.addEventListener('pageshow', keeper.open)
    return () => {
      window.removeEventListener('pagehide', keeper.leave)
      window.removeEventListener('pageshow', keeper.open)
      keeper.leave()
    }
  }, [keeper])

  const finish = useCallback(async () => {
    try {
      await keeper.finish()
    } catch (error) {
      toast.error(error)
    }
  }, [keeper])

  return {
    ...state,
    see: keeper.see,
    finish,
    start: (camera: Camera) => keeper.start(camera),
    /** The record as it is now, for what is saved in a moment. */
    currentId: () => keeper.state.get().recordId,
  }
}
export type Visit = ReturnType<typeof useVisit>
