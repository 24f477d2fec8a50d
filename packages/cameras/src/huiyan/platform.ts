import { createHash } from 'node:crypto'
import { type Assumed, assumed } from '../assumptions.ts'
import { requiredCredential } from '../credentials.ts'
import { prefixOf, type VendorRequest } from '../exchange.ts'
import { type VendorHttp, vendorHttp } from '../http.ts'
import { type ProviderOptions, type VendorCamera, VendorError } from '../provider.ts'
import {
  envelope,
  faults,
  generalFailure,
  halfAnHourMs,
  huiyanAssumptions,
  login,
  monthMs,
} from './tables.ts'

/** The platform's envelope, session and paths: what each of its calls needs. */
export type HuiyanPlatform = {
  readonly facts: Assumed<typeof huiyanAssumptions>
  readonly isCurrent: boolean
  readonly http: VendorHttp
  request(name: string, rest?: Partial<VendorRequest>): VendorRequest
  /** A call whose path ends with the two codes of the camera. */
  onCamera(name: string, camera: VendorCamera, rest?: Partial<VendorRequest>): VendorRequest
}

export function huiyanPlatform(options: ProviderOptions): HuiyanPlatform {
  const { account } = options
  const facts = assumed(huiyanAssumptions, account.settings)
  const isCurrent = facts.edition === 'current'
  const prefix = prefixOf(account.baseUrl, facts['path.prefix'])
  const apiKey = account.credentials.apiKey

  const http = vendorHttp('huiyan', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const answer = envelope.safeParse(body)
      if (!answer.success) return { vendorCode: `HTTP ${status}`, message: 'no envelope' }
      const { code, msg, data } = answer.data
      return code === 0 ? { data: data ?? null } : { vendorCode: String(code), message: msg ?? '' }
    },
    authorize: (request, session) => ({
      ...request,
      headers: session ? { 'access-token': session.token } : { 'api-key': apiKey ?? '' },
    }),
    ...(apiKey
      ? {}
      : {
          session: {
            renewBeforeMs: facts.renewBeforeMs,
            async login() {
              const { accessToken } = await signIn()
              const lifetimeMs = facts.sessionMs || (isCurrent ? halfAnHourMs : monthMs)
              return { token: accessToken, lifetimeMs }
            },
          },
        }),
  })

  function request(name: string, rest: Partial<VendorRequest> = {}): VendorRequest {
    return { name, method: 'GET', path: `${prefix}/${name}`, repeatable: true, ...rest }
  }
  /** A call whose path ends with the two codes of the camera. */
  function onCamera(name: string, camera: VendorCamera, rest: Partial<VendorRequest> = {}): VendorRequest {
    const codes = [camera.deviceCode, camera.channel].map(encodeURIComponent).join('/')
    return { ...request(name, rest), camera, path: `${prefix}/${name}/${codes}` }
  }

  async function signIn() {
    const query = {
      username: requiredCredential(account, 'user'),
      password: createHash('md5').update(requiredCredential(account, 'password')).digest('hex'),
    }
    try {
      return await http.bare(request('user/login', { query }), login)
    } catch (error) {
      // The platform has no number of its own for a wrong name or password.
      if (!(error instanceof VendorError) || error.vendorCode !== generalFailure) throw error
      throw new VendorError('misconfigured', error.message, { vendorCode: generalFailure }, { cause: error })
    }
  }

  return { facts, isCurrent, http, request, onCamera }
}
