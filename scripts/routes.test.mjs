// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { views } from '../apps/web/src/analysis/views/catalogue/index.ts'
import { registry } from '../apps/web/src/pages.ts'

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

const reports = [
  '/freeInquiry',
  '/x_2ExportOverall/x_2ExportOverall',
  '/ExportPatch/ExportPatch',
  '/x_2ExportCustomer/x_2ExportCustomer',
  '/x_2LNExport/x_2LNExport',
]

it.skipIf(!isHere).each(reports)('%s is served with its titles, authority and place in the menu', path => {
  const entry = JSON.parse(readFileSync(file, 'utf8')).find(one => one.path === path)
  const page = registry.pages.find(one => one.path === path)
  expect(page?.title).toEqual({ zh: entry.titleZh, en: entry.titleEn })
  expect(page?.authority).toEqual(entry.authority.split('|'))
  expect(page?.group).toBe(entry.group)
  expect(page?.menu).toBe(entry.menu === 'main' ? 'list' : entry.menu)
  const main = registry.pages.find(({ id }) => id === page?.variantOf)
  expect(main?.path).toBe(entry.variantOf)
})
