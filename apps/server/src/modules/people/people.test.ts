import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, base64 } from '../../../test/aisle.ts'
import { auditLog, loginFailures, sessions, users } from '../../platform/schema/index.ts'

const server = await aisle({ env: { AISLE_SESSION_IDLE: '3600', AISLE_SESSION_MAX: '7200' } })
const { call, database } = server
const login = (username: string, password: string, more: object = {}) =>
  call('POST', '/api/auth/login', {
    username: base64(username),
    password: base64(password),
    encryption: 1,
    ...more,
  })

describe('signing in', () => {
  it('takes name and password in Base64 and answers the user with what the roles allow', async () => {
    const { status, code, data } = await login('inspector', 'Aisle2026')
    expect({ status, code }).toEqual({ status: 200, code: 200 })
    expect(data.user).toMatchObject({ loginName: 'inspector', realName: '林晓彤' })
    expect(data.user.authorities).toContain('inspect.operate')
    expect(data.user.authorities).not.toContain('admin.users')
    expect(data.mustChangePassword).toBe(false)
  })

  it('takes them plain with encryption 0, in JSON or as a form', async () => {
    expect(
      (await call('POST', '/api/auth/login', { username: 'analyst', password: 'Aisle2026', encryption: 0 }))
        .code,
    ).toBe(200)
    const form = await call('POST', '/api/auth/login', 'username=analyst&password=Aisle2026&encryption=0', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.code).toBe(200)
  })

  it('says the same for a wrong name and a wrong password', async () => {
    const [name, password] = [await login('nobody-here', 'Aisle2026'), await login('viewer', 'wrong1')]
    expect(name).toMatchObject({ status: 400, code: 10001 })
    expect(password.msg).toBe(name.msg)
  })

  it('answers 400 with the field for what is not Base64', async () => {
    const answer = await call('POST', '/api/auth/login', {
      username: '***',
      password: base64('x'),
      encryption: 1,
    })
    expect(answer).toMatchObject({ status: 400, code: 400, errors: [{ path: 'username' }] })
  })

  it('refuses a name after five failures, says how long to wait, and leaves other names alone', async () => {
    for (let tries = 0; tries < 5; tries++) expect((await login('support', 'wrong1')).code).toBe(10001)
    const refused = await login('support', 'Aisle2026')
    expect(refused).toMatchObject({ status: 429, code: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect((await login('viewer', 'Aisle2026')).code).toBe(200)
  })

  it('gives a name no more tries at once than one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => login('analyst', `wrong${index}`)),
    )
    expect(answers.filter(({ code }) => code === 10001)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(15)
  })

  it('looks at no more than fifty undecided tries of one address', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `nobody-${index}`)
    const answers = await Promise.all(names.map(name => login(name, 'wrong1')))
    expect(answers.filter(({ code }) => code === 10001).length).toBeLessThanOrEqual(50)
    const refused = answers.find(({ code }) => code === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    await database.db.delete(loginFailures)
  })

  it('stores tokens as hashes only', async () => {
    const { data } = await login('viewer', 'Aisle2026')
    const rows = await database.db.select().from(sessions)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(data.accessToken)
  })
})

describe('a session', () => {
  it('is known by either header', async () => {
    const { token } = await server.as('viewer')
    expect(
      (await call('GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })).data.loginName,
    ).toBe('viewer')
    expect((await call('GET', '/api/auth/me', undefined, { accesstoken: token })).data.loginName).toBe(
      'viewer',
    )
    expect(await call('GET', '/api/auth/me')).toMatchObject({ status: 401, code: 401 })
  })

  it('is void from the sign-out on', async () => {
    const viewer = await server.as('viewer')
    expect((await viewer.call('POST', '/api/auth/logout')).code).toBe(200)
    expect((await viewer.call('GET', '/api/auth/me')).code).toBe(401)
  })

  it('ends when it rested too long, and when it lived too long', async () => {
    const viewer = await server.as('viewer')
    const of = (change: object) => database.db.update(sessions).set(change)
    await of({ lastUsedAt: new Date(Date.now() - 3_601_000) })
    expect((await viewer.call('GET', '/api/auth/me')).code).toBe(401)
    await of({ lastUsedAt: new Date() })
    expect((await viewer.call('GET', '/api/auth/me')).code).toBe(200)
    await of({ expiresAt: new Date(Date.now() - 1000) })
    expect((await viewer.call('GET', '/api/auth/me')).code).toBe(401)
  })

  it('ends at once for a disabled account', async () => {
    const viewer = await server.as('viewer')
    await database.db.update(users).set({ disabled: true }).where(eq(users.loginName, 'viewer'))
    expect((await viewer.call('GET', '/api/auth/me')).code).toBe(401)
    await database.db.update(users).set({ disabled: false }).where(eq(users.loginName, 'viewer'))
  })

  it('tells the scope of the account by name', async () => {
    const inspector = await server.as('inspector')
    const { scope } = (await inspector.call('GET', '/api/auth/me')).data
    expect(scope.all).toBe(false)
    expect(scope.areas.map((area: { name: string }) => area.name)).toContain('华东大区')
  })
})

describe('changing the password', () => {
  it('checks the old one, the rule and the last three, and ends the other sessions', async () => {
    const [here, there] = [await server.as('admin'), await server.as('admin')]
    const change = (from: string, to: string) =>
      here.call('POST', '/api/auth/password', { oldPassword: base64(from), newPassword: base64(to) })
    expect(await change('not mine', 'Better2026')).toMatchObject({ code: 10001, reason: 'wrongOldPassword' })
    for (const weak of ['12345', 'letters', '12345678', 'a1'.repeat(11)])
      expect(await change('Aisle2026', weak)).toMatchObject({ code: 10001, reason: 'weakPassword' })
    expect(await change('Aisle2026', 'Aisle2026')).toMatchObject({ code: 10001, reason: 'usedPassword' })
    expect((await change('Aisle2026', 'Better2026')).code).toBe(200)
    expect((await there.call('GET', '/api/auth/me')).code).toBe(401)
    expect((await here.call('GET', '/api/auth/me')).code).toBe(200)
    expect((await change('Better2026', 'Best2026!')).code).toBe(200)
    expect(await change('Best2026!', 'Aisle2026')).toMatchObject({ reason: 'usedPassword' })
  })
})

it('sign-ins, failures and changes are in the audit log', async () => {
  const actions = (await database.db.select().from(auditLog)).map(row => row.action)
  expect(actions).toEqual(expect.arrayContaining(['login', 'login.failed', 'logout', 'password.changed']))
})
