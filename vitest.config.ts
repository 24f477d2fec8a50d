import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest by measure, those that compute between those that wait: begun first, none is left to wait for at the end. */
const first = [
  'apps/server/src/every-call.test.ts',
  'apps/server/test/crash.test.ts',
  'apps/server/src/modules/analysis/golden.test.ts',
  'apps/server/test/real-data/sales.test.ts',
  'apps/server/src/modules/plans/crash.test.ts',
  'apps/server/src/modules/quality/quality.test.ts',
  'apps/server/src/platform/embedded-postgres.test.ts',
  'apps/server/test/real-data/counts.test.ts',
  'apps/server/src/modules/plans/live.test.ts',
  'apps/server/src/modules/facts/rollups.test.ts',
  'packages/cameras/test/huawei.test.ts',
  'apps/server/test/ingest-crash.test.ts',
  'apps/simulator/src/video/streams.test.ts',
  'packages/cameras/test/faults.test.ts',
  // Two at a time: what plays and measures video beside what waits for the clock, then beside what is small.
  'journeys/playback.journey.ts',
  'journeys/findings.journey.ts',
  'journeys/plans.journey.ts',
  'journeys/pages.journey.ts',
  'journeys/exports.journey.ts',
  'journeys/check-shop.journey.ts',
  'journeys/screens.journey.ts',
  'journeys/monitoring.journey.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex(file => moduleId.endsWith(file))
      return at < 0 ? first.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Native code and child processes are under test: each file gets a process of its own. */
const node = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // A failure in a log names what it found, whole.
  chaiConfig: { truncateThreshold: 0 },
} as const

export default defineConfig({
  test: {
    // Tests wait for stores, processes and timers half of the time: twice as many at once keep the processors busy.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: ['{packages/*,apps/simulator,apps/capture,scripts}/**/*.test.{ts,mjs}'],
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'checks/*.test.ts'],
          globalSetup: ['apps/server/test/one-postgres.ts'],
        },
      },
      ...(existsSync('apps/web/vitest.config.ts') ? ['apps/web/vitest.config.ts'] : []),
      {
        test: {
          ...node,
          name: 'journeys',
          include: ['journeys/**/*.journey.ts'],
          globalSetup: ['journeys/product.ts'],
          // The product, its video and the browser share the machine: one journey at a time, two in `npm test`.
          maxWorkers: Number(process.env.AISLE_JOURNEYS_AT_ONCE ?? 1),
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
