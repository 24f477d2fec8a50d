import { readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../../../..')
const text = z.string().trim().min(1).optional()
const onOff = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'])
  .transform(value => value === '1' || value === 'true' || value === 'on')

/** What makes one visit of captures, and a returning customer of a person seen before. */
export type VisitRules = {
  /** Captures of one person further apart are two visits. */
  gapSeconds: number
  /** Seen on an earlier day within so many: a returning customer. */
  returnDays: number
}
export const usualVisits: VisitRules = { gapSeconds: 30 * 60, returnDays: 90 }

/** Every environment variable the server reads, with defaults that run a local demo. */
const variables = z.object({
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: z.coerce.number('not a port: a number up to 65535').int().min(0).max(65535).default(8080),
  AISLE_DATA: z.string().trim().min(1).default('./.data'),
  AISLE_DEMO: onOff.optional(),
  /** Days of counts, sales and the rest that the demo gets before its first start; its present goes on from there. 0: none. */
  AISLE_DEMO_HISTORY: z.coerce.number().int().min(0).max(1500).default(0),
  AISLE_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  /** Where `/` leads: 1 to the data overview, 0 to the cockpit. */
  AISLE_VERSION_DIFFERENT: z.enum(['0', '1']).default('1'),
  AISLE_LOG: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Addresses of the simulated platforms as JSON, given by the start script. */
  AISLE_SIMULATOR: z
    .string()
    .transform((value, context) => {
      try {
        return z
          .object({ control: z.url(), ezviz: z.url(), shilian: z.url(), huawei: z.url(), huiyan: z.url() })
          .parse(JSON.parse(value))
      } catch {
        context.addIssue({ code: 'custom', message: 'not the addresses of a simulator' })
        return z.NEVER
      }
    })
    .optional(),
  /** Seconds a session may rest, and live at all. */
  AISLE_SESSION_IDLE: z.coerce
    .number()
    .int()
    .min(1)
    .default(12 * 3600),
  AISLE_SESSION_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(15 * 24 * 3600),
  /** How long a planned picture waits after a camera arrived at its preset, until it is still. */
  AISLE_PLAN_SETTLE_MS: z.coerce.number().int().min(0).max(30_000).default(3000),
  /** Planned pictures that fell into a stop of the servers are caught up when they are no older. */
  AISLE_PLAN_CATCH_UP_MINUTES: z.coerce.number().int().min(1).max(1440).default(10),
  /** Captures of one person further apart than this are two visits. */
  AISLE_VISIT_GAP_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(usualVisits.gapSeconds / 60),
  /** Seen on an earlier day within so many: a returning customer. */
  AISLE_RETURN_DAYS: z.coerce.number().int().min(1).max(730).default(usualVisits.returnDays),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'not a postgres:// address' }).optional(),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'not an http(s):// address' }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'not an http(s):// address' }).optional(),
  S3_BUCKET: text,
  S3_KEY: text,
  S3_SECRET: text,
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
})

export type Config = ReturnType<typeof readConfig>

/** One message that names every wrong variable, thrown at start. */
export class ConfigError extends Error {}

/**
 * Reads the environment once; all faults are reported together. Nothing else in the server reads the environment.
 * @throws ConfigError with one line per wrong variable
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = variables.safeParse(present)
  if (!read.success) {
    const lines = read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(lines.join('\n'))
  }
  const set = read.data
  const s3 = [set.S3_ENDPOINT, set.S3_BUCKET, set.S3_KEY, set.S3_SECRET]
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new ConfigError(
      'S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET belong together: set all four or none',
    )
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
  return {
    root,
    version,
    host: set.HOST,
    port: set.PORT,
    data: isAbsolute(set.AISLE_DATA) ? set.AISLE_DATA : resolve(root, set.AISLE_DATA),
    demo: set.AISLE_DEMO ?? set.DATABASE_URL === undefined,
    demoHistoryDays: set.AISLE_DEMO_HISTORY,
    secret: set.AISLE_SECRET,
    log: set.AISLE_LOG,
    versionDifferent: set.AISLE_VERSION_DIFFERENT === '0' ? (0 as const) : (1 as const),
    simulator: set.AISLE_SIMULATOR,
    session: { idleSeconds: set.AISLE_SESSION_IDLE, maxSeconds: set.AISLE_SESSION_MAX },
    plans: {
      settleMs: set.AISLE_PLAN_SETTLE_MS,
      catchUpMs: set.AISLE_PLAN_CATCH_UP_MINUTES * 60_000,
    },
    visits: {
      gapSeconds: set.AISLE_VISIT_GAP_MINUTES * 60,
      returnDays: set.AISLE_RETURN_DAYS,
    } satisfies VisitRules,
    databaseUrl: set.DATABASE_URL,
    clickhouseUrl: set.CLICKHOUSE_URL,
    s3:
      set.S3_ENDPOINT && set.S3_BUCKET && set.S3_KEY && set.S3_SECRET
        ? {
            endpoint: set.S3_ENDPOINT,
            bucket: set.S3_BUCKET,
            key: set.S3_KEY,
            secret: set.S3_SECRET,
            region: set.S3_REGION,
          }
        : undefined,
  }
}
