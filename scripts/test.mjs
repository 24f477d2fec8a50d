// npm test: checks, unit and integration tests, journeys in a browser. Closes with one line that adds them all up.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser, NoBrowser } from './browser.mjs'
import { runChecks } from './checks.mjs'
import { root } from './processes.mjs'
import { buildWeb } from './web.mjs'

const say = line => console.log(`[test] ${line}`)
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const add = ({ passed = 0, failed = 0, skipped = 0 }) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stop())

say('format, lint, types, import rules')
add(await runChecks())
say('unit and integration tests')
add(await vitest(['--project', '!journeys']))
say('journeys in a browser')
add(await journeys())
for (const failure of failures) say(`failed: ${failure}`)
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 ? 0 : 1)

async function journeys() {
  try {
    process.env.AISLE_CHROMIUM = findBrowser(say)
    await buildWeb(say)
  } catch (error) {
    console.log(error instanceof NoBrowser ? error.message : (error?.message ?? error))
    return { failed: 1 }
  }
  // Each with a product of its own.
  return vitest(['--project', 'journeys'], { AISLE_JOURNEYS_AT_ONCE: '2' })
}

/** Runs Vitest and reads its own count; a run that breaks off counts as one failure more. */
async function vitest(args, env = {}) {
  const report = join(root, '.cache/tests', `${process.pid}.json`)
  mkdirSync(join(root, '.cache/tests'), { recursive: true })
  const code = await new Promise(resolve => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
    )
    running.add(child)
    child.on('error', () => resolve(1))
    child.on('close', status => {
      running.delete(child)
      resolve(status)
    })
  })
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, testResults } =
    JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report, { force: true })
  failures.push(...testResults.flatMap(failuresOf))
  const broken = code !== 0 && numFailedTests === 0 ? Math.max(1, numFailedTestSuites) : 0
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken,
    skipped: numPendingTests + (numTodoTests ?? 0),
  }
}

/** What failed in one file, each with its first line of why: told again at the end, where a long run is read first. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const first = text => stripVTControlCharacters(text ?? '').split('\n', 1)[0]
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${first(message)}`] : []
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${first(failureMessages[0])}`)
}

function stop() {
  setTimeout(() => process.exit(1), 3000).unref()
  if (running.size === 0) process.exit(1)
  for (const child of running) {
    child.once('close', () => running.size === 0 && process.exit(1))
    child.kill('SIGTERM')
  }
}
