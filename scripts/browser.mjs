// Finds a Chromium for tests and measurements, and brings one where there is none.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './processes.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const portable = '@sparticuz/chromium@153.0.0'
const folder = join(root, '.cache/browser')

/** A sentence for people who have no browser. */
export class NoBrowser extends Error {}

/**
 * The path of a Chromium that runs: AISLE_CHROMIUM, one of the system, a portable one from npm in .cache/browser, or one
 * that apt-get installs for root.
 * @param {(line: string) => void} say
 * @throws NoBrowser
 */
export function findBrowser(say) {
  const wanted = process.env.AISLE_CHROMIUM
  if (wanted) {
    if (runs(wanted)) return wanted
    throw new NoBrowser(`AISLE_CHROMIUM=${wanted} is no browser that runs.`)
  }
  return inPath() ?? portableBrowser(say) ?? systemBrowser(say) ?? none()
}

function none() {
  throw new NoBrowser(
    'No Chromium was found and none could be installed: install one (chromium or google-chrome), or name it in AISLE_CHROMIUM.',
  )
}

function inPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(place => names.map(name => join(place, name)))
    .find(path => isExecutable(path) && runs(path))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function runs(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** A Chromium from npm that needs next to no libraries: it is unpacked once, and what it may lack comes with it. */
function portableBrowser(say) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const start = join(folder, 'chromium.sh')
  if (existsSync(start) && runs(start)) return start
  say('bringing a browser for the tests (about 75 MB) …')
  rmSync(folder, { recursive: true, force: true })
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const npm = process.env.npm_execpath
  const [command, ahead] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const install = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--loglevel=error',
  ]
  if (
    spawnSync(command, [...ahead, ...install, portable], {
      cwd: folder,
      timeout: 300_000,
      stdio: ['ignore', 2, 2],
    }).status !== 0
  )
    return undefined
  const unpack = `
    import Chromium, { inflate } from '@sparticuz/chromium'
    await Chromium.executablePath()
    await inflate('./node_modules/@sparticuz/chromium/bin/al2023.tar.br')`
  // Where it unpacks is the folder for temporary files, whatever that is.
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: folder,
    env: { ...process.env, TMPDIR: unpacked },
    stdio: ['ignore', 2, 2],
  })
  if (done.status !== 0) return undefined
  writeFileSync(join(unpacked, 'fonts.conf'), fontSettings(unpacked))
  writeFileSync(start, startScript, { mode: 0o755 })
  return runs(start) ? start : undefined
}

/** Libraries and fonts of the system go first; what came along is for a system without. */
const startScript = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/unpacked
if ! ldd "$here/chromium" >/dev/null 2>&1 || ldd "$here/chromium" | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

function fontSettings(unpacked) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${unpacked}/fonts</dir><cachedir>${unpacked}/fonts-cache</cachedir></fontconfig>
`
}

function systemBrowser(say) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return undefined
  say('installing chromium by apt-get …')
  const apt = args =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (!apt(['update'])) return undefined
  apt(['install', '-y', '--no-install-recommends', 'chromium'])
  return inPath()
}
