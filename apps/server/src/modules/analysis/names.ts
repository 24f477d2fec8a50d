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
/** `shopId`: of what each shop has for itself. */
type Named = { id: string; name: string; nameEn?: string; shopId?: string }
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

const placesOf =
  (table: typeof floors | typeof entrances | typeof zones): Reader =>
  (db, ids) =>
    db
      .select({ id: table.id, name: table.name, nameEn: table.nameEn, shopId: table.shopId })
      .from(table)
      .where(inArray(table.id, ids))

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
  floor: placesOf(floors),
  entrance: placesOf(entrances),
  zone: placesOf(zones),
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
      .select({ id: devices.id, name: devices.name, nameEn: devices.nameEn, shopId: devices.shopId })
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
      .select({ id: cameras.id, name: cameras.name, nameEn: cameras.nameEn, shopId: cameras.shopId })
      .from(cameras)
      .where(inArray(cameras.id, ids))),
    ...(await db
      .select({ id: devices.id, name: devices.name, nameEn: devices.nameEn, shopId: devices.shopId })
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

/**
 * Puts names beside the ids of rows, in the reader's language; what has none keeps its id. Where rows are of several shops and do not
 * say of which, doors, floors, zones and devices carry the name of their shop: nearly every shop has a main entrance.
 */
export async function withNames(
  db: Database,
  rows: AnalysisRow[],
  dimensions: readonly string[],
  language: Language,
  isOfSeveralShops = false,
): Promise<AnalysisRow[]> {
  const wish = { language, withShop: isOfSeveralShops && !dimensions.includes('shop') }
  const names = new Map<string, (id: string) => string | undefined>()
  for (const dimension of dimensions)
    if (isDimension(dimension))
      names.set(dimension, await nameReader(db, dimension, idsIn(rows, dimension), wish))
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

type Wish = { language: Language; withShop: boolean }

async function nameReader(
  db: Database,
  dimension: DimensionName,
  ids: string[],
  wish: Wish,
): Promise<(id: string) => string | undefined> {
  const { language } = wish
  const { values, names } = dimensionOf(dimension)
  const others = (id: string) => (id === 'others' ? rest[language] : undefined)
  if (values) return id => (Object.hasOwn(values, id) ? values[id]?.[language] : others(id))
  if (names === undefined) return others
  const words = inWords[names]
  if (words) return id => others(id) ?? words(id)?.[language]
  if (names === 'path') {
    const steps = [...new Set(ids.flatMap(id => id.split('>')))]
    const { nameOf, shopOf } = await namesIn(db, ['zone'], steps, wish)
    return id => {
      const path = id.split('>')
      const shop = path.flatMap(step => shopOf(step) ?? [])[0]
      const walked = path.map(step => nameOf(step) ?? step).join(' → ')
      return others(id) ?? ofShop(shop, walked)
    }
  }
  const { nameOf, shopOf } = await namesIn(db, names === 'place' ? places : [names], ids, wish)
  return id => {
    const name = nameOf(id)
    return name === undefined ? (id === '0' ? notSet[language] : others(id)) : ofShop(shopOf(id), name)
  }
}

const ofShop = (shop: string | undefined, name: string) => (shop === undefined ? name : `${shop} · ${name}`)

/** The names of ids, and of the shop of each where that is to be said. */
async function namesIn(db: Database, kinds: readonly string[], ids: string[], { language, withShop }: Wish) {
  const written = ({ name, nameEn }: Named) => (language === 'en' && nameEn ? nameEn : name)
  const found = new Map<string, Named>()
  for (const kind of kinds) for (const one of (await readers[kind]?.(db, ids)) ?? []) found.set(one.id, one)
  const shopIds = withShop ? [...new Set([...found.values()].flatMap(({ shopId }) => shopId ?? []))] : []
  const shopNames = new Map(
    (shopIds.length === 0 ? [] : ((await readers.shop?.(db, shopIds)) ?? [])).map(shop => [
      shop.id,
      written(shop),
    ]),
  )
  return {
    nameOf: (id: string) => {
      const one = found.get(id)
      return one && written(one)
    },
    shopOf: (id: string) => shopNames.get(found.get(id)?.shopId ?? ''),
  }
}
