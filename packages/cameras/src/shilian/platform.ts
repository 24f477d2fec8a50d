import { type Assumed, assumed } from '../assumptions.ts'
import { requiredCredential } from '../credentials.ts'
import { prefixOf, type VendorRequest } from '../exchange.ts'
import { type VendorHttp, vendorHttp } from '../http.ts'
import { type ProviderOptions, type VendorCamera, VendorError } from '../provider.ts'
import { alreadySignedIn, envelope, faults, login, shilianAssumptions } from './tables.ts'

/** The platform's envelope, session and addressing: what each of its calls needs. */
export type ShilianPlatform = {
  readonly facts: Assumed<typeof shilianAssumptions>
  readonly http: VendorHttp
  request(path: string, json: unknown, rest?: Partial<VendorRequest>): VendorRequest
  /** A call that names one camera. */
  onCamera(path: string, camera: VendorCamera, fields: Record<string, unknown>): VendorRequest
  /** The name under which something is kept in the shared memory. */
  remembered(what: string): string
}

export function shilianPlatform(options: ProviderOptions): ShilianPlatform {
  const { account, memory, now } = options
  const facts = assumed(shilianAssumptions, account.settings)
  const prefix = prefixOf(account.baseUrl, facts['path.prefix'])
  const remembered = (what: string) => `shilian:${account.id}:${what}`

  const http = vendorHttp('shilian', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const answer = envelope.safeParse(body)
      if (!answer.success) return { vendorCode: `HTTP ${status}`, message: 'no envelope' }
      const { ret, msg } = answer.data
      return ret === 0 ? { data: body } : { vendorCode: String(ret), message: msg ?? '' }
    },
    authorize: (request, session) => ({ ...request, query: { ...request.query, tk: session?.token } }),
    session: {
      renewBeforeMs: 0,
      sliding: true,
      async login() {
        return { token: await signIn(), lifetimeMs: facts.sessionMs }
      },
    },
  })

  function request(path: string, json: unknown, rest: Partial<VendorRequest> = {}): VendorRequest {
    const name = path.replace(/^\//, '')
    return { name, method: 'POST', path: `${prefix}${path}`, json, repeatable: true, ...rest }
  }
  function onCamera(path: string, camera: VendorCamera, fields: Record<string, unknown>): VendorRequest {
    return request(path, { chan_serial: serialOf(camera), ...fields }, { camera })
  }

  /** Signs in; ends a foreign session of the account at most once an hour, as two servers would throw each other out. */
  async function signIn(): Promise<string> {
    const attempt = (force: 0 | 1) => {
      const [user, password] = [requiredCredential(account, 'user'), requiredCredential(account, 'password')]
      return http.bare(request('/login', { user, password, force, login_mode: 0 }), login)
    }
    try {
      return await attempt(0)
    } catch (error) {
      if (!(error instanceof VendorError) || error.vendorCode !== alreadySignedIn) throw error
      const key = remembered('takeover')
      const last = await memory.read(key)
      if (last && last.expiresAt > now()) throw error
      await memory.write(key, 'taken', now() + facts.takeOverEveryMs)
      return attempt(1)
    }
  }

  return { facts, http, request, onCamera, remembered }
}

export const serialOf = (camera: VendorCamera) => `${camera.deviceCode}:${camera.channel}`
