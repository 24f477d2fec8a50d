import type { Rotation, RotationBody } from '@aisle/contract'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/problem.ts'
import { phaseOf } from '../../shell/settings/settings-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshRotations } from './queries.ts'

/** A plan in the form: a kept one, or a new one without an id. */
export type Draft = RotationBody & { id: string | undefined; version: number }

export const newDraft = (name: string, group: string): Draft => ({
  id: undefined,
  version: 0,
  name,
  groups: [{ name: group, panes: [] }],
  panesPerTurn: 4,
  seconds: 15,
  fromTime: null,
  toTime: null,
  isOn: true,
  isPublic: false,
})

export function draftOf(plan: Rotation): Draft {
  const { id, version, name, groups, panesPerTurn, seconds, fromTime, toTime, isOn, isPublic } = plan
  return { id, version, name, groups, panesPerTurn, seconds, fromTime, toTime, isOn, isPublic }
}

/** What is wrong with a draft, by field; nothing where it can be saved. */
export function faultsOf({ name, groups, fromTime, toTime }: Draft) {
  return {
    name: name.trim() === '',
    groups: groups.length === 0,
    emptyGroup: groups.findIndex(group => group.panes.length === 0),
    unnamedGroup: groups.findIndex(group => group.name.trim() === ''),
    hours: fromTime !== null && fromTime === toTime,
  }
}
export const isFine = (draft: Draft) => {
  const faults = faultsOf(draft)
  return (
    !faults.name && !faults.groups && faults.emptyGroup === -1 && faults.unnamedGroup === -1 && !faults.hours
  )
}

/** The form of one plan: the draft against what is kept, saving with the version, and what a conflict brings. */
export function usePlanForm() {
  const [kept, keep] = useState<Draft>()
  const [draft, change] = useState<Draft>()
  const [wasSaved, setSaved] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const isChanged = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(kept)

  function open(next: Draft | undefined, options: { isNew: boolean } = { isNew: false }) {
    keep(options.isNew ? undefined : next)
    change(next)
    setSaved(false)
    setConflict(false)
  }
  async function save() {
    if (!draft || !isFine(draft)) return
    setSaving(true)
    try {
      const { id, version, ...body } = draft
      const saved = draftOf(
        id === undefined
          ? await api.rotations.create({ body })
          : await api.rotations.update({ params: { rotationId: id }, body: { ...body, version } }),
      )
      keep(saved)
      change(saved)
      setSaved(true)
      setConflict(false)
      await refreshRotations()
    } catch (error) {
      if (isProblem(error) && error.reason === 'changed') {
        setConflict(true)
        await refreshRotations()
      } else toast.error(error)
    } finally {
      setSaving(false)
    }
  }
  return {
    draft,
    kept,
    isChanged,
    phase: phaseOf(isChanged, wasSaved),
    isSaving,
    hasConflict,
    open,
    change: (next: Partial<Draft>) => change(current => current && { ...current, ...next }),
    discard: () => open(kept),
    save,
  }
}
export type PlanForm = ReturnType<typeof usePlanForm>
