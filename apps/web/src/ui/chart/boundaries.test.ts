import { describe, expect, it } from 'vitest'
import { middleOf, pathOf, projectionOf, unpacked } from './boundaries.ts'
import { provinces } from './provinces.ts'

const files = import.meta.glob('./boundaries/**/*.json', { eager: true, import: 'default' })
const cityFiles = Object.keys(files).filter(path => path.includes('/cities/'))
const read = (path: string) => unpacked(files[path])
const country = './boundaries/china.json'

describe('outlines', () => {
  it('are unpacked as steps of their grid', () => {
    const [shape] = unpacked({
      step: 0.5,
      shapes: [{ id: '32', name: '江苏', rings: [[240, 60, 2, 0, 0, 2, -2, 0]] }],
    })
    expect(shape?.rings).toEqual([
      [
        [120, 30],
        [121, 30],
        [121, 31],
        [120, 31],
      ],
    ])
    expect(middleOf(shape!)).toEqual([120.5, 30.5])
  })

  it('are there for every province of the tiles, near where it lies', () => {
    const china = read(country)
    expect(china.map(({ id }) => id).toSorted()).toEqual(provinces.map(({ code }) => code).toSorted())
    const [west] = middleOf(china.find(({ id }) => id === '65')!)
    const [east] = middleOf(china.find(({ id }) => id === '31')!)
    expect([Math.round(west), Math.round(east)]).toEqual([85, 121])
  })

  it('of cities lie within their province', () => {
    const china = read(country)
    expect(cityFiles.length).toBe(provinces.length - 1)
    for (const file of cityFiles) {
      const around = china.find(({ id }) => id === file.slice(-7, -5))!.rings.flat()
      const [west, east] = [Math.min, Math.max].map(of => of(...around.map(([x]) => x)))
      const cities = read(file)
      expect(cities.length, file).toBeGreaterThan(0)
      // The islands of Sansha lie far out in the sea.
      for (const city of cities.filter(({ name }) => name !== '三沙市')) {
        const [x] = middleOf(city)
        expect(x, `${file} ${city.name}`).toBeGreaterThan(west! - 0.5)
        expect(x, `${file} ${city.name}`).toBeLessThan(east! + 0.5)
      }
    }
  })
})

describe('a projection', () => {
  it('keeps north up and squares at the middle square', () => {
    const { place, width, height } = projectionOf([
      [120, 30],
      [122, 32],
    ])
    const [west, south] = place([120, 30])
    const [east, north] = place([122, 32])
    expect(north).toBeLessThan(south)
    expect((east - west) / (south - north)).toBeCloseTo(Math.cos((31 * Math.PI) / 180), 5)
    expect([west, width - east].every(edge => Math.abs(edge - 30) < 0.01)).toBe(true)
    expect(height - south).toBeCloseTo(north, 5)
  })

  it('is never flatter or narrower than it may be', () => {
    const street = [
      [120, 30],
      [125, 30.1],
    ] as const
    const { width, height, place } = projectionOf(street, { widest: 1.5 })
    expect(width / height).toBeCloseTo(1.5, 5)
    expect(place([122.5, 30.05])).toEqual([width / 2, height / 2])
  })

  it('of a single place has it in the middle', () => {
    const { place, width, height } = projectionOf([[121.5, 31.2]])
    expect(place([121.5, 31.2])).toEqual([width / 2, height / 2])
  })

  it('draws an outline as a closed path', () => {
    const outline = { id: '1', name: '', rings: [[[0, 0] as const, [1, 0] as const, [1, 1] as const]] }
    expect(pathOf(outline, { width: 1, height: 1, place: ([x, y]) => [x, y] })).toBe(
      'M0.0 0.0L1.0 0.0L1.0 1.0Z',
    )
  })
})
