import { expect, it } from 'vitest'
import { isServed } from '../kinds/names.ts'
import { viewId } from '../view.ts'
import { views } from './index.ts'

it('ids and paths of pages are their own', () => {
  expect(new Set(views.map(viewId)).size).toBe(views.length)
  expect(new Set(views.flatMap(({ path, aliasPaths = [] }) => [path, ...aliasPaths])).size).toBe(
    views.flatMap(({ aliasPaths = [] }) => [1, ...aliasPaths]).length,
  )
})

it('tabs belong to pages that are declared', () => {
  const ids = new Set(views.map(viewId))
  for (const { path, variantOf } of views)
    if (variantOf !== undefined) expect(ids.has(variantOf), path).toBe(true)
})

it('pages are served when all their panels are drawn', () => {
  expect(views.filter(isServed).length).toBeGreaterThanOrEqual(60)
})

it('pages with targets are served where their metrics and groups have any', () => {
  const served = views.filter(isServed).map(({ path }) => path)
  expect(served).toContain('/store_flow_x_accu')
  expect(served).toContain('/x_2SaleAna/x_2SaleAna')
  for (const path of ['/FloorSpe', '/EntranceSpe', '/AreasSpe']) expect(served).toContain(path)
})

it('pages about what moves figures are served where they ask for each factor', () => {
  const served = views.filter(isServed).map(({ path }) => path)
  expect(served).toContain('/impactFactorAnalysis/impactFactorAnalysis')
  expect(served).toContain('/x_2ImpactFactor/x_2ImpactFactor')
  const panel = { id: 'p1', kind: 'rank', title: { zh: '', en: '' }, metrics: ['visits'] } as const
  const pageWith = (more: object) =>
    isServed({ path: '/x', panels: [{ ...panel, calc: ['effect'], ...more }] })
  expect(pageWith({ by: ['shop'] })).toBe(false)
  expect(pageWith({ by: ['shop'], factors: ['rain'] })).toBe(true)
})

it('overviews rank the five busiest entrances', () => {
  const ranked = views.flatMap(view =>
    view.panels.flatMap(({ kind, by, top }) =>
      kind === 'rank' && by?.includes('entrance') && top ? [[viewId(view), top]] : [],
    ),
  )
  expect(ranked).toEqual([
    ['realTime', 5],
    ['cockpit_x', 5],
    ['overView_x', 5],
  ])
})
