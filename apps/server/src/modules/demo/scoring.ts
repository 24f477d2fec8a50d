import type { CameraGroupName } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { isWeekend, type Scored, scoreItem, sum, totalsOf } from '../scoring/rules.ts'
import { chinaMoment, type DemoVisit } from './activity.ts'
import type { DemoShop } from './chain.ts'
import { dailyTypes, type EvaluationItem, evaluationGroups, inspectionGroups } from './forms.ts'
import { insertAll } from './insert-all.ts'
import { type Random, randomFrom } from './random.ts'

export type IdentifiedVisit = DemoVisit & { id: string }

const china = 'Asia/Shanghai'
const adminId = '701001'
const ids = { item: 729_001, evaluation: 730_001, inspection: 750_001, daily: 770_001 }
/** The form was edited twice while the demo's history went on. */
const formVersions = [
  { sinceDaysAgo: 32, version: 3 },
  { sinceDaysAgo: 64, version: 2 },
]
const revokedFor = '打分时选错了门店时段，已重新评估'
const formName = { formName: '标准巡店表', formNameEn: 'Standard shop check' }
const inspectionForm = { formName: '门店巡检表', formNameEn: 'Shop inspection', formVersion: 1 }

/** What the last visits of 静安寺店 found, latest first: points lost by item. They end at 92.4. */
const lastOfJingan: readonly Record<string, number>[] = [
  { order: 4, desk: 2, dress: 1, price: 0.6 },
  { order: 4, window: 2 },
  { order: 4, price: 0.5 },
  { desk: 4, order: 4, dress: 2 },
]

type Insert<Table extends { $inferInsert: object }> = Table['$inferInsert']

/** Forms, and what inspectors scored, inspected and noted on their visits. The same visits give the same records. */
export async function insertScoring(
  db: Queryable,
  { shops, seed }: { shops: readonly DemoShop[]; seed: number },
  visits: readonly IdentifiedVisit[],
  now: Date,
): Promise<void> {
  await insertForms(db, now)
  const shopOf = new Map(shops.map(shop => [shop.id, shop]))
  const evaluations: Insert<typeof schema.evaluations>[] = []
  const evaluationDetails: Insert<typeof schema.evaluationDetails>[] = []
  const steps: Insert<typeof schema.evaluationSteps>[] = []
  const inspections: Insert<typeof schema.inspections>[] = []
  const inspectionDetails: Insert<typeof schema.inspectionDetails>[] = []
  const daily: Insert<typeof schema.dailyRecords>[] = []
  const visitsLeft = countdown(visits)
  for (const visit of visits) {
    const shop = shopOf.get(visit.shopId)
    if (!shop) continue
    const random = randomFrom(seed, `scores ${visit.id}`)
    const toCome = visitsLeft(visit.shopId)
    const base = recordOf(visit)
    // Not every visit ends with a score; the latest ones of the shop that is shown do.
    if (toCome < lastOfJingan.length || random.chance(0.96)) {
      const id = String(ids.evaluation + evaluations.length)
      const known = shop.name === '静安寺店' ? lastOfJingan[toCome] : undefined
      const scored = known ? foundBefore(known) : judged(shop, seed, random)
      const { course, ...evaluation } = evaluationOf(visit, scored, now, random)
      evaluations.push({ id, ...base, ...evaluation })
      steps.push(...course.map(step => ({ evaluationId: id, ...step })))
      evaluationDetails.push(...detailsOf(visit, scored, random).map(row => ({ ...row, evaluationId: id })))
    }
    if (random.chance(0.45)) {
      const id = String(ids.inspection + inspections.length)
      const { record, details } = inspectionOf(visit, random)
      inspections.push({ id, ...base, ...record })
      inspectionDetails.push(...details.map(row => ({ ...row, inspectionId: id })))
    }
    const notes = shop.name === '静安寺店' ? random.whole(1, 5) : random.whole(0, 2)
    for (let note = 0; note < notes; note++)
      daily.push({ id: String(ids.daily + daily.length), ...base, ...noteOf(visit, note, random) })
  }
  await insertAll(db, schema.evaluations, evaluations)
  await insertAll(db, schema.evaluationDetails, evaluationDetails)
  await insertAll(db, schema.evaluationSteps, steps)
  await insertAll(db, schema.inspections, inspections)
  await insertAll(db, schema.inspectionDetails, inspectionDetails)
  await insertAll(db, schema.dailyRecords, daily)
}

// ── Forms ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Ids of items by kind and key, in the order of the forms. */
const itemId = (() => {
  const keys = [
    ...evaluationGroups.flatMap(group => [
      `evaluation ${group.key}`,
      ...group.items.map(item => `evaluation ${item.key}`),
    ]),
    ...inspectionGroups.flatMap(group => [
      `inspection ${group.key}`,
      ...group.items.map(item => `inspection ${item.key}`),
    ]),
    ...dailyTypes.map(type => `daily ${type.key}`),
  ]
  const known = new Map(keys.map((key, order) => [key, String(ids.item + order)]))
  return (kind: 'evaluation' | 'inspection' | 'daily', key: string) => {
    const id = known.get(`${kind} ${key}`)
    if (!id) throw new Error(`no ${kind} item ${key}`)
    return id
  }
})()

const evaluationItems: readonly (EvaluationItem & { groupZh: string; groupEn: string })[] =
  evaluationGroups.flatMap(group =>
    group.items.map(item => ({ ...item, group: group.key, groupZh: group.zh, groupEn: group.en })),
  )

async function insertForms(db: Queryable, now: Date) {
  const createdAt = chinaMoment(now, 118, '14:00')
  const common = { createdAt, updatedAt: createdAt }
  await insertAll(db, schema.checkForms, [
    {
      kind: 'evaluation',
      name: formName.formName,
      nameEn: formName.formNameEn,
      version: 3,
      updatedAt: chinaMoment(now, 32, '15:10'),
    },
    {
      kind: 'inspection',
      name: inspectionForm.formName,
      nameEn: inspectionForm.formNameEn,
      version: 1,
      updatedAt: createdAt,
    },
    { kind: 'daily', name: '日常记录', nameEn: 'Daily records', version: 1, updatedAt: createdAt },
  ])
  const rows: Insert<typeof schema.checkItems>[] = [
    ...evaluationGroups.flatMap((group, sort) => [
      {
        id: itemId('evaluation', group.key),
        kind: 'evaluation' as const,
        isGroup: true,
        name: group.zh,
        nameEn: group.en,
        sort,
        ...common,
      },
      ...group.items.map((item, place) => ({
        id: itemId('evaluation', item.key),
        kind: 'evaluation' as const,
        parentId: itemId('evaluation', group.key),
        name: item.zh,
        nameEn: item.en,
        score: item.score,
        scoring: item.deductions ? ('partial' as const) : ('full' as const),
        deductions: item.deductions ?? null,
        cameraGroup: item.camera ?? null,
        presetName: item.preset ?? '',
        durationSeconds: item.seconds,
        phrases: [...new Set(item.remarks)],
        sort: place,
        ...common,
      })),
    ]),
    ...inspectionGroups.flatMap((group, sort) => [
      {
        id: itemId('inspection', group.key),
        kind: 'inspection' as const,
        isGroup: true,
        name: group.zh,
        nameEn: group.en,
        sort,
        ...common,
      },
      ...group.items.map((item, place) => ({
        id: itemId('inspection', item.key),
        kind: 'inspection' as const,
        parentId: itemId('inspection', group.key),
        name: item.zh,
        nameEn: item.en,
        cameraGroup: item.camera,
        durationSeconds: 20,
        phrases: [item.abnormal],
        sort: place,
        ...common,
      })),
    ]),
    ...dailyTypes.map((type, sort) => ({
      id: itemId('daily', type.key),
      kind: 'daily' as const,
      name: type.zh,
      nameEn: type.en,
      sort,
      ...common,
    })),
  ]
  await insertAll(db, schema.checkItems, rows)
  await insertAll(
    db,
    schema.checkItemVersions,
    rows.map(({ createdAt: _, updatedAt: __, ...row }) => ({
      itemId: row.id ?? '',
      version: 1,
      action: 'created' as const,
      snapshot: {
        isGroup: false,
        score: 0,
        scoring: 'full',
        deductions: null,
        cameraGroup: null,
        presetName: '',
        durationSeconds: 0,
        phrases: [],
        standardAt: null,
        archivedAt: null,
        parentId: null,
        version: 1,
        ...row,
      },
      userId: adminId,
      at: createdAt,
    })),
  )
}

// ── Evaluations ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Judged = { item: (typeof evaluationItems)[number]; outcome: Scored; remark: string }

const ruleOf = (item: (typeof evaluationItems)[number]) => ({
  id: item.key,
  score: item.score,
  scoring: item.deductions ? ('partial' as const) : ('full' as const),
  deductions: item.deductions ?? null,
})

/** What an inspector makes of a shop: each shop has its own weaknesses, which most visits find again. */
function judged(shop: DemoShop, seed: number, random: Random): Judged[] {
  const habits = randomFrom(seed, `habits ${shop.name}`)
  const care = 0.65 + habits.next() * 1.25
  const hasFitting = shop.cameras.some(camera => camera.scene === 'fitting')
  return evaluationItems.map(item => {
    const weakness = item.weakness * care * (0.5 + habits.next())
    const isAbsent = item.key === 'fitting' && !hasFitting ? true : random.chance(item.absent ?? 0)
    if (isAbsent) return verdict(item, { result: 'na' }, '')
    if (!random.chance(Math.min(0.9, weakness))) return verdict(item, { result: 'pass' }, '')
    const draw = random.next()
    const severity = draw < 0.58 ? 'minor' : draw < 0.9 ? 'medium' : 'severe'
    const remark = item.remarks[{ minor: 0, medium: 1, severe: 2 }[severity]] ?? ''
    return verdict(item, { result: 'deduct', severity }, remark)
  })
}

/** A visit whose findings are told: points lost by item, all others passed. */
function foundBefore(lost: Record<string, number>): Judged[] {
  return evaluationItems.map(item => {
    const points = lost[item.key]
    if (points === undefined) return verdict(item, { result: 'pass' }, '')
    const [severity] = Object.entries(item.deductions ?? {}).find(([, cost]) => cost === points) ?? []
    const known = severity === 'minor' || severity === 'medium' || severity === 'severe' ? severity : 'medium'
    const remark = item.remarks[{ minor: 0, medium: 1, severe: 2 }[known]] ?? ''
    return verdict(item, { score: sum([item.score, -points]), severity: known }, remark)
  })
}

function verdict(item: Judged['item'], said: Parameters<typeof scoreItem>[1], remark: string): Judged {
  const outcome = scoreItem(ruleOf(item), said)
  if ('path' in outcome) throw new Error(`${item.key}: ${outcome.message}`)
  return { item, outcome, remark }
}

function recordOf(visit: IdentifiedVisit) {
  const localDate = legacyTimeOf(visit.endedAt, china).slice(0, 10)
  return {
    shopId: visit.shopId,
    userId: visit.userId,
    recordId: visit.id,
    localDate,
    isHoliday: isWeekend(localDate),
    createdAt: visit.endedAt,
  }
}

function evaluationOf(visit: IdentifiedVisit, scored: readonly Judged[], now: Date, random: Random) {
  const totals = totalsOf(scored.map(({ item, outcome }) => ({ item: ruleOf(item), outcome })))
  const daysAgo = (now.getTime() - visit.endedAt.getTime()) / (24 * 3_600_000)
  const reviewedAt = new Date(
    visit.endedAt.getTime() + random.whole(3, 30) * 3_600_000 + random.whole(0, 3599) * 1000,
  )
  const isReviewed = reviewedAt < now && random.chance(0.88)
  const isRevoked = daysAgo > 5 && random.chance(0.02)
  const revokedAt = new Date(reviewedAt.getTime() + 95 * 60_000)
  const course = [
    ...(isReviewed ? [{ status: 'confirmed' as const, userId: adminId, at: reviewedAt, reason: '' }] : []),
    ...(isRevoked
      ? [{ status: 'revoked' as const, userId: visit.userId, at: revokedAt, reason: revokedFor }]
      : []),
  ]
  const last = course.at(-1)
  return {
    course,
    ...totals,
    ...formName,
    formVersion: formVersions.find(({ sinceDaysAgo }) => daysAgo < sinceDaysAgo)?.version ?? 1,
    evaluatedAt: visit.endedAt,
    useSeconds: Math.round((visit.endedAt.getTime() - visit.beganAt.getTime()) / 1000),
    itemCount: scored.length,
    status: last?.status ?? ('saved' as const),
    statusUpdatedAt: last?.at ?? visit.endedAt,
    statusUserId: last?.userId ?? visit.userId,
    revokeReason: last?.reason ?? '',
  }
}

function detailsOf(visit: IdentifiedVisit, scored: readonly Judged[], random: Random) {
  const cameras = camerasByGroup(visit)
  return scored.map(({ item, outcome, remark }, sort) => ({
    itemId: itemId('evaluation', item.key),
    itemName: item.zh,
    itemNameEn: item.en,
    pitemId: itemId('evaluation', item.group),
    pitemName: item.groupZh,
    pitemNameEn: item.groupEn,
    sort,
    remark,
    ...placeOf(cameras, item.camera, item.preset),
    durationSeconds: random.whole(Math.ceil(item.seconds / 2), item.seconds * 2),
    publishedAt: alongVisit(visit, (sort + 1) / (scored.length + 1)),
    itemScore: item.score,
    ...outcome,
  }))
}

// ── Inspections and daily records ────────────────────────────────────────────────────────────────────────────────────

function inspectionOf(visit: IdentifiedVisit, random: Random) {
  const cameras = camerasByGroup(visit)
  const hour = Number(legacyTimeOf(visit.beganAt, china).slice(11, 13))
  const groups = inspectionGroups.filter(({ key }) =>
    key === 'opening' ? hour < 12 : key === 'running' || hour >= 20,
  )
  const details = groups
    .flatMap(group => group.items.map(item => ({ group, item })))
    .map(({ group, item }, sort) => {
      const isAbnormal = random.chance(0.07)
      return {
        itemId: itemId('inspection', item.key),
        itemName: item.zh,
        itemNameEn: item.en,
        pitemId: itemId('inspection', group.key),
        pitemName: group.zh,
        pitemNameEn: group.en,
        sort,
        remark: isAbnormal ? item.abnormal : '',
        ...placeOf(cameras, item.camera, undefined),
        durationSeconds: random.whole(10, 40),
        publishedAt: alongVisit(visit, (sort + 1) / 10),
        result: isAbnormal ? ('abnormal' as const) : ('normal' as const),
      }
    })
  const record = {
    inspectedAt: visit.endedAt,
    useSeconds: details.reduce((seconds, detail) => seconds + detail.durationSeconds, 0),
    ...inspectionForm,
    itemCount: details.length,
    abnormalCount: details.filter(({ result }) => result === 'abnormal').length,
  }
  return { record, details }
}

function noteOf(visit: IdentifiedVisit, order: number, random: Random) {
  const type = random.pick(dailyTypes)
  return {
    typeId: itemId('daily', type.key),
    typeName: type.zh,
    typeNameEn: type.en,
    content: random.pick(type.notes),
    recordedAt: alongVisit(visit, (order + 1) / 7),
  }
}

// ── Along a visit ────────────────────────────────────────────────────────────────────────────────────────────────────

type Watched = DemoVisit['watched'][number]['camera']

function camerasByGroup(visit: DemoVisit): ReadonlyMap<string, Watched[]> {
  return Map.groupBy(
    visit.watched.map(({ camera }) => camera),
    camera => camera.group,
  )
}

/** A camera of that part of the shop, the one with the preset first. */
function placeOf(
  cameras: ReadonlyMap<string, Watched[]>,
  group: CameraGroupName | undefined,
  presetName: string | undefined,
) {
  const those = cameras.get(group ?? '') ?? []
  for (const camera of those) {
    const preset = camera.presets.find(({ name }) => name === presetName)
    if (preset) return { cameraId: camera.id, presetId: preset.id }
  }
  return { cameraId: those[0]?.id ?? null, presetId: null }
}

function alongVisit({ beganAt, endedAt }: DemoVisit, share: number): Date {
  return new Date(
    beganAt.getTime() + Math.round((endedAt.getTime() - beganAt.getTime()) * Math.min(1, share)),
  )
}

/** How many visits of the same shop are still to come, each time it is asked about one. */
function countdown(visits: readonly DemoVisit[]): (shopId: string) => number {
  const left = new Map<string, number>()
  for (const { shopId } of visits) left.set(shopId, (left.get(shopId) ?? 0) + 1)
  return shopId => {
    const now = (left.get(shopId) ?? 1) - 1
    left.set(shopId, now)
    return now
  }
}
