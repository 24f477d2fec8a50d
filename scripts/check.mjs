// npm run check: the fast part of npm test.
import { runChecks } from './checks.mjs'

const { passed, failed } = await runChecks()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
