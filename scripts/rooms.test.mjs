import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { breaches } from './rooms.mjs'

const made = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A small repository with these files beside the packages' names. */
function repository(files) {
  const base = mkdtempSync(join(tmpdir(), 'aisle-rooms-'))
  made.push(base)
  const packages = Object.fromEntries(
    ['packages/contract', 'packages/cameras', 'apps/server', 'apps/web', 'apps/simulator'].map(path => [
      `${path}/package.json`,
      JSON.stringify({
        name: `@aisle/${path.split('/')[1]}`,
        dependencies: { zod: '4', '@aisle/contract': '0', '@aisle/cameras': '0' },
      }),
    ]),
  )
  for (const [path, text] of Object.entries({ ...packages, ...files })) {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  return base
}

it('lets every room import what it may', () => {
  const base = repository({
    'packages/contract/src/shops.ts': `import { z } from 'zod'\nimport './index.ts'`,
    'packages/cameras/src/http.ts': `import { createHash } from 'node:crypto'\nimport type { Text } from '@aisle/contract'`,
    'apps/server/src/modules/cameras/service.ts': `import '../pictures/service.ts'\nimport '../../platform/time.ts'\nimport '@aisle/cameras'`,
    'apps/server/src/modules/demo/prepare.ts': `import '../cameras/thumbnails.ts'`,
    'apps/server/src/app.ts': `import './modules/cameras/snapshots.ts'`,
    'apps/web/src/router.tsx': `const page = () => import('./inspection/wall-page.tsx')`,
    'apps/web/src/inspection/pane.tsx': `import '../ui/button.tsx'\nimport '../lib/api.ts'\nimport '../shell/scope.ts'\nexport const Pane = () => <div />`,
    'packages/cameras/test/simulator.test.ts': `import '@aisle/simulator'`,
    'apps/simulator/src/ezviz/server.ts': `const path = '/api/lapp/token/get'`,
  })
  expect(breaches(base)).toEqual([])
})

const planted = {
  'a library in the contract': ['packages/contract/src/a.ts', `import 'fastify'`],
  'input and output in the contract': ['packages/contract/src/a.ts', `import 'node:fs'`],
  'the server in the adapters': ['packages/cameras/src/a.ts', `import type { App } from '@aisle/server'`],
  'the server framework in the adapters': ['packages/cameras/src/a.ts', `export * from 'fastify'`],
  'the simulator in the server': ['apps/server/src/a.ts', `const s = await import('@aisle/simulator')`],
  'the simulator in the console, by its folder': [
    'apps/web/src/a.ts',
    `import '../../simulator/src/world.ts'`,
  ],
  'the adapters in the console': ['apps/web/src/a.tsx', `export { x } from '@aisle/cameras'`],
  'the adapters in the simulator': ['apps/simulator/src/a.ts', `import type { X } from '@aisle/cameras'`],
  "another module's store": ['apps/server/src/modules/plans/a.ts', `import '../cameras/store.ts'`],
  'a module in the platform': ['apps/server/src/platform/a.ts', `import '../modules/cameras/service.ts'`],
  'another room of the console': [
    'apps/web/src/reports/a.tsx',
    `import { Pane } from '../inspection/pane.tsx'`,
  ],
  'the inside of the frame in a room': ['apps/web/src/reports/a.tsx', `import '../shell/rail.tsx'`],
  'a room in the frame': ['apps/web/src/shell/a.tsx', `import '../reports/list.tsx'`],
  'a room in the shared parts': ['apps/web/src/ui/a.tsx', `import '../shell/scope.ts'`],
  'what no package asked for in the server': ['apps/server/src/a.ts', `import 'sharp'`],
  "a vendor's address in the server": ['apps/server/src/a.ts', `const url = 'https://open.ys7.com'`],
}

it.each(Object.entries(planted))('finds %s', (_, [path, text]) => {
  const found = breaches(repository({ [path]: text }))
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(path)
})

it('finds no import in comments and texts', () => {
  const text = `// import 'fastify'\nconst words = "import 'fastify'"\n/* export * from 'fastify' */`
  expect(breaches(repository({ 'packages/contract/src/a.ts': text }))).toEqual([])
})
