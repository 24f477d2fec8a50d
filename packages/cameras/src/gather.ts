import { VendorError } from './provider.ts'

/** How long the first asker waits for others: unnoticeable, and enough for the panes of one wall. */
const gatherMs = 15

/**
 * Joins single questions that come at the same moment into one call for many, where a platform answers lists: a wall
 * of cameras then costs one call of the account's rate and not one each. `ask` answers an outcome per key, in order.
 */
export function gathered<K, V>(
  { limit, sleep }: { limit: number; sleep: (ms: number) => Promise<void> },
  ask: (keys: K[]) => Promise<(V | VendorError)[]>,
): (key: K) => Promise<V> {
  type Waiting = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []

  async function flush(batch: Waiting[]) {
    try {
      const outcomes = await ask(batch.map(({ key }) => key))
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined || outcome instanceof VendorError) {
          reject(outcome ?? new VendorError('upstream', 'the answer leaves out a camera that was asked for'))
        } else {
          resolve(outcome)
        }
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length === 1) {
        void sleep(gatherMs).then(() => {
          const batch = waiting
          waiting = []
          for (let from = 0; from < batch.length; from += limit) void flush(batch.slice(from, from + limit))
        })
      }
    })
}
