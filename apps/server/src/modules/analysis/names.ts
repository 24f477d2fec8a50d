import {
  type DimensionName,
  dimensionOf,
  holidays,
  isDimension,
  segmentLabel,
  temperatureLabel,
} from '@aisle/analysis'
import {
  type AnalysisMember,
  type AnalysisRow,
  problemStatusNames,
  qualityKindOf,
  qualityKinds,
  type Text,
  watchRuleId,
} from '@aisle/contract'
import { inArray } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import {
  activities,
  areas,
  brands,
  cameras,
  checkItems,
  devices,
  entrances,
  floors,
  flowRules,
  outsideCodes,
  problems,
  shops,
  staff,
  users,
  zones,
} from '../../platform/schema/index.ts'

type Language = 'zh' | 'en'
type Named = { id: string; name: string; nameEn?: string }
type Reader = (db: Database, ids: string[]) => Promise<Named[]>

/** What a source's own system calls an article, category, brand or till; its code where it told no name. */
async function codes(db: Database, ids: string[]): Promise<Named[]> {
  const numbers = ids.map(Number).filter(Number.isSafeInteger)
  if (numbers.length === 0) return []
  const found = await db
    .select({ number: outsideCodes.number, name: outsideCodes.name, code: outsideCodes.code })
    .from(outsideCodes)
    .where(inArray(outsideCodes.number, numbers))
  return found.map(({ number, name, code }) => ({ id: String(number), name: name === '' ? code : name }))
}

/** Where the names of ids live, by what a dimension says its values are. */
const readers: Readonly<Record<string, Reader>> = {
  area: (db, ids) =>
    db
      .select({ id: areas.id, name: areas.name, nameEn: areas.nameEn })
      .from(areas)
      .where(inArray(areas.id, ids)),
  shop: (db, ids) =>
    db
      .select({ id: shops.id, name: shops.name, nameEn: shops.nameEn })
      .from(shops)
      .where(inArray(shops.id, ids)),
  floor: (db, ids) =>
    db
      .select({ id: floors.id, name: floors.name, nameEn: floors.nameEn })
      .from(floors)
      .where(inArray(floors.id, ids)),
  entrance: (db, ids) =>
    db
      .select({ id: entrances.id, name: entrances.name, nameEn: entrances.nameEn })
      .from(entrances)
      .where(inArray(entrances.id, ids)),
  zone: (db, ids) =>
    db
      .select({ id: zones.id, name: zones.name, nameEn: zones.nameEn })
      .from(zones)
      .where(inArray(zones.id, ids)),
  goods: codes,
  goodsCategory: codes,
  /** Of shops, and of articles as their source calls them. */
  brand: async (db, ids) => [
    ...(await codes(db, ids)),
    ...(await db
      .select({ id: brands.id, name: brands.name, nameEn: brands.nameEn })
      .from(brands)
      .where(inArray(brands.id, ids))),
  ],
  till: async (db, ids) => [
    ...(await codes(db, ids)),
    ...(await db
      .select({ id: devices.id, name: devices.name })
      .from(devices)
      .where(inArray(devices.id, ids))),
  ],
  clerk: (db, ids) => db.select({ id: staff.id, name: staff.name }).from(staff).where(inArray(staff.id, ids)),
  cashier: (db, ids) =>
    db.select({ id: staff.id, name: staff.name }).from(staff).where(inArray(staff.id, ids)),
  user: (db, ids) =>
    db.select({ id: users.id, name: users.realName }).from(users).where(inArray(users.id, ids)),
  device: async (db, ids) => [
    ...(await db
      .select({ id: cameras.id, name: cameras.name })
      .from(cameras)
      .where(inArray(cameras.id, ids))),
    ...(await db
      .select({ id: devices.id, name: devices.name })
      .from(devices)
      .where(inArray(devices.id, ids))),
  ],
  activity: (db, ids) =>
    db
      .select({ id: activities.id, name: activities.name, nameEn: activities.nameEn })
      .from(activities)
      .where(inArray(activities.id, ids)),
  /** Rules that people made, and the kinds of doubtful data. */
  rule: async (db, ids) => [
    ...(await db
      .select({ id: flowRules.id, name: flowRules.name, nameEn: flowRules.nameEn })
      .from(flowRules)
      .where(inArray(flowRules.id, ids))),
    ...ids.flatMap(id => {
      const kind = qualityKindOf(id)
      if (id === String(watchRuleId)) return [{ id, name: '重点关注', nameEn: 'Watch lists' }]
      return kind ? [{ id, name: qualityKinds[kind].zh, nameEn: qualityKinds[kind].en }] : []
    }),
  ],
  // As it was called when it was raised: items are renamed, and some were typed in.
  problemItem: async (db, ids) =>
    (
      await db
        .selectDistinct({ id: problems.itemId, name: problems.itemName })
        .from(problems)
        .where(inArray(problems.itemId, ids))
    ).flatMap(({ id, name }) => (id === null ? [] : [{ id, name }])),
  evaluationItem: (db, ids) =>
    db
      .select({ id: checkItems.id, name: checkItems.name })
      .from(checkItems)
      .where(inArray(checkItems.id, ids)),
}
const places = ['floor', 'zone', 'entrance', 'shop'] as const

/** Of everything that has one: problems, visits, plans, findings, notices. */
const statusWords: Readonly<Record<string, Text>> = {
  ...problemStatusNames,
  open: { zh: '进行中', en: 'Open' },
  ended: { zh: '已结束', en: 'Ended' },
  saved: { zh: '已提交', en: 'Submitted' },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  revoked: { zh: '已撤销', en: 'Revoked' },
  manual: { zh: '人工', en: 'By hand' },
  planned: { zh: '计划', en: 'Planned' },
  new: { zh: '待确认', en: 'To decide on' },
  raised: { zh: '已生成问题', en: 'Raised as a problem' },
  dismissed: { zh: '已忽略', en: 'Dismissed' },
  handled: { zh: '已处理', en: 'Handled' },
  done: { zh: '已完成', en: 'Done' },
  held: { zh: '占用中', en: 'Held' },
  failed: { zh: '失败', en: 'Failed' },
  missed: { zh: '未执行', en: 'Missed' },
  acknowledged: { zh: '已知悉', en: 'Acknowledged' },
  resolved: { zh: '已解决', en: 'Resolved' },
  muted: { zh: '已静默', en: 'Muted' },
}

const inWords: Readonly<Record<string, (id: string) => Text | undefined>> = {
  holiday: id => (Object.hasOwn(holidays, id) ? holidays[id as keyof typeof holidays] : undefined),
  segment: segmentLabel,
  status: id => (Object.hasOwn(statusWords, id) ? statusWords[id] : undefined),
  temperature: temperatureLabel,
}

/** Puts names beside the ids of rows, in the reader's language; what has none keeps its id. */
export async function withNames(
  db: Database,
  rows: AnalysisRow[],
  dimensions: readonly string[],
  language: Language,
): Promise<AnalysisRow[]> {
  const names = new Map<string, (id: string) => string | undefined>()
  for (const dimension of dimensions)
    if (isDimension(dimension))
      names.set(dimension, await nameReader(db, dimension, idsIn(rows, dimension), language))
  for (const row of rows)
    for (const [dimension, nameOf] of names) {
      const member = row[dimension]
      if (isMember(member)) row[dimension] = { id: member.id, name: nameOf(member.id) ?? member.id }
    }
  return rows
}

const isMember = (value: AnalysisRow[string] | undefined): value is AnalysisMember =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value
const idsIn = (rows: readonly AnalysisRow[], dimension: string): string[] => [
  ...new Set(
    rows.flatMap(row => {
      const member = row[dimension]
      return isMember(member) ? [member.id] : []
    }),
  ),
]

const rest = { zh: '其他', en: 'Others' } satisfies Text
/** What has no id because nobody told it: the brand of a shop without one. */
const notSet = { zh: '未登记', en: 'Not set' } satisfies Text

async function nameReader(
  db: Database,
  dimension: DimensionName,
  ids: string[],
  language: Language,
): Promise<(id: string) => string | undefined> {
  const { values, names } = dimensionOf(dimension)
  const others = (id: string) => (id === 'others' ? rest[language] : undefined)
  if (values) return id => (Object.hasOwn(values, id) ? values[id]?.[language] : others(id))
  if (names === undefined) return others
  const words = inWords[names]
  if (words) return id => others(id) ?? words(id)?.[language]
  if (names === 'path') {
    const steps = [...new Set(ids.flatMap(id => id.split('>')))]
    const zoneNames = new Map(
      (await readers.zone?.(db, steps))?.map(({ id, name, nameEn }) => [
        id,
        language === 'en' && nameEn ? nameEn : name,
      ]),
    )
    return id =>
      others(id) ??
      id
        .split('>')
        .map(step => zoneNames.get(step) ?? step)
        .join(' → ')
  }
  const kinds = names === 'place' ? places : [names]
  const found = new Map<string, string>()
  for (const kind of kinds)
    for (const { id, name, nameEn } of (await readers[kind]?.(db, ids)) ?? [])
      found.set(id, language === 'en' && nameEn ? nameEn : name)
  return id => found.get(id) ?? (id === '0' ? notSet[language] : others(id))
}
