import type { Job } from '../../platform/jobs.ts'
import type { RunStore } from './run-store.ts'

const keptMs = 400 * 24 * 3_600_000
const atOnce = 5000

/** Forgets runs of more than 400 days ago; their pictures stay. */
export const planJobs = (runs: Pick<RunStore, 'forget'>, now: () => Date): Job[] => [
  {
    name: 'forget-plan-runs',
    every: '10 4 * * *',
    run: async () => {
      const before = new Date(now().getTime() - keptMs)
      while ((await runs.forget(before, atOnce)) === atOnce);
    },
  },
]
