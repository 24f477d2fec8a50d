import {
  type AreaSelection,
  type Attention,
  type Desk,
  type DeskFigure,
  type DeskShop,
  isAllowed,
} from '@aisle/contract'
import { and, asc, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  areas,
  cameras,
  checkItems,
  checkShopRecords,
  deskTallies,
  problems,
  shops,
} from '../../platform/schema/index.ts'
import { everyShop, inScope, type Scope } from '../../platform/scope.ts'
import { isOverdue } from '../problems/service.ts'
import { text } from './text.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A list that somebody works through, not a record of everything. */
const mostOfAKind = 60
const tallyDays = 40

/** Something that a camera may show and nobody dealt with yet. */
export type OpenThing = {
  id: string
  shopId: string
  cameraId: string | null
  at: Date
  what: { zh: string; en: string }
}
/** What was open at a moment, as the module that keeps it answers it; latest first. */
export type OpenThings = (scope: Scope, selection: AreaSelection, at: Date) => Promise<OpenThing[]>

type Deps = { db: Database; findings: OpenThings; warnings: OpenThings; now: () => Date }
/** Findings on pictures, and warnings about flow for those who may see them. */
type Open = { findings: readonly OpenThing[]; flow: readonly OpenThing[] }

/** What somebody who watches over an area sees: shops, what asks for attention, and figures against the day before. */
export function deskService({ db, findings, warnings, now }: Deps) {
  const inSight = (scope: Scope, selection: AreaSelection) =>
    and(inScope(scope), inArea(selection), isNull(shops.closedAt))

  const camerasOf = (condition: SQL) =>
    sql<number>`(select count(*)::int from ${cameras} where ${outer(cameras.shopId)} = ${outer(shops.id)} and ${outer(cameras.removedAt)} is null and ${condition})`

  async function shopsOf(scope: Scope, selection: AreaSelection, open: Open): Promise<DeskShop[]> {
    const rows = await db
      .select({
        shopId: shops.id,
        shopname: shops.name,
        shopnameEn: shops.nameEn,
        provinceId: shops.provinceId,
        provinceName: areas.name,
        provinceNameEn: areas.nameEn,
        timeZone: shops.timeZone,
        cameras: camerasOf(sql`true`),
        online: camerasOf(sql`${outer(cameras.status)} = 'online'`),
        offline: camerasOf(sql`${outer(cameras.status)} = 'offline'`),
        overdue: sql<number>`(select count(*)::int from ${problems} where ${outer(problems.shopId)} = ${outer(shops.id)} and ${isOverdue(now())})`,
      })
      .from(shops)
      .innerJoin(areas, eq(areas.id, shops.provinceId))
      .where(inSight(scope, selection))
      .orderBy(asc(shops.pinyin), asc(shops.name))
    const found = countsByShop(open.findings)
    const warned = countsByShop(open.flow)
    return rows
      .map(row => ({ ...row, findings: found(row.shopId), flow: warned(row.shopId) }))
      .toSorted((a, b) => warningsOf(b) - warningsOf(a))
  }

  async function attentionOf(scope: Scope, selection: AreaSelection, open: Open): Promise<Attention[]> {
    const where = inSight(scope, selection)
    const place = {
      shopId: shops.id,
      shopname: shops.name,
      shopnameEn: shops.nameEn,
      timeZone: shops.timeZone,
    }
    const camera = {
      cameraName: sql<string>`coalesce(${cameras.name}, '')`,
      cameraNameEn: sql<string>`coalesce(${cameras.nameEn}, '')`,
      cameraNumber: sql<string>`coalesce(${cameras.number}, '')`,
      cameraStatus: sql<Attention['cameraStatus']>`coalesce(${cameras.status}, 'unknown')`,
    }
    const [off, late] = await Promise.all([
      db
        .select({ ...place, ...camera, cameraId: cameras.id, at: cameras.lastOnlineAt })
        .from(cameras)
        .innerJoin(shops, eq(shops.id, cameras.shopId))
        .where(and(where, eq(cameras.status, 'offline'), isNull(cameras.removedAt)))
        .orderBy(sql`${cameras.lastOnlineAt} desc nulls last`, asc(cameras.id))
        .limit(mostOfAKind),
      db
        .select({
          ...place,
          ...camera,
          id: problems.id,
          cameraId: problems.cameraId,
          at: problems.dueAt,
          seenAt: problems.raisedAt,
          itemName: problems.itemName,
          itemNameEn: sql<string>`coalesce(nullif(${checkItems.nameEn}, ''), ${problems.itemName})`,
        })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .leftJoin(cameras, eq(cameras.id, problems.cameraId))
        .leftJoin(checkItems, eq(checkItems.id, problems.itemId))
        .where(and(where, isOverdue(now())))
        .orderBy(desc(problems.dueAt), desc(problems.id))
        .limit(mostOfAKind),
    ])
    const seen = [
      ...open.findings.slice(0, mostOfAKind).map(thing => ({ ...thing, kind: 'finding' as const })),
      ...open.flow.slice(0, mostOfAKind).map(thing => ({ ...thing, kind: 'flow' as const })),
    ]
    const shown = await placesOf(scope, selection, seen)
    return [
      ...off.map(({ at, ...row }) => ({
        ...row,
        kind: 'offline' as const,
        id: row.cameraId,
        at: at?.toISOString() ?? null,
        seenAt: at?.toISOString() ?? null,
        what: text.offline,
      })),
      ...late.map(({ at, seenAt, itemName, itemNameEn, ...row }) => ({
        ...row,
        kind: 'overdue' as const,
        at: at?.toISOString() ?? null,
        seenAt: seenAt.toISOString(),
        what: { zh: itemName, en: itemNameEn },
      })),
      ...seen.flatMap(({ id, kind, shopId, cameraId, at, what }) => {
        const there = shown.get(`${shopId} ${cameraId ?? ''}`)
        return there
          ? [
              {
                ...there,
                kind,
                id,
                cameraId,
                at: at.toISOString(),
                seenAt: at.toISOString(),
                what,
              },
            ]
          : []
      }),
    ].toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))
  }

  /** Shop and camera of what is open, by both ids. */
  async function placesOf(
    scope: Scope,
    selection: AreaSelection,
    found: readonly { shopId: string; cameraId: string | null }[],
  ) {
    if (found.length === 0) return new Map<string, never>()
    const rows = await db
      .select({
        shopId: shops.id,
        shopname: shops.name,
        shopnameEn: shops.nameEn,
        timeZone: shops.timeZone,
        wantedCamera: sql<string>`wanted.camera_id`,
        cameraName: sql<string>`coalesce(${cameras.name}, '')`,
        cameraNameEn: sql<string>`coalesce(${cameras.nameEn}, '')`,
        cameraNumber: sql<string>`coalesce(${cameras.number}, '')`,
        cameraStatus: sql<Attention['cameraStatus']>`coalesce(${cameras.status}, 'unknown')`,
      })
      .from(shops)
      .innerJoin(
        sql`jsonb_to_recordset(${JSON.stringify(found.map(each => ({ shop_id: each.shopId, camera_id: each.cameraId ?? '' })))}::jsonb) as wanted (shop_id text, camera_id text)`,
        sql`wanted.shop_id = ${shops.id}`,
      )
      .leftJoin(cameras, sql`${cameras.id} = wanted.camera_id`)
      .where(inSight(scope, selection))
    return new Map(rows.map(({ wantedCamera, ...row }) => [`${row.shopId} ${wantedCamera}`, row] as const))
  }

  /** Visits that began on the day of each shop's clock, and the day before until the same time. */
  async function visits(scope: Scope, selection: AreaSelection): Promise<DeskFigure> {
    const at = now()
    const began = checkShopRecords.beganAt
    const midnight = sql`date_trunc('day', ${at}::timestamptz at time zone ${shops.timeZone}) at time zone ${shops.timeZone}`
    const [row] = await db
      .select({
        value: sql<number>`(count(*) filter (where ${began} >= ${midnight}))::int`,
        compared: sql<number>`(count(*) filter (where ${began} >= ${midnight} - interval '1 day' and ${began} <= ${new Date(at.getTime() - dayMs)}::timestamptz))::int`,
      })
      .from(checkShopRecords)
      .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
      .where(
        and(
          inSight(scope, selection),
          sql`${began} > ${new Date(at.getTime() - 3 * dayMs)}::timestamptz and ${began} <= ${at}::timestamptz`,
        ),
      )
    return row ?? { value: 0, compared: 0 }
  }

  /** What the same shops counted 24 hours ago; undefined where no hour near that was noted. */
  async function dayBefore(scope: Scope, selection: AreaSelection) {
    const hour = new Date(Math.floor((now().getTime() - dayMs) / hourMs) * hourMs)
    const [row] = await db
      .select({
        shops: sql<number>`count(*)::int`,
        cameras: sql<number>`sum(${deskTallies.cameras})::int`,
        online: sql<number>`sum(${deskTallies.online})::int`,
        warnings: sql<number>`sum(${deskTallies.warnings})::int`,
      })
      .from(deskTallies)
      .innerJoin(shops, eq(shops.id, deskTallies.shopId))
      .where(and(eq(deskTallies.hour, hour), inSight(scope, selection)))
    return row && row.shops > 0 ? row : undefined
  }

  return {
    async look(caller: Caller, selection: AreaSelection): Promise<Desk> {
      const { scope } = caller
      const mayWarn = isAllowed(caller.authorities, ['warning.view', 'warning.handle'])
      const flowAt = (at: Date) => (mayWarn ? warnings(scope, selection, at) : Promise.resolve([]))
      const [found, flow, flowBefore] = await Promise.all([
        findings(scope, selection, now()),
        flowAt(now()),
        flowAt(new Date(now().getTime() - dayMs)),
      ])
      const open = { findings: found, flow }
      const [list, attention, patrols, before] = await Promise.all([
        shopsOf(scope, selection, open),
        attentionOf(scope, selection, open),
        visits(scope, selection),
        dayBefore(scope, selection),
      ])
      const sum = (count: (shop: DeskShop) => number) => list.reduce((total, shop) => total + count(shop), 0)
      return {
        at: now().toISOString(),
        figures: {
          devices: { value: sum(shop => shop.cameras), compared: before?.cameras ?? null },
          devicesOnline: { value: sum(shop => shop.online), compared: before?.online ?? null },
          warnings: {
            value: sum(warningsOf),
            // Flow warnings of then are still rows; the rest was tallied.
            compared: before ? before.warnings + flowBefore.length : null,
          },
          patrols,
        },
        shops: list,
        attention,
      }
    },

    /** For the runner: what every shop counts at this hour; twice is once. */
    async tally(): Promise<void> {
      const hour = new Date(Math.floor(now().getTime() / hourMs) * hourMs)
      const list = await shopsOf(everyShop, {}, { findings: await findings(everyShop, {}, now()), flow: [] })
      if (list.length > 0)
        await db
          .insert(deskTallies)
          .values(
            list.map(shop => ({
              shopId: shop.shopId,
              hour,
              cameras: shop.cameras,
              online: shop.online,
              warnings: warningsOf(shop),
            })),
          )
          .onConflictDoNothing()
      await db.delete(deskTallies).where(lt(deskTallies.hour, new Date(hour.getTime() - tallyDays * dayMs)))
    },
  }
}
export type DeskService = ReturnType<typeof deskService>

const warningsOf = (shop: Pick<DeskShop, 'offline' | 'overdue' | 'findings' | 'flow'>) =>
  shop.offline + shop.overdue + shop.findings + shop.flow

function countsByShop(things: readonly OpenThing[]): (shopId: string) => number {
  const byShop = Map.groupBy(things, thing => thing.shopId)
  return shopId => byShop.get(shopId)?.length ?? 0
}
