import type { Authority } from '@aisle/contract'
import { pictureViewer } from '../src/modules/pictures/viewer.ts'
import type { ProblemRaiser } from '../src/modules/scoring/raises.ts'
import { reportRoutes } from '../src/modules/scoring/report-routes.ts'
import { scoringRoutes } from '../src/modules/scoring/routes.ts'
import { scoringService } from '../src/modules/scoring/service.ts'
import { standardRoutes } from '../src/modules/scoring/standard-routes.ts'
import { mounter } from '../src/platform/http/mount.ts'
import type { Caller } from '../src/platform/http/request.ts'
import { checkItems, pictures } from '../src/platform/schema/index.ts'
import type { Scope } from '../src/platform/scope.ts'
import { inspectionWorld, type Who } from './inspection-world.ts'

const scorer: Authority[] = ['inspect.view', 'inspect.operate', 'inspect.score']
const people: Record<Who, { authorities: Authority[]; scope: Scope }> = {
  inspector: { authorities: scorer, scope: { all: false, areaIds: ['east'], shopIds: [] } },
  /** Sees every shop, and edits the forms. */
  colleague: { authorities: [...scorer, 'shop.manage'], scope: { all: true } },
  stranger: { authorities: scorer, scope: { all: false, areaIds: [], shopIds: ['paris'] } },
  reader: { authorities: ['inspect.view'], scope: { all: true } },
  nobody: { authorities: [], scope: { all: true } },
}

const deductions = { minor: 1, medium: 2, severe: 4 }
/** Three items worth 15 together. */
export const form = [
  { id: 'till', kind: 'evaluation', isGroup: true, name: '收银规范', nameEn: 'Checkout', sort: 0 },
  { id: 'desk', parentId: 'till', name: '收银台台面整洁', score: 5, scoring: 'partial', deductions, sort: 0 },
  { id: 'queue', parentId: 'till', name: '排队不超过 5 人', score: 4, scoring: 'full', sort: 1 },
  { id: 'safety', kind: 'evaluation', isGroup: true, name: '消防安全', nameEn: 'Fire safety', sort: 1 },
  { id: 'exit', parentId: 'safety', name: '安全通道畅通', score: 6, scoring: 'full', sort: 0 },
  { id: 'opening', kind: 'inspection', isGroup: true, name: '开店检查', nameEn: 'Opening', sort: 0 },
  { id: 'lights', kind: 'inspection', parentId: 'opening', name: '照明全部开启', sort: 0 },
  { id: 'doors', kind: 'inspection', parentId: 'opening', name: '门禁正常', sort: 1 },
  { id: 'delivery', kind: 'daily', name: '到货', nameEn: 'Delivery', sort: 0 },
] as const

/** The inspection world with the calls about scores, a small form of each kind, and two pictures. */
export async function scoringWorld() {
  const world = await inspectionWorld()
  const { db, app } = world
  for (const item of form) await db.insert(checkItems).values({ kind: 'evaluation', ...item })
  const picture = { key: 'k', mime: 'image/jpeg', width: 1, height: 1, sizeBytes: 1, channelNo: '1' }
  await db.insert(pictures).values([
    {
      ...picture,
      id: 'p1',
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      videoNo: 'ezviz-1',
      takenAt: world.now(),
    },
    {
      ...picture,
      id: 'p2',
      shopId: 'paris',
      cameraId: 'paris-camera',
      videoNo: 'paris-1',
      takenAt: world.now(),
    },
  ])
  const raised: (Parameters<ProblemRaiser['raise']>[1] & { by: string })[] = []
  const failing = { on: false }
  const logged: string[] = []
  const scoring = scoringService({
    db,
    pictures: world.pictures,
    disk: world.disk,
    now: world.now,
    log: message => void logged.push(message),
    problems: {
      async raise(caller, problem) {
        if (failing.on) throw new Error('not now')
        raised.push({ ...problem, by: caller.userId })
      },
    },
  })
  const authenticate = async (who: string): Promise<Caller | undefined> =>
    who in people
      ? { userId: who, loginName: who, realName: who, sessionHash: who, ...people[who as Who] }
      : undefined
  const mount = mounter(app, {
    authenticate,
    audit: async entry => void world.audited.push(`${entry.userId} ${entry.action} ${entry.target}`),
    checkAnswers: true,
  })
  scoringRoutes(mount, scoring)
  standardRoutes(app, { standards: scoring.standards, viewer: pictureViewer(authenticate) })
  reportRoutes(app, { report: scoring.report, viewer: pictureViewer(authenticate) })
  return { ...world, scoring, raised, failing, logged }
}
export type ScoringWorld = Awaited<ReturnType<typeof scoringWorld>>
