// Builds the console when what it is made of has changed since the last build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { root } from './processes.mjs'

const web = join(root, 'apps/web')
const stamp = join(root, '.cache/web-build')
const madeOf = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'scripts/web.mjs',
  'package.json',
  'package-lock.json',
]

/**
 * @param {(line: string) => void} say
 * @throws an Error whose message holds what the build printed
 */
export async function buildWeb(say) {
  const wanted = contentHash()
  const built = existsSync(stamp) && existsSync(join(web, 'dist/index.html'))
  if (built && readFileSync(stamp, 'utf8') === wanted) return
  say('building the console …')
  const began = Date.now()
  rmSync(stamp, { force: true })
  const vite = join(dirname(createRequire(join(web, 'x')).resolve('vite/package.json')), 'bin/vite.js')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Begun from a test, the build would otherwise be the library's slow and large one, and npm start would keep it.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  let printed = ''
  for (const stream of [build.stdout, build.stderr]) stream.on('data', piece => (printed += piece))
  const code = await new Promise((resolve, reject) => build.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`The console could not be built:\n${printed.trim()}`)
  await pack(join(web, 'dist/assets'))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  say(`console built in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

/** A seventh smaller than what the server packs while somebody waits (4), for two seconds once; the smallest (11) takes six. */
const packedAt = 10

/** Text that is sent, packed beside it: the server hands it out as it lies there. */
async function pack(folder) {
  const brotli = promisify(brotliCompress)
  const texts = readdirSync(folder).filter(name => /\.(?:js|css|json|svg)$/.test(name))
  await Promise.all(
    texts.map(async name => {
      const text = readFileSync(join(folder, name))
      if (text.length < 2048) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: packedAt,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      }
      writeFileSync(join(folder, `${name}.br`), await brotli(text, { params }))
    }),
  )
}

function contentHash() {
  const hash = createHash('sha256')
  for (const part of madeOf) add(part)
  return hash.digest('hex')

  function add(path) {
    const full = join(root, path)
    if (!existsSync(full)) return
    const entries = listing(full)
    if (!entries) hash.update(path).update('\0').update(readFileSync(full)).update('\0')
    else for (const name of entries) if (!/\.test\.tsx?$/.test(name)) add(`${path}/${name}`)
  }
}

function listing(path) {
  try {
    return readdirSync(path).sort()
  } catch {
    return undefined
  }
}
