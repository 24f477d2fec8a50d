import { z } from 'zod'
import { picture } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import { idList } from './shared.ts'

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'ok only when everything is ready; 503 otherwise.',
    tag: 'system',
    authority: 'public',
    answer: z.object({
      status: z.enum(['ok', 'starting', 'degraded']),
      postgres: z.boolean(),
      clickhouse: z.boolean(),
      jobs: z.boolean(),
      version: z.string(),
    }),
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    summary: 'What the browser needs to know before anyone signs in.',
    tag: 'system',
    authority: 'public',
    answer: z.object({
      version: z.string(),
      /** Where `/` leads: 1 to the data overview, 0 to the cockpit. */
      versionDifferent: z.union([z.literal(0), z.literal(1)]),
      demo: z.boolean(),
      /** Accounts to try, on a demo installation only. */
      demoAccounts: z.array(z.object({ loginName: z.string(), realName: z.string(), role: z.string() })),
      demoPassword: z.string().nullable(),
    }),
  }),
}

export const pictures = {
  restore: endpoint({
    method: 'POST',
    path: '/api/pictures/:ids/restore',
    summary: 'Brings deleted pictures back.',
    tag: 'pictures',
    authority: ['inspect.operate'],
    params: z.object({ ids: idList }),
    answer: z.array(picture),
  }),
}
