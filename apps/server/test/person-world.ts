import Fastify from 'fastify'
import { factService, rollupKeeper } from '../src/modules/facts/service.ts'
import { floorMaps } from '../src/modules/persons/maps.ts'
import { personRoutes } from '../src/modules/persons/routes.ts'
import { sampleService } from '../src/modules/persons/samples.ts'
import { personService } from '../src/modules/persons/service.ts'
import { personStore } from '../src/modules/persons/store.ts'
import { trackService } from '../src/modules/persons/tracks.ts'
import { handleErrors } from '../src/platform/http/errors.ts'
import { mounter } from '../src/platform/http/mount.ts'
import { openLocks } from '../src/platform/locks.ts'
import {
  areas,
  auditLog,
  deviceLines,
  devices,
  entrances,
  floorPlans,
  floors,
  outsideCodes,
  roles,
  shops,
  userRoles,
  userScopes,
  users,
  zones,
} from '../src/platform/schema/index.ts'
import { everyShop, type Scope } from '../src/platform/scope.ts'
import { secretsFrom } from '../src/platform/secrets.ts'
import { testDatabase } from './database.ts'
import { measureStore } from './facts-world.ts'

const people = {
  guard: ['customer.face', 'track.view'],
  desk: ['customer.face'],
  /** Sees one shop of the two. */
  local: ['customer.face', 'track.view'],
  analyst: ['customer.view', 'flow.face'],
}
export type Who = keyof typeof people

/** Two shops with visits, stops and tracks of a few people in March 2026, and the calls about them. */
export async function personWorld() {
  const database = await testDatabase()
  const { db } = database
  const { client, rows } = await measureStore()
  for (const table of ['face_visit', 'face_capture', 'stay', 'track'])
    await client.command({ query: `ALTER TABLE ${table} REMOVE TTL` })
  const locks = openLocks(database.url, () => undefined)
  const now = () => new Date('2026-03-20T12:00:00Z')
  const measures = async () => ({ client })
  const rollups = rollupKeeper({ db, measures, locks, now })
  const facts = factService({
    db,
    measures,
    rollups,
    dayCut: async () => '00:00',
    sign: secretsFrom('a secret of the tests').sign,
    now,
  })

  await db.insert(areas).values({ id: '1', level: 'region', name: '区' })
  const area = { regionId: '1', provinceId: '1', cityId: '1', countyId: '1' }
  for (const id of ['801', '802']) {
    await db.insert(shops).values({ id, name: `店${id}`, nameEn: `Shop ${id}`, format: 'standard', ...area })
    await db
      .insert(floors)
      .values({ id: `${id}1`, shopId: id, name: '一层', nameEn: 'Ground floor', level: 1 })
    await db
      .insert(entrances)
      .values({ id: `${id}2`, shopId: id, floorId: `${id}1`, name: '东门', nameEn: 'East door' })
    for (const [zone, name] of [
      ['3', '鞋墙'],
      ['4', '收银台'],
    ] as const)
      await db.insert(zones).values({ id: `${id}${zone}`, shopId: id, floorId: `${id}1`, name, nameEn: name })
    await db
      .insert(devices)
      .values({ id: `${id}5`, sn: `face-${id}`, name: `人脸 ${id}`, kind: 'face', shopId: id })
    await db
      .insert(deviceLines)
      .values({ deviceId: `${id}5`, line: '1', number: 1, place: 'entrance', entranceId: `${id}2` })
    await db.insert(floorPlans).values({
      shopId: id,
      floorId: `${id}1`,
      widthCm: 2000,
      heightCm: 1000,
      mapCode: 'ground',
      outline: [
        [0, 0],
        [2000, 0],
        [2000, 1000],
        [0, 1000],
      ],
    })
    await db.insert(outsideCodes).values({ kind: 'map', space: id, code: 'ground', number: Number(`${id}6`) })
  }
  for (const [id, authorities] of Object.entries(people)) {
    await db.insert(roles).values({ id, nameZh: id, nameEn: id, authorities })
    await db
      .insert(users)
      .values({ id, loginName: id, realName: id, passwordHash: '-', allShops: id !== 'local' })
    await db.insert(userRoles).values({ userId: id, roleId: id })
  }
  await db.insert(userScopes).values({ userId: 'local', kind: 'shop', targetId: '801' })

  const app = Fastify()
  handleErrors(app, () => false)
  const scopes: Partial<Record<string, Scope>> = { local: { all: false, areaIds: [], shopIds: ['801'] } }
  const mount = mounter(app, {
    authenticate: async token => {
      const authorities = Object.hasOwn(people, token) ? people[token as Who] : undefined
      return authorities
        ? {
            userId: token,
            loginName: token,
            realName: token,
            authorities,
            scope: scopes[token] ?? everyShop,
            sessionHash: '',
          }
        : undefined
    },
    audit: async entry => {
      await db.insert(auditLog).values({ ...entry, userId: entry.userId ?? null })
    },
    checkAnswers: true,
  })
  const store = personStore(measures)
  const persons = personService({ db, store, noteChanged: rollups.note, now })
  personRoutes(mount, {
    persons,
    tracks: trackService({ db, store, ...floorMaps(db) }),
    samples: sampleService({ db, store, now }),
  })
  await app.ready()

  return {
    db,
    client,
    rows,
    facts,
    rollups,
    persons,
    measures,
    now,
    async call(who: Who, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
      const answer = await app.inject({
        method,
        url: `/api/persons${path}`,
        headers: { accesstoken: who },
        ...(payload ? { payload } : {}),
      })
      return { status: answer.statusCode, ...answer.json() }
    },
    audited: () => db.select().from(auditLog).orderBy(auditLog.id),
    async close() {
      await app.close()
      await locks.close()
      await database.close()
    },
  }
}
