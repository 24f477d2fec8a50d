import { type CameraProvider, type ProviderOptions, providers, type VendorCamera } from '@aisle/cameras'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AccountRow, CameraRow } from './store.ts'
import { accountMemory } from './vendor-memory.ts'

type Deps = {
  db: Database
  /** Held during calls to a platform. */
  locks: Locks
  secrets: Secrets
  fetch: typeof fetch
  log: NonNullable<ProviderOptions['log']>
}

/** The provider of an account, made once and made anew when the account changes. */
export function providerRegistry({ db, locks, secrets, fetch, log }: Deps) {
  const made = new Map<string, { of: string; provider: CameraProvider }>()
  return {
    of(account: AccountRow): CameraProvider {
      const version = JSON.stringify([account.baseUrl, account.credentials, account.settings])
      const known = made.get(account.id)
      if (known?.of === version) return known.provider
      const provider = providers[account.provider]({
        account: {
          id: account.id,
          baseUrl: account.baseUrl,
          credentials: JSON.parse(secrets.decrypt(account.credentials)),
          settings: account.settings,
        },
        memory: accountMemory(db, locks, secrets, account.id),
        fetch,
        now: () => Date.now(),
        sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
        random: Math.random,
        log,
      })
      made.set(account.id, { of: version, provider })
      return provider
    },
  }
}

export const vendorCamera = ({
  id,
  deviceCode,
  channel,
}: Pick<CameraRow, 'id' | 'deviceCode' | 'channel'>): VendorCamera => ({
  id,
  deviceCode,
  channel,
})
