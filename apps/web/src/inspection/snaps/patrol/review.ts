import type { GalleryPicture, SnapshotShot } from '@aisle/contract'

export type Taken = SnapshotShot & { picture: GalleryPicture }

/** The shots that gave a picture, in the order of the round. */
export const takenOf = (shots: readonly SnapshotShot[]): Taken[] =>
  shots.flatMap(shot => (shot.picture ? [{ ...shot, picture: shot.picture }] : []))

/** The one to look at next: the first after `at` that nobody judged, from the beginning where there is none. */
export function nextUnjudged(taken: readonly Taken[], at: number): Taken | undefined {
  const order = [...taken.slice(at + 1), ...taken.slice(0, Math.max(0, at))]
  return order.find(shot => shot.picture.mark === null)
}
