import type { AnalysisRow } from '@aisle/contract'
import { eq, isNotNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import {
  activities,
  cameras,
  devices,
  entrances,
  floors,
  flowRules,
  outsideCodes,
  problems,
  shops,
  staff,
  zones,
} from '../../platform/schema/index.ts'
import { withNames } from './names.ts'

const server = await aisle()
const { db } = server.database
const named = async (dimension: string, ids: string[], language: 'zh' | 'en' = 'zh') => {
  const rows: AnalysisRow[] = ids.map(id => ({ [dimension]: { id, name: id } }))
  return (await withNames(db, rows, [dimension], language)).map(row => Object(row[dimension]).name)
}

it('articles, categories and brands are called as their source calls them, by the code where it told no name', async () => {
  const rows = await db
    .insert(outsideCodes)
    .values([
      { kind: 'goods', space: '', code: 'sku-9', name: '羊毛围巾' },
      { kind: 'brand', space: '', code: 'b-9' },
    ])
    .returning()
  const [goods, brand] = rows.map(({ number }) => String(number))
  expect(await named('goods', [goods ?? '', '999999999'])).toEqual(['羊毛围巾', '999999999'])
  expect(await named('brand', [brand ?? '', 'others', '0'], 'en')).toEqual(['b-9', 'Others', 'Not set'])
})

it('a till that is a device of ours has the name of the device', async () => {
  const [device] = await db
    .insert(devices)
    .values({ sn: 'till-names', name: '一号收银机', nameEn: 'Till one', kind: 'till', shopId: '702001' })
    .returning()
  expect(await named('pos', [String(device?.id)])).toEqual(['一号收银机'])
  expect(await named('pos', [String(device?.id)], 'en')).toEqual(['Till one'])
})

it('a path is written as the zones that it leads through', async () => {
  const [one, two] = await db.select().from(zones).where(eq(zones.shopId, '702001')).limit(2)
  expect(await named('path', [`${one?.id}>${two?.id}`])).toEqual([`${one?.name} → ${two?.name}`])
  expect(await named('path', [`${one?.id}>${two?.id}`], 'en')).toEqual([
    `${one?.nameEn || one?.name} → ${two?.nameEn || two?.name}`,
  ])
})

it('kinds of shops are named in both languages', async () => {
  expect(await named('format', ['flagship'])).toEqual(['旗舰店'])
  expect(await named('format', ['flagship'], 'en')).toEqual(['Flagship'])
})

it('a problem is called as it was when it was raised, and where it stands in words', async () => {
  const [problem] = await db.select().from(problems).where(isNotNull(problems.itemId)).limit(1)
  expect(await named('problemItem', [problem?.itemId ?? '', '99887765'])).toEqual([
    problem?.itemName,
    '99887765',
  ])
  expect(await named('status', ['rectification', 'closed'])).toEqual(['整改中', '已关闭'])
  expect(await named('status', ['pending', 'strange'], 'en')).toEqual(['Pending review', 'strange'])
})

it('a door, a zone and a way are told with their shop where the rows are of several shops and do not say of which', async () => {
  const [shop] = await db.select().from(shops).where(eq(shops.id, '702001'))
  const [door] = await db.select().from(entrances).where(eq(entrances.shopId, '702001')).limit(1)
  const [one, two] = await db.select().from(zones).where(eq(zones.shopId, '702001')).limit(2)
  const several = async (dimension: string, id: string, language: 'zh' | 'en', more: object = {}) => {
    const rows: AnalysisRow[] = [{ [dimension]: { id, name: id }, ...more }]
    const [row] = await withNames(db, rows, [dimension, ...Object.keys(more)], language, {
      isOfSeveralShops: true,
    })
    return Object(row?.[dimension]).name
  }
  expect(await several('entrance', door?.id ?? '', 'zh')).toBe(`${shop?.name} · ${door?.name}`)
  expect(await several('entrance', door?.id ?? '', 'en')).toBe(`${shop?.nameEn} · ${door?.nameEn}`)
  expect(await several('path', `${one?.id}>${two?.id}`, 'zh')).toBe(
    `${shop?.name} · ${one?.name} → ${two?.name}`,
  )
  const told = { shop: { id: '702001', name: '702001' } }
  expect(await several('entrance', door?.id ?? '', 'zh', told)).toBe(door?.name)
  expect(await named('entrance', [door?.id ?? ''])).toEqual([door?.name])
})

it('ids of a caller’s own are named where they are in the caller’s scope, and nowhere else', async () => {
  const [here, there] = await db.select().from(shops).orderBy(shops.id).limit(2)
  const scope = { all: false, areaIds: [], shopIds: [here?.id ?? ''] } as const
  const named = async (dimension: string, ids: (string | undefined)[]) => {
    const rows: AnalysisRow[] = ids.map((id = '') => ({ [dimension]: { id, name: id } }))
    return (await withNames(db, rows, [dimension], 'zh', { scope })).map(row => Object(row[dimension]).name)
  }
  expect(await named('shop', [here?.id, there?.id])).toEqual([here?.name, there?.id])
  for (const [dimension, table] of [
    ['zone', zones],
    ['entrance', entrances],
    ['floor', floors],
    ['device', cameras],
    ['cashier', staff],
  ] as const) {
    const [own] = await db
      .select()
      .from(table)
      .where(eq(table.shopId, here?.id ?? ''))
      .limit(1)
    const [other] = await db
      .select()
      .from(table)
      .where(eq(table.shopId, there?.id ?? ''))
      .limit(1)
    expect(await named(dimension, [own?.id, other?.id]), dimension).toEqual([own?.name, other?.id])
  }
  const activity = { name: '只在那里', kind: 'other', fromDate: '2026-01-01', toDate: '2026-01-02' } as const
  const made = await db
    .insert(activities)
    .values([
      { ...activity, areaIds: [], shopIds: [there?.id ?? ''] },
      { ...activity, name: '也在这里', areaIds: [here?.cityId ?? ''], shopIds: [] },
      { ...activity, name: '到处', areaIds: [], shopIds: [] },
    ])
    .returning()
  expect(
    await named(
      'activity',
      made.map(({ id }) => id),
    ),
  ).toEqual([made[0]?.id, '也在这里', '到处'])
  const rule = {
    name: '那里的规则',
    kind: 'silence',
    limits: { minutes: 60 },
    since: '2026-01-01',
    severity: 'middle',
    updatedAt: new Date(),
  } as const
  const rules = await db
    .insert(flowRules)
    .values([
      { ...rule, shopIds: [there?.id ?? ''] },
      { ...rule, name: '这里的规则', shopIds: [here?.id ?? ''] },
    ])
    .returning()
  expect(
    await named(
      'rule',
      rules.map(({ id }) => id),
    ),
  ).toEqual([rules[0]?.id, '这里的规则'])
})
