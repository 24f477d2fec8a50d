import { system } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'

export type Readiness = { postgres(): Promise<boolean>; clickhouse(): Promise<boolean>; jobs(): boolean }

type Options = {
  version: string
  versionDifferent: 0 | 1
  readiness: Readiness
  /** Accounts to try; empty on an installation that is not a demo. */
  demoAccounts: { loginName: string; realName: string; role: string }[]
  demoPassword: string | undefined
}

export function systemRoutes(
  mount: Mount,
  { version, versionDifferent, readiness, demoAccounts, demoPassword }: Options,
): void {
  mount(system, {
    async health(_, context) {
      const [postgres, clickhouse] = await Promise.all([readiness.postgres(), readiness.clickhouse()])
      const jobs = readiness.jobs()
      const ok = postgres && clickhouse && jobs
      if (!ok) context.setStatus(503)
      return { status: ok ? ('ok' as const) : ('degraded' as const), postgres, clickhouse, jobs, version }
    },
    config: async () => ({
      version,
      versionDifferent,
      demo: demoPassword !== undefined,
      demoAccounts,
      demoPassword: demoPassword ?? null,
    }),
  })
}
