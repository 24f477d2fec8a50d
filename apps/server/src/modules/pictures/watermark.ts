import { legacyTimeOf } from '../../platform/time.ts'
import type { GalleryRow } from './gallery-store.ts'

/** What a picture that leaves the console says of itself: shop, camera, the shop's time, who took it. */
export function watermarkText({
  shopName,
  cameraNumber,
  cameraName,
  takenAt,
  timeZone,
  userName,
}: GalleryRow) {
  return [
    shopName,
    `${cameraNumber ?? ''} ${cameraName ?? ''}`.trim(),
    legacyTimeOf(takenAt, timeZone),
    userName ?? '',
  ]
    .filter(part => part !== '')
    .join(' · ')
}
