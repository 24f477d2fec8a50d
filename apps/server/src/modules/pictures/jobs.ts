import type { Job } from '../../platform/jobs.ts'
import type { PictureService } from './service.ts'

/** What is done to pictures by the clock; both may run twice, or at once, without harm. */
export const pictureJobs = (pictures: Pick<PictureService, 'purge' | 'sweep'>): Job[] => [
  {
    name: 'purge-pictures',
    every: '20 3 * * *',
    run: async () => {
      await pictures.purge()
    },
  },
  {
    name: 'sweep-pictures',
    every: '50 3 * * *',
    run: async () => {
      await pictures.sweep()
    },
  },
]
