import type { Camera } from '@aisle/contract'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { shopTime } from '../capture/shop-time.ts'
import { videoKeyOf } from '../queries.ts'

/**
 * The record of a visit: begins with the first moving picture, notes each camera once, ends when the page is left.
 * Answers what to call when a camera is live.
 */
export function useCheckRecord(shopId: string, timeZone: string): (camera: Camera) => void {
  const begun = useRef<Promise<string> | undefined>(undefined)
  const recordId = useRef<string | undefined>(undefined)
  const beginTime = useRef('')
  const noted = useRef(new Set<string>())

  useEffect(() => {
    const end = () => {
      const id = recordId.current
      if (id === undefined) return
      recordId.current = undefined
      begun.current = undefined
      noted.current.clear()
      // The begin is told again: one that is left out becomes 10 hours before now.
      const checkshopBeg = beginTime.current
      const body = { id, shopId, checkshopBeg, checkshopEnd: shopTime(new Date(), timeZone) }
      api.checkShop.updateCheckshopRecord({ body, keepalive: true }).catch(() => {})
    }
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [shopId, timeZone])

  return useCallback(
    (camera: Camera) => {
      if (noted.current.has(camera.id)) return
      noted.current.add(camera.id)
      const begin = async () => {
        const body = { shopId, checkshopBeg: shopTime(new Date(), timeZone) }
        const { id, checkshopBeg } = await api.checkShop.saveCheckshopRecord({ body })
        recordId.current = id
        beginTime.current = checkshopBeg
        return id
      }
      const note = async () => {
        begun.current ??= begin()
        const [id, key] = await Promise.all([begun.current, videoKeyOf(camera)])
        if (!key) return
        const { videoNo, channelNo } = key
        await api.checkShop.saveCheckvideoRecord({ body: { shopId, videoNo, channelNo, recordId: id } })
      }
      note().catch(() => {
        // The visit goes on without its record; the next camera tries again.
        noted.current.delete(camera.id)
        if (recordId.current === undefined) begun.current = undefined
      })
    },
    [shopId, timeZone],
  )
}
