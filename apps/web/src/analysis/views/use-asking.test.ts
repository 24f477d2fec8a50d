import { beforeEach, expect, it } from 'vitest'
import { recentPlaces } from '../../lib/recent.ts'
import { usualShop } from './use-asking.ts'

const shop = (shopid: string, provinceid: string) => ({
  shopid,
  shopname: shopid,
  shopnameEn: '',
  code: '',
  format: 'standard' as const,
  regionid: '1',
  provinceid,
  cityid: '',
  countyid: '',
  areaPath: '',
  areaPathEn: '',
  longitude: null,
  latitude: null,
})
const shops = [shop('a', '31'), shop('b', '32'), shop('c', '32')]
beforeEach(() => recentPlaces.set([]))

it('a page about one shop is of the one looked at last', () => {
  recentPlaces.set([
    { pageId: 'overView', address: '/overView', at: 2 },
    { pageId: 'realTime', address: '/realTime?shop=c', shopId: 'c', at: 1 },
  ])
  expect(usualShop(shops, { kind: 'all' })?.shopid).toBe('c')
})

it('a page about one shop is of the first in scope where none of it was looked at', () => {
  expect(usualShop(shops, { kind: 'all' })?.shopid).toBe('a')
  recentPlaces.set([{ pageId: 'realTime', address: '/realTime?shop=a', shopId: 'a', at: 1 }])
  expect(usualShop(shops, { kind: 'area', level: 'province', id: '32' })?.shopid).toBe('b')
  expect(usualShop([], { kind: 'all' })).toBeUndefined()
})
