import type { Camera } from '@aisle/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { platformText as words } from './text.ts'

/** How often others look who has the camera, and the holder keeps it: a control lasts a minute. */
const lookMs = 4_000
const keepMs = 20_000

const controlOf = (cameraId: string) =>
  queryOptions({
    queryKey: ['control', cameraId],
    queryFn: ({ signal }) => api.cameras.control({ params: { cameraId }, signal }),
    refetchInterval: lookMs,
    staleTime: 0,
  })

/** Who has a camera to themselves; taken by hand it is kept until it is released or the camera is left. */
export function useControl(camera: Camera) {
  const client = useQueryClient()
  const holder = useQuery(controlOf(camera.id)).data ?? undefined
  const [takenId, take] = useState<string>()
  const [isRunning, run] = useState(false)
  const isKept = takenId === camera.id
  const cameraId = camera.id

  useEffect(() => {
    if (!isKept) return
    const params = { cameraId }
    const keep = setInterval(() => {
      api.cameras.takeControl({ params }).catch((error: unknown) => {
        take(undefined)
        toast.error(error)
      })
    }, keepMs)
    const giveBack = () => void api.cameras.releaseControl({ params, keepalive: true }).catch(() => {})
    window.addEventListener('pagehide', giveBack)
    return () => {
      clearInterval(keep)
      window.removeEventListener('pagehide', giveBack)
      giveBack()
    }
  }, [isKept, cameraId])

  const show = (next: typeof holder | null) => client.setQueryData(controlOf(cameraId).queryKey, next ?? null)
  async function act(work: () => Promise<void>) {
    run(true)
    try {
      await work()
    } catch (error) {
      toast.error(error)
      await client.invalidateQueries({ queryKey: controlOf(cameraId).queryKey })
    } finally {
      run(false)
    }
  }
  return {
    holder,
    isRunning,
    take: () =>
      act(async () => {
        show(await api.cameras.takeControl({ params: { cameraId } }))
        take(cameraId)
        toast.success(words.taken)
      }),
    release: () =>
      act(async () => {
        await api.cameras.releaseControl({ params: { cameraId } })
        take(undefined)
        show(null)
        toast.success(words.released)
      }),
  }
}
