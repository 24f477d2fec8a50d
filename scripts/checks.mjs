// What npm run check and npm test begin with: format and lint, types, import rules. Each is one check.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const tool = name => join(root, 'node_modules/.bin', name)
const typed = ['packages', 'apps']
  .flatMap(folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`))
  .concat('journeys', 'checks')
  .filter(path => existsSync(join(root, path, 'tsconfig.json')))

const checks = [
  { name: 'format and lint', command: [tool('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'import rules', command: [process.execPath, 'scripts/rooms.mjs'] },
  ...typed.map(path => ({
    name: `types of ${path}`,
    command: [tool('tsc'), '--pretty', 'false', '-p', path],
  })),
]

/**
 * Runs all, a few at a time, and prints what failed.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const waiting = [...checks]
  const result = { passed: 0, failed: 0 }
  await Promise.all(Array.from({ length: 2 }, worker))
  return result

  async function worker() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const began = Date.now()
      const { code, printed } = await run(check.command)
      const took = `${((Date.now() - began) / 1000).toFixed(1)} s`
      if (code === 0) result.passed++
      else result.failed++
      console.log(code === 0 ? `✓ ${check.name} (${took})` : `✗ ${check.name} (${took})\n${printed.trim()}\n`)
    }
  }
}

function run([command, ...args]) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (printed += piece))
    child.on('error', error => resolve({ code: 1, printed: error.message }))
    child.on('close', code => resolve({ code, printed }))
  })
}
