import { type ProviderName, providerNames } from '@aisle/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { platformAccounts } from '../src/modules/demo/platform-accounts.ts'
import { aisle, eventually, simulatedPlatforms } from './aisle.ts'
import { control, type DemoCamera, demoCamera, watch } from './platforms.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const admin = await server.as('admin')

const accounts: Record<ProviderName, string> = {
  ezviz: platformAccounts.ezviz1.id,
  shilian: platformAccounts.shilian.id,
  huawei: platformAccounts.huawei.id,
  huiyan: platformAccounts.huiyan.id,
}
/** What would only make the tests slow: repeats, and how long a platform is left alone. */
const quick = { retries: '0', breakerFailures: '4', breakerOpenMs: '1000' }
async function setUp(provider: ProviderName, settings: Record<string, string> = {}, more: object = {}) {
  const body = { settings: { ...quick, ...settings }, ...more }
  expect((await admin.call('PUT', `/api/camera-accounts/${accounts[provider]}`, body)).code).toBe(200)
}
for (const provider of providerNames) await setUp(provider)
// Addresses that nobody opens count as views: the limit has a test of its own.
await platforms.switches('shilian', { previewsPerDevice: 1000 })

type Answer = Awaited<ReturnType<typeof live>>
const live = ({ id }: DemoCamera, language = 'zh-CN') =>
  server.call(
    'POST',
    `/api/cameras/${id}/live`,
    {},
    { accesstoken: inspector.token, 'accept-language': language },
  )
const statusOf = async ({ id }: DemoCamera) =>
  (await inspector.call('GET', `/api/cameras?ids=${id}`)).data[0].status
const plays = async (camera: DemoCamera) => {
  const answer = await live(camera)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.candidates
}
function expectProblem(answer: Answer, status: number, reason: string, msg: string) {
  expect(answer).toMatchObject({ status, code: 10001, reason, msg, data: null })
  if (status >= 500) expect(answer).toHaveProperty('traceId')
  expect(JSON.stringify(answer)).not.toMatch(/\bat .*\.ts:|aisle-shilian|ECONN/)
}

afterEach(async () => {
  // Whatever went wrong outside, the session of the user goes on.
  expect((await inspector.call('GET', '/api/auth/me')).code).toBe(200)
})

// Of each fault the four platforms side by side: most of it is waiting.

describe('a platform that is down', () => {
  it.concurrent.each(providerNames)(
    '%s: users read that, it is left alone for a while, and used again when it is back',
    async provider => {
      const camera = demoCamera(provider)
      await plays(camera)
      await platforms.switches(provider, { down: true })
      expectProblem(await live(camera), 502, 'upstream', '摄像头平台出错，请稍后重试')
      expect((await live(camera, 'en')).msg).toBe('The camera platform failed. Try again.')
      const open = await eventually(async () => {
        const answer = await live(camera)
        return answer.reason === 'breakerOpen' && answer
      }, 'the breaker opens')
      expectProblem(open, 502, 'breakerOpen', '摄像头平台暂时不可用，正在自动恢复')
      expect(Number(open.headers['retry-after'])).toBeGreaterThan(0)
      await platforms.switches(provider, { down: false })
      await eventually(async () => (await live(camera)).status === 200, 'the breaker closes')
    },
  )
})

describe('a platform that is slow', () => {
  it.concurrent.each(providerNames)('%s: the caller is told in time', async provider => {
    const camera = demoCamera(provider)
    await setUp(provider, { timeoutMs: '700', playTimeoutMs: '700' })
    await platforms.switches(provider, { slowMs: 5000 })
    const asked = Date.now()
    expectProblem(await live(camera), 504, 'timeout', '摄像头平台响应超时，请稍后重试')
    expect(Date.now() - asked).toBeLessThan(5000)
    expect((await live(camera, 'en')).msg).toBe('The camera platform did not answer in time. Try again.')
    await platforms.switches(provider, { slowMs: 0 })
    await setUp(provider)
    await plays(camera)
  })
})

describe('a platform that calls our token wrong', () => {
  it.concurrent.each(providerNames)('%s: another one is got and the user notices nothing', async provider => {
    const camera = demoCamera(provider)
    await plays(camera)
    const since = Date.now()
    await platforms.expireTokens(provider)
    await plays(camera)
    const signIns = await platforms.requests(provider, /token\/get$|\/login$|access-token$/, since)
    expect(signIns).toHaveLength(1)
    await Promise.all([plays(camera), plays(demoCamera(provider, 1))])
    expect(await platforms.requests(provider, /token\/get$|\/login$|access-token$/, since)).toHaveLength(1)
  })
})

describe('a platform that answers garbage', () => {
  it.concurrent.each(providerNames)('%s: it is an error of the platform', async provider => {
    const camera = demoCamera(provider)
    for (const fault of ['garbage', 'serverError']) {
      await platforms.faults(camera, { [fault]: true })
      const answer = await live(camera)
      expect(answer).toMatchObject({ status: 502, code: 10001, reason: 'upstream' })
      await platforms.faults(camera, { [fault]: false })
    }
    await eventually(async () => (await live(camera)).status === 200, 'it is used again')
  })
})

describe('a platform that has let an address expire', () => {
  it.concurrent.each(providerNames)('%s: a new one plays', async provider => {
    const camera = demoCamera(provider)
    await platforms.faults(camera, { expiredAddress: true })
    const old = await plays(camera)
    const refused = await watch(old).catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(refused?.bytes() ?? 0).toBeLessThan(1000)
    refused?.leave()
    await platforms.faults(camera, { expiredAddress: false })
    const stream = await watch(await plays(camera))
    await eventually(async () => stream.bytes() > 5000, 'the new address plays')
    stream.leave()
  })
})

describe('a platform that does not reach a camera', () => {
  it.concurrent.each(providerNames)('%s: that camera is offline until it is back', async provider => {
    const camera = demoCamera(provider)
    const other = demoCamera(provider, 2)
    await platforms.faults(other, { offline: true })
    expectProblem(await live(other), 502, 'offline', '摄像头离线')
    expect((await live(other, 'en')).msg).toBe('The camera is offline')
    expect(await statusOf(other)).toBe('offline')
    for (const [method, path, body] of [
      ['POST', 'ptz', { command: 'zoomIn' }],
      ['POST', 'snapshot', {}],
      ['POST', 'presets', {}],
    ] as const) {
      const answer = await inspector.call(method, `/api/cameras/${other.id}/${path}`, body)
      expect(answer, path).toMatchObject({ status: 502, code: 10001, reason: 'offline' })
    }
    expect((await live(camera)).status).toBe(200)
    await platforms.faults(other, { offline: false })
    await plays(other)
    expect(await statusOf(other)).toBe('online')
  })
})

describe('a platform that does not know our password', () => {
  it.concurrent.each(providerNames)('%s: an administrator is needed, and then it goes on', async provider => {
    const camera = demoCamera(provider)
    const { credentials } = Object.values(platformAccounts).find(({ id }) => id === accounts[provider]) ?? {}
    const wrong = Object.fromEntries(
      Object.keys(credentials ?? {}).map(name => [name, name === 'userId' ? '2026112100000001' : 'wrong']),
    )
    await setUp(provider, {}, { credentials: wrong })
    await platforms.expireTokens(provider)
    const answer = await live(camera)
    expect(answer).toMatchObject({ code: 10001, data: null })
    expect(['misconfigured', 'notAllowed', 'upstream']).toContain(answer.reason)
    await setUp(provider, {}, { credentials })
    await plays(camera)
  })
})

describe('a camera of the third provider that somebody else steers', () => {
  it('is not turned, and users read why', async () => {
    const camera = demoCamera('huawei', 3)
    await platforms.faults(camera, { lockedBy: 'somebody else' })
    const steer = (language: string) =>
      server.call(
        'POST',
        `/api/cameras/${camera.id}/ptz`,
        { command: 'zoomIn' },
        { accesstoken: inspector.token, 'accept-language': language },
      )
    expect(await steer('zh')).toMatchObject({
      status: 409,
      code: 409,
      reason: 'controlledByOther',
      msg: '摄像头正由其他用户控制',
    })
    expect((await steer('en')).msg).toBe('Someone else is steering this camera')
    const preset = camera.presets[0]?.id
    expect(await inspector.call('POST', `/api/cameras/${camera.id}/presets/${preset}/go`)).toMatchObject({
      status: 409,
      reason: 'controlledByOther',
    })
    expect(await platforms.movement(camera)).toBeUndefined()
    await platforms.faults(camera, { lockedBy: '' })
    expect((await steer('zh')).status).toBe(200)
  })
})

describe('a platform that refuses', () => {
  it('because it is asked too often is named busy, not broken', async () => {
    const camera = demoCamera('shilian', 4)
    await plays(camera)
    await platforms.switches('shilian', { callsPerSecond: 1 })
    const answers = await Promise.all([live(camera), live(camera), live(camera)])
    await platforms.switches('shilian', { callsPerSecond: 0 })
    for (const { status, reason } of answers)
      if (status !== 200) expect(['busy', 'limitReached', 'upstream']).toContain(reason)
    expect(answers.some(answer => answer.status === 200)).toBe(true)
  })

  it('an encrypted camera says what to do', async () => {
    const camera = demoCamera('ezviz', 4)
    await platforms.faults(camera, { encrypted: true })
    expectProblem(await live(camera), 400, 'encrypted', '视频已加密，请在平台关闭加密或填写验证码')
    await platforms.faults(camera, { encrypted: false })
  })

  it('now and then with its own fault is asked again, so that reading goes on', async () => {
    const { id } = demoCamera('ezviz', 5)
    await setUp('ezviz', { retries: '2', retryDelayMs: '20' })
    const to = new Date(Date.now() - 3_600_000).toISOString()
    const from = new Date(Date.now() - 7_200_000).toISOString()
    const since = Date.now()
    await platforms.faults(demoCamera('ezviz', 5), { serverError: true })
    const list = inspector.call('GET', `/api/cameras/${id}/recordings?from=${from}&to=${to}`)
    await eventually(
      async () => (await platforms.requests('ezviz', /video\/by\/time$/, since)).length > 0,
      'the first try',
    )
    expect([200, 502]).toContain((await list).status)
    expect((await platforms.requests('ezviz', /video\/by\/time$/, since)).length).toBeGreaterThan(1)
    await platforms.faults(demoCamera('ezviz', 5), { serverError: false })
    await setUp('ezviz')
  })
})

it('a shop is shown while every platform is down', async () => {
  for (const provider of providerNames) await platforms.switches(provider, { down: true })
  const { shopId } = demoCamera('ezviz')
  const videos = `/api/monitor/checkShop/getVideosByShop?shopid=${shopId}&pageSize=1000`
  expect((await inspector.call('GET', videos)).data.records.length).toBeGreaterThan(3)
  expect((await inspector.call('GET', `/api/cameras?shopId=${shopId}`)).data.length).toBeGreaterThan(3)
  expect((await server.call('GET', '/api/health')).data.status).toBe('ok')
})
