/**
 * The ids with one of them put where another stands; what lies between moves up by one. Unknown ids change nothing.
 * Favourites that the page does not show (another area) keep their places among the others.
 */
export function movedTo(ids: readonly string[], id: string, targetId: string): string[] {
  const from = ids.indexOf(id)
  const to = ids.indexOf(targetId)
  if (from === -1 || to === -1 || from === to) return [...ids]
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
