import type { Camera, Plan, PlanSchedule, Preset } from '@aisle/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { textNow, useName } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import {
  type Change,
  type PlanTarget,
  patrolOf,
  planOf,
  stepOf,
  timesOf,
  withoutTime,
  withTime,
} from './plan-model.ts'
import { planText as words } from './plan-text.ts'

const plansOf = (cameraId: string) =>
  queryOptions({
    queryKey: ['plans', 'camera', cameraId],
    queryFn: async ({ signal }) => {
      const { records } = await api.plans.list({
        query: { cameraId, kind: 'screenshot,preset', pageSize: 50 },
        signal,
      })
      return records
    },
  })
const patrolsOf = (shopId: string) =>
  queryOptions({
    queryKey: ['plans', 'patrols', shopId],
    queryFn: ({ signal }) => api.plans.patrols({ query: { shopId }, signal }),
  })

export type PatrolWish = {
  everyMinutes: NonNullable<ReturnType<typeof stepOf>> | undefined
  from: string
  to: string
  presetIds: readonly string[]
}

/** Plans of one camera: the times of its pictures, of each of its presets, and the round over them. */
export function usePlans(camera: Camera, presets: readonly Preset[]) {
  const client = useQueryClient()
  const { can } = useSession()
  const name = useName()
  const [isOpen, open] = useState(false)
  const list = useQuery(plansOf(camera.id))
  const patrols = useQuery({ ...patrolsOf(camera.shopId), enabled: isOpen })
  const plans = list.data ?? []
  const patrol = patrolOf(patrols.data ?? [], camera.id)
  const [isSaving, saving] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: ['plans'] })

  async function act(work: () => Promise<unknown>) {
    saving(true)
    try {
      await work()
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
      await refresh()
    }
  }

  async function carryOut(target: PlanTarget, plan: Plan | undefined, change: Change, isZero: boolean) {
    const { cameraId, presetId } = target
    const targets = [presetId === undefined ? { cameraId } : { cameraId, presetId }]
    if (change.what === 'save') {
      await api.plans.save({ body: { targets, schedule: sent(change.schedule) } })
      toast.success(words.saved, { times: change.schedule.times.join(' · ') })
    } else if (change.what === 'remove' && plan) {
      await api.plans.remove({ params: { ids: plan.id } })
      toast.success(isZero ? words.removed : words.removedLast)
    }
  }

  return {
    camera,
    presets,
    list,
    patrols,
    plans,
    patrol,
    times: timesOf(plans),
    isOpen,
    open,
    isSaving,
    mayChange: can('inspect.plan'),
    planOf: (target: PlanTarget) => planOf(plans, target),
    add: (target: PlanTarget, time: string) =>
      act(async () => {
        const plan = planOf(plans, target)
        const change = withTime(plan, time)
        if (change.what === 'nothing') toast.info(words.nothing)
        else if (change.what === 'known') toast.info(words.known, { time })
        else await carryOut(target, plan, change, true)
      }),
    remove: (target: PlanTarget, time: string) =>
      act(async () => {
        const plan = planOf(plans, target)
        if (plan) await carryOut(target, plan, withoutTime(plan, time), false)
      }),
    savePatrol: ({ everyMinutes, from, to, presetIds }: PatrolWish) =>
      act(async () => {
        if (everyMinutes === undefined) {
          if (patrol) await api.plans.removePatrol({ params: { patrolId: patrol.id } })
          toast.success(words.patrolOff)
          return
        }
        const body = {
          schedule: { everyMinutes, from, to },
          stops: presetIds.map(presetId => ({ cameraId: camera.id, presetId })),
        }
        if (patrol)
          await api.plans.updatePatrol({
            params: { patrolId: patrol.id },
            body: { ...body, status: 'enabled' },
          })
        else {
          const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
          const title = textNow(words.patrolName, { name: label }).slice(0, 60)
          await api.plans.createPatrol({ body: { ...body, name: title } })
        }
        toast.success(words.patrolSaved)
      }),
  }
}
export type CameraPlans = ReturnType<typeof usePlans>

const sent = ({ times, everyMinutes, from, to, weekdays }: PlanSchedule) => ({
  times,
  everyMinutes: stepOf(everyMinutes) ?? null,
  from,
  to,
  weekdays,
})
