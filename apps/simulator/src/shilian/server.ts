import { newKey } from '../addresses.ts'
import { hourMs } from '../china-time.ts'
import { type Fields, fieldsOf, isBadInput, text, whole } from '../input.ts'
import { platformServer, type Shared } from '../platform-server.ts'
import { createTokens } from '../tokens.ts'
import { answer, ShilianError } from './answers.ts'
import { channelCalls } from './channel.ts'
import type { ShilianCall, ShilianContext } from './context.ts'
import { account, disabledUser } from './devices.ts'
import { previewCalls } from './preview.ts'
import { ptzCalls } from './ptz.ts'
import { recordCalls } from './record.ts'

const tokenLifeMs = 2 * hourMs

/** The QY platform: JSON POST below /webapi/ with `tk` in the query, FLV over WebSocket below /live and /vod. */
export function shilianServer(shared: Shared) {
  const tokens = createTokens<string>(shared.now)
  const server = platformServer('shilian', shared, {
    mediaPaths: ['/live/', '/vod/'],
    fault: reply => answer(reply, -1),
    limited: reply => answer(reply, -30009),
    failure: (error, reply) =>
      answer(reply, error instanceof ShilianError ? error.ret : isBadInput(error) ? -2 : -1),
    unknownCall: (_request, reply) => answer(reply, -30001),
  })
  const life = () => shared.world.switches.shilian.tokenSeconds * 1000 || tokenLifeMs

  const context: ShilianContext = {
    ...shared,
    server,
    async online(body) {
      const [serial = '', channel = '', ...more] = text(body.chan_serial)?.split(':') ?? []
      const camera = more.length === 0 ? shared.world.find('shilian', serial, channel) : undefined
      if (!camera) throw new ShilianError(-2)
      await server.reach(camera)
      if (camera.faults.offline) throw new ShilianError(-1)
      return camera
    },
  }
  const preview = previewCalls(context)
  const record = recordCalls(context)
  const calls: Record<string, ShilianCall> = {
    ...preview.calls,
    ...record.calls,
    ...ptzCalls(context),
    ...channelCalls(context),
  }

  server.app.post('/webapi/login', async (request, reply) => {
    const body = fieldsOf(request.body)
    const force = whole(body.force ?? 0, 0, 1)
    if (!text(body.user) || !text(body.password) || force === undefined) throw new ShilianError(-2)
    if (body.user === disabledUser) throw new ShilianError(-30004)
    if (body.user !== account.user) throw new ShilianError(-30002)
    if (body.password !== account.password) throw new ShilianError(-30003)
    if (tokens.valid().length > 0) {
      if (force === 0) throw new ShilianError(-30005)
      tokens.expireAll()
    }
    const { token } = tokens.add(newKey(), account.user, life())
    return answer(reply, 0, { tk: token, session_id: token })
  })
  for (const [path, call] of Object.entries(calls)) {
    server.app.post<{ Querystring: Fields }>(`/webapi/${path}`, async (request, reply) => {
      const token = text(request.query.tk)
      if (!token || typeof tokens.check(token) === 'string') throw new ShilianError(-5)
      tokens.prolong(token, life())
      return answer(reply, 0, await call(fieldsOf(request.body)))
    })
  }
  server.upgrade(
    async (url, viewer) => (await preview.watch(url, viewer)) || (await record.watch(url, viewer)),
  )

  return {
    server,
    expireTokens: tokens.expireAll,
    state: () => ({
      tokens: tokens.valid().map(({ holder, expiresAt }) => ({ user: holder, expiresAt })),
      ...preview.state(),
      ...record.state(),
    }),
    reset() {
      tokens.expireAll()
      preview.reset()
      record.reset()
    },
  }
}
