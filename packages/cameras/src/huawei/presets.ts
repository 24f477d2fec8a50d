import { maxPresets } from '@aisle/contract'
import { z } from 'zod'
import { type PresetControl, type VendorCamera, VendorError } from '../provider.ts'
import { lowestFreePreset } from '../steering.ts'
import type { ControlLock } from './lock.ts'
import { type HuaweiPlatform, isGb } from './platform.ts'
import { preset, presetList } from './tables.ts'

/** Presets of HoloSens devices: numbered by the platform, listed by it, and moved to under the lock. */
export function huaweiPresets({ facts, http, onChannel }: HuaweiPlatform, lock: ControlLock): PresetControl {
  function mustKeepPresets(camera: VendorCamera): void {
    if (!facts.presets || isGb(camera)) throw new VendorError('notSupported', 'this camera keeps no presets')
  }

  async function presetsOn(camera: VendorCamera) {
    const answer = await http.call(onChannel('GET', camera, '/preset-position'), presetList)
    return Array.isArray(answer) ? answer : (answer.presets ?? answer.preset_positions ?? [])
  }

  async function removePreset(camera: VendorCamera, index: number): Promise<void> {
    mustKeepPresets(camera)
    if (!(await presetsOn(camera)).some(({ preset_index }) => preset_index === index)) return
    const json = { preset_index: index }
    await http.call(onChannel('DELETE', camera, '/preset-position', { json, command: true }), z.unknown())
  }

  async function addPreset(camera: VendorCamera, name: string): Promise<number> {
    const before = await presetsOn(camera)
    const json = { preset_name: name.slice(0, 128) || '1' }
    const add = onChannel('POST', camera, '/preset-position', { json, repeatable: false, command: true })
    const answer = await http.call(add, preset.partial().nullish())
    if (answer?.preset_index !== undefined) return answer.preset_index
    const old = new Set(before.map(({ preset_index }) => preset_index))
    const added = (await presetsOn(camera)).find(({ preset_index }) => !old.has(preset_index))
    if (!added) throw new VendorError('upstream', 'huawei preset-position: the new preset is not in the list')
    return added.preset_index
  }

  return {
    async save(camera, { name, taken, overwrite }) {
      mustKeepPresets(camera)
      if (overwrite === undefined) lowestFreePreset(taken)
      else await removePreset(camera, overwrite)
      const index = await addPreset(camera, name)
      if (index <= maxPresets) return { index }
      await removePreset(camera, index)
      throw new VendorError('presetsFull', `the platform chose number ${index}, beyond ${maxPresets}`)
    },
    async go(camera, index) {
      mustKeepPresets(camera)
      await lock.with(camera, control_token =>
        http.call(
          onChannel('POST', camera, '/preset-position/move', {
            json: { control_token, preset_index: index },
            repeatable: false,
            command: true,
          }),
          z.unknown(),
        ),
      )
    },
    remove: removePreset,
  }
}
