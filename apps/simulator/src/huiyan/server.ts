import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newKey } from '../addresses.ts'
import { dayMs } from '../china-time.ts'
import { fieldsOf, isBadInput, text } from '../input.ts'
import { platformServer, type Shared } from '../platform-server.ts'
import { createTokens } from '../tokens.ts'
import { answer, HuiyanError } from './answers.ts'
import type { HuiyanContext } from './context.ts'
import { account, apiKey } from './devices.ts'
import { liveCalls } from './live.ts'
import { playbackCalls } from './playback.ts'
import { ptzCalls } from './ptz.ts'
import { recordCalls } from './records.ts'

const tokenLifeMs = 30 * dayMs

/** WVP with ZLMediaKit: calls of 2.7.0 and of the current edition below /api/, streams below /rtp on the same port. */
export function huiyanServer(shared: Shared) {
  const { now, world } = shared
  const tokens = createTokens<string>(now)
  const server = platformServer('huiyan', shared, {
    mediaPaths: ['/rtp/', '/index/'],
    fault: reply => answer(reply, 500),
    limited: reply => answer(reply, 100, '请求过于频繁'),
    failure: (error, reply) => {
      if (error instanceof HuiyanError) return answer(reply, error.code, error.message)
      return answer(reply, isBadInput(error) ? 400 : 500)
    },
    // A known path with another method gets Spring's answer, too.
    unknownCall: (_request, reply) => reply.code(404).send({ code: 404, msg: '资源未找到', data: null }),
  })
  const { app } = server
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  async function logIn(request: FastifyRequest, reply: FastifyReply) {
    const { username, password } = { ...fieldsOf(request.query), ...fieldsOf(request.body) }
    if (!text(username) || !text(password)) throw new HuiyanError(400)
    const expected = createHash('md5').update(account.password).digest('hex')
    if (username !== account.username || password !== expected) throw new HuiyanError(401, '用户名或密码错误')
    const { token } = tokens.add(
      jwt(now()),
      account.username,
      world.switches.huiyan.tokenSeconds * 1000 || tokenLifeMs,
    )
    reply.header('access-token', token)
    const user = { id: 1, username: account.username, role: { id: 1, name: 'admin' } }
    return answer(reply, 0, '成功', { accessToken: token, ...user })
  }
  app.get('/api/user/login', logIn)
  app.post('/api/user/login', logIn)

  function checkSignedIn(request: FastifyRequest) {
    if (request.headers['api-key'] === apiKey) return
    const token = text(request.headers['access-token']) ?? text(fieldsOf(request.query)['access-token'])
    if (typeof tokens.check(token) === 'string') throw new HuiyanError(401)
  }

  const channel: HuiyanContext['channel'] = async values => {
    const camera = world.find('huiyan', text(values.deviceId) ?? '', text(values.channelId) ?? '')
    if (!camera) throw new HuiyanError(404, '设备或通道不存在')
    await server.reach(camera)
    return camera
  }
  const context: HuiyanContext = {
    ...shared,
    server,
    channel,
    async online(values) {
      const camera = await channel(values)
      if (camera.faults.offline) throw new HuiyanError(-1)
      return camera
    },
    call(method, path, handle) {
      app.route({
        method,
        url: `/api/${path}`,
        handler: async (request, reply) => {
          checkSignedIn(request)
          const values = { ...fieldsOf(request.query), ...fieldsOf(request.params) }
          const data = await handle(values, reply, request)
          return reply.sent ? reply : answer(reply, 0, '成功', data ?? null)
        },
      })
    },
  }
  const playback = playbackCalls(context)
  const live = liveCalls(context, playback)
  ptzCalls(context)
  recordCalls(context)

  return {
    server,
    expireTokens: tokens.expireAll,
    state: () => ({
      tokens: tokens.valid().map(({ holder, expiresAt }) => ({ user: holder, expiresAt })),
      ...live.state(),
      ...playback.state(),
    }),
    reset() {
      tokens.expireAll()
      live.reset()
      playback.reset()
    },
  }
}

/** Looks like the JWT of WVP; its value counts only because it was given out. */
function jwt(at: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = { sub: 'login', userName: account.username, iat: Math.floor(at / 1000), jti: newKey() }
  return `${part({ kid: '3e79646c4dbc408383a9eed09f2b85ae', alg: 'RS256' })}.${part(payload)}.${newKey()}${newKey()}`
}
