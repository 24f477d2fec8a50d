export { type RollupKeeper, rollupKeeper } from './changed-days.ts'
export { type CountService, countService } from './counts.ts'
export { factJobs } from './jobs.ts'
