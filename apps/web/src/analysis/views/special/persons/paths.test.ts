import { expect, it } from 'vitest'
import { answerOf } from '../../../../test/figures.ts'
import { arrowsOf, pathsOf } from './paths.ts'

const zone = (id: string, left: number) => ({
  id,
  name: id,
  polygon: [
    [left, 0],
    [left + 100, 0],
    [left + 100, 100],
    [left, 100],
  ] as [number, number][],
})
const member = (id: string) => ({ id, name: id })
const answer = answerOf([
  { origin: member('a'), zone: member('b'), transitions: { current: 10 } },
  { origin: member('b'), zone: member('a'), transitions: { current: 40 } },
  { origin: member('a'), zone: member('a'), transitions: { current: 99 } },
  { origin: member('a'), zone: member('upstairs'), transitions: { current: 80 } },
  { origin: member('b'), zone: member('c'), transitions: { current: null } },
])

it('moves are listed most first, without those that end where they began or were never made', () => {
  expect(pathsOf(answer, 'transitions')).toEqual([
    { from: 'a', to: 'upstairs', count: 80 },
    { from: 'b', to: 'a', count: 40 },
    { from: 'a', to: 'b', count: 10 },
  ])
})

it('arrows are of the floor alone, as thick as there are moves, and there and back lie apart', () => {
  const arrows = arrowsOf(pathsOf(answer, 'transitions'), [zone('a', 0), zone('b', 900)], 15, 20)
  expect(arrows.map(({ from, share }) => [from, share])).toEqual([
    ['b', 1],
    ['a', 0.25],
  ])
  const bend = (line: string) => Number(/Q[^,]+,(-?[\d.]+)/.exec(line)?.[1])
  expect(Math.sign(bend(arrows[0]!.line) - 50)).toBe(-Math.sign(bend(arrows[1]!.line) - 50))
  expect(arrowsOf(pathsOf(answer, 'transitions'), [zone('a', 0), zone('b', 900)], 1, 20)).toHaveLength(1)
})
