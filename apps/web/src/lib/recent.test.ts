import { beforeEach, describe, expect, it } from 'vitest'
import { forgetPlace, forgetPlaces, pinPlace, recentPlaces, visit } from './recent.ts'

const addresses = () => recentPlaces.get().map(({ address }) => address)

describe('recent places', () => {
  beforeEach(() => forgetPlaces())

  it('keep a page once for each shop, the latest first', () => {
    visit({ pageId: 'flow', address: '/flow?shop=1', shopId: '1', at: 1 })
    visit({ pageId: 'flow', address: '/flow?shop=2', shopId: '2', at: 2 })
    visit({ pageId: 'flow', address: '/flow?shop=1&period=last30', shopId: '1', at: 3 })
    expect(addresses()).toEqual(['/flow?shop=1&period=last30', '/flow?shop=2'])
  })

  it('keep a pinned one with its filters, and do not list it twice', () => {
    visit({ pageId: 'flow', address: '/flow?period=last7', at: 1 })
    pinPlace('/flow?period=last7', true)
    visit({ pageId: 'flow', address: '/flow?period=last30', at: 2 })
    expect(addresses()).toEqual(['/flow?period=last30', '/flow?period=last7'])
    visit({ pageId: 'flow', address: '/flow?period=last7', at: 3 })
    expect(recentPlaces.get()).toMatchObject([
      { address: '/flow?period=last7', at: 3, isPinned: true },
      { address: '/flow?period=last30' },
    ])
  })

  it('are twenty beside the pinned ones', () => {
    visit({ pageId: 'pinned', address: '/pinned', at: 0 })
    pinPlace('/pinned', true)
    for (let at = 1; at <= 30; at++) visit({ pageId: `p${at}`, address: `/p${at}`, at })
    expect(addresses()).toHaveLength(21)
    expect(addresses()).toContain('/pinned')
  })

  it('are forgotten one by one, or all that are not pinned', () => {
    visit({ pageId: 'a', address: '/a', at: 1 })
    visit({ pageId: 'b', address: '/b', at: 2 })
    visit({ pageId: 'c', address: '/c', at: 3 })
    pinPlace('/a', true)
    forgetPlace('/c')
    expect(addresses()).toEqual(['/b', '/a'])
    forgetPlaces({ pinned: false })
    expect(addresses()).toEqual(['/a'])
    pinPlace('/a', false)
    forgetPlaces({ pinned: false })
    expect(addresses()).toEqual([])
  })
})
