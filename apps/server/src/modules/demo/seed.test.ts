import { setTimeout as sleep } from 'node:timers/promises'
import { providers, type VendorMemory } from '@aisle/cameras'
import { glossary } from '@aisle/contract'
import { type Simulator, startSimulator } from '@aisle/simulator'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import * as schema from '../../platform/schema/index.ts'
import { demoChain } from './chain.ts'
import { demoPassword, demoUsers, inspectorId } from './people.ts'
import { platformAccounts } from './platform-accounts.ts'
import { provisionSimulator } from './provision.ts'
import { type DemoDeps, nowhere, seedDemo } from './seed.ts'

const chain = demoChain()
const cameras = chain.shops.flatMap(shop => shop.cameras)
const now = new Date('2026-11-20T10:24:36+08:00')

let postgres: TestDatabase
let simulator: Simulator
const logged: string[] = []
const deps = (): DemoDeps => ({
  db: postgres.db,
  now,
  hashPassword: async password => `hash of ${password}`,
  encrypt: plain => `sealed ${Buffer.from(plain).toString('base64')}`,
  log: message => void logged.push(message),
})
async function rowsOf(
  table: typeof schema.shops | typeof schema.cameras | typeof schema.presets | typeof schema.areas,
) {
  const [row] = await postgres.db.select({ rows: count() }).from(table)
  return row?.rows
}

beforeAll(async () => {
  postgres = await testDatabase()
  simulator = await startSimulator()
  // Two servers that start at once.
  await Promise.all([seedDemo(deps()), seedDemo(deps())])
})

afterAll(() => simulator?.close())

describe('seeding the demo', () => {
  it('puts the whole chain in, once, however many servers do it', async () => {
    await seedDemo(deps())
    expect(await rowsOf(schema.shops)).toBe(chain.shops.length)
    expect(await rowsOf(schema.cameras)).toBe(cameras.length)
    expect(await rowsOf(schema.areas)).toBe(chain.areas.length)
    expect(await rowsOf(schema.presets)).toBe(cameras.reduce((sum, camera) => sum + camera.presets.length, 0))
    expect(logged).toEqual([`demo chain seeded: ${chain.shops.length} shops, ${cameras.length} cameras`])
  })

  it('keeps of platform credentials only what the encryption gave', async () => {
    const rows = await postgres.db.select().from(schema.cameraAccounts)
    expect(rows).toHaveLength(5)
    for (const account of Object.values(platformAccounts)) {
      const stored = rows.find(({ id }) => id === account.id)
      expect(stored?.credentials).toBe(deps().encrypt(JSON.stringify(account.credentials)))
      expect(stored?.baseUrl).toBe(nowhere)
      for (const secret of Object.values(account.credentials))
        expect(JSON.stringify(stored)).not.toContain(secret)
    }
  })

  it('lets everybody sign in with the hash of the demo password, in a role, with a scope or all shops', async () => {
    const users = await postgres.db.select().from(schema.users)
    const roles = await postgres.db.select().from(schema.userRoles)
    const scopes = await postgres.db.select().from(schema.userScopes)
    expect(users.map(user => user.loginName)).toEqual(
      expect.arrayContaining(demoUsers.map(user => user.loginName)),
    )
    for (const user of users) {
      expect(user.passwordHash).toBe(`hash of ${demoPassword}`)
      expect(roles.filter(({ userId }) => userId === user.id)).toHaveLength(1)
      expect(user.allShops).toBe(scopes.every(({ userId }) => userId !== user.id))
    }
  })

  it('makes shops that are found by pinyin and initials', async () => {
    const [shop] = await postgres.db.select().from(schema.shops).where(eq(schema.shops.name, '静安寺店'))
    expect(shop).toMatchObject({ pinyin: 'jingansidian', initials: 'jasd', code: 'SH0127', manager: '周敏' })
  })

  it('lists the favourites of the inspector with 静安寺店 latest, and visits of nearly every shop', async () => {
    const collects = await postgres.db
      .select({ name: schema.shops.name, at: schema.shopCollects.createdAt })
      .from(schema.shopCollects)
      .innerJoin(schema.shops, eq(schema.shops.id, schema.shopCollects.shopId))
      .where(eq(schema.shopCollects.userId, inspectorId))
    collects.sort((a, b) => b.at.getTime() - a.at.getTime())
    expect(collects.map(({ name }) => name)).toEqual([
      '静安寺店',
      '杭州湖滨店',
      '南京新街口店',
      '苏州观前街店',
    ])
    const visited = await postgres.db
      .selectDistinct({ id: schema.checkShopRecords.shopId })
      .from(schema.checkShopRecords)
    expect(visited).toHaveLength(chain.shops.length - 1)
  })

  it('has a round for today and the days to come, done where the walker was that day, in sight of the walker', async () => {
    const { rows } = await postgres.db.execute<{ day: string; stops: number; wrong: number }>(sql`
      select r.day::text as day, count(*)::int as stops,
        count(*) filter (where (s.state = 'done') <> exists(
          select 1 from check_shop_records c where c.user_id = r.user_id and c.shop_id = s.shop_id
            and (c.ended_at at time zone 'Asia/Shanghai')::date = r.day))::int as wrong
      from patrol_rounds r join patrol_round_stops s on s.round_id = r.id
      where r.user_id = ${inspectorId} group by r.day order by r.day`)
    expect(rows[1]).toEqual({ day: '2026-11-20', stops: 6, wrong: 0 })
    expect(rows.every(row => row.stops === 6 && row.wrong === 0)).toBe(true)
    const areas = demoUsers.find(user => user.id === inspectorId)?.areas ?? []
    const regions = await postgres.db
      .selectDistinct({ regionId: schema.shops.regionId })
      .from(schema.patrolRoundStops)
      .innerJoin(schema.shops, eq(schema.shops.id, schema.patrolRoundStops.shopId))
    for (const { regionId } of regions) expect(areas).toContain(regionId)
  })

  it('has bookmarks in the recordings of the shop that is shown, none of them to come', async () => {
    const marked = await postgres.db.select().from(schema.bookmarks)
    expect(new Set(marked.map(({ title }) => title))).toEqual(new Set(['开门营业', '到货清点', '晚高峰排队']))
    for (const { at } of marked) expect(at.getTime()).toBeLessThan(now.getTime())
  })

  it('reads in English, too, whatever its people wrote', async () => {
    const { rows } = await postgres.db.execute<{ said: string }>(sql`
      select distinct said from (
        select name as said from presets union select unnest(phrases) from check_items
        union select remark from evaluation_details union select revoke_reason from evaluations
        union select remark from inspection_details union select content from daily_records
        union select remark from problems union select remark from problem_events
        union select content from problem_comments union select title from bookmarks
        union select name from walls union select name from rotations union select name from patrol_plans
        union select g ->> 'name' from rotations, jsonb_array_elements(groups) g
        union select zone_name from findings union select text from daily_remarks
      ) as written where said <> ''`)
    const [kept] = await postgres.db.select().from(schema.viewSettings)
    const known = new Set(glossary.parse(kept?.value).entries.map(({ zh }) => zh))
    expect(rows.length).toBeGreaterThan(150)
    expect(rows.filter(({ said }) => !known.has(said))).toEqual([])
  })

  it('has a public wall whose cameras exist', async () => {
    const [wall] = await postgres.db.select().from(schema.walls)
    expect(wall).toMatchObject({ name: '华东重点门店', layout: '3x3', isPublic: true })
    const ids = wall!.panes.map(pane => pane!.cameraId)
    const found = await postgres.db.select().from(schema.cameras).where(inArray(schema.cameras.id, ids))
    expect(found).toHaveLength(42)
  })

  it('leaves ids to the database that neither areas nor the demo use', async () => {
    const { rows } = await postgres.db.execute<{ id: string }>(sql`select nextval('aisle_ids')::text as id`)
    expect(Number(rows[0]?.id)).toBeGreaterThan(1_000_000)
  })

  it('leaves an installation alone that has users of its own', async () => {
    const rollback = new Error('only tried')
    const tried = postgres.db.transaction(async transaction => {
      await transaction.delete(schema.installation)
      await seedDemo({ ...deps(), db: transaction as unknown as DemoDeps['db'] })
      expect(await transaction.select().from(schema.installation)).toEqual([])
      throw rollback
    })
    await expect(tried).rejects.toBe(rollback)
  })
})

describe('provisioning the simulator', () => {
  const provision = () => provisionSimulator({ addresses: simulator.addresses, db: postgres.db, fetch })

  it('tells it every camera with its presets and what is wrong with it', async () => {
    await provision()
    for (const camera of cameras) {
      const simulated = simulator.world.find(camera.provider, camera.deviceCode, camera.channel)
      expect(simulated?.faults.offline).toBe(camera.offline !== undefined)
      expect(simulated?.ptz).toBe(camera.ptz)
      const held = [...simulator.world.presets(simulated!.id)].map(([index, { name, position }]) => ({
        index,
        name,
        position,
      }))
      expect(held).toEqual(camera.presets.map(({ id: _, ...preset }) => preset))
    }
  })

  it('keeps presets that were changed on the device when it is done again', async () => {
    const { id } = simulator.world.find(cameras[0]!.provider, cameras[0]!.deviceCode, cameras[0]!.channel)!
    simulator.world.removePreset(id, 6)
    await provision()
    expect(simulator.world.presets(id).has(6)).toBe(false)
  })

  it('points the demo accounts at it, but not one that an administrator pointed elsewhere', async () => {
    const elsewhere = 'https://vms.example.com'
    await postgres.db
      .update(schema.cameraAccounts)
      .set({ baseUrl: elsewhere })
      .where(eq(schema.cameraAccounts.id, platformAccounts.shilian.id))
    const moved = { ...simulator.addresses, ezviz: 'http://127.0.0.1:9' }
    await provisionSimulator({ addresses: moved, db: postgres.db, fetch })
    const rows = await postgres.db.select().from(schema.cameraAccounts)
    const urlOf = (id: string) => rows.find(row => row.id === id)?.baseUrl
    expect(urlOf(platformAccounts.ezviz1.id)).toBe(moved.ezviz)
    expect(urlOf(platformAccounts.ezviz2.id)).toBe(moved.ezviz)
    expect(urlOf(platformAccounts.huiyan.id)).toBe(simulator.addresses.huiyan)
    expect(urlOf(platformAccounts.shilian.id)).toBe(elsewhere)
  })

  it.each(Object.entries(platformAccounts))(
    'lets account %s sign in and turn its camera to a preset of the seed',
    async (key, account) => {
      const camera = cameras.find(
        one => one.account === key && one.ptz && !one.offline && one.presets.length > 0,
      )!
      const simulated = simulator.world.find(camera.provider, camera.deviceCode, camera.channel)!
      const provider = providers[account.provider]({
        account: { ...account, baseUrl: simulator.addresses[account.provider], settings: {} },
        memory: oneServerMemory(),
        fetch,
        now: Date.now,
        sleep,
        random: Math.random,
      })
      const preset = camera.presets[2]!
      await provider.presets.go(camera, preset.index)
      await expect
        .poll(() => simulator.media.position(simulated).zoom, { timeout: 10_000 })
        .toBeCloseTo(preset.position.zoom, 3)
    },
  )
})

/** What adapters remember, for one server that ends with the test. */
function oneServerMemory(): VendorMemory {
  const values = new Map<string, { value: string; expiresAt: number }>()
  const last = new Map<string, Promise<unknown>>()
  return {
    read: async key => values.get(key),
    write: async (key, value, expiresAt) => void values.set(key, { value, expiresAt }),
    remove: async key => void values.delete(key),
    exclusive(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work)
      last.set(
        key,
        turn.catch(() => undefined),
      )
      return turn
    },
  }
}
