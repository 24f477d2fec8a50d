import type { Rotation, RotationBody } from '@aisle/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { shapes } from '../wall/layouts.ts'
import type { Slot } from '../wall/panes.ts'
import { useRotation } from '../wall/use-rotation.ts'
import { useCamerasById } from '../wall/use-wall-cameras.ts'
import { isWithinHours, layoutOf, type PlanPane, type Turn, turnsOf } from './turns.ts'

type Running = Pick<RotationBody, 'groups' | 'panesPerTurn' | 'seconds'> &
  Pick<Rotation, 'fromTime' | 'toTime'> & {
    /** A rehearsal runs whatever the hours. */
    ignoresHours: boolean
  }

const slotsOf = (turn: Turn | undefined, size: number): Slot[] =>
  Array.from({ length: size }, (_, slot) => {
    const pane = turn?.panes[slot]
    return { slot, index: slot, pane: pane ? { cameraId: pane.cameraId, pinned: false, fit: 'cover' } : null }
  })

/**
 * A plan while it runs: the turn on show, what is left of it, pause and next. A camera with a preset is sent there as
 * its turn begins, where the user may steer; the turn after is connected shortly before.
 */
export function useTurns(plan: Running, { isHeld = false }: { isHeld?: boolean } = {}) {
  const { can } = useSession()
  const turns = useMemo(() => turnsOf(plan), [plan])
  const [at, goTo] = useState(0)
  const [isPaused, pause] = useState(false)
  const index = turns.length === 0 ? 0 : at % turns.length
  const turn = turns[index]
  const layout = layoutOf[plan.panesPerTurn]
  const { size } = shapes[layout]
  const isRunning = useIsWithinHours(plan) || plan.ignoresHours
  const step = (by: number) => goTo((index + by + turns.length) % Math.max(1, turns.length))
  const rotation = useRotation({
    seconds: plan.seconds,
    pageCount: turns.length,
    page: index,
    isHeld: isPaused || isHeld || !isRunning,
    turn: () => step(1),
  })
  const following = turns[(index + 1) % Math.max(1, turns.length)]
  const cameras = useCamerasById(
    useMemo(() => plan.groups.flatMap(group => group.panes.map(pane => pane.cameraId)), [plan]),
  )
  useGoToPresets(isRunning && can('inspect.operate') ? turn : undefined)
  return {
    turns,
    index,
    turn,
    layout,
    slots: slotsOf(turn, size),
    ahead: rotation?.isNear ? slotsOf(following, size) : [],
    following,
    rotation,
    isPaused,
    isRunning,
    pause,
    step,
    goTo,
    cameras,
  }
}
export type Turns = ReturnType<typeof useTurns>

/** Looks at the clock twice a minute: hours are given in minutes. */
function useIsWithinHours({ fromTime, toTime }: Pick<Rotation, 'fromTime' | 'toTime'>): boolean {
  const [isWithin, set] = useState(() => isWithinHours({ fromTime, toTime }, new Date()))
  useEffect(() => {
    const look = () => set(isWithinHours({ fromTime, toTime }, new Date()))
    look()
    const timer = setInterval(look, 30_000)
    return () => clearInterval(timer)
  }, [fromTime, toTime])
  return isWithin
}

/** Sends the cameras of a turn to their presets as it begins. One that someone else steers stays where it is. */
function useGoToPresets(turn: Turn | undefined) {
  const hasTold = useRef(false)
  const wanted = JSON.stringify((turn?.panes ?? []).filter(pane => pane.presetId !== null))
  useEffect(() => {
    const panes: PlanPane[] = JSON.parse(wanted)
    for (const { cameraId, presetId } of panes) {
      if (presetId === null) continue
      api.cameras.goPreset({ params: { cameraId, presetId } }).catch(error => {
        // Once a run is enough: a camera that is away is away on every turn.
        if (!hasTold.current) toast.error(error)
        hasTold.current = true
      })
    }
  }, [wanted])
}
