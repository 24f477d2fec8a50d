/** The place of the best among values: the highest, or the lowest where less is better. Undefined where nobody stands out. */
export function bestIn(values: readonly (number | null)[], isLessBetter: boolean): number | undefined {
  const known = values.filter(value => value !== null)
  if (known.length < 2) return undefined
  const best = isLessBetter ? Math.min(...known) : Math.max(...known)
  return known.filter(value => value === best).length === 1 ? values.indexOf(best) : undefined
}
