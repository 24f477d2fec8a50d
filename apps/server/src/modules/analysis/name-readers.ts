import { qualityKindOf, qualityKinds, watchRuleId } from '@aisle/contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, outer } from '../../platform/postgres.ts'
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
import { inScope, type Scope } from '../../platform/scope.ts'

/** `shopId`: of what each shop has for itself. */
export type Named = { id: string; name: string; nameEn?: string; shopId?: string }
/** Of what belongs to shops, what is in scope. */
type Reader = (db: Database, ids: string[], scope: Scope) => Promise<Named[]>

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
  (db, ids, scope) =>
    db
      .select({ id: table.id, name: table.name, nameEn: table.nameEn, shopId: table.shopId })
      .from(table)
      .innerJoin(shops, eq(shops.id, table.shopId))
      .where(and(inArray(table.id, ids), inScope(scope)))

const machinesOf =
  (table: typeof cameras | typeof devices): Reader =>
  (db, ids, scope) =>
    db
      .select({ id: table.id, name: table.name, nameEn: table.nameEn, shopId: table.shopId })
      .from(table)
      .innerJoin(shops, eq(shops.id, table.shopId))
      .where(and(inArray(table.id, ids), inScope(scope)))

const camerasOf = machinesOf(cameras)
const sensorsOf = machinesOf(devices)

const people: Reader = (db, ids, scope) =>
  db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .innerJoin(shops, eq(shops.id, staff.shopId))
    .where(and(inArray(staff.id, ids), inScope(scope)))

const areaColumns = [shops.regionId, shops.provinceId, shops.cityId, shops.countyId]
/** Of what is about some shops or all of them: whether one of them is in scope. */
const isOfScope = (scope: Scope, isOfAll: SQL, isOfShop: SQL): SQL | undefined =>
  scope.all
    ? undefined
    : sql`(${isOfAll} or exists (select 1 from ${shops} where (${isOfShop}) and ${inScope(scope)}))`

/** Where the names of ids live, by what a dimension says its values are. */
export const nameReaders: Readonly<Record<string, Reader>> = {
  area: (db, ids) =>
    db
      .select({ id: areas.id, name: areas.name, nameEn: areas.nameEn })
      .from(areas)
      .where(inArray(areas.id, ids)),
  shop: (db, ids, scope) =>
    db
      .select({ id: shops.id, name: shops.name, nameEn: shops.nameEn })
      .from(shops)
      .where(and(inArray(shops.id, ids), inScope(scope))),
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
  till: async (db, ids, scope) => [...(await codes(db, ids)), ...(await sensorsOf(db, ids, scope))],
  clerk: people,
  cashier: people,
  user: (db, ids) =>
    db.select({ id: users.id, name: users.realName }).from(users).where(inArray(users.id, ids)),
  device: async (db, ids, scope) => [
    ...(await camerasOf(db, ids, scope)),
    ...(await sensorsOf(db, ids, scope)),
  ],
  activity: (db, ids, scope) =>
    db
      .select({ id: activities.id, name: activities.name, nameEn: activities.nameEn })
      .from(activities)
      .where(
        and(
          inArray(activities.id, ids),
          isOfScope(
            scope,
            sql`jsonb_array_length(${outer(activities.shopIds)} || ${outer(activities.areaIds)}) = 0`,
            sql`${outer(activities.shopIds)} ? ${outer(shops.id)} or ${outer(activities.areaIds)} ?| array[${sql.join(areaColumns.map(outer), sql`, `)}]`,
          ),
        ),
      ),
  /** Rules that people made, and the kinds of doubtful data. */
  rule: async (db, ids, scope) => [
    ...(await db
      .select({ id: flowRules.id, name: flowRules.name, nameEn: flowRules.nameEn })
      .from(flowRules)
      .where(
        and(
          inArray(flowRules.id, ids),
          isOfScope(
            scope,
            sql`jsonb_array_length(${outer(flowRules.shopIds)}) = 0`,
            sql`${outer(flowRules.shopIds)} ? ${outer(shops.id)}`,
          ),
        ),
      )),
    ...ids.flatMap(id => {
      const kind = qualityKindOf(id)
      if (id === String(watchRuleId)) return [{ id, name: '重点关注', nameEn: 'Watch lists' }]
      return kind ? [{ id, name: qualityKinds[kind].zh, nameEn: qualityKinds[kind].en }] : []
    }),
  ],
  // As it was called when it was raised: items are renamed, and some were typed in.
  problemItem: async (db, ids, scope) =>
    (
      await db
        .selectDistinct({ id: problems.itemId, name: problems.itemName })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(and(inArray(problems.itemId, ids), inScope(scope)))
    ).flatMap(({ id, name }) => (id === null ? [] : [{ id, name }])),
  evaluationItem: (db, ids) =>
    db
      .select({ id: checkItems.id, name: checkItems.name })
      .from(checkItems)
      .where(inArray(checkItems.id, ids)),
}
