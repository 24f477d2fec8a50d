import type { Job } from '../../platform/jobs.ts'
import type { PictureChecker } from './checker.ts'

export const checkPictures = 'check-pictures'

/** Run after captures, and each minute for what a lost server left behind. May run twice without finding anything twice. */
export const findingJobs = (checker: Pick<PictureChecker, 'checkNew'>): Job[] => [
  {
    name: checkPictures,
    every: '* * * * *',
    run: async () => {
      await checker.checkNew()
    },
  },
]
