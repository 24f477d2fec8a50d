import type { Job } from '../../platform/jobs.ts'
import type { NoticeService } from './service.ts'

export const noticeJobs = (notices: Pick<NoticeService, 'forget'>): Job[] => [
  { name: 'forget-notices', every: '35 3 * * *', run: notices.forget },
]
