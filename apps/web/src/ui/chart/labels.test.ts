import { expect, it } from 'vitest'
import { legible } from './labels.ts'

it('leaves out names that would run into those before them', () => {
  const at = (id: string, text: string, x: number, y: number) => ({ id, text, x, y })
  expect([
    ...legible([
      at('a', '静安寺店', 100, 100),
      at('b', '徐家汇店', 130, 105),
      at('c', '五角场店', 130, 115),
      at('d', 'Qibao', 165, 100),
    ]),
  ]).toEqual(['a', 'c', 'd'])
})
