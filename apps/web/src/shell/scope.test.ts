import { describe, expect, it } from 'vitest'
import { jingan, tree } from '../test/fixtures.ts'
import { addressWith, areaSelection, areaTrail, everything, isShopIn, scopeIn, withScope } from './scope.ts'

const scopeOf = (text: string) => scopeIn(new URLSearchParams(text))

describe('the scope in the address', () => {
  it('is a shop, an area of a known level, or nothing', () => {
    expect(scopeOf('shop=9001&area=city.3101')).toEqual({ kind: 'shop', shopId: '9001' })
    expect(scopeOf('area=city.3101')).toEqual({ kind: 'area', level: 'city', id: '3101' })
    expect(scopeOf('area=planet.3')).toBeUndefined()
    expect(scopeOf('area=city')).toBeUndefined()
    expect(scopeOf('')).toBeUndefined()
  })

  it('replaces the former one, keeps the filters, and lets go of the former shop’s camera and places', () => {
    const search = new URLSearchParams('q=ja&shop=9001&camera=77&floor=5&zone=6,7')
    expect(withScope(search, { kind: 'area', level: 'region', id: '1' }).toString()).toBe(
      'q=ja&area=region.1',
    )
    expect(withScope(search, everything).toString()).toBe('q=ja')
  })

  it('reads back what it wrote', () => {
    const scope = { kind: 'area', level: 'county', id: 'a.b&c' } as const
    expect(scopeOf(addressWith('/x', scope).slice(3))).toEqual(scope)
    expect(addressWith('/x', everything)).toBe('/x')
  })
})

describe('areas', () => {
  it('are found with everything above them', () => {
    expect(areaTrail(tree, 'city', '3101').map(area => area.name)).toEqual(['华东大区', '上海市', '上海市'])
    expect(areaTrail(tree, 'city', '999')).toEqual([])
  })

  it('become the numbers of the inherited calls', () => {
    expect(areaSelection(areaTrail(tree, 'county', '440106'))).toEqual({
      type: 3,
      id: '440106',
      provinceid: '44',
      cityid: '4401',
      countyid: '440106',
    })
    expect(areaSelection([])).toEqual({})
  })

  it('hold the shops of their own id only', () => {
    expect(isShopIn(jingan, 'province', '31')).toBe(true)
    expect(isShopIn(jingan, 'city', '31')).toBe(false)
  })
})
