import { type Assumed, assumed } from '../assumptions.ts'
import { requiredCredential } from '../credentials.ts'
import { prefixOf, type VendorRequest } from '../exchange.ts'
import { type VendorHttp, vendorHttp } from '../http.ts'
import type { ProviderOptions, VendorCamera } from '../provider.ts'
import { envelope, ezvizAssumptions, faults, token } from './tables.ts'

/** The platform's envelope, token and addressing: what each of its calls needs. */
export type EzvizPlatform = {
  readonly facts: Assumed<typeof ezvizAssumptions>
  readonly http: VendorHttp
  request(name: string, rest?: Partial<VendorRequest>): VendorRequest
  /** A call that names one device and channel. */
  onDevice(name: string, camera: VendorCamera, form?: VendorRequest['form']): VendorRequest
}

export function ezvizPlatform(options: ProviderOptions): EzvizPlatform {
  const { account, now } = options
  const facts = assumed(ezvizAssumptions, account.settings)
  const prefix = prefixOf(account.baseUrl, facts['path.prefix'])

  const http = vendorHttp('ezviz', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const answer = envelope.safeParse(body)
      if (!answer.success) return { vendorCode: `HTTP ${status}`, message: 'no envelope' }
      const { code, msg, data } = answer.data
      return code === '200' ? { data: data ?? null } : { vendorCode: code, message: msg ?? '' }
    },
    authorize: (request, session) => ({
      ...request,
      form: { accessToken: session?.token, ...request.form },
    }),
    session: {
      renewBeforeMs: facts.renewBeforeMs,
      async login() {
        const form = {
          appKey: requiredCredential(account, 'appKey'),
          appSecret: requiredCredential(account, 'appSecret'),
        }
        const answer = await http.bare(request('token/get', { form }), token)
        const baseUrl = answer.areaDomain ? answer.areaDomain : undefined
        return { token: answer.accessToken, lifetimeMs: Math.max(0, answer.expireTime - now()), baseUrl }
      },
    },
    // A recorder takes one command at a time for all its channels.
    line: camera => serialOf(camera),
  })

  function request(name: string, rest: Partial<VendorRequest> = {}): VendorRequest {
    return { name, method: 'POST', path: `${prefix}/${name}`, repeatable: true, ...rest }
  }
  function onDevice(name: string, camera: VendorCamera, form: VendorRequest['form'] = {}): VendorRequest {
    return request(name, {
      camera,
      form: { deviceSerial: serialOf(camera), channelNo: camera.channel, ...form },
    })
  }
  return { facts, http, request, onDevice }
}

/** Letters of a serial must be upper case. */
export const serialOf = (camera: VendorCamera) => camera.deviceCode.toUpperCase()
