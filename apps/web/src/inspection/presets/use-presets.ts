import { type Camera, defaultPresetName, maxPresets, type Preset } from '@aisle/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import type { Hotkey } from '../../ui/hotkeys.ts'
import { toast } from '../../ui/toast.tsx'
import { keepPresetPicture } from '../live/keep-still.ts'
import type { Feeds } from '../live/use-live-feed.ts'
import { inspectionQueries } from '../queries.ts'
import type { Steering } from '../steering/use-steering.ts'
import { presetText as words } from './text.ts'

/** Presets of the steered camera, and where it stands now as far as this page knows. */
export function usePresets(camera: Camera | undefined, steering: Steering | undefined, feeds: Feeds) {
  const client = useQueryClient()
  const { can } = useSession()
  const [present, setPresent] = useState<{ cameraId: string; presetId: string }>()
  const [isSaving, setSaving] = useState(false)
  const has = camera?.capabilities.presets ?? false
  const query = useQuery({ ...inspectionQueries.presets(camera?.id ?? ''), enabled: has })
  const presets = [...(query.data ?? [])].sort((a, b) => a.presetIndex - b.presetIndex)
  const cameraId = camera?.id ?? ''
  const params = { cameraId }
  const mayOperate = can('inspect.operate')
  const refresh = () => client.invalidateQueries({ queryKey: inspectionQueries.presets(cameraId).queryKey })
  const failed = (error: unknown) => (steering ? steering.refused(error) : toast.error(error))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another camera stands somewhere else
  useEffect(() => setPresent(undefined), [cameraId])

  async function go(preset: Preset) {
    if (!mayOperate) return
    try {
      await api.cameras.goPreset({ params: { ...params, presetId: preset.id } })
      setPresent({ cameraId, presetId: preset.id })
    } catch (error) {
      failed(error)
    }
  }
  async function save(presetIndex?: number) {
    if (!mayOperate || isSaving) return
    setSaving(true)
    try {
      const known = presets.find(preset => preset.presetIndex === presetIndex)
      const presetName = known?.presetName ?? defaultPresetName
      const body = presetIndex === undefined ? { presetName } : { presetName, presetIndex }
      const preset = await api.cameras.savePreset({ params, body })
      setPresent({ cameraId, presetId: preset.id })
      if (camera) await keepPresetPicture(camera, preset, feeds.get(camera.id))
      await refresh()
      toast.success(words.saved, { number: preset.presetIndex })
    } catch (error) {
      failed(error)
    } finally {
      setSaving(false)
    }
  }
  return {
    has,
    query,
    presets,
    presentId: present?.presetId,
    isSaving,
    isFull: presets.length >= maxPresets,
    mayOperate,
    go,
    save,
    /** Goes to the preset with the lowest number; undefined where there is none. */
    home: presets[0] && mayOperate ? () => presets[0] && void go(presets[0]) : undefined,
    /** The camera was moved: it stands at no preset. */
    left: () => setPresent(undefined),
    async rename(preset: Preset, presetName: string) {
      if (presetName === preset.presetName || presetName === '') return
      try {
        await api.cameras.renamePreset({ params: { ...params, presetId: preset.id }, body: { presetName } })
        await refresh()
      } catch (error) {
        toast.error(error)
      }
    },
    async remove(preset: Preset) {
      await api.cameras.removePreset({ params: { ...params, presetId: preset.id } })
      if (present?.presetId === preset.id) setPresent(undefined)
      await refresh()
    },
  }
}
export type Presets = ReturnType<typeof usePresets>

/** 1–9 go, Shift saves, 0 is home. */
export function presetKeys({ has, mayOperate, presets, go, save, home }: Presets): Hotkey[] {
  if (!has || !mayOperate) return []
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const first = (digit: number, text: Hotkey['text']) =>
    digit === 1 && text ? { text, group: words.keyGroup } : {}
  return [
    ...digits.map(digit => ({
      keys: [String(digit)],
      ...first(digit, words.keyGo),
      run: () => {
        const preset = presets.find(each => each.presetIndex === digit)
        if (preset) void go(preset)
      },
    })),
    ...digits.map(digit => ({
      keys: [`shift+${digit}`],
      ...first(digit, words.keySave),
      run: () => void save(digit),
    })),
    {
      keys: ['0'],
      text: words.keyHome,
      group: words.keyGroup,
      isEnabled: home !== undefined,
      run: () => home?.(),
    },
  ]
}
