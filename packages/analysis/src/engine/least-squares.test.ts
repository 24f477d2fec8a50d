import { expect, it } from 'vitest'
import { leastSquares, type Observation } from './least-squares.ts'

/** Repeatable numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

const random = numbers(7)
const observations: Observation[] = ['a', 'b', 'c'].flatMap((shop, level) =>
  Array.from({ length: 60 }, (_, day) => {
    const factors = [Number((day * 7) % 5 === 0), Number(day % 7 > 4), random() - 0.5]
    const value = level + 0.4 * factors[0]! - 0.2 * factors[1]! + 0.7 * factors[2]! + (random() - 0.5) / 5
    return { shop, day, value, factors }
  }),
)

/** The same coefficients by going downhill on the sum of squares, with a level for each shop written out as a column. */
function downhill(): number[] {
  const columns = observations.map(({ shop, factors }) => [
    ...factors,
    ...['a', 'b', 'c'].map(name => Number(name === shop)),
  ])
  const betas = Array.from({ length: 6 }, () => 0)
  for (let round = 0; round < 3000; round++)
    for (const at of betas.keys()) {
      let [upper, lower] = [0, 0]
      columns.forEach((row, index) => {
        const others = row.reduce((sum, value, other) => sum + (other === at ? 0 : value * betas[other]!), 0)
        upper += row[at]! * (observations[index]!.value - others)
        lower += row[at]! ** 2
      })
      betas[at] = upper / lower
    }
  return betas.slice(0, 3)
}

it('finds the coefficients that leave the smallest squares, with a level for each shop', () => {
  const estimates = leastSquares(observations, 3)
  for (const [at, beta] of downhill().entries()) expect(estimates[at]?.beta).toBeCloseTo(beta, 9)
})

it('clusters errors by day', () => {
  // One shop and one factor: each day is a cluster of its own, and the formula fits on a line.
  const values = [1, 2, 4, 3, 7, 5, 9, 6]
  const x = [0, 0, 0, 0, 1, 1, 1, 1]
  const [estimate] = leastSquares(
    values.map((value, day) => ({ shop: 'a', day, value, factors: [x[day]!] })),
    1,
  )
  // Means 2.5 and 6.75; sum of (x − ½)² is 2; the squares of the residuals are 5 and 8.75.
  expect(estimate?.beta).toBeCloseTo(4.25, 12)
  const variance = ((0.25 * (5 + 8.75)) / 2 ** 2) * (8 / 7) * (7 / 6)
  expect(estimate?.error).toBeCloseTo(Math.sqrt(variance), 12)
})

it('does not count one day of many shops as many days', () => {
  const once = observations.filter(({ shop }) => shop === 'a')
  const copied = ['a', 'b', 'c', 'd'].flatMap(shop => once.map(one => ({ ...one, shop })))
  const [alone, together] = [leastSquares(once, 3), leastSquares(copied, 3)]
  for (const at of [0, 1, 2]) {
    expect(together[at]?.beta).toBeCloseTo(alone[at]!.beta, 9)
    expect(together[at]!.error / alone[at]!.error).toBeGreaterThan(0.9)
  }
})

it('leaves out what hardly changes and what another factor says already', () => {
  const doubled = observations.map(one => ({
    ...one,
    factors: [one.factors[0]!, one.factors[0]! * 2, Number(one.day < 2), one.factors[1]!],
  }))
  const estimates = leastSquares(doubled, 4)
  expect(estimates.map(one => one !== null)).toEqual([true, false, false, true])
})
