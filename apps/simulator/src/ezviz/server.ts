import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import { newKey } from '../addresses.ts'
import { dayMs } from '../china-time.ts'
import { type Fields, fieldsOf, isBadInput, text, whole } from '../input.ts'
import { platformServer, type Shared } from '../platform-server.ts'
import { createTokens } from '../tokens.ts'
import type { SimulatedCamera } from '../world.ts'
import { answer, EzvizError } from './answers.ts'
import { captureCalls } from './capture.ts'
import { type EzvizCall, type EzvizContext, findChannel } from './context.ts'
import { accounts } from './devices.ts'
import { liveCalls } from './live.ts'
import { ptzCalls } from './ptz.ts'
import { recordingCalls } from './recordings.ts'

const tokenLifeMs = 7 * dayMs

/** The EZVIZ open cloud: form POST below /api/lapp/, media below /openlive, /openvod and /pic on the same port. */
export function ezvizServer(shared: Shared) {
  const tokens = createTokens<string>(shared.now)
  const server = platformServer('ezviz', shared, {
    mediaPaths: ['/openlive/', '/openvod/', '/pic/'],
    fault: reply => answer(reply, 49999),
    limited: reply => answer(reply, 10029),
    failure: (error, reply) =>
      answer(reply, error instanceof EzvizError ? error.code : isBadInput(error) ? 10001 : 49999),
    unknownCall: (_request, reply) => reply.code(404).send({ status: 404, error: 'Not Found' }),
  })
  const { app } = server
  app.register(formbody)

  async function device(form: Fields, account: string): Promise<SimulatedCamera> {
    const serial = text(form.deviceSerial)
    const channel = whole(form.channelNo ?? '1', 1, 9999)
    if (serial === undefined || channel === undefined) throw new EzvizError(10001)
    if (!/^[A-Z0-9]+$/.test(serial)) throw new EzvizError(20014)
    const camera = findChannel(shared, serial, String(channel), account)
    await server.reach(camera)
    return camera
  }
  const context: EzvizContext = {
    ...shared,
    server,
    device,
    async online(form, account) {
      const camera = await device(form, account)
      if (camera.faults.offline) throw new EzvizError(20007)
      return camera
    },
  }
  const media = liveCalls(context)
  const calls: Record<string, EzvizCall> = {
    'device/capacity': async (form, account) => capacity(await context.online(form, account)),
    ...media.calls,
    ...ptzCalls(context),
    ...captureCalls(context),
    ...recordingCalls(context),
  }

  app.post('/api/lapp/token/get', async (request, reply) => {
    const form = formOf(request)
    const account = accounts.find(known => known.appKey === form.appKey)
    if (!text(form.appKey) || !text(form.appSecret)) throw new EzvizError(10001)
    if (!account) throw new EzvizError(10017)
    if (account.appSecret !== form.appSecret) throw new EzvizError(10030)
    const life = shared.world.switches.ezviz.tokenSeconds * 1000 || tokenLifeMs
    const { token, expiresAt } = tokens.add(`at.${newKey()}`, account.name, life)
    return answer(reply, 200, { accessToken: token, expireTime: expiresAt })
  })
  for (const [path, call] of Object.entries(calls)) {
    app.post(`/api/lapp/${path}`, async (request, reply) => {
      const form = formOf(request)
      const signedIn = tokens.check(text(form.accessToken))
      if (typeof signedIn === 'string') throw new EzvizError(10002)
      return answer(reply, 200, await call(form, signedIn.holder))
    })
  }

  return {
    server,
    expireTokens: tokens.expireAll,
    state: () => ({
      tokens: tokens.valid().map(({ holder, expiresAt }) => ({ account: holder, expiresAt })),
    }),
    reset() {
      tokens.expireAll()
      media.reset()
    },
  }
}

function formOf(request: FastifyRequest): Fields {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new EzvizError(10001)
  return fieldsOf(request.body)
}

/** Underscore names with text values; some firmware answers with nothing at all. */
function capacity(camera: SimulatedCamera): Record<string, string> {
  if (camera.quirks?.abilitiesUnknown) return {}
  const ptz = camera.ptz ? '1' : '0'
  return {
    support_ptz: ptz,
    ptz_top_bottom: ptz,
    ptz_left_right: ptz,
    ptz_45: camera.quirks?.noDiagonals ? '0' : ptz,
    ptz_preset: ptz,
    support_capture: '1',
    support_talk: '0',
    support_cloud: '1',
    support_disk: camera.recordingDays > 0 ? '1' : '0',
    support_encrypt: '1',
  }
}
