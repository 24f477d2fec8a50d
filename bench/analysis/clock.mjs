/**
 * Medians of several ways to do one thing, turn and turn about, so that all meet the machine in the same mood: another of them
 * begins each round, since whoever comes after another process finds cold caches.
 */
export async function inTurns(ways, { rounds = 25, warm = 5 } = {}) {
  const names = Object.keys(ways)
  const taken = Object.fromEntries(names.map(name => [name, []]))
  for (let round = -warm; round < rounds; round++) {
    const first = (round + warm) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const began = performance.now()
      await ways[name]()
      if (round >= 0) taken[name].push(performance.now() - began)
    }
  }
  return {
    ms: name => median(taken[name]),
    p95: name => taken[name].toSorted((a, b) => a - b)[Math.ceil(taken[name].length * 0.95) - 1],
    /** Of the pairs of each round. */
    ratio: (name, to) => median(taken[name].map((ms, index) => ms / taken[to][index])),
  }
}

export const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
