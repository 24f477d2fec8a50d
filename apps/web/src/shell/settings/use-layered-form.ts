import type { SettingLayer } from '@aisle/contract'
import { useState } from 'react'
import { isProblem } from '../../lib/problem.ts'
import { queryClient } from '../../lib/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { phaseOf } from './settings-state.tsx'

export type Layer<Value> = {
  layer: SettingLayer
  roleId: string
  value: Value
  version: number
  updatedAt: string
  updatedByName: string
}
/** What the calls of layered settings answer. */
export type Layered<Value> = {
  value: Value
  from: SettingLayer | 'default'
  layers: Layer<Value>[]
  roles: { id: string; name: string; nameEn: string }[]
  maySetOthers: boolean
}
export type Place = { layer: SettingLayer; roleId: string }
type Save<Value> = (body: Place & { version: number; value: Value | null }) => Promise<{ version: number }>

/** What someone in a place has while the place itself is empty: the layer behind it, or the built-in value. */
export function inheritedBy<Value>(
  place: Place,
  layers: readonly Layer<Value>[],
  roleIds: readonly string[],
  initial: Value,
): Value {
  const everyone = layers.find(one => one.layer === 'everyone')?.value
  const role = layers.find(one => one.layer === 'role' && roleIds.includes(one.roleId))?.value
  return { me: role ?? everyone, role: everyone, everyone: undefined }[place.layer] ?? initial
}

/**
 * A form over one layer of settings: what is typed against what is kept there, saved with the version it was read in.
 * Restoring shows what the layer would inherit; saving that takes the layer away.
 */
export function useLayeredForm<Value>(
  data: Layered<Value>,
  initial: Value,
  save: Save<Value>,
  queryKey: readonly unknown[],
) {
  const [place, setPlace] = useState<Place>({ layer: 'me', roleId: '' })
  const [typed, type] = useState<Value | null>()
  const [wasSaved, setSaved] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [hasConflict, setConflict] = useState(false)

  const kept = data.layers.find(one => one.layer === place.layer && one.roleId === place.roleId)
  const ownRoles = data.roles.map(role => role.id)
  const inherited = inheritedBy(place, data.layers, ownRoles, initial)
  const isRestored = typed === null
  const value = (typed === undefined ? kept?.value : (typed ?? undefined)) ?? inherited
  const isChanged =
    typed !== undefined &&
    (isRestored ? kept !== undefined : JSON.stringify(typed) !== JSON.stringify(kept?.value ?? inherited))

  function go(next: Place) {
    setPlace(next)
    type(undefined)
    setSaved(false)
    setConflict(false)
  }
  async function submit() {
    if (!isChanged) return
    setSaving(true)
    try {
      await save({ ...place, version: kept?.version ?? 0, value: isRestored ? null : value })
      await queryClient.invalidateQueries({ queryKey: [...queryKey] })
      type(undefined)
      setSaved(true)
      setConflict(false)
    } catch (error) {
      if (isProblem(error) && error.reason === 'changed') {
        setConflict(true)
        await queryClient.invalidateQueries({ queryKey: [...queryKey] })
      } else toast.error(error)
    } finally {
      setSaving(false)
    }
  }
  return {
    place,
    go,
    kept,
    value,
    isChanged,
    isRestored: isRestored || kept === undefined,
    phase: phaseOf(isChanged, wasSaved),
    isSaving,
    hasConflict,
    change: (part: Partial<Value>) => {
      type({ ...value, ...part })
      setSaved(false)
    },
    discard: () => {
      type(undefined)
      setConflict(false)
    },
    restore: () => type(null),
    submit,
  }
}
export type LayeredForm<Value> = ReturnType<typeof useLayeredForm<Value>>
