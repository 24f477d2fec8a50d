import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
          // The product, its video and the browser share the machine: one journey at a time.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
