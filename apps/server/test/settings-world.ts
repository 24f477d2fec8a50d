import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { installHolidays } from '../src/modules/business/holidays.ts'
import { businessRoutes } from '../src/modules/business/routes.ts'
import { rotationRoutes } from '../src/modules/rotations/routes.ts'
import { viewSettingsRoutes } from '../src/modules/view-settings/routes.ts'
import { handleErrors } from '../src/platform/http/errors.ts'
import { mounter } from '../src/platform/http/mount.ts'
import type { Caller } from '../src/platform/http/request.ts'
import {
  areas,
  cameraAccounts,
  cameras,
  presets,
  roles,
  shops,
  userRoles,
  users,
} from '../src/platform/schema/index.ts'
import { testDatabase } from './database.ts'

const callers = {
  chief: {
    authorities: ['settings.view', 'admin.users', 'inspect.plan', 'inspect.view'],
    scope: { all: true },
  },
  east: {
    authorities: ['settings.view', 'inspect.plan', 'inspect.view'],
    scope: { all: false, areaIds: ['east'], shopIds: [] },
  },
  west: {
    authorities: ['settings.view', 'inspect.view'],
    scope: { all: false, areaIds: ['west'], shopIds: [] },
  },
  reader: { authorities: [], scope: { all: true } },
} as const satisfies Record<string, Pick<Caller, 'authorities' | 'scope'>>
export type Who = keyof typeof callers

/** Settings, business rules and rotations over two areas with a shop and a camera each; a token is a caller's name. */
export async function settingsWorld() {
  const database = await testDatabase()
  const { db } = database
  for (const id of ['east', 'west']) {
    await db.insert(areas).values({ id, level: 'region', parentId: null, name: id })
    const place = { regionId: id, provinceId: id, cityId: id, countyId: id }
    await db.insert(shops).values({
      id: `${id}-shop`,
      code: `${id.toUpperCase()}1`,
      name: `${id}店`,
      format: 'standard',
      ...place,
    })
  }
  await db.insert(cameraAccounts).values({
    id: 'account',
    provider: 'ezviz',
    name: 'a',
    baseUrl: 'http://localhost',
    credentials: '',
  })
  for (const id of ['east', 'west']) {
    await db.insert(cameras).values({
      id: `${id}-camera`,
      shopId: `${id}-shop`,
      accountId: 'account',
      provider: 'ezviz',
      deviceCode: id,
      channel: '1',
      number: '01',
      name: id,
    })
    await db.insert(presets).values({ id: `${id}-preset`, cameraId: `${id}-camera`, name: 'p', index: 1 })
  }
  await db.insert(roles).values({ id: 'duty', nameZh: '值班', nameEn: 'Duty', authorities: [] })
  for (const loginName of Object.keys(callers))
    await db.insert(users).values({ id: loginName, loginName, realName: loginName, passwordHash: '-' })
  await db.insert(userRoles).values({ userId: 'east', roleId: 'duty' })
  await installHolidays(db)

  const app = Fastify({ bodyLimit: 1_000_000 })
  await app.register(multipart)
  handleErrors(app)
  const audited: string[] = []
  const mount = mounter(app, {
    authenticate: async token => {
      const known = Object.entries(callers).find(([who]) => who === token)
      return (
        known && { userId: known[0], loginName: known[0], realName: known[0], sessionHash: '', ...known[1] }
      )
    },
    audit: async entry => {
      audited.push(`${entry.userId} ${entry.action} ${entry.target}`)
    },
    checkAnswers: true,
  })
  const deps = { db, now: () => new Date('2026-11-20T02:00:00Z') }
  viewSettingsRoutes(mount, deps)
  const counted = { any: false }
  businessRoutes(mount, { ...deps, hasFacts: async () => counted.any })
  rotationRoutes(mount, deps)
  return {
    db,
    audited,
    /** Whether the measure store holds anything. */
    counted,
    async call(who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
      const answer = await app.inject({
        method,
        url: `/api${url}`,
        headers: { accesstoken: who, 'accept-language': 'en' },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, ...answer.json() }
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}
