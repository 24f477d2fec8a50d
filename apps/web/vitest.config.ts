import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  define: { __VERSION__: JSON.stringify('test') },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    environmentOptions: { jsdom: { url: 'http://aisle.test/' } },
    css: false,
    testTimeout: 20_000,
    chaiConfig: { truncateThreshold: 0 },
    // As many as the projects beside it (vitest.config.ts of the root).
    maxWorkers: availableParallelism() * 2,
    // A page and a library of components for every file of three tests cost more than the tests: files of a worker share
    // them, and `test-setup.ts` hands each file the console as a new browser would have it.
    pool: 'threads',
    isolate: false,
  },
})
