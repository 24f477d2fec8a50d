import type { Authority } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { noticeService } from '../src/modules/notices/service.ts'
import { patrolLog } from '../src/modules/problems/patrol-log.ts'
import { problemRoutes } from '../src/modules/problems/routes.ts'
import { problemService } from '../src/modules/problems/service.ts'
import { problemStatistics } from '../src/modules/problems/statistics.ts'
import { mounter } from '../src/platform/http/mount.ts'
import type { Caller } from '../src/platform/http/request.ts'
import {
  checkItems,
  notices,
  pictures,
  roles,
  staff,
  userRoles,
  userScopes,
  users,
} from '../src/platform/schema/index.ts'
import type { Scope } from '../src/platform/scope.ts'
import { inspectionWorld, type Who } from './inspection-world.ts'

const raiser: Authority[] = ['inspect.view', 'inspect.score', 'problem.view']
const people: Record<Who, { authorities: Authority[]; scope: Scope }> = {
  /** Finds and reviews, in area `east`. */
  inspector: { authorities: raiser, scope: { all: false, areaIds: ['east'], shopIds: [] } },
  /** Puts right, everywhere. */
  colleague: { authorities: ['problem.view', 'problem.handle'], scope: { all: true } },
  /** May do all of it, in `paris` alone. */
  stranger: {
    authorities: [...raiser, 'problem.handle'],
    scope: { all: false, areaIds: [], shopIds: ['paris'] },
  },
  reader: { authorities: ['problem.view'], scope: { all: true } },
  nobody: { authorities: [], scope: { all: true } },
}

export const callerOf = (who: Who): Caller => ({
  userId: who,
  loginName: who,
  realName: who,
  sessionHash: who,
  ...people[who],
})

/** The inspection world with the calls about problems, people with roles, staff, pictures and an item. */
export async function problemWorld() {
  const world = await inspectionWorld()
  const { db, app, now } = world
  for (const [id, { authorities, scope }] of Object.entries(people)) {
    await db.insert(roles).values({ id, nameZh: id, nameEn: id, authorities })
    await db.insert(userRoles).values({ userId: id, roleId: id })
    if (scope.all) await db.update(users).set({ allShops: true }).where(idIs(id))
    else
      for (const [kind, targets] of [
        ['area', scope.areaIds],
        ['shop', scope.shopIds],
      ] as const)
        for (const targetId of targets) await db.insert(userScopes).values({ userId: id, kind, targetId })
  }
  await db.insert(staff).values([
    { id: 'manager', shopId: 'jingan', name: '周敏', duty: 'manager', phone: '13800000000' },
    { id: 'clerk', shopId: 'jingan', name: '孙悦', duty: 'clerk', userId: 'reader' },
    { id: 'claire', shopId: 'paris', name: 'Claire', duty: 'manager' },
  ])
  await db
    .insert(checkItems)
    .values({ id: 'desk', kind: 'evaluation', name: '收银台台面整洁', nameEn: 'Tidy till' })
  const picture = { key: 'k', mime: 'image/jpeg', width: 1, height: 1, sizeBytes: 1, channelNo: '1' }
  const ofJingan = {
    ...picture,
    shopId: 'jingan',
    cameraId: 'ezviz-camera',
    videoNo: 'ezviz-1',
    takenAt: now(),
  }
  await db.insert(pictures).values([
    { ...ofJingan, id: 'before' },
    { ...ofJingan, id: 'after' },
    { ...ofJingan, id: 'gone', deletedAt: now() },
    {
      ...picture,
      id: 'foreign',
      shopId: 'paris',
      cameraId: 'paris-camera',
      videoNo: 'paris-1',
      takenAt: now(),
    },
  ])
  const noticeCalls = noticeService({ db, now })
  const problems = problemService({ db, notices: noticeCalls, pictures: world.pictures, now })
  const mount = mounter(app, {
    authenticate: async token => (token in people ? callerOf(token as Who) : undefined),
    audit: async entry => void world.audited.push(`${entry.userId} ${entry.action} ${entry.target}`),
    checkAnswers: true,
  })
  problemRoutes(mount, {
    problems,
    statistics: problemStatistics({ db, now }),
    log: patrolLog({ db, pictures: world.pictures, now }),
  })

  return {
    ...world,
    problems,
    notices: noticeCalls,
    /** Who was told what, in order. */
    async told(): Promise<string[]> {
      const rows = await db.select().from(notices).orderBy(notices.createdAt, notices.id)
      return rows.map(({ userId, kind }) => `${userId} ${kind}`).sort()
    },
    forgetNotices: () => db.delete(notices),
  }
}
export type ProblemWorld = Awaited<ReturnType<typeof problemWorld>>

const idIs = (id: string) => eq(users.id, id)
