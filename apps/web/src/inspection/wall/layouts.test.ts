import { wallLayouts } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { gridArea, layoutFor, neighbour, shapes } from './layouts.ts'

describe('layouts', () => {
  it('give every slot a place of its own', () => {
    for (const layout of wallLayouts) {
      const areas = Array.from({ length: shapes[layout].size }, (_, slot) => gridArea(layout, slot))
      expect(new Set(areas).size).toBe(shapes[layout].size)
    }
  })

  it('are the smallest that shows all', () => {
    expect([1, 2, 4, 5, 6, 7, 9, 10, 16].map(layoutFor)).toEqual([
      '1',
      '2x2',
      '2x2',
      '1+5',
      '1+5',
      '3x3',
      '3x3',
      '4x4',
      '4x4',
    ])
  })

  it('lead by arrows to the pane that lies there', () => {
    expect(neighbour('2x2', 0, 1, 0)).toBe(1)
    expect(neighbour('2x2', 0, 0, 1)).toBe(2)
    expect(neighbour('2x2', 0, -1, 0)).toBe(0)
    expect(neighbour('3x3', 4, 0, -1)).toBe(1)
    expect(neighbour('1+5', 5, -1, 0)).toBe(4)
    expect(neighbour('1+5', 3, 0, -1)).toBe(0)
  })
})
