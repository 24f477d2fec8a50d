import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { views } from '../apps/web/src/analysis/views/catalogue/index.ts'

/** The route catalogue of the specification. */
const file = join(import.meta.dirname, '../../shared/spec/routes.json')
const isHere = existsSync(file)
if (!isHere) console.log('skipped: the route catalogue of the specification is not beside the project')

const groups = new Set(['overview', 'flow', 'customer', 'space', 'sales'])

it.skipIf(!isHere)('every page of figures is declared with its titles, authorities and panels', () => {
  const wanted = JSON.parse(readFileSync(file, 'utf8')).filter(({ group }) => groups.has(group))
  expect(wanted.length).toBe(101)
  for (const entry of wanted) {
    const view = views.find(({ path }) => path === entry.path)
    expect(view?.title, entry.path).toEqual({ zh: entry.titleZh, en: entry.titleEn })
    expect(view?.authority, entry.path).toEqual(entry.authority.split('|').filter(name => name !== ''))
    const drawn = panels => panels.map(({ id, kind }) => `${id} ${kind}`)
    // A page may show more than the catalogue asks for, after what it asks for.
    expect(drawn(view?.panels ?? []).slice(0, entry.panels.length), entry.path).toEqual(drawn(entry.panels))
  }
})
