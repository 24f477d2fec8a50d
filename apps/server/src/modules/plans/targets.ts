import { AppError } from '@aisle/contract'
import type { PlanStore } from './store.ts'
import { text } from './text.ts'

type Known = Awaited<ReturnType<PlanStore['targets']>>[number]

/**
 * Cameras, and presets of theirs, that plans are to be put on, each with what a plan of it needs; `path` is what the call names
 * their list.
 * @throws AppError invalidInput by the place of the target, forbidden out of scope
 */
export function checkedTargets(
  found: readonly Known[],
  targets: readonly { cameraId: string; presetId?: string | undefined }[],
  path: 'targets' | 'stops',
) {
  const byId = new Map(found.map(each => [each.cameraId, each]))
  return targets.map(({ cameraId, presetId }, index) => {
    const fault = (field: string, message: string) => ({
      errors: [{ path: `${path}.${index}.${field}`, message }],
    })
    const camera = byId.get(cameraId)
    if (!camera) throw new AppError('invalidInput', text.noCamera, fault('cameraId', 'no such camera'))
    if (!camera.visible) throw new AppError('forbidden', text.foreignCamera)
    const presetName = presetId === undefined ? '' : camera.presetName(presetId)
    if (presetName === undefined)
      throw new AppError('invalidInput', text.wrongPreset, fault('presetId', 'no preset of this camera'))
    return { ...camera, presetId: presetId ?? null, presetName, key: `${cameraId} ${presetId ?? ''}` }
  })
}
