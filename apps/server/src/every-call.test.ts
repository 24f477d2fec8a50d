import { contract, type Endpoint } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, aisle, simulatedPlatforms } from '../test/aisle.ts'
import { addressOf, examplesOn, type Input } from '../test/examples.ts'
import { foreignCamera } from '../test/platforms.ts'
import { platformAccounts } from './modules/demo/platform-accounts.ts'
import { roles, userRoles } from './platform/schema/index.ts'

// Every call that is declared, whatever comes to be declared: found in the contract, never listed here.
const calls = Object.entries<Record<string, Endpoint>>(contract).flatMap(([group, named]) =>
  Object.entries(named).map(([name, call]) => ({ title: `${group}.${name}`, group, name, call })),
)
const guarded = calls.filter(({ call }) => call.authority !== 'public')

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const { admin, examples, real, dead } = await examplesOn(server)
const inspector = await server.as('inspector')
const unanswered = await dead()

const send = (call: Endpoint, input: Input, headers: Record<string, string> = { accesstoken: admin.token }) =>
  server.call(
    call.method,
    addressOf(call, input),
    call.method === 'GET' || call.method === 'DELETE' ? undefined : (input.body ?? {}),
    headers,
  )
const exampleOf = ({ group, name }: { group: string; name: string }) => examples[group]?.[name]

describe('without a valid token', () => {
  it.each(guarded)('$title answers 401', async ({ call }) => {
    for (const headers of [
      {},
      { accesstoken: 'made-up' },
      { authorization: 'Bearer made-up' },
      { accesstoken: '' },
    ]) {
      const answer = await send(call, {}, headers as Record<string, string>)
      expect(answer).toMatchObject({ status: 401, code: 401, data: null })
    }
    if (call.bare)
      expect((await server.call(call.method, addressOf(call, {}).replace('/api', ''))).status).toBe(401)
  })
})

describe('the authority', () => {
  const role = 'every-call'
  const asRole = async (authorities: string[]) => {
    const { db } = server.database
    await db
      .insert(roles)
      .values({ id: role, nameZh: role, nameEn: role, authorities })
      .onConflictDoUpdate({ target: roles.id, set: { authorities } })
  }

  it('of each call is needed, and any one of those listed is enough', async () => {
    const { db } = server.database
    await asRole([])
    await db.update(userRoles).set({ roleId: role }).where(eq(userRoles.userId, '701009'))
    const { token } = await server.as('duhaoran')
    const all = new Set(calls.flatMap(({ call }) => (call.authority === 'public' ? [] : call.authority)))
    for (const { call, title } of guarded) {
      if (call.authority === 'public' || call.authority.length === 0) continue
      const required: readonly string[] = call.authority
      await asRole([...all].filter(name => !required.includes(name)))
      const refused = await send(call, {}, { accesstoken: token })
      expect(refused, title).toMatchObject({ status: 403, code: 403, data: null, reason: required.join('|') })
      for (const one of required) {
        await asRole([one])
        expect((await send(call, {}, { accesstoken: token })).reason, `${title} with ${one}`).not.toBe(
          required.join('|'),
        )
      }
    }
    await db.update(userRoles).set({ roleId: 'inspector' }).where(eq(userRoles.userId, '701009'))
  })
})

describe('used well', () => {
  it.each(calls.filter(exampleOf))('$title answers what the contract says', async ({ call, ...named }) => {
    const input = (await exampleOf(named)?.(real())) ?? {}
    const answer = await send(call, input, { accesstoken: input.token ?? admin.token })
    expect(answer).toMatchObject({ status: 200, code: 200, msg: 'ok' })
    expect(call.answer.safeParse(answer.data).error).toBeUndefined()
  })
})

type Field = { place: 'params' | 'query' | 'body'; name: string; types: string[]; required: boolean }
const shape = z.object({
  properties: z.record(z.string(), z.looseObject({})).optional(),
  required: z.array(z.string()).optional(),
})

/** The fields of a call with the JSON types that each may have; none where anything is taken. */
function fieldsOf(call: Endpoint): Field[] {
  return (['params', 'query', 'body'] as const).flatMap(place => {
    const schema = z.toJSONSchema(call[place], { io: 'input', unrepresentable: 'any' })
    const { properties = {}, required = [] } = shape.parse(schema)
    return Object.entries(properties).map(([name, field]) => {
      const options = (field.anyOf ?? field.oneOf ?? [field]) as {
        type?: string | string[]
        const?: unknown
        enum?: unknown[]
      }[]
      const types = options.flatMap(option => option.type ?? typeof (option.const ?? option.enum?.[0]))
      return {
        place,
        name,
        types: types.includes('undefined') ? [] : types,
        required: required.includes(name) || place === 'params',
      }
    })
  })
}

const nasty = {
  texts: [
    '',
    ' ',
    '-1',
    '1e308',
    '99999999999999999999',
    '👩‍👩‍👧‍👦',
    'a\u0000b',
    '\ud800',
    "'; drop table users; --",
    '../%',
    '长'.repeat(5000),
  ],
  others: [null, {}, [], ['1', '2'], true, -1, 1.5, 2 ** 53, 1e308],
}
const isPlain = ({ types }: Field) =>
  types.length > 0 && types.every(type => ['string', 'number', 'integer'].includes(type))

/**
 * What may come of a bad field: never our own fault, always an envelope, and 400 where the field is wrong, with its path
 * where everything else is right.
 */
function expectRefusal(answer: Answer, field: string | undefined, isWrong: boolean, told: string) {
  // A token that stands in the address is a field too: a wrong one is nobody's.
  expect([200, 400, 401, 403, 404, 409, 413, 415, 429, 502, 504], told).toContain(answer.status)
  expect(typeof answer.msg, told).toBe('string')
  if (answer.status === 400 && answer.code === 400) {
    expect(answer.errors?.length, told).toBeGreaterThan(0)
  }
  if (!isWrong) return
  expect(answer, told).toMatchObject({ status: 400, code: 400, data: null })
  const paths = (answer.errors ?? []).map(error => error.path.split('.')[0])
  if (field) expect(paths, told).toContain(field)
}

describe('bad input', () => {
  it.each(calls)('to $title is refused by the name of the field', async ({ call, ...named }) => {
    const good = (await exampleOf(named)?.(unanswered)) ?? {}
    const isGood = (['params', 'query', 'body'] as const).every(
      place => call[place].safeParse(good[place] ?? {}).success,
    )
    for (const field of fieldsOf(call)) {
      const { place, name } = field
      const values: unknown[] = [...nasty.texts, ...(place === 'body' ? nasty.others : [['1', '2']])]
      if (place !== 'params') values.push(undefined)
      for (const value of values) {
        if (place === 'params' && (value === '' || Array.isArray(value))) continue
        const input = { ...good, [place]: { ...good[place], [name]: value } }
        const isWrong =
          (value === undefined && field.required) ||
          (typeof value === 'object' && value !== null && isPlain(field)) ||
          (typeof value === 'boolean' && isPlain(field)) ||
          (typeof value === 'string' && isPlain(field) && value.includes('\u0000')) ||
          (typeof value === 'string' && isPlain(field) && place === 'body' && !value.isWellFormed()) ||
          !call[place].safeParse(JSON.parse(JSON.stringify(input[place]))).success
        const answer = await send(call, input, { accesstoken: good.token ?? admin.token })
        expectRefusal(
          answer,
          isGood ? field.name : undefined,
          isWrong,
          `${place}.${name} = ${JSON.stringify(value)?.slice(0, 60)}`,
        )
      }
    }
  })

  const bodied = calls.filter(
    ({ call }) => (call.method === 'POST' || call.method === 'PUT') && !call.anyBody,
  )
  it.each(bodied)('to $title as a whole is refused with its own status', async ({ call, ...named }) => {
    const { token = admin.token } = (await exampleOf(named)?.(unanswered)) ?? {}
    const raw = (payload: string, type: string) =>
      server.app.inject({
        method: call.method,
        url: addressOf(call, {}),
        headers: { accesstoken: token, 'content-type': type },
        payload,
      })
    const json = 'application/json'
    for (const broken of ['{"a":', '{a:1}', '{"__proto__":{"x":1}}', '\u0000'])
      expect((await raw(broken, json)).json(), broken).toMatchObject({ code: 400, data: null })
    for (const type of ['text/plain', 'application/xml', 'application/octet-stream', 'image/jpeg'])
      expect((await raw('<a/>', type)).json(), type).toMatchObject({ code: 415, data: null })
    const large = JSON.stringify({ file: 'A'.repeat(call.bodyLimit ?? 1_000_000) })
    expect((await raw(large, json)).json()).toMatchObject({ code: 413, data: null })
    const takesBody = fieldsOf(call).some(field => field.place === 'body')
    for (const scalar of ['7', '"text"', '[1]', 'true']) {
      const answer = await raw(scalar, json)
      if (takesBody) expect(answer.statusCode, scalar).toBe(400)
      else expect([200, 400, 401, 403, 404], scalar).toContain(answer.statusCode)
    }
    if (!call.upload) return
    for (const payload of ['', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="shopId"\r\n\r\n1'])
      expect([400, 404], payload).toContain(
        (await raw(payload, 'multipart/form-data; boundary=x')).statusCode,
      )
    expect((await raw('a=1', 'multipart/form-data')).json()).toMatchObject({ data: null })
  })

  it.each(calls.filter(({ call }) => call.anyBody))(
    'to $title, which takes any body, is kept or refused, never our fault',
    async ({ call, ...named }) => {
      const input = (await exampleOf(named)?.(unanswered)) ?? {}
      const raw = (payload: string, type: string) =>
        server.app.inject({
          method: call.method,
          url: addressOf(call, input),
          headers: { accesstoken: input.token ?? '', 'content-type': type },
          payload,
        })
      for (const type of ['application/json', 'application/xml', 'multipart/form-data', 'text/plain', 'a/b'])
        for (const payload of ['', '<a/>', '{"a":', '{"__proto__":{}}', 'a\u0000b', '[]', '7'])
          expect([200, 202], `${type} ${payload}`).toContain((await raw(payload, type)).statusCode)
      const large = await raw('A'.repeat((call.bodyLimit ?? 1_000_000) + 1), 'text/plain')
      expect(large.json()).toMatchObject({ code: 413, data: null })
    },
  )

  it('in the address itself is refused', async () => {
    for (const url of [
      '/api/shops/%',
      '/api/shops/%E0%A4%A',
      `/api/shops/${'x'.repeat(9000)}`,
      '/api/nothing',
      '/api/%00',
    ]) {
      const answer = await server.call('GET', url, undefined, { accesstoken: admin.token })
      expect([400, 404], url).toContain(answer.status)
      expect(answer, url).toMatchObject({ code: answer.status, msg: expect.any(String), data: null })
    }
  })

  it('that is nested without end is refused', async () => {
    const deep = (length: number) => `${'['.repeat(length)}${']'.repeat(length)}`
    for (const [method, url, field] of [
      ['PUT', '/api/settings/theme', 'value'],
      ['POST', '/api/walls', 'panes'],
      ['POST', '/api/shops', 'floors'],
    ] as const)
      for (const length of [1000, 100_000]) {
        const answer = await server.app.inject({
          method,
          url,
          headers: { accesstoken: admin.token, 'content-type': 'application/json' },
          payload: `{"${field}":${deep(length)}}`,
        })
        expect([200, 400, 413], `${url} ${length}`).toContain(answer.statusCode)
      }
  })

  it('that no text of a database can hold is kept or refused, never our fault', async () => {
    const broken = 'half \ud83d of a face'
    for (const [method, url, body] of [
      ['PUT', '/api/settings/theme', { value: { name: broken } }],
      ['PUT', '/api/settings/theme', { value: { [broken]: 1 } }],
      ['POST', '/api/walls', { name: broken, layout: '1', panes: [{ cameraId: broken }] }],
      [
        'POST',
        '/api/camera-accounts',
        { provider: 'huiyan', name: broken, baseUrl: 'http://a', settings: { a: broken } },
      ],
      ['POST', '/api/areas', { name: broken, level: 'region' }],
    ] as const)
      expect([200, 400], url).toContain((await admin.call(method, url, body)).status)
  })
})

describe('what is outside the scope', () => {
  const foreign = foreignCamera()
  const strange: Record<string, unknown> = {
    shopId: foreign.shopId,
    shopid: foreign.shopId,
    cameraId: foreign.id,
    presetId: foreign.presets[0]?.id,
    ids: foreign.id,
    deviceSerial: foreign.deviceCode,
    deviceCode: foreign.deviceCode,
    videoNo: foreign.deviceCode,
    channelNo: foreign.channel,
    channelId: foreign.channel,
  }

  it.each(guarded)('is not answered by $title', async ({ call, ...named }) => {
    const input = (await exampleOf(named)?.(unanswered)) ?? {}
    let replaced = 0
    for (const { place, name } of fieldsOf(call)) {
      if (!(name in strange)) continue
      input[place] = { ...input[place], [name]: strange[name] }
      replaced += 1
    }
    const answer = await send(call, input, { accesstoken: input.token ?? inspector.token })
    if (answer.status === 200) {
      const told = JSON.stringify(answer.data ?? null)
      for (const secret of [foreign.shopName, foreign.deviceCode, `"${foreign.id}"`])
        expect(told).not.toContain(secret)
    } else expect([400, 403, 404, 401]).toContain(answer.status)
    if (replaced > 0 && call.method !== 'GET' && call.method !== 'DELETE') expect(answer.status).not.toBe(200)
  })

  it('is neither shown, changed nor deleted: pictures, presets and walls of others', async () => {
    const picture = async () => {
      const input = await examples.checkShop?.uploadCheckShopFile?.(real())
      const body = {
        ...input?.body,
        shopId: foreign.shopId,
        videoNo: foreign.deviceCode,
        channelNo: foreign.channel,
      }
      return (await admin.call('POST', '/api/monitor/checkShop/uploadCheckShopFile', body)).data
    }
    const { id, fileAddr, thumbnailUrl } = await picture()
    for (const url of [fileAddr, thumbnailUrl]) expect((await inspector.call('GET', url)).status).toBe(404)
    for (const [method, url] of [
      ['DELETE', `/api/monitor/checkShop/delCheckShopFileByIds/${id}`],
      ['POST', `/api/pictures/${id}/restore`],
      ['DELETE', `/api/monitor/checkShop/delPresetByIds/${foreign.presets[0]?.id}`],
    ] as const)
      expect(await inspector.call(method, url)).toMatchObject({ status: 403, code: 403, data: null })
    const wall = await admin.call('POST', '/api/walls', { name: '他人的', layout: '1', panes: [] })
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await inspector.call(method, `/api/walls/${wall.data.id}`, { name: '我的' })).status).toBe(404)
    const seen = (await inspector.call('GET', '/api/walls')).data
    expect(seen.map((each: { id: string }) => each.id)).not.toContain(wall.data.id)
  })
})

it('no vendor secret is in any answer about videos, cameras and accounts', async () => {
  const secrets = Object.values(platformAccounts).flatMap(({ credentials }) =>
    Object.entries<string>(credentials).flatMap(([name, value]) =>
      ['appKey', 'user', 'userId', 'ak'].includes(name) ? [] : [value],
    ),
  )
  expect(secrets).toHaveLength(5)
  const { accessToken } = (await admin.call('GET', '/api/monitor/getAccessToken')).data
  const { shopId } = real()
  const answers = await Promise.all(
    [
      `/api/monitor/checkShop/getVideosByShop?shopid=${shopId}&pageSize=1000`,
      `/api/cameras?shopId=${shopId}`,
      '/api/camera-accounts',
      '/api/config',
      '/api/health',
      '/api/openapi.json',
    ].map(async url => (await server.app.inject({ url, headers: { accesstoken: admin.token } })).body),
  )
  for (const answer of answers)
    for (const secret of [...secrets, accessToken, 'secret-of-the-example'])
      expect(answer).not.toContain(secret)
})

describe('the description of the calls', () => {
  it('is OpenAPI 3.1 and lists every call with its parameters', async () => {
    const document = (await server.app.inject({ url: '/api/openapi.json' })).json()
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Aisle', version: expect.any(String) },
    })
    const ids = new Set<string>()
    for (const { title, call } of calls) {
      const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}')
      const operation = document.paths[path]?.[call.method.toLowerCase()]
      expect(operation, title).toMatchObject({ operationId: title, summary: expect.stringMatching(/\S/) })
      ids.add(operation.operationId)
      const inPath = [...call.path.matchAll(/:([A-Za-z]+)/g)].map(match => match[1])
      const described = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path')
      expect(described.map((parameter: { name: string }) => parameter.name).sort(), title).toEqual(
        inPath.sort(),
      )
      const { content } = operation.responses['200']
      // A file comes by itself; everything else in the envelope.
      if (call.file) expect(Object.keys(content), title).not.toContain('application/json')
      else expect(content['application/json'].schema.properties.code, title).toEqual({ const: 200 })
      expect(operation.responses.default, title).toBeDefined()
    }
    expect(ids.size).toBe(calls.length)
    const listed = Object.values<object>(document.paths).flatMap(path => Object.keys(path))
    expect(listed).toHaveLength(calls.length)
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = name
        ?.replace('#/', '')
        .split('/')
        .reduce((at, key) => at?.[key], document)
      expect(target, name).toBeDefined()
    }
  })

  it('is shown on a page', async () => {
    let answer = await server.app.inject({ url: '/api/docs' })
    if (answer.statusCode === 302) answer = await server.app.inject({ url: String(answer.headers.location) })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
  })
})
