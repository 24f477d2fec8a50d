import type { Assumed, Assumptions } from './assumptions.ts'

/** What every adapter assumes about limits; each puts its own numbers into its table. */
export function limits(own: { callsPerSecond: number; commandSpacingMs: number }) {
  return {
    callsPerSecond: {
      value: own.callsPerSecond,
      why: 'no rate is published; per account and server',
    },
    commandSpacingMs: {
      value: own.commandSpacingMs,
      why: 'from the answer of one command to the next, per camera',
    },
    timeoutMs: {
      value: 10_000,
      why: 'longer than the slowest answers reported; `timeoutMs.<call>` for one call',
    },
    retries: { value: 2, why: 'reads that got no answer are asked again this often' },
    retryDelayMs: {
      value: 250,
      why: 'before the first repeat, doubled for each further one, plus or minus half',
    },
    breakerFailures: { value: 5, why: 'calls in a row without an answer before the account is left alone' },
    breakerOpenMs: { value: 15_000, why: 'how long it is left alone before one call tries again' },
    stopRepeatMs: { value: 300, why: 'a failed stop is repeated twice, this far apart' },
  } as const satisfies Assumptions
}
export type Limits = Assumed<ReturnType<typeof limits>>
