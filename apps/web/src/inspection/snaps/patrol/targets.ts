import type { Camera } from '@aisle/contract'

export type Way = 'now' | 'presets'
export type PresetOf = { id: string; presetName: string; presetIndex: number }
/** A picture that could be taken: of a camera as it stands, or of one of its presets. */
export type Target = { key: string; cameraId: string; presetId?: string; shopId: string; isOnline: boolean }
export type Branch = { camera: Camera; targets: (Target & { preset?: PresetOf })[] }

type Wanted = { way: Way; cameraWords: string; presetWords: string }

const holds = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase())

/**
 * What can be taken of these cameras. By presets, a camera without any is left out; words narrow by the name of the
 * camera and of the preset, in either language.
 */
export function branches(
  cameras: readonly Camera[],
  presetsOf: (cameraId: string) => readonly PresetOf[],
  { way, cameraWords, presetWords }: Wanted,
): Branch[] {
  return cameras.flatMap(camera => {
    if (!holds(`${camera.number} ${camera.name} ${camera.nameEn}`, cameraWords)) return []
    const target = { cameraId: camera.id, shopId: camera.shopId, isOnline: camera.status !== 'offline' }
    const targets =
      way === 'now'
        ? [{ ...target, key: camera.id }]
        : presetsOf(camera.id)
            .filter(preset => holds(preset.presetName, presetWords))
            .map(preset => ({ ...target, key: `${camera.id}/${preset.id}`, presetId: preset.id, preset }))
    return targets.length === 0 ? [] : [{ camera, targets }]
  })
}

/** Those that are taken: cameras on line unless they were left out, and others that were asked for. */
export function takenOf(tree: readonly Branch[], choices: ReadonlyMap<string, boolean>): Target[] {
  return tree.flatMap(({ targets }) => targets.filter(target => choices.get(target.key) ?? target.isOnline))
}
