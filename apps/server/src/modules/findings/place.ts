/** Taken by a plan (pictures.screenshot_type). */
const byPlan = 2

/**
 * Where a camera looked when a picture was taken, as a key under which pictures are compared with each other. What was
 * taken by hand away from any preset was taken nowhere in particular.
 */
export function placeOf({ presetId, screenshotType }: { presetId: string | null; screenshotType: number }): {
  key: string
  isFixed: boolean
} {
  if (presetId !== null) return { key: presetId, isFixed: true }
  return screenshotType === byPlan ? { key: '', isFixed: true } : { key: 'hand', isFixed: false }
}
