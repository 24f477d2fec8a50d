import type { AnalysisCell } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { jingan, tianhe, tree } from '../../../../test/fixtures.ts'
import { above, linesOf, type NodeLevel, placeNodes } from './nodes.ts'

const cells = (of: Record<string, number>) =>
  new Map<string, AnalysisCell>(Object.entries(of).map(([id, current]) => [id, { current }]))
const figures: Record<NodeLevel, Map<string, AnalysisCell>> = {
  region: cells({ 1: 40, 2: 90 }),
  province: cells({ 31: 40, 44: 90 }),
  city: cells({ 3101: 40, 4401: 90 }),
  county: cells({ 310106: 40, 440106: 90 }),
  shop: cells({ 9001: 40 }),
}
const nodes = placeNodes(tree, [jingan, tianhe], figures, zh => zh)
const names = (lines: ReturnType<typeof linesOf>) => lines.map(({ node, depth }) => `${depth} ${node.name}`)

describe('the organisation with figures', () => {
  it('shows the largest place of a group first, and nothing below a closed one', () => {
    expect(names(linesOf(nodes, new Set()))).toEqual(['0 华南大区', '0 华东大区'])
  })

  it('holds shops in their county, also those without a figure', () => {
    const path = above(nodes, 'shop.9002')
    expect(path).toEqual(['region.2', 'province.44', 'city.4401', 'county.440106'])
    const lines = linesOf(nodes, new Set(path))
    expect(names(lines)).toEqual([
      '0 华南大区',
      '1 广东省',
      '2 广州市',
      '3 天河区',
      '4 广州天河店',
      '0 华东大区',
    ])
    expect(lines.find(({ node }) => node.id === '9002')?.node.cell.current).toBeNull()
  })

  it('opens nothing for a place it has not', () => {
    expect(above(nodes, 'shop.1')).toEqual([])
    expect(above(nodes, 'region.1')).toEqual([])
  })
})
