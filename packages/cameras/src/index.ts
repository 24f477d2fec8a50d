import type { ProviderName } from '@aisle/contract'
import type { Assumptions } from './assumptions.ts'
import { ezviz, ezvizAssumptions } from './ezviz.ts'
import { huawei, huaweiAssumptions } from './huawei.ts'
import { huiyan, huiyanAssumptions } from './huiyan.ts'
import type { ProviderFactory } from './provider.ts'
import { shilian, shilianAssumptions } from './shilian.ts'

/** Every vendor, by name. Build one provider per account and keep it: pace, breaker and caches live in it. */
export const providers: Record<ProviderName, ProviderFactory> = { ezviz, shilian, huawei, huiyan }

/** What is only assumed about each vendor: the settings that an account may carry, for the page that edits them. */
export const assumptions: Record<ProviderName, Assumptions> = {
  ezviz: ezvizAssumptions,
  shilian: shilianAssumptions,
  huawei: huaweiAssumptions,
  huiyan: huiyanAssumptions,
}

/** Which credentials an account of each vendor has; `optional` ones stand in for the others. */
export const credentialNames: Record<ProviderName, { required: string[]; optional: string[] }> = {
  ezviz: { required: ['appKey', 'appSecret'], optional: [] },
  shilian: { required: ['user', 'password'], optional: [] },
  huawei: { required: ['ak', 'sk', 'userId'], optional: [] },
  huiyan: { required: ['user', 'password'], optional: ['apiKey'] },
}

export type { Assumption, Assumptions } from './assumptions.ts'
export * as legacy from './legacy.ts'
export * from './provider.ts'
