// npm run migration -- --name <what-changes>: writes the next migration from the schema in TypeScript.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './processes.mjs'

const made = spawnSync(
  process.execPath,
  [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...process.argv.slice(2)],
  { cwd: join(root, 'apps/server'), stdio: 'inherit' },
)
process.exit(made.status ?? 1)
