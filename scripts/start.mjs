// npm start: checks, builds the console, starts the simulated platforms for a demo, and the server; stops them in order.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { seedRoles } from '@aisle/contract'
import { demoPassword, demoUsers } from '../apps/server/src/modules/demo/people.ts'
import { ConfigError, readConfig } from '../apps/server/src/platform/config.ts'
import { endChild, freeRow, isFree, root, startChild } from './processes.mjs'
import { buildWeb } from './web.mjs'

/** Twenty-five months: a year, the year before it to hold it against, and the month that is going on. */
const demoHistoryDays = '760'
const say = line => console.error(`[start] ${line}`)
/** A fault told in one sentence. */
class Refusal extends Error {}

let server
let simulator
let stopping
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
process.on('SIGHUP', () => stop(0))
process.on('disconnect', () => stop(0))

try {
  await start()
} catch (error) {
  const told = error instanceof Refusal ? error.message : (error?.stack ?? error)
  if (!stopping && told) console.error(told)
  await stop(1)
}

async function start() {
  const config = settings()
  await checkPort(config)
  checkNativeParts()
  const [addresses] = await Promise.all([
    config.demo && !config.simulator ? startSimulator(config) : undefined,
    buildWeb(say).catch(error => {
      throw new Refusal(error.message)
    }),
  ])
  if (stopping) return
  say('starting the stores and the server …')
  const ready = await startServer(addresses)
  if (stopping) return
  welcome(config, ready.url, addresses?.control)
  process.send?.({ ...ready, simulator: addresses })
}

function settings() {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError)
      throw new Refusal(`Aisle cannot start with these variables: ${error.message.split('\n').join('; ')}.`)
    throw error
  }
}

async function checkPort({ host, port }) {
  if (port === 0) return
  const free = await isFree(port, host)
  if (free === undefined) throw new Refusal(`HOST=${host} is not an address of this machine.`)
  if (!free)
    throw new Refusal(
      `Port ${port} on ${host} is in use or may not be opened: stop the other program, or choose another with PORT=…`,
    )
}

/** Native parts come as optional packages, which npm leaves out silently when it cannot fetch them. */
function checkNativeParts() {
  const machine = `${process.platform}-${process.arch}`
  const libc = process.platform === 'linux' ? '-gnu' : ''
  const needed = {
    'apps/server': [
      `@chdb/lib-${machine}${libc}`,
      `@node-rs/argon2-${machine}${libc}`,
      `@img/sharp-${machine}/package`,
    ],
    'apps/capture': [`@seydx/node-av-${machine}`],
  }
  const missing = Object.entries(needed).flatMap(([workspace, names]) =>
    names.filter(name => !isInstalled(workspace, name.replace(/\/package$/, ''))),
  )
  if (missing.length > 0)
    throw new Refusal(
      `Native parts for ${machine} are missing (${missing.map(name => name.replace(/\/package$/, '')).join(', ')}): delete node_modules and start again, with optional dependencies allowed in npm.`,
    )
}

function isInstalled(workspace, name) {
  const paths = createRequire(join(root, workspace, 'x')).resolve.paths(name) ?? []
  return paths.some(path => existsSync(join(path, name, 'package.json')))
}

/** Starts the simulated platforms, and again on the same ports whenever they die. */
async function startSimulator(config) {
  const reach = process.env.SIMULATOR_HOST ?? config.host
  const port =
    Number(process.env.SIMULATOR_PORT) ||
    (await freeRow(
      config.port === 0 ? 18_080 + Math.floor(Math.random() * 20_000) : config.port + 1,
      5,
      reach,
    ))
  const env = {
    SIMULATOR_HOST: reach,
    SIMULATOR_PORT: String(port),
    SIMULATOR_MEDIA_HOST: process.env.SIMULATOR_MEDIA_HOST ?? visibleHost(reach),
    SIMULATOR_DATA: process.env.SIMULATOR_DATA ?? join(config.data, 'simulator'),
  }
  let lives = 0
  return begin()

  async function begin() {
    const began = Date.now()
    simulator = startChild(join(root, 'apps/simulator/src/main.ts'), env, [
      'ignore',
      'ignore',
      'inherit',
      'ipc',
    ])
    const { ready, ...addresses } = await firstMessage(simulator, 'The simulated platforms')
    lives = Date.now() - began > 30_000 ? 0 : lives + 1
    simulator.once('exit', () => {
      if (stopping) return
      say('the simulated platforms ended unexpectedly and are started again')
      setTimeout(() => !stopping && begin().catch(error => say(error.message)), Math.min(10_000, lives * 500))
    })
    return addresses
  }
}

/** Where browsers find what listens on a host. */
function visibleHost(host) {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host
  const outside = Object.values(networkInterfaces())
    .flat()
    .find(address => address && !address.internal && address.family === 'IPv4')
  return outside?.address ?? '127.0.0.1'
}

async function startServer(addresses) {
  server = startChild(join(root, 'apps/server/src/main.ts'), {
    AISLE_LOG: process.env.AISLE_LOG || 'warn',
    AISLE_DEMO_HISTORY: process.env.AISLE_DEMO_HISTORY || demoHistoryDays,
    ...(addresses ? { AISLE_SIMULATOR: JSON.stringify(addresses) } : {}),
  })
  const ready = await firstMessage(server, 'The server')
  server.once('exit', (code, signal) => {
    if (stopping) return
    say(`the server ended unexpectedly (${signal ?? `code ${code}`})`)
    stop(1)
  })
  return ready
}

/** What a child says once it is ready. A child that ends by itself before that has told why. */
function firstMessage(child, name) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', error => reject(new Refusal(`${name} could not be started: ${error.message}.`)))
    child.once('exit', (_, signal) =>
      reject(new Refusal(signal ? `${name} was ended by ${signal} while starting.` : '')),
    )
  })
}

function stop(code) {
  stopping ??= (async () => {
    // The server first: it still stops cameras that move.
    const wasReady = server?.exitCode === null
    const well = await endChild(server, 9000)
    await endChild(simulator, 3000)
    process.exit(code || (wasReady && !well ? 1 : 0))
  })()
  return stopping
}

function welcome(config, url, control) {
  const lines = ['', `  Aisle 已就绪 · Aisle is ready:  ${url}`, '']
  if (config.demo) {
    lines.push(`  演示账号 · Demo accounts (密码 · password: ${demoPassword})`)
    for (const { loginName, role } of demoUsers.filter(user => user.offered)) {
      const { zh, en } = seedRoles[role].name
      lines.push(`    ${loginName.padEnd(10)} ${zh} · ${en}`)
    }
    lines.push('')
    if (control) lines.push(`  模拟平台控制页 · control page of the simulated cameras:  ${control}`, '')
  }
  lines.push('  Ctrl-C 停止 · stops it', '')
  console.log(lines.join('\n'))
}
