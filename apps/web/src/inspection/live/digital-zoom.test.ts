import { describe, expect, it } from 'vitest'
import { maxScale, panned, transformOf, wholePicture, zoomAround } from './digital-zoom.ts'

describe('digital zoom', () => {
  it('keeps the point under the pointer where it is', () => {
    const at = { x: 0.25, y: 0.75 }
    const view = zoomAround(wholePicture, 2, at)
    expect(view.scale).toBe(2)
    // Before: the picture's own 0.25 stood at 0.25 of the pane; after: offset + 0.25 · 2.
    expect(view.x + at.x * view.scale).toBeCloseTo(at.x)
    expect(view.y + at.y * view.scale).toBeCloseTo(at.y)
  })

  it('never shows beyond the picture', () => {
    const corner = zoomAround(wholePicture, 4, { x: 0, y: 0 })
    expect(panned(corner, 1, 1)).toMatchObject({ x: 0, y: 0 })
    expect(panned(corner, -9, -9)).toMatchObject({ x: -3, y: -3 })
  })

  it('stays between the whole picture and eight times', () => {
    expect(zoomAround(wholePicture, 100, { x: 0.5, y: 0.5 }).scale).toBe(maxScale)
    expect(zoomAround({ scale: 2, x: -1, y: -0.4 }, 0.01, { x: 0.9, y: 0.1 })).toEqual(wholePicture)
    expect(transformOf(wholePicture)).toBe('')
  })
})
