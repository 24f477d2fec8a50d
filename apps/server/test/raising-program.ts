import { noticeService } from '../src/modules/notices/service.ts'
import { problemService } from '../src/modules/problems/service.ts'
import { openPostgres } from '../src/platform/postgres.ts'

/** Raises problems and submits them, several at once and without end, and says what was answered; a test kills it. */
const [url = '', from = '0'] = process.argv.slice(2)
const { db } = openPostgres(url, () => undefined, 8)
const now = () => new Date()
const problems = problemService({
  db,
  now,
  notices: noticeService({ db, now }),
  pictures: {
    byIds: async () => new Map(),
    async save() {
      throw new Error('this program takes no pictures')
    },
  },
})
const caller = {
  userId: 'inspector',
  loginName: 'inspector',
  realName: '',
  authorities: ['inspect.score', 'problem.handle'],
  scope: { all: true as const },
  sessionHash: '',
}

async function raiseOn(first: number) {
  for (let number = first; ; number += 4) {
    const raised = await problems.raise(caller, {
      shopId: 'jingan',
      itemName: '中断',
      questionType: '',
      remark: '',
      pictureIds: [],
      ownerUserId: 'colleague',
      source: { kind: 'inspection', id: `kill-${number}` },
    })
    process.send?.({ raised: number, id: raised.id })
    const step = { version: raised.version, remark: '', pictureIds: [] }
    await problems.step(caller, raised.id, 'submit', step)
    process.send?.({ submitted: number, id: raised.id })
  }
}
for (let lane = 0; lane < 4; lane++) void raiseOn(Number(from) + lane)
