import { type Assumed, assumed } from '../assumptions.ts'
import { requiredCredential } from '../credentials.ts'
import type { VendorRequest } from '../exchange.ts'
import { type VendorHttp, vendorHttp } from '../http.ts'
import type { ProviderOptions, VendorCamera } from '../provider.ts'
import { failureBody, faults, huaweiAssumptions, token } from './tables.ts'

type Method = VendorRequest['method']

/** The platform's errors, token and paths: what each of its calls needs. */
export type HuaweiPlatform = {
  readonly facts: Assumed<typeof huaweiAssumptions>
  readonly http: VendorHttp
  /** Whether the platform itself is asked over https: then its addresses are asked for encrypted too. */
  readonly secureByDefault: boolean
  request(method: Method, name: string, path: string, rest?: Partial<VendorRequest>): VendorRequest
  /** A call below one channel's path. */
  onChannel(method: Method, camera: VendorCamera, below: string, rest?: Partial<VendorRequest>): VendorRequest
}

export function huaweiPlatform(options: ProviderOptions): HuaweiPlatform {
  const { account } = options
  const facts = assumed(huaweiAssumptions, account.settings)
  const secureByDefault = /^https:/.test(account.baseUrl)
  const ofUser = (path: string) =>
    path.replace('{user_id}', encodeURIComponent(requiredCredential(account, 'userId')))

  const http = vendorHttp('huawei', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const failed = failureBody.safeParse(body).data
      const code = failed?.error_code
      if (code && code !== 'IVM.0') {
        return { vendorCode: code, message: failed.error_msg ?? failed.error_message ?? '' }
      }
      return status < 400 ? { data: body } : { vendorCode: `HTTP ${status}`, message: 'no error code' }
    },
    authorize: (request, session) => ({
      ...request,
      headers: { ...request.headers, 'Access-Token': session?.token ?? '' },
    }),
    session: {
      renewBeforeMs: facts.renewBeforeMs,
      async login(again) {
        const keys = { ak: requiredCredential(account, 'ak'), sk: requiredCredential(account, 'sk') }
        const json = again ? { ...keys, force_update: true } : keys
        const answer = await http.bare(request('POST', 'access-token', facts['path.token'], { json }), token)
        return { token: answer.access_token, lifetimeMs: answer.expire_time * 1000 }
      },
    },
  })

  function request(
    method: Method,
    name: string,
    path: string,
    rest: Partial<VendorRequest> = {},
  ): VendorRequest {
    return { name, method, path: ofUser(path), repeatable: true, ...rest }
  }
  function onChannel(
    method: Method,
    camera: VendorCamera,
    below: string,
    rest: Partial<VendorRequest> = {},
  ): VendorRequest {
    const path = facts['path.channel']
      .replace('{device_id}', encodeURIComponent(camera.deviceCode))
      .replace('{channel_id}', encodeURIComponent(camera.channel))
    return request(method, below.slice(1), `${path}${below}`, { camera, ...rest })
  }

  return { facts, http, secureByDefault, request, onChannel }
}

/** GB28181 devices have 20 digits; HoloSens devices 8 to 32 letters and digits. */
export const isGb = ({ deviceCode }: VendorCamera) => /^\d{20}$/.test(deviceCode)
