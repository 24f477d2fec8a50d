import type { FastifyReply, FastifyRequest } from 'fastify'
import { newKey } from '../addresses.ts'
import { dayMs } from '../china-time.ts'
import { fieldsOf, isBadInput, text } from '../input.ts'
import { platformServer, type Shared } from '../platform-server.ts'
import { createTokens } from '../tokens.ts'
import { HuaweiError, type ProblemName, problems } from './answers.ts'
import type { HuaweiContext } from './context.ts'
import { controlCalls } from './control.ts'
import { keyPairs, userId } from './devices.ts'
import { liveCalls } from './live.ts'
import { presetCalls } from './presets.ts'
import { recordCalls } from './records.ts'
import { snapCalls } from './snap.ts'
import { streamAddresses } from './stream-addresses.ts'

const tokenLifeMs = 7 * dayMs
const mostTokens = 2
/** `force_update` gives a second token only when the one there has this long to live, or less. */
const renewableMs = 2 * dayMs

/** Huawei IVM: JSON with `Access-Token`, real HTTP status codes, media below /live, /vod, /player and /snapshots. */
export function huaweiServer(shared: Shared) {
  const { now, world } = shared
  const tokens = createTokens<string>(now)
  const refuse = (reply: FastifyReply, name: ProblemName) =>
    reply.code(problems[name].status).send({ error_code: problems[name].code, error_msg: problems[name].msg })
  const server = platformServer('huawei', shared, {
    mediaPaths: ['/live/', '/vod/', '/player/'],
    fault: reply => refuse(reply, 'fault'),
    limited: reply => refuse(reply, 'tooMany'),
    failure: (error, reply) =>
      refuse(
        reply,
        error instanceof HuaweiError ? error.problem : isBadInput(error) ? 'badParameter' : 'fault',
      ),
    unknownCall: (_request, reply) => refuse(reply, 'unknownCall'),
  })
  const { app } = server

  function checkUser(request: FastifyRequest) {
    if (fieldsOf(request.params).user_id !== userId) throw new HuaweiError('badUserId')
  }

  function signedIn(request: FastifyRequest): string {
    const token = request.headers['access-token']
    const found = tokens.check(typeof token === 'string' ? token : undefined)
    if (found === 'missing') throw new HuaweiError('tokenMissing')
    if (found === 'unknown') throw new HuaweiError('tokenInvalid')
    if (found === 'expired') throw new HuaweiError('tokenExpired')
    return found.holder
  }

  function giveToken(ak: string, forced: boolean): { token: string; expiresAt: number } {
    const valid = tokens.valid().filter(({ holder }) => holder === ak)
    const newest = valid.at(-1)
    const mayRenew = valid.length < mostTokens && newest && newest.expiresAt - now() <= renewableMs
    if (newest && !(forced && mayRenew)) return newest
    return tokens.add(`sim-ivm-${newKey()}`, ak, world.switches.huawei.tokenSeconds * 1000 || tokenLifeMs)
  }

  for (const version of ['v1', 'v2']) {
    app.post(`/${version}/:user_id/enterprises/access-token`, async request => {
      checkUser(request)
      const { ak, sk, force_update } = fieldsOf(request.body)
      if (!text(ak) || !text(sk)) throw new HuaweiError('badParameter')
      const pair = keyPairs.find(known => known.ak === ak && known.sk === sk)
      if (!pair) throw new HuaweiError('signInFailed')
      const { token, expiresAt } = giveToken(pair.ak, force_update === true)
      // Remaining seconds, as text.
      return { access_token: token, expire_time: String(Math.round((expiresAt - now()) / 1000)) }
    })
  }

  const channel: HuaweiContext['channel'] = async names => {
    const camera = world.find('huawei', text(names.device_id) ?? '', text(names.channel_id) ?? '')
    if (!camera) throw new HuaweiError('unknownDevice')
    await server.reach(camera)
    return camera
  }
  const addresses = streamAddresses(shared, server)
  const context: HuaweiContext = {
    ...shared,
    server,
    addresses,
    channel,
    async online(names) {
      const camera = await channel(names)
      if (camera.faults.offline) throw new HuaweiError('offline')
      return camera
    },
    call(method, path, handle) {
      app.route({
        method,
        url: `/v1/:user_id/${path}`,
        handler: async (request, reply) => {
          checkUser(request)
          const holder = signedIn(request)
          return handle(
            {
              params: fieldsOf(request.params),
              query: fieldsOf(request.query),
              body: fieldsOf(request.body),
              holder,
              request,
            },
            reply,
          )
        },
      })
    },
  }
  const control = controlCalls(context)
  liveCalls(context)
  recordCalls(context)
  presetCalls(context, control)
  snapCalls(context)

  return {
    server,
    expireTokens: tokens.expireAll,
    state: () => ({
      tokens: tokens.valid().map(({ holder, expiresAt }) => ({ ak: holder, expiresAt })),
      locks: control.locks(),
    }),
    reset() {
      tokens.expireAll()
      control.reset()
      addresses.clear()
    },
  }
}
