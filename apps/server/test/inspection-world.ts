import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type InjectOptions } from 'fastify'
import { inspectionRoutes } from '../src/modules/inspection/routes.ts'
import { inspectionService } from '../src/modules/inspection/service.ts'
import { pictureRoutes } from '../src/modules/pictures/routes.ts'
import { pictureService } from '../src/modules/pictures/service.ts'
import { handleErrors } from '../src/platform/http/errors.ts'
import { mounter } from '../src/platform/http/mount.ts'
import { maxFileBytes } from '../src/platform/http/multipart.ts'
import type { Caller } from '../src/platform/http/request.ts'
import { folderDisk } from '../src/platform/pictures.ts'
import { areas, cameraAccounts, cameras, presets, shops, users } from '../src/platform/schema/index.ts'
import { testDatabase } from './database.ts'

/** Who calls in the tests of pictures and records; each is a token of the same name. */
export type Who = 'inspector' | 'colleague' | 'stranger' | 'reader' | 'nobody'

const operator = ['inspect.view', 'inspect.operate']
const scopes = {
  inspector: { authorities: operator, scope: { all: false, areaIds: ['east'], shopIds: [] } },
  colleague: { authorities: operator, scope: { all: true } },
  stranger: { authorities: operator, scope: { all: false, areaIds: [], shopIds: ['paris'] } },
  reader: { authorities: ['inspect.view'], scope: { all: true } },
  nobody: { authorities: [], scope: { all: true } },
} as const satisfies Record<Who, Pick<Caller, 'authorities' | 'scope'>>

/**
 * The calls about pictures and records on a database of their own: shop `jingan` (Shanghai, in area `east`) with a camera of
 * each provider, shop `paris` (Europe/Paris, in area `west`) with one.
 */
export async function inspectionWorld() {
  const database = await testDatabase()
  const { db } = database
  const folder = await mkdtemp(join(tmpdir(), 'aisle-pictures-'))
  let clock = new Date('2026-10-01T02:00:00.000Z')
  const now = () => new Date(clock)

  for (const [id, level, parentId] of [
    ['east', 'region', null],
    ['west', 'region', null],
    ['shanghai', 'province', 'east'],
    ['france', 'province', 'west'],
  ] as const)
    await db.insert(areas).values({ id, level, parentId, name: id })
  const shop = { format: 'standard', code: '' } as const
  const place = (region: string, province: string) => ({
    regionId: region,
    provinceId: province,
    cityId: province,
    countyId: province,
  })
  await db.insert(shops).values([
    { ...shop, id: 'jingan', name: '静安寺店', ...place('east', 'shanghai') },
    { ...shop, id: 'paris', name: '巴黎店', timeZone: 'Europe/Paris', ...place('west', 'france') },
  ])
  for (const loginName of Object.keys(scopes))
    await db
      .insert(users)
      .values({ id: loginName, loginName, realName: `${loginName} 名`, passwordHash: '-' })
  for (const provider of ['ezviz', 'shilian', 'huawei', 'huiyan'] as const) {
    const account = { id: provider, provider, name: provider, baseUrl: 'http://localhost', credentials: '' }
    await db.insert(cameraAccounts).values(account)
    await db.insert(cameras).values({
      id: `${provider}-camera`,
      shopId: 'jingan',
      accountId: provider,
      provider,
      deviceCode: `${provider}-1`,
      channel: '1',
      number: '01',
      name: `${provider} 门口`,
    })
  }
  await db.insert(cameras).values({
    id: 'paris-camera',
    shopId: 'paris',
    accountId: 'ezviz',
    provider: 'ezviz',
    deviceCode: 'paris-1',
    channel: '1',
    number: '01',
    name: 'Paris',
  })
  await db.insert(presets).values({ id: 'till', cameraId: 'ezviz-camera', name: '收银台', index: 1 })

  const app = Fastify({ bodyLimit: 1_000_000, routerOptions: { maxParamLength: 8000 } })
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart, { limits: { fileSize: maxFileBytes } })
  handleErrors(app)
  const authenticate = async (token: string): Promise<Caller | undefined> => {
    const known = Object.entries(scopes).find(([who]) => who === token)
    if (!known) return undefined
    const [who, { authorities, scope }] = known
    return { userId: who, loginName: who, realName: who, authorities, scope, sessionHash: who }
  }
  const audited: string[] = []
  const mount = mounter(app, {
    authenticate,
    audit: async entry => {
      audited.push(`${entry.userId} ${entry.action} ${entry.target}`)
    },
    checkAnswers: true,
  })
  const disk = await folderDisk(join(folder, 'pictures'))
  const pictures = pictureService({ db, disk, now })
  pictureRoutes(app, mount, { pictures, authenticate })
  inspectionRoutes(mount, inspectionService({ db, now }))

  return {
    app,
    db,
    disk,
    pictures,
    audited,
    now,
    folder: join(folder, 'pictures'),
    at(time: string) {
      clock = new Date(time)
    },
    async call(who: Who | undefined, method: InjectOptions['method'], path: string, payload?: object) {
      const answer = await app.inject({
        method: method ?? 'GET',
        url: path.startsWith('/') ? path : `/api/monitor/checkShop/${path}`,
        headers: who ? { accesstoken: who } : {},
        ...(payload ? { payload } : {}),
      })
      return { status: answer.statusCode, ...answer.json() }
    },
    async close() {
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type InspectionWorld = Awaited<ReturnType<typeof inspectionWorld>>
