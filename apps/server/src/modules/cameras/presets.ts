import type { CameraProvider } from '@aisle/cameras'
import { AppError, defaultPresetName } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import { vendorCamera } from './providers.ts'
import type { SteeringService } from './steering.ts'
import type { CameraStore, Found, PresetRow } from './store.ts'
import { text } from './text.ts'
import { onPlatform } from './vendor-problem.ts'

type Deps = {
  store: CameraStore
  providerOf(found: Found): CameraProvider
  hold: SteeringService
  log(message: string, error: unknown): void
}

/** Presets, on the device and in the database together: either both or neither. */
export function presetService({ store, providerOf, hold, log }: Deps) {
  return {
    list: (found: Found): Promise<PresetRow[]> => store.presets(found.camera.id),

    /** Stores the present position; the lowest free number, or the given one again. */
    async save(
      caller: Caller,
      found: Found,
      request: { name?: string | undefined; index?: number | undefined },
    ): Promise<PresetRow> {
      const { presets: platform } = providerOf(found)
      const camera = vendorCamera(found.camera)
      return store.whilePresetsLocked(camera.id, async transaction => {
        const rows = await store.presets(camera.id, transaction)
        const replaced = rows.find(row => row.index === request.index)
        const name = request.name ?? replaced?.name ?? defaultPresetName
        const { index } = await onPlatform(() =>
          platform.save(camera, {
            name,
            taken: rows.filter(row => row !== replaced).map(row => row.index),
            ...(request.index === undefined ? {} : { overwrite: request.index }),
          }),
        )
        try {
          // Where the platform gave another number, the one that was asked to be replaced goes.
          if (replaced && replaced.index !== index) {
            await onPlatform(() => platform.remove(camera, replaced.index))
            await store.deletePresets(transaction, [replaced.id])
          }
          return await store.putPreset(transaction, {
            cameraId: camera.id,
            index,
            name,
            userId: caller.userId,
          })
        } catch (error) {
          if (!replaced)
            await platform
              .remove(camera, index)
              .catch(cause => log(`remove preset ${index} of ${camera.id}`, cause))
          throw error
        }
      })
    },

    /** Notes a preset that a front-end command has just set on the device. */
    note(caller: Caller, found: Found, index: number, name: string): Promise<PresetRow> {
      const { id } = found.camera
      return store.whilePresetsLocked(id, on =>
        store.putPreset(on, { cameraId: id, index, name, userId: caller.userId }),
      )
    },

    async go(caller: Caller, found: Found, presetId: string): Promise<void> {
      const preset = await this.find(found, presetId)
      await this.goTo(caller, found, preset.index)
    },

    goTo: (caller: Caller, found: Found, index: number): Promise<void> =>
      hold.whileHeld(caller, found, () =>
        onPlatform(() => providerOf(found).presets.go(vendorCamera(found.camera), index)),
      ),

    async rename(found: Found, presetId: string, name: string): Promise<PresetRow> {
      const preset = await this.find(found, presetId)
      return (await store.changePreset(preset.id, { name })) ?? preset
    },

    /** Removes presets of any cameras; when one cannot be removed none is forgotten here. */
    async remove(entries: { preset: PresetRow; found: Found }[]): Promise<void> {
      const [first] = entries
      if (!first) return
      await store.whilePresetsLocked(first.found.camera.id, async transaction => {
        await store.deletePresets(
          transaction,
          entries.map(entry => entry.preset.id),
        )
        for (const { preset, found } of entries)
          await onPlatform(() => providerOf(found).presets.remove(vendorCamera(found.camera), preset.index))
      })
    },

    /** @throws notFound */
    async find(found: Found, presetId: string): Promise<PresetRow> {
      const preset = await store.preset(found.camera.id, presetId)
      if (!preset) throw new AppError('notFound', text.noPreset)
      return preset
    },
  }
}
export type PresetService = ReturnType<typeof presetService>
