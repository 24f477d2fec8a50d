import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../src/modules/demo/seed.ts'
import { startJobs } from '../src/platform/jobs.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { cameras } from '../src/platform/schema/index.ts'
import { secretsFrom } from '../src/platform/secrets.ts'
import { eventually, simulatedPlatforms } from './aisle.ts'
import { testDatabase } from './database.ts'
import { control, type DemoCamera, demoCamera } from './platforms.ts'
import { type Client, client, type ServerProcess, signIn, startServer } from './server-process.ts'

// Real processes, killed for real. Each test leaves both servers running for the next.

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aisle-crash-'))
  // Embedded stores end a few seconds after their last server was killed.
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 60, retryDelay: 250 }))
  return folder
}

describe('two servers on one PostgreSQL', async () => {
  const simulator = await simulatedPlatforms()
  const { process: _, ...addresses } = simulator
  const platforms = control(simulator)
  const database = await testDatabase()
  afterAll(() => database.close())
  const secret = 'a secret of both servers'
  const env = {
    DATABASE_URL: database.url,
    AISLE_DATA: await dataFolder(),
    AISLE_SECRET: secret,
    AISLE_DEMO: '1',
    AISLE_SIMULATOR: JSON.stringify(addresses),
  }
  const { encrypt } = secretsFrom(secret)
  await seedDemo({ db: database.db, now: new Date(), hashPassword, encrypt, log: () => undefined })
  // Posters are not what is looked at here.
  await database.db.update(cameras).set({ posterAt: new Date() })

  let first = startServer(env)
  const second = startServer(env)
  let urls = { first: await first.ready, second: await second.ready }
  const inspector = await signIn(urls.first, 'inspector')
  const admin = await signIn(urls.second, 'admin')
  const onSecond = client(urls.second, inspector.token)

  const steer = (who: Client, { id }: DemoCamera, body: object) =>
    who.call('POST', `/api/cameras/${id}/ptz`, body)
  const stands = (camera: DemoCamera) =>
    eventually(async () => !(await platforms.movement(camera)), `${camera.id} stands still`, 10_000)
  const restart = async () => {
    first = startServer(env)
    urls = { ...urls, first: await first.ready }
    return client(urls.first, inspector.token)
  }

  it('know each other’s sessions, and a sign-out on one counts on the other', async () => {
    expect((await onSecond.call('GET', '/api/auth/me')).data.loginName).toBe('inspector')
    const viewer = await signIn(urls.second, 'viewer')
    expect((await client(urls.first, viewer.token).call('POST', '/api/auth/logout')).code).toBe(200)
    expect((await viewer.call('GET', '/api/auth/me')).code).toBe(401)
  })

  it('let one user steer a camera, whichever server is asked', async () => {
    const camera = demoCamera('ezviz', 1)
    expect((await steer(inspector, camera, { command: 'zoomIn', durationMs: 5000 })).status).toBe(200)
    expect(await steer(admin, camera, { command: 'zoomOut' })).toMatchObject({
      status: 409,
      heldBy: { name: '林晓彤' },
    })
    expect((await steer(onSecond, camera, { command: 'stop' })).status).toBe(200)
    expect(await platforms.movement(camera)).toBeUndefined()
  })

  it('agree on the end of a move that the other one prolongs', async () => {
    const camera = demoCamera('ezviz', 2)
    await steer(inspector, camera, { command: 'zoomIn', durationMs: 600 })
    const { data } = await steer(onSecond, camera, { command: 'zoomIn', durationMs: 1800 })
    await stands(camera)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(data.stopsAt) - 50)
  })

  it('sign in to a platform once', async () => {
    const since = Date.now()
    await platforms.expireTokens('huiyan')
    const [one, other] = [demoCamera('huiyan', 1), demoCamera('huiyan', 2)]
    const answers = await Promise.all([
      inspector.call('POST', `/api/cameras/${one.id}/live`, {}),
      onSecond.call('POST', `/api/cameras/${other.id}/live`, {}),
    ])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(await platforms.requests('huiyan', /user\/login$/, since)).toHaveLength(1)
  })

  it('one killed while a camera turns: the other one stops it', async () => {
    const camera = demoCamera('ezviz', 3)
    const asked = Date.now()
    const { data } = await steer(inspector, camera, { command: 'zoomIn', durationMs: 1500 })
    expect((await first.end('SIGKILL')).signal).toBe('SIGKILL')
    expect(await platforms.movement(camera)).toBe('zoomIn')
    await stands(camera)
    const [stop] = await platforms.requests('ezviz', /ptz\/stop$/, asked)
    expect(stop?.at).toBeGreaterThan(Date.parse(data.stopsAt))
    expect((stop?.at ?? 0) - Date.parse(data.stopsAt)).toBeLessThan(7000)
  })

  it('one killed among uploads: what it answered for is there byte for byte, and nothing twice', async () => {
    const target = demoCamera('shilian', 1)
    const fields = { shopId: target.shopId, videoNo: target.deviceCode, channelNo: target.channel }
    const path = '/api/monitor/checkShop/uploadCheckShopFile_shilian'
    const started = await restart()
    const acknowledged = new Map<string, { id: string; fileAddr: string; jpeg: Buffer }>()
    let sent = 0
    const uploading = Array.from({ length: 6 }, async () => {
      for (;;) {
        const number = sent++
        const background = { r: number % 256, g: (number * 7) % 256, b: number >> 8 }
        const jpeg = await sharp({ create: { width: 320, height: 180, channels: 3, background } })
          .withExif({ IFD0: { ImageDescription: `picture ${number}` } })
          .jpeg()
          .toBuffer()
        const file = `data:image/jpeg;base64,${jpeg.toString('base64')}`
        const answer = await started.call('POST', path, { ...fields, file })
        if (answer.code === 200) acknowledged.set(jpeg.toString('base64'), { ...answer.data, jpeg })
      }
    })
    const broken = Promise.allSettled(uploading)
    await eventually(async () => acknowledged.size >= 20, 'twenty pictures are acknowledged', 30_000)
    await first.end('SIGKILL')
    await broken

    const again = await restart()
    const list = `/api/monitor/checkShop/findCheckShopFileList2?shopId=${target.shopId}&videoNo=${target.deviceCode}&channelNo=${target.channel}&pageSize=9999`
    const { records } = (await again.call('GET', list)).data
    const ids = new Set(records.map((record: { id: string }) => record.id))
    const kept = new Set<string>()
    for (const { fileAddr } of records) {
      const bytes = (await again.bytes(fileAddr)).toString('base64')
      expect(kept.has(bytes), `${fileAddr} twice`).toBe(false)
      kept.add(bytes)
    }
    for (const [bytes, { id, fileAddr, jpeg }] of acknowledged) {
      expect(ids.has(id)).toBe(true)
      expect(kept.has(bytes)).toBe(true)
      expect((await onSecond.bytes(fileAddr)).equals(jpeg)).toBe(true)
    }
    expect(records.length).toBeLessThanOrEqual(sent)
  })

  it('run each job once', async () => {
    let runs = 0
    const job = {
      name: 'counted',
      every: '0 0 1 1 *',
      async run() {
        runs += 1
        await sleep(200)
      },
    }
    const runners = await Promise.all([1, 2].map(() => startJobs(database.url, [job], () => undefined)))
    const boss = new PgBoss({ connectionString: database.url, max: 2 })
    await boss.start()
    await Promise.all([boss.send('counted', {}), boss.send('counted', {})])
    await eventually(async () => runs > 0, 'the job runs')
    await sleep(500)
    expect(runs).toBe(1)
    await boss.stop({ graceful: false })
    await Promise.all(runners.map(runner => runner.close()))
  })

  it('one asked to end stops what it turns and exits with 0, while the other one goes on', async () => {
    const camera = demoCamera('shilian', 2)
    const here = client(urls.first, inspector.token)
    expect((await steer(here, camera, { command: 'zoomIn', durationMs: 10_000 })).status).toBe(200)
    const { code, afterMs } = await first.end('SIGTERM')
    expect(code).toBe(0)
    expect(afterMs).toBeLessThan(10_000)
    expect(await platforms.movement(camera)).toBeUndefined()
    expect((await onSecond.call('GET', '/api/health')).data.status).toBe('ok')
  })

  it('the last one killed while a camera turns: the next to start stops it', async () => {
    const camera = demoCamera('ezviz', 4)
    await steer(onSecond, camera, { command: 'zoomIn', durationMs: 500 })
    await second.end('SIGKILL')
    await sleep(1000)
    expect(await platforms.movement(camera)).toBe('zoomIn')
    await restart()
    await stands(camera)
    expect((await first.end('SIGTERM')).code).toBe(0)
  })
})

describe('a server with its own stores', async () => {
  const env = { AISLE_DATA: await dataFolder() }

  it('killed at any moment of its start, starts the next time, and keeps what it was told', async () => {
    for (const delayMs of [150, 700, 1800]) {
      const killed = startServer(env)
      await Promise.race([sleep(delayMs), killed.ready.catch(() => undefined)])
      await killed.end('SIGKILL')
    }
    const started = startServer(env)
    const url = await started.ready
    const user = await signIn(url, 'inspector')
    expect((await user.call('GET', '/api/health')).data).toMatchObject({
      status: 'ok',
      postgres: true,
      clickhouse: true,
    })
    const shops = (await user.call('POST', '/api/ireportx/shopInfo/findAllShops')).data.length
    expect(shops).toBeGreaterThan(10)
    expect((await user.call('PUT', '/api/settings/theme', { value: 'control-room' })).code).toBe(200)
    await started.end('SIGKILL')

    const next: ServerProcess = startServer(env)
    const back = client(await next.ready, user.token)
    expect((await back.call('GET', '/api/settings/theme')).data).toBe('control-room')
    expect((await back.call('POST', '/api/ireportx/shopInfo/findAllShops')).data).toHaveLength(shops)
    const { code, afterMs } = await next.end('SIGTERM')
    expect(code).toBe(0)
    expect(afterMs).toBeLessThan(10_000)
  }, 120_000)
})
