// npm run lock, after every npm install that changed the lock.
// npm writes no lock entry for an optional package of another platform that the registry did not have just then, and npm ci
// refuses such a lock ("Missing: x from lock file"). This adds those entries, guarded by the platform that their names tell.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []

for (const [path, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    const guard = platform(name)
    if (!/^\d/.test(version) || !guard.os) {
      console.error(
        `left out: ${name}@${version} of ${path || 'the root'} names no exact version or no platform`,
      )
      process.exitCode = 1
      continue
    }
    lock.packages[`node_modules/${name}`] = { version, ...guard, optional: true }
    added.push(name)
  }
}
if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`${added.length} entries added${added.length ? `: ${added.join(', ')}` : ''}`)

/** Whether Node would find the package from `path`, in its own node_modules or in one above. */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

function platform(name) {
  const words = name.split('/').at(-1)
  const os = /android|darwin|win32|windows|freebsd|openbsd|netbsd|openharmony|sunos|aix|linux/.exec(
    words,
  )?.[0]
  const cpu = /arm64|riscv64|ppc64|s390x|loong64|ia32|x64|mips64el|arm|wasm32/.exec(words)?.[0]
  return {
    ...(os ? { os: [os === 'windows' ? 'win32' : os] } : cpu === 'wasm32' ? { os: ['none'] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(/musl/.test(words) ? { libc: ['musl'] } : /-gnu/.test(words) ? { libc: ['glibc'] } : {}),
  }
}
