import type { Camera, Movement } from '@aisle/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { wallClock } from '../player/clock.ts'
import { steer } from './steer.ts'

export const speeds = { slow: 2, mid: 5, fast: 9 } as const
export type SpeedName = keyof typeof speeds

/** Someone else steers: who, and until when (epoch ms). */
export type Hold = { name: string; until: number }

export type Steering = {
  camera: Camera
  /** Whether the movement is offered to this user on this camera. */
  can(movement: Movement): boolean
  press(movement: Movement, isFast?: boolean): void
  release(): void
  halt(): void
  hold: Hold | undefined
  /** Shows who holds the camera, where that is why something failed; otherwise says what went wrong. */
  refused(error: unknown): void
}

/**
 * Steering of one camera for as long as its pane is the steered one. Losing the window, the tab or the pane stops the
 * camera and gives it back to others.
 */
export function useSteering(camera: Camera | undefined, speed: number, onMove?: () => void) {
  const { can: mayDo } = useSession()
  const mayOperate = mayDo('inspect.operate')
  const [hold, setHold] = useState<Hold & { cameraId: string }>()
  const moved = useRef(onMove)
  useEffect(() => {
    moved.current = onMove
  })
  const cameraId = camera?.id

  const refused = useCallback(
    (error: unknown) => {
      const heldBy = isProblem(error) ? error.heldBy : undefined
      if (heldBy && cameraId) setHold({ cameraId, name: heldBy.name, until: Date.parse(heldBy.until) })
      else toast.error(error)
    },
    [cameraId],
  )
  const wheel = useMemo(() => {
    if (!cameraId) return undefined
    return steer({
      clock: wallClock,
      failed: refused,
      async send(body, urgent) {
        await api.cameras.ptz({ params: { cameraId }, body, keepalive: urgent || body.command === 'stop' })
        setHold(undefined)
      },
    })
  }, [cameraId, refused])

  const wasSteered = useRef(false)
  useEffect(() => {
    if (!wheel || !cameraId) return
    const halt = () => wheel.halt()
    const onHidden = () => document.hidden && halt()
    window.addEventListener('blur', halt)
    window.addEventListener('pagehide', halt)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('blur', halt)
      window.removeEventListener('pagehide', halt)
      document.removeEventListener('visibilitychange', onHidden)
      halt()
      if (!wasSteered.current) return
      wasSteered.current = false
      api.cameras.releaseControl({ params: { cameraId }, keepalive: true }).catch(() => {})
    }
  }, [wheel, cameraId])

  return useMemo<Steering | undefined>(() => {
    if (!camera || !wheel || !mayOperate) return undefined
    const { ptz, zoom, movements } = camera.capabilities
    const can = (movement: Movement) =>
      (movement.startsWith('zoom') ? zoom : ptz) && (movements.length === 0 || movements.includes(movement))
    return {
      camera,
      can,
      refused,
      hold: hold?.cameraId === camera.id ? hold : undefined,
      press(movement, isFast = false) {
        if (!can(movement)) return
        wasSteered.current = true
        moved.current?.()
        wheel.press(movement, isFast ? speeds.fast : speed)
      },
      release: wheel.release,
      halt: wheel.halt,
    }
  }, [camera, wheel, mayOperate, hold, speed, refused])
}
