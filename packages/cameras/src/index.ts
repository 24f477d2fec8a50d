import type { ProviderName } from '@aisle/contract'
import type { Assumptions } from './assumptions.ts'
import { ezviz } from './ezviz/ezviz.ts'
import { ezvizAssumptions } from './ezviz/tables.ts'
import { huawei } from './huawei/huawei.ts'
import { huaweiAssumptions } from './huawei/tables.ts'
import { huiyan } from './huiyan/huiyan.ts'
import { huiyanAssumptions } from './huiyan/tables.ts'
import type { ProviderFactory } from './provider.ts'
import { shilian } from './shilian/shilian.ts'
import { shilianAssumptions } from './shilian/tables.ts'

/** Every vendor, by name. Build one provider per account and keep it: pace, breaker and caches live in it. */
export const providers: Record<ProviderName, ProviderFactory> = { ezviz, shilian, huawei, huiyan }

/** What is only assumed about each vendor: the settings that an account may carry, for the page that edits them. */
export const assumptions: Record<ProviderName, Assumptions> = {
  ezviz: ezvizAssumptions,
  shilian: shilianAssumptions,
  huawei: huaweiAssumptions,
  huiyan: huiyanAssumptions,
}

export type { Assumptions } from './assumptions.ts'
export * as legacy from './legacy.ts'
export { inBackground } from './pace.ts'
export * from './provider.ts'
