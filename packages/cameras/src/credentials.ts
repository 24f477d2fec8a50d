import { type VendorAccount, VendorError } from './provider.ts'

/** One credential of the account; VendorError `misconfigured` that names what is missing. */
export function requiredCredential(account: VendorAccount, name: string): string {
  const value = account.credentials[name]
  if (!value) throw new VendorError('misconfigured', `the account lacks its ${name}`)
  return value
}
