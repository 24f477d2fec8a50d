import type { Job } from '../../platform/jobs.ts'
import type { FlowWarningService } from './service.ts'

export const watchLimits = 'flow-warnings'

/** May run twice, or on two servers at once, without raising or telling anything twice. */
export const warningJobs = ({ watch }: Pick<FlowWarningService, 'watch'>): Job[] => [
  { name: watchLimits, every: '* * * * *', run: () => watch().then(() => undefined) },
]
