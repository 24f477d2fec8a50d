import { describe, expect, it } from 'vitest'
import { framesOf, hottestOf, peaksOf } from './frames.ts'

const row = (time: string, zone: string, current: number | null) => ({
  time,
  zone: { id: zone, name: zone },
  heatValue: { current },
})
const rows = [
  row('2026-11-20 09:45', 'door', null),
  row('2026-11-20 10:00', 'door', 40),
  row('2026-11-20 10:00', 'shoes', 10),
  row('2026-11-20 10:15', 'door', null),
  row('2026-11-20 10:30', 'shoes', 90),
  row('2026-11-20 10:45', 'shoes', 0),
  row('2026-11-21 10:00', 'door', 70),
]

describe('the film of a day', () => {
  const frames = framesOf(rows, 'heatValue')

  it('goes from the first to the last moment in which anybody was there, with the quiet ones between', () => {
    expect(frames.map(({ at }) => at)).toEqual([
      '2026-11-20 10:00',
      '2026-11-20 10:15',
      '2026-11-20 10:30',
      '2026-11-20 10:45',
      '2026-11-21 10:00',
    ])
    expect(frames[0]?.total).toBe(50)
  })

  it('has one peak a day', () => {
    expect(peaksOf(frames).map(index => frames[index]?.at)).toEqual(['2026-11-20 10:30', '2026-11-21 10:00'])
  })

  it('names the zones with the most first and leaves out empty ones', () => {
    expect(hottestOf(frames[0])).toEqual([
      { id: 'door', value: 40 },
      { id: 'shoes', value: 10 },
    ])
    expect(hottestOf(frames[3])).toEqual([])
  })

  it('of nothing is no film', () => {
    expect(framesOf([row('2026-11-20 10:00', 'door', null)], 'heatValue')).toEqual([])
  })
})
