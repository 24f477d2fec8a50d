import { useQuery } from '@tanstack/react-query'
import { useName } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { recordQueries } from './queries.ts'

/** What a camera and its preset are called, `01 门口 · 收银台`; empty where neither is known. */
export function usePlaceNames(shopId: string) {
  const name = useName()
  const written = useWritten()
  const cameras = useQuery(recordQueries.cameras(shopId))
  return (cameraId: string | null, presetId: string | null): string => {
    const camera = cameras.data?.records.find(({ onlyId }) => onlyId === cameraId)
    const preset = camera?.presets.find(({ id }) => id === presetId)
    return [camera && name(camera.name, camera.nameEn), preset && written(preset.presetName)]
      .filter(part => part !== undefined)
      .join(' · ')
  }
}
