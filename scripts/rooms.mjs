// The import rules of ARCHITECTURE.md, checked. The rooms are read from the folders, so that a new one falls under the rules
// by being there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { root } from './processes.mjs'

/** Which workspaces each may import, and which packages where that is restricted. */
const workspaces = {
  'packages/contract': { ours: [], outside: ['zod'] },
  'packages/analysis': { ours: ['packages/contract'], outside: [] },
  'packages/cameras': { ours: ['packages/contract'], outside: ['zod'], node: true },
  'packages/sensors': { ours: ['packages/contract'], outside: ['zod', 'fast-xml-parser'] },
  'apps/server': {
    ours: ['packages/contract', 'packages/analysis', 'packages/cameras', 'packages/sensors'],
  },
  'apps/web': { ours: ['packages/contract', 'packages/analysis'] },
  'apps/simulator': { ours: [] },
  'apps/capture': { ours: [] },
}

/** Folders of the console that every room may use. */
const sharedByRooms = new Set(['ui', 'lib'])
/** The frame that stands around every room and signs people in, and what it offers the rooms. */
const frame = new Set(['shell', 'account'])
const frameOffers =
  /^apps\/web\/src\/shell\/(?:chrome\.tsx|page\.tsx|page-tabs\.tsx|scope\.ts|scope-picker\.tsx|scope-panel\.tsx|registry\.ts|filters\.ts|toned\.tsx|view-settings\.ts|settings\/[\w-]+\.tsx?|date-picker\/[\w-]+\.tsx?)$/
/** Files directly in a room's folder: what the router puts into its routes. */
const composers = /^(?:main|router|pages|app)(?:\.test)?\.tsx?$/
/** What another module of the server may enter. */
const doors = /^(?:routes|service|text)\.ts$/

/** Puts a whole installation together, as app.ts does, and so may enter every module by any file. */
const seeding = 'demo'

/** Addresses and words that only the adapters and the simulated platforms may know. */
const vendorWords = ['open.ys7.com', 'ezopen.', 'wholeally', 'myhuaweicloud', 'holowits', '/api/lapp/']
/** Tests, and suites that others run. */
const tests = /\.(?:test|testing)\.tsx?$|\/test\/|\/conformance\.ts$|\/test-setup\.ts$/
const vendorRooms = ['packages/cameras', 'apps/simulator']

/**
 * Every breach below a folder laid out like the repository, one sentence each.
 * @param {string} base
 * @returns {string[]}
 */
export function breaches(base) {
  const names = workspaceNames(base)
  const root = declared(base)
  return Object.keys(workspaces)
    .filter(workspace => existsSync(join(base, workspace)))
    .flatMap(workspace => {
      const own = declared(join(base, workspace))
      return sources(join(base, workspace)).flatMap(file => {
        const text = readFileSync(file, 'utf8')
        const path = relative(base, file).split(sep).join('/')
        const known = tests.test(path) ? new Set([...own, ...root]) : own
        return [
          ...imports(file, text).flatMap(wanted => {
            const broken = importBreach(base, names, workspace, path, wanted)
            return broken.length > 0 ? broken : undeclared(known, names, workspace, path, wanted)
          }),
          ...vendorBreaches(workspace, path, text),
        ]
      })
    })
}

/** A package says itself what it needs; what another one brings may be gone tomorrow. Tests may use what the root brings. */
function undeclared(known, names, workspace, path, wanted) {
  const name = packageOf(wanted)
  if (/^(?:\.|node:)/.test(wanted) || names.get(name) === workspace || known.has(name)) return []
  if (tests.test(path) && names.get(name) === 'apps/simulator') return []
  return [`${path} imports ${wanted}: ${workspace}/package.json does not name it`]
}

const packageOf = wanted =>
  wanted.startsWith('@') ? wanted.split('/').slice(0, 2).join('/') : wanted.split('/')[0]

/** The packages that the package of a folder asks for. */
function declared(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return new Set()
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
}

function importBreach(base, names, workspace, path, wanted) {
  const rule = workspaces[workspace]
  const isTest = tests.test(path)
  const say = reason => [`${path} imports ${wanted}: ${reason}`]
  if (wanted.startsWith('.')) {
    const target = relative(base, resolve(base, dirname(path), wanted))
      .split(sep)
      .join('/')
    if (!target.startsWith(`${workspace}/`)) {
      const toTestRoom = isTest && target.startsWith('apps/simulator/')
      return toTestRoom ? [] : say('a workspace is entered through its package name only')
    }
    if (isTest) return []
    if (workspace === 'apps/server') return moduleBreach(path, target, say)
    if (workspace === 'apps/web') return roomBreach(path, target, say)
    return []
  }
  const name = packageOf(wanted)
  const target = names.get(name)
  if (target) {
    if (target === workspace || rule.ours.includes(target)) return []
    if (target === 'apps/simulator' && isTest) return []
    return say(`${workspace} may not import ${target}`)
  }
  if (isTest || !rule.outside || rule.outside.includes(name)) return []
  if (wanted.startsWith('node:'))
    return rule.node ? [] : say(`${workspace} does no input or output of its own`)
  return say(`${workspace} may import ${rule.outside.join(', ')} only`)
}

/** A module of the server enters another through its routes, service or texts; the platform enters none. */
function moduleBreach(path, target, say) {
  const there = /^apps\/server\/src\/modules\/([^/]+)\/(.+)$/.exec(target)
  if (!there) return []
  const here = /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
  if (here === there[1]) return []
  if (path.startsWith('apps/server/src/platform/')) return say('the platform knows no module')
  if (!here || here === seeding) return []
  return doors.test(there[2])
    ? []
    : say(`module ${here} enters module ${there[1]} through its routes or service only`)
}

/** A room of the console uses no other room; what all use is in ui and lib, and the router puts the rooms together. */
function roomBreach(path, target, say) {
  const room = file => /^apps\/web\/src\/([^/]+)\//.exec(file)?.[1]
  const [here, there] = [room(path), room(target)]
  if (!there || here === there || sharedByRooms.has(there)) return []
  if (!here || composers.test(path.split('/').at(-1) ?? '')) return []
  if (sharedByRooms.has(here)) return say(`${here} is shared by all rooms and knows none`)
  if (frameOffers.test(target) || (frame.has(here) && frame.has(there))) return []
  return say(`room ${here} may not import room ${there}`)
}

function vendorBreaches(workspace, path, text) {
  if (vendorRooms.includes(workspace) || tests.test(path)) return []
  return vendorWords
    .filter(word => text.includes(word))
    .map(word => `${path} knows "${word}": a vendor's words stay in its adapter`)
}

/** All that a file imports, exports from or loads, read by a parser. */
function imports(file, text) {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const dynamic = module.dynamicImports
    .map(
      ({ moduleRequest }) => /^(['"`])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2],
    )
    .filter(wanted => wanted && !wanted.includes('${'))
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...dynamic,
  ]
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'drizzle', 'scenes'].includes(entry.name) ? [] : sources(path)
    return /\.tsx?$/.test(entry.name) && !/\.config\.ts$/.test(entry.name) ? [path] : []
  })
}

function workspaceNames(base) {
  return new Map(
    Object.keys(workspaces).flatMap(workspace => {
      const file = join(base, workspace, 'package.json')
      return existsSync(file) ? [[JSON.parse(readFileSync(file, 'utf8')).name, workspace]] : []
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = breaches(root)
  for (const breach of found) console.error(breach)
  console.error(found.length === 0 ? 'import rules: kept' : `import rules: ${found.length} breaches`)
  process.exit(found.length === 0 ? 0 : 1)
}
