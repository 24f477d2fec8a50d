import type { Job } from '../../platform/jobs.ts'
import type { DeskService } from './desk.ts'

/** May run twice, or on two servers at once: an hour is noted once. */
export const patrolJobs = (desk: Pick<DeskService, 'tally'>): Job[] => [
  { name: 'tally-desk', every: '1 * * * *', run: desk.tally },
]
