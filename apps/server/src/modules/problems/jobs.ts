import type { Job } from '../../platform/jobs.ts'
import type { ProblemService } from './service.ts'

/** May run twice, or on two servers at once, without telling anyone twice. */
export const problemJobs = (problems: Pick<ProblemService, 'remind'>): Job[] => [
  { name: 'remind-of-problems', every: '*/5 * * * *', run: problems.remind },
]
