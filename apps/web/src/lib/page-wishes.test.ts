import { expect, it } from 'vitest'
import { wishesIn, withPin, withStart } from './page-wishes.ts'

it('wishes are read as far as they can be', () => {
  expect(wishesIn(null)).toEqual({ pinned: [] })
  expect(wishesIn({ start: 7, pinned: 'home' })).toEqual({ pinned: [] })
  expect(wishesIn({ start: 'overView', pinned: ['home', 3, 'home', 'wall'] })).toEqual({
    start: 'overView',
    pinned: ['home', 'wall'],
  })
})

it('a page is pinned once, last, and let go of again; the oldest gives way', () => {
  const wishes = { start: 'home', pinned: ['wall', 'home'] }
  expect(withPin(wishes, 'wall', true)).toEqual({ start: 'home', pinned: ['home', 'wall'] })
  expect(withPin(wishes, 'wall', false).pinned).toEqual(['home'])
  const many = { pinned: Array.from({ length: 20 }, (_, index) => `p${index}`) }
  expect(withPin(many, 'new', true).pinned).toEqual([...many.pinned.slice(1), 'new'])
})

it('a start page is chosen and given up without touching what is pinned', () => {
  expect(withStart({ pinned: ['wall'] }, 'home')).toEqual({ start: 'home', pinned: ['wall'] })
  expect(withStart({ start: 'home', pinned: ['wall'] }, undefined)).toEqual({ pinned: ['wall'] })
})
