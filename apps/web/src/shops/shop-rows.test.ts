import { describe, expect, it } from 'vitest'
import { plainMatcher } from '../lib/matcher.ts'
import { jingan, tianhe } from '../test/fixtures.ts'
import { isFound, isShown, isSort, sortRows } from './shop-rows.ts'

const names = (rows: readonly { shopname: string }[]) => rows.map(row => row.shopname)
const now = new Date('2026-11-21T10:00:00')

describe('the order of shops', () => {
  it('by cameras leads with what is broken', () => {
    expect(names(sortRows([tianhe, jingan], { key: 'cameras', isDown: false }))).toEqual([
      '静安寺店',
      '广州天河店',
    ])
  })

  it('by last check leads with shops never checked', () => {
    expect(names(sortRows([jingan, tianhe], { key: 'check', isDown: false }))).toEqual([
      '广州天河店',
      '静安寺店',
    ])
    expect(names(sortRows([tianhe, jingan], { key: 'check', isDown: true }))).toEqual([
      '静安寺店',
      '广州天河店',
    ])
  })

  it('by name follows pinyin', () => {
    expect(names(sortRows([jingan, tianhe], { key: 'name', isDown: false }))).toEqual([
      '广州天河店',
      '静安寺店',
    ])
  })

  it('that was remembered is taken only if it still means something', () => {
    expect(isSort({ key: 'cameras', isDown: true })).toBe(true)
    expect(isSort({ key: 'colour', isDown: true })).toBe(false)
    expect(isSort(null)).toBe(false)
  })
})

describe('the tabs', () => {
  it('show shops with cameras offline, and shops without a check for 30 days', () => {
    expect(isShown(jingan, 'offline', now)).toBe(true)
    expect(isShown(tianhe, 'offline', now)).toBe(false)
    expect(isShown(jingan, 'unchecked', now)).toBe(false)
    expect(isShown({ ...jingan, lastCheckTime: '2026-10-02 10:00:00' }, 'unchecked', now)).toBe(true)
    expect(isShown(tianhe, 'unchecked', now)).toBe(true)
  })
})

describe('the search', () => {
  it('looks at both names and the code', () => {
    expect(isFound(jingan, 'temple', plainMatcher)).toBe(true)
    expect(isFound(jingan, 'sh0127', plainMatcher)).toBe(true)
    expect(isFound(jingan, '天河', plainMatcher)).toBe(false)
  })
})
