import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { seedRoles } from '../people/seed-roles.ts'
import { soundsOf } from '../places/service.ts'
import { insertActivities } from './activities.ts'
import { chinaMoment, lastOnlineAt, visitsBefore, visitsToday } from './activity.ts'
import { insertArticles } from './articles.ts'
import { insertBookmarks } from './bookmarks.ts'
import { demoBrands } from './brands.ts'
import { type Chain, demoChain } from './chain.ts'
import { insertDailyRemarks } from './daily-remarks.ts'
import { demoKey } from './demo-key.ts'
import { insertDeskTallies } from './desk.ts'
import { insertExportTemplates } from './export-templates.ts'
import { insertFindings } from './findings.ts'
import { insertFloorPlans } from './floor-plans/insert.ts'
import { insertGlossary } from './glossary.ts'
import { insertAll } from './insert-all.ts'
import { insertPatrolRounds } from './patrol-rounds.ts'
import { demoPassword, demoUsers, inspectorId } from './people.ts'
import { insertPlans } from './plans.ts'
import { platformAccounts } from './platform-accounts.ts'
import { insertProblems } from './problems.ts'
import { demoRotations, demoTargets } from './rotations.ts'
import { type IdentifiedVisit, insertScoring } from './scoring.ts'
import { markToppedUp, plansAuthor } from './top-up.ts'
import { demoWall, wallPanes } from './wall.ts'
import { insertWarnings } from './warnings.ts'

export type DemoDeps = {
  db: Database
  now: Date
  hashPassword(password: string): Promise<string>
  /** What it answers is what the database keeps of the platform credentials. */
  encrypt(plain: string): string
  log(message: string): void
}

/** Where the demo accounts point until the simulator says where it listens; answers to nobody. */
export const nowhere = 'http://simulator.invalid'
/** The first number the database gives out itself: the ids of the demo and the official codes of areas lie below. */
const firstFreeId = 1_000_000

/**
 * Fills an empty installation with the demo chain: areas, shops, people, cameras, accounts to sign in with. All or
 * nothing, and once: later calls, also from servers that start at the same time, do nothing. An installation that has
 * users of its own is left alone: it must not get accounts whose password everybody knows.
 */
export async function seedDemo({ db, now, hashPassword, encrypt, log }: DemoDeps): Promise<void> {
  if (!(await isEmpty(db))) return
  const chain = demoChain()
  const passwordHashes = await Promise.all(demoUsers.map(() => hashPassword(demoPassword)))
  const seeded = await db.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
    if (!(await isEmpty(transaction))) return false
    await seedRoles(transaction)
    await insertUsers(transaction, passwordHashes, now)
    await insertPlaces(transaction, chain, now)
    await insertFloorPlans(transaction, chain, plansAuthor(now))
    await insertCameras(transaction, chain, encrypt, now)
    const visits = identifiedVisits(chain, now)
    await insertActivity(transaction, chain, visits, now)
    await insertScoring(transaction, chain, visits, now)
    await insertProblems(transaction, chain, now)
    await insertPlans(transaction, chain, now)
    await insertBookmarks(transaction, chain, now)
    await insertPatrolRounds(transaction, chain, visits, now)
    await insertFindings(transaction, chain, now)
    await insertDeskTallies(transaction, now)
    await insertWarnings(transaction, chain, now)
    await insertActivities(transaction, chain, now)
    await insertExportTemplates(transaction, now)
    await insertArticles(transaction, now)
    await insertDailyRemarks(transaction, now)
    await insertGlossary(transaction, chain, now)
    await transaction.execute(
      sql`select setval('aisle_ids', greatest(${firstFreeId}, (select last_value from aisle_ids)))`,
    )
    await transaction
      .insert(schema.installation)
      .values({ key: demoKey, value: { seed: chain.seed, addresses: {} } })
    await markToppedUp(transaction)
    return true
  })
  const cameraCount = chain.shops.reduce((sum, shop) => sum + shop.cameras.length, 0)
  if (seeded) log(`demo chain seeded: ${chain.shops.length} shops, ${cameraCount} cameras`)
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const users = await db.select({ id: schema.users.id }).from(schema.users).limit(1)
  return users.length === 0
}

async function insertUsers(db: Queryable, passwordHashes: string[], now: Date) {
  const since = chinaMoment(now, 120, '09:00')
  await insertAll(
    db,
    schema.users,
    demoUsers.map(({ id, loginName, realName, areas }, index) => ({
      id,
      loginName,
      realName,
      passwordHash: passwordHashes[index] ?? '',
      passwordChangedAt: now,
      allShops: areas === undefined,
      createdAt: since,
    })),
  )
  await insertAll(
    db,
    schema.userRoles,
    demoUsers.map(({ id, role }) => ({ userId: id, roleId: role })),
  )
  await insertAll(
    db,
    schema.userScopes,
    demoUsers.flatMap(({ id, areas = [] }) =>
      areas.map(targetId => ({ userId: id, kind: 'area' as const, targetId })),
    ),
  )
}

async function insertPlaces(db: Queryable, { areas, shops }: Chain, now: Date) {
  await insertAll(db, schema.areas, areas)
  await insertAll(db, schema.brands, demoBrands)
  await insertAll(
    db,
    schema.shops,
    shops.map(({ floors: _, entrances: __, zones: ___, staff: ____, cameras: _____, ageDays, ...shop }) => ({
      ...shop,
      // Where it is busy it comes near: about one in twenty-four square metres.
      capacity: Math.max(20, Math.round(shop.areaM2 / 240) * 10),
      ...soundsOf(shop.name),
      createdAt: chinaMoment(now, ageDays, '09:00'),
    })),
  )
  const named = ({ id, zh, en }: { id: string; zh: string; en: string }) => ({ id, name: zh, nameEn: en })
  await insertAll(
    db,
    schema.floors,
    shops.flatMap(shop =>
      shop.floors.map(floor => ({ ...named(floor), shopId: shop.id, level: floor.level })),
    ),
  )
  const floorId = (shop: Chain['shops'][number], level: number) =>
    shop.floors.find(floor => floor.level === level)?.id ?? null
  await insertAll(
    db,
    schema.entrances,
    shops.flatMap(shop =>
      shop.entrances.map(one => ({ ...named(one), shopId: shop.id, floorId: floorId(shop, one.level) })),
    ),
  )
  await insertAll(
    db,
    schema.zones,
    shops.flatMap(shop =>
      shop.zones.map(one => ({
        ...named(one),
        shopId: shop.id,
        floorId: floorId(shop, one.level),
        kind: one.kind,
      })),
    ),
  )
  await insertAll(
    db,
    schema.staff,
    shops.flatMap(shop => shop.staff.map(person => ({ ...person, shopId: shop.id }))),
  )
}

async function insertCameras(db: Queryable, { shops }: Chain, encrypt: DemoDeps['encrypt'], now: Date) {
  const installedAt = chinaMoment(now, 90, '09:00')
  await insertAll(
    db,
    schema.cameraAccounts,
    Object.values(platformAccounts).map(({ credentials, ...account }) => ({
      ...account,
      baseUrl: nowhere,
      credentials: encrypt(JSON.stringify(credentials)),
    })),
  )
  const cameras = shops.flatMap(shop => shop.cameras.map(camera => ({ shop, camera })))
  await insertAll(
    db,
    schema.cameras,
    cameras.map(({ shop, camera }) => ({
      id: camera.id,
      shopId: shop.id,
      floorId: camera.floorId ?? null,
      accountId: platformAccounts[camera.account].id,
      provider: camera.provider,
      deviceCode: camera.deviceCode,
      channel: camera.channel,
      number: camera.number,
      name: camera.name,
      nameEn: camera.nameEn,
      group: camera.group,
      status: camera.offline ? ('offline' as const) : ('online' as const),
      checkedAt: now,
      lastOnlineAt: lastOnlineAt(camera, now),
      createdAt: installedAt,
    })),
  )
  await insertAll(
    db,
    schema.presets,
    cameras.flatMap(({ camera }) =>
      camera.presets.map(({ id, index, name }) => ({
        id,
        cameraId: camera.id,
        name,
        index,
        userId: inspectorId,
        createdAt: installedAt,
      })),
    ),
  )
}

/** Favourites of those who are offered to sign in, the one added last first. */
const favourites = ['静安寺店', '杭州湖滨店', '南京新街口店', '苏州观前街店']
const firstVisitId = 720_001

function identifiedVisits({ shops, seed }: Chain, now: Date): IdentifiedVisit[] {
  return [...visitsBefore(now, shops, seed), ...visitsToday(now, shops, seed)].map((visit, index) => ({
    id: String(firstVisitId + index),
    ...visit,
  }))
}

async function insertActivity(
  db: Queryable,
  { shops }: Chain,
  visits: readonly IdentifiedVisit[],
  now: Date,
) {
  await insertAll(
    db,
    schema.shopCollects,
    favourites.flatMap((name, order) =>
      shops
        .filter(shop => shop.name === name)
        .flatMap(shop =>
          demoUsers
            .filter(user => user.offered)
            .map(user => ({
              userId: user.id,
              shopId: shop.id,
              createdAt: chinaMoment(now, order + 20, '10:00'),
            })),
        ),
    ),
  )
  await insertAll(
    db,
    schema.checkShopRecords,
    visits.map(({ watched: _, ...visit }) => visit),
  )
  await insertAll(
    db,
    schema.checkVideoRecords,
    visits.flatMap(({ id, shopId, userId, watched }) =>
      watched.map(({ camera, at }) => ({
        recordId: id,
        shopId,
        userId,
        cameraId: camera.id,
        videoNo: camera.deviceCode,
        channelNo: camera.channel,
        operatedAt: at,
      })),
    ),
  )
  await db.insert(schema.walls).values({
    ...demoWall,
    userId: inspectorId,
    panes: wallPanes(shops),
    isPublic: true,
    updatedAt: chinaMoment(now, 6, '16:20'),
  })
  await db.insert(schema.rotations).values(
    demoRotations(shops).map(plan => ({
      ...plan,
      userId: inspectorId,
      updatedAt: chinaMoment(now, 5, '09:10'),
    })),
  )
  await db
    .insert(schema.shopTargets)
    .values(demoTargets(shops, now).map(target => ({ ...target, updatedAt: chinaMoment(now, 20, '10:00') })))
}
