import { annotationShape } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { labelled, shapeOf, tools } from './shapes.ts'

describe('a drag over a picture', () => {
  it('draws what the tool draws, in shares of the picture, whichever way it went', () => {
    expect(shapeOf('box', { x: 0.5, y: 0.6 }, { x: 0.2, y: 0.1 })).toEqual({
      kind: 'box',
      x: 0.2,
      y: 0.1,
      width: 0.3,
      height: 0.5,
      label: '',
    })
    expect(shapeOf('arrow', { x: 0.5, y: 0.6 }, { x: 0.2, y: 0.1 })).toMatchObject({
      from: { x: 0.5, y: 0.6 },
      to: { x: 0.2, y: 0.1 },
    })
  })

  it('stays inside the picture, and is something that the server takes', () => {
    for (const tool of tools) {
      const [shape] = labelled([shapeOf(tool, { x: -1, y: 0.5 }, { x: 3, y: 2 })!], '积灰')
      expect(annotationShape.safeParse(shape).success).toBe(true)
    }
  })

  it('that is a slip of the hand draws nothing', () => {
    expect(shapeOf('box', { x: 0.5, y: 0.5 }, { x: 0.503, y: 0.502 })).toBeUndefined()
  })

  it('of words without any leaves nothing behind', () => {
    expect(labelled([shapeOf('text', { x: 0, y: 0 }, { x: 0.5, y: 0.5 })!], '  ')).toEqual([])
    expect(labelled([shapeOf('box', { x: 0, y: 0 }, { x: 0.5, y: 0.5 })!], ' 灰 ')).toMatchObject([
      { label: '灰' },
    ])
  })
})
