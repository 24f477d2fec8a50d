import type { Job } from '../../platform/jobs.ts'
import type { QualityService } from './service.ts'

/** What looks at counts after their rollups were made, and every night at the whole week. */
export const qualityJobs = ({ finder, corrections }: QualityService): Job[] => [
  { name: 'quality', every: '*/5 * * * *', run: () => finder.catchUp().then(() => undefined) },
  { name: 'quality-week', every: '37 4 * * *', run: finder.nightly },
  { name: 'settle-corrections', every: '*/2 * * * *', run: corrections.settleAll },
]
