import { describe, expect, it } from 'vitest'
import { clampPosition, positionAt, type Steering, windowOf } from './steering.ts'

const from = { x: 0.5, y: 0.5, zoom: 1 }
const moving = (movement: 'left' | 'upRight' | 'zoomIn' | 'zoomOut', speed = 1): Steering => ({
  from,
  at: 1000,
  task: { kind: 'move', movement, speed },
})

describe('steering', () => {
  it('moves as far as time and speed say', () => {
    const slow = positionAt(moving('left', 0.25), 2000)
    const fast = positionAt(moving('left', 0.5), 2000)
    expect(from.x - fast.x).toBeCloseTo(2 * (from.x - slow.x))
    expect(fast.y).toBe(from.y)
    expect(positionAt(moving('upRight'), 1500)).toMatchObject({ zoom: 1 })
    expect(positionAt(moving('upRight'), 1500).x).toBeGreaterThan(from.x)
    expect(positionAt(moving('upRight'), 1500).y).toBeLessThan(from.y)
  })

  it('takes about eight seconds for the whole range of zoom and stops at its end', () => {
    expect(positionAt(moving('zoomIn'), 1000 + 4000).zoom).toBeCloseTo(2)
    expect(positionAt(moving('zoomIn'), 1000 + 8000).zoom).toBeCloseTo(4)
    expect(positionAt(moving('zoomIn'), 1000 + 60_000).zoom).toBe(4)
    expect(positionAt(moving('zoomOut'), 1000 + 60_000).zoom).toBe(1)
  })

  it('never shows what lies outside the picture', () => {
    for (const movement of ['left', 'upRight'] as const) {
      const window = windowOf(positionAt(moving(movement), 60_000), { width: 2560, height: 1440 })
      expect(window.x).toBeGreaterThanOrEqual(0)
      expect(window.y).toBeGreaterThanOrEqual(0)
      expect(window.x + window.width).toBeLessThanOrEqual(2560.001)
      expect(window.y + window.height).toBeLessThanOrEqual(1440.001)
    }
  })

  it('reaches a called position exactly within a second and stays there', () => {
    const target = clampPosition({ x: 0.3, y: 0.6, zoom: 2.5 })
    const called: Steering = { from, at: 1000, task: { kind: 'goTo', target } }
    expect(positionAt(called, 1000)).toEqual(clampPosition(from))
    expect(positionAt(called, 1500).zoom).toBeGreaterThan(1)
    expect(positionAt(called, 2000)).toEqual(target)
    expect(positionAt(called, 9000)).toEqual(target)
  })
})
