import {
  type DimensionName,
  dimensionOf,
  holidays,
  isDimension,
  segmentLabel,
  temperatureLabel,
} from '@aisle/analysis'
import { type AnalysisMember, type AnalysisRow, problemStatusNames, type Text } from '@aisle/contract'
import type { Database } from '../../platform/postgres.ts'
import { everyShop, type Scope } from '../../platform/scope.ts'
import { type Named, nameReaders } from './name-readers.ts'

type Language = 'zh' | 'en'
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
  right: { zh: '判断正确', en: 'Right' },
  wrong: { zh: '判断有误', en: 'Wrong' },
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
 * `scope` is given where the ids are a caller's own word and not an answer's, which is of shops in scope.
 */
export async function withNames(
  db: Database,
  rows: AnalysisRow[],
  dimensions: readonly string[],
  language: Language,
  { isOfSeveralShops = false, scope = everyShop }: { isOfSeveralShops?: boolean; scope?: Scope } = {},
): Promise<AnalysisRow[]> {
  const wish = { language, scope, withShop: isOfSeveralShops && !dimensions.includes('shop') }
  const names = new Map<string, (id: string) => string | undefined>()
  for (const dimension of dimensions) {
    // The other one of a pair is of the same kind.
    const kind = dimension === 'partner' ? dimensions.find(other => other !== 'partner') : dimension
    if (kind !== undefined && isDimension(kind))
      names.set(dimension, await nameReader(db, kind, idsIn(rows, dimension), wish))
  }
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

type Wish = { language: Language; scope: Scope; withShop: boolean }

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
async function namesIn(
  db: Database,
  kinds: readonly string[],
  ids: string[],
  { language, scope, withShop }: Wish,
) {
  const written = ({ name, nameEn }: Named) => (language === 'en' && nameEn ? nameEn : name)
  const found = new Map<string, Named>()
  for (const kind of kinds)
    for (const one of (await nameReaders[kind]?.(db, ids, scope)) ?? []) found.set(one.id, one)
  const shopIds = withShop ? [...new Set([...found.values()].flatMap(({ shopId }) => shopId ?? []))] : []
  const shopNames = new Map(
    (shopIds.length === 0 ? [] : ((await nameReaders.shop?.(db, shopIds, scope)) ?? [])).map(shop => [
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
