import type { Job } from '../../platform/jobs.ts'
import type { ScoringService } from './service.ts'

/** Harmless when run twice, or at once: a problem is raised once. */
export const scoringJobs = ({ raises }: Pick<ScoringService, 'raises'>): Job[] => [
  { name: 'raise-problems', every: '* * * * *', run: raises.sweep },
]
