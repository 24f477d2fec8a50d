import { describe, expect, it } from 'vitest'
import { aisle, base64 } from '../../../test/aisle.ts'

const server = await aisle()
const { app } = server
const viewer = await server.as('viewer')
const signIn = (headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: { username: base64('viewer'), password: base64('Aisle2026'), encryption: 1 },
  })

describe('every answer', () => {
  const urls = [
    '/api/health',
    '/api/auth/me',
    '/api/nothing',
    '/api/docs',
    '/x_2TotalDataView',
    '/assets/x.js',
  ]

  it.each(urls)('of %s lets no other site frame it, run scripts in it or guess its kind', async url => {
    const { headers } = await app.inject({ url })
    const policy = String(headers['content-security-policy'])
      .split(';')
      .map(each => each.trim())
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ])
      expect(policy, url).toContain(rule)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('is for the console alone: other sites may not read it', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await app.inject({
        method,
        url: '/api/auth/me',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'accesstoken' },
      })
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('of a call is stored nowhere, refused or not', async () => {
    const { token } = viewer
    for (const [url, status] of [
      ['/api/auth/me', 200],
      ['/api/shops/0', 404],
      ['/api/ingest/sources', 403],
    ] as const) {
      const answer = await app.inject({ url, headers: { accesstoken: token } })
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, status, 'no-store'])
    }
    const wrong = await app.inject({
      method: 'POST',
      url: '/api/analysis/query',
      headers: { accesstoken: token },
    })
    expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
    expect((await signIn()).headers['cache-control']).toBe('no-store')
    expect((await app.inject('/api/auth/me')).headers['cache-control']).toBe('no-store')
  })
})

describe('the cookie of a sign-in', () => {
  it('is out of reach of scripts and other sites, and secure where the connection is', async () => {
    const [plain, behindTls] = [await signIn(), await signIn({ 'x-forwarded-proto': 'https' })]
    expect(plain.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/api/pictures' }])
    expect(plain.cookies[0]).not.toHaveProperty('secure')
    expect(behindTls.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', secure: true }])
  })

  it('shows pictures and does nothing else: no call can be made with it', async () => {
    const cookies = { aisle_session: viewer.token }
    for (const [method, url] of [
      ['GET', '/api/auth/me'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/analysis/query'],
      ['POST', '/api/analysis/export'],
      ['GET', '/api/stream'],
    ] as const)
      expect((await app.inject({ method, url, cookies })).statusCode, url).toBe(401)
    expect((await viewer.call('GET', '/api/auth/me')).status).toBe(200)
  })
})

it('no address leads out of the folder of the console', async () => {
  for (const url of [
    '/../package.json',
    '/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5c..%5cpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/%00',
    '//package.json',
    '/.git/config',
    '/.data/secret',
  ]) {
    const { body } = await app.inject({ url })
    expect(body, url).not.toMatch(/"workspaces"|\[core\]|dependencies/)
  }
})
