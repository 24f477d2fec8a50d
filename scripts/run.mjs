// The first step of every command, with nothing but Node's own modules: installs what is missing when the lock changed, and
// runs the task under the Node that the repository pins. Written so that an old Node gets as far as its one sentence.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestToInstall = [20, 19]
const oldestToRun = [22, 18]
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const tools = join(root, 'node_modules', '.bin')
const [task = '', ...rest] = process.argv.slice(2)

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isAtLeast(version, oldest) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

function install() {
  const stamp = join(root, 'node_modules', '.install-stamp')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const began = Date.now()
  console.error('[install] installing dependencies; the first time takes about a minute …')
  const npm = process.env.npm_execpath
  const [command, ahead] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const args = [...ahead, 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (done.error) refuse(`Dependencies could not be installed: ${done.error.message}.`)
  if (done.status !== 0)
    refuse(
      'Dependencies could not be installed: npm ci failed for the reason above; check the network and the space left on the disk, then run this again.',
    )
  writeFileSync(stamp, wanted)
  console.error(`[install] done in ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

/** The Node of the repository where it runs, else the one that runs this. */
function findNode() {
  const pinned = join(tools, 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) return pinned
  if (isAtLeast(process.version, oldestToRun)) return process.execPath
  return refuse(
    `Aisle brings no Node for ${process.platform}-${process.arch} and needs Node ${oldestToRun.join('.')} or newer here; this is ${process.version}.`,
  )
}

if (!isAtLeast(process.version, oldestToInstall))
  refuse(
    `Aisle needs Node ${oldestToInstall.join('.')} or newer to install itself; this is ${process.version}.`,
  )
if (!existsSync(join(root, 'scripts', `${task}.mjs`))) refuse(`There is no task "${task}".`)
install()
const child = spawn(findNode(), [join(root, 'scripts', `${task}.mjs`), ...rest], {
  cwd: root,
  // The channel tells the task when this process has gone, even by kill -9.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH ?? ''}` },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', error => refuse(`The task could not be started: ${error.message}.`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))

// npm killed by kill -9 cannot pass that on; then this process has a new parent.
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 1000).unref()
