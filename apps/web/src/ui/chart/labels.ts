/** A name that is to stand with its middle at a point, in px. */
export type Label = { id: string; text: string; x: number; y: number }

const lineHeight = 14
const gap = 2
/** Width of a text of 11 px: Chinese characters are as wide as high, Latin ones about half. */
const widthOf = (text: string): number => {
  let width = 0
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e7f ? 11 : 6.2
  return width
}

/** The ids of those that can be read: who comes first stands, who would run into one that stands does not. */
export function legible(labels: readonly Label[]): ReadonlySet<string> {
  const standing: { x: number; y: number; half: number }[] = []
  const ids = new Set<string>()
  for (const { id, text, x, y } of labels) {
    const half = widthOf(text) / 2
    const isFree = standing.every(
      other => Math.abs(other.y - y) >= lineHeight || Math.abs(other.x - x) >= other.half + half + gap,
    )
    if (!isFree) continue
    standing.push({ x, y, half })
    ids.add(id)
  }
  return ids
}
