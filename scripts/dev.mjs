// npm run dev: the console from Vite with its changes at once, the server and the simulated platforms started again when
// their sources change.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ConfigError, readConfig } from '../apps/server/src/platform/config.ts'
import { freeRow, isFree, root } from './processes.mjs'

const children = []
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stop(0))

const config = settings()
if (!(await isFree(config.port, config.host)))
  refuse(`Port ${config.port} is in use: choose another with PORT=…`)
const first = await freeRow(config.port + 1, 6, config.host)
const at = offset => `http://127.0.0.1:${first + offset}`
const [control, ezviz, shilian, huawei, huiyan] = [0, 1, 2, 3, 4].map(at)
const consolePort = first + 5

if (config.demo)
  run(['--watch', 'apps/simulator/src/main.ts'], root, {
    SIMULATOR_PORT: String(first),
    SIMULATOR_DATA: join(config.data, 'simulator'),
  })
run(['--watch', 'apps/server/src/main.ts'], root, {
  AISLE_LOG: process.env.AISLE_LOG || 'warn',
  AISLE_DEMO_HISTORY: process.env.AISLE_DEMO_HISTORY || '60',
  ...(config.demo ? { AISLE_SIMULATOR: JSON.stringify({ control, ezviz, shilian, huawei, huiyan }) } : {}),
})
const web = join(root, 'apps/web')
const vite = join(dirname(createRequire(join(web, 'x')).resolve('vite/package.json')), 'bin/vite.js')
run(
  [vite, '--host', config.host, '--port', String(consolePort), '--strictPort', '--clearScreen', 'false'],
  web,
  {
    AISLE_API: `http://${config.host}:${config.port}`,
  },
)
console.log(`\n  Console: http://${config.host}:${consolePort}   API: http://${config.host}:${config.port}\n`)

function settings() {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError) refuse(`Aisle cannot start with these variables: ${error.message}`)
    throw error
  }
}

function run(args, cwd, env) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  children.push(child)
  child.on('exit', code => {
    if (!stopping) stop(code ?? 1)
  })
}

async function stop(code) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  const kill = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, 9000)
  await Promise.all(
    children.map(
      child =>
        child.exitCode !== null || child.signalCode !== null || new Promise(end => child.once('exit', end)),
    ),
  )
  clearTimeout(kill)
  process.exit(code)
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}
