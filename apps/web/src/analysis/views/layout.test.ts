import { expect, it } from 'vitest'
import { views } from './catalogue/index.ts'
import { inOrder, widthsOf } from './layout.ts'

it('rows of panels have no holes, whatever page they are of', () => {
  for (const view of views) {
    let used = 0
    for (const width of widthsOf(inOrder(view.panels))) {
      expect(width === 12 || (width >= 3 && width <= 9), `${view.path} ${width}`).toBe(true)
      used += width
      expect(used <= 12, view.path).toBe(true)
      if (used === 12) used = 0
    }
    expect(used, view.path).toBe(0)
  }
})

it('tables stand last, unless the page begins with one', () => {
  const kinds = (panels: readonly { kind: 'table' | 'rank' | 'kpi' | 'trend' }[]) =>
    inOrder(panels).map(({ kind }) => kind)
  expect(kinds([{ kind: 'trend' }, { kind: 'table' }, { kind: 'rank' }])).toEqual(['trend', 'rank', 'table'])
  expect(kinds([{ kind: 'table' }, { kind: 'kpi' }, { kind: 'rank' }])).toEqual(['kpi', 'table', 'rank'])
})

it('key figures stand first, and the others keep their order', () => {
  expect(
    inOrder([{ kind: 'rank' }, { kind: 'kpi' }, { kind: 'pie' }] as const).map(({ kind }) => kind),
  ).toEqual(['kpi', 'rank', 'pie'])
})
