/** One value with what it is explained by: the shop whose level it is held against, and the day it belongs to. */
export type Observation = {
  readonly shop: string
  readonly day: number
  readonly value: number
  readonly factors: readonly number[]
}
export type Estimate = { readonly beta: number; readonly error: number }

/** A factor has to change on this many days at least, in both directions. */
const fewestDays = 3

/**
 * Ordinary least squares with a level of its own for each shop (values and factors less the shop's means). Standard errors are
 * clustered by day, since one day's weather and holidays touch all shops at once, and never below the classical ones: clusters of a
 * few days look surer than they are. Null for a factor that hardly changes, or that
 * the factors before it already say.
 */
export function leastSquares(observations: readonly Observation[], factorCount: number): (Estimate | null)[] {
  const rows = lessMeans(observations)
  const kept: number[] = []
  let inverse: number[][] = []
  for (let factor = 0; factor < factorCount; factor++) {
    if (!changes(observations, factor)) continue
    const tried = inverted(gram(rows, [...kept, factor]))
    if (!tried) continue
    kept.push(factor)
    inverse = tried
  }
  const none = Array.from({ length: factorCount }, () => null)
  const shops = new Set(observations.map(({ shop }) => shop)).size
  const days = Map.groupBy(rows, ({ day }) => day)
  const freedom = rows.length - kept.length - shops
  if (kept.length === 0 || freedom <= 0 || days.size < 2) return none
  const betas = times(
    inverse,
    kept.map(factor => sumOf(rows, row => (row.factors[factor] ?? 0) * row.value)),
  )
  const residualOf = ({ value, factors }: Observation) =>
    value - kept.reduce((sum, factor, at) => sum + (factors[factor] ?? 0) * (betas[at] ?? 0), 0)
  const scores = [...days.values()].map(some =>
    times(
      inverse,
      kept.map(factor => sumOf(some, row => (row.factors[factor] ?? 0) * residualOf(row))),
    ),
  )
  const classical = sumOf(rows, row => residualOf(row) ** 2) / freedom
  const correction = (days.size / (days.size - 1)) * ((rows.length - 1) / freedom)
  return none.map((_, factor) => {
    const at = kept.indexOf(factor)
    if (at < 0) return null
    const clustered = correction * sumOf(scores, score => (score[at] ?? 0) ** 2)
    const variance = Math.max(clustered, classical * (inverse[at]?.[at] ?? 0))
    return { beta: betas[at] ?? 0, error: Math.sqrt(variance) }
  })
}

const sumOf = <T>(list: readonly T[], read: (one: T) => number): number =>
  list.reduce((sum, one) => sum + read(one), 0)
const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] =>
  matrix.map(row => row.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0))

function lessMeans(observations: readonly Observation[]): Observation[] {
  return [...Map.groupBy(observations, ({ shop }) => shop).values()].flatMap(some => {
    const mean = sumOf(some, ({ value }) => value) / some.length
    const means = some[0]?.factors.map(
      (_, at) => sumOf(some, ({ factors }) => factors[at] ?? 0) / some.length,
    )
    return some.map(row => ({
      ...row,
      value: row.value - mean,
      factors: row.factors.map((value, at) => value - (means?.[at] ?? 0)),
    }))
  })
}

function changes(observations: readonly Observation[], factor: number): boolean {
  const daysWhere = (test: (value: number) => boolean) =>
    new Set(observations.filter(({ factors }) => test(factors[factor] ?? 0)).map(({ day }) => day)).size
  return daysWhere(value => value > 0) >= fewestDays && daysWhere(value => value <= 0) >= fewestDays
}

const gram = (rows: readonly Observation[], factors: readonly number[]): number[][] =>
  factors.map(a => factors.map(b => sumOf(rows, row => (row.factors[a] ?? 0) * (row.factors[b] ?? 0))))

/** By Gauss and Jordan, with the largest pivot; undefined where the columns say the same. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const size = matrix.length
  const wide = matrix.map((row, at) => [...row, ...row.map((_, other) => (other === at ? 1 : 0))])
  const largest = Math.max(...matrix.map((row, at) => Math.abs(row[at] ?? 0)))
  for (let at = 0; at < size; at++) {
    const best = wide
      .map((row, index) => ({ index, size: index < at ? -1 : Math.abs(row[at] ?? 0) }))
      .reduce((a, b) => (b.size > a.size ? b : a))
    const [pivotRow, other] = [wide[best.index], wide[at]]
    if (!pivotRow || !other || best.size <= 1e-9 * largest) return undefined
    wide[best.index] = other
    const pivot = pivotRow[at] ?? 1
    wide[at] = pivotRow.map(value => value / pivot)
    const scaled = wide[at] ?? []
    for (const [index, row] of wide.entries()) {
      const factor = row[at] ?? 0
      if (index !== at) wide[index] = row.map((value, column) => value - factor * (scaled[column] ?? 0))
    }
  }
  return wide.map(row => row.slice(size))
}
