import { CallFailure } from './failure.ts'
import { type VendorCamera, VendorError, type VendorErrorCode } from './provider.ts'

/** How long the first asker waits for others: unnoticeable, and enough for the panes of one wall. */
const gatherMs = 15

/** Failures that asking for each camera alone would only repeat. */
const ofTheAccount: readonly VendorErrorCode[] = ['timeout', 'busy', 'breakerOpen', 'quotaExceeded', 'frozen']

/**
 * Joins single questions that come at the same moment into one call for many, where a platform answers lists: a wall
 * of cameras then costs one call of the account's rate and not one each. `ask` answers an outcome per key, in order.
 * Where the call as a whole fails, each is asked for alone: one camera must not spoil the others.
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
      const oneMaySpoilAll =
        error instanceof CallFailure && !error.unreachable && !ofTheAccount.includes(error.code)
      if (batch.length > 1 && oneMaySpoilAll) for (const one of batch) void flush([one])
      else for (const { reject } of batch) reject(error)
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

/** The camera that a gathered call is about, where it is about one only: for the log and the breaker. */
export function theOnly(cameras: readonly VendorCamera[]): VendorCamera | undefined {
  const [first] = cameras
  return cameras.every(({ id }) => id === first?.id) ? first : undefined
}
