import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { everything, rememberScope } from '../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { ShopListPage } from './shop-list-page.tsx'

const registry = registryOf([
  page('shops', { path: '/inspection/shops' }),
  page('monitor', { path: '/monitorPage', needsShop: true }),
])
const star = {
  id: '77',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  operateTime: '2026-11-20 10:00:00',
}
const everyShop: Reply = () => ({ current: 1, size: 9999, total: 2, records: [jingan, tianhe] })

function replies(more: Record<string, Reply> = {}) {
  return fakeApi({
    'checkShop.getCheckShopList': everyShop,
    'checkShop.getShopCollectsByUserId': () => [star],
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    ...more,
  })
}
const open = (address = '/inspection/shops') => renderInConsole(anywhere(<ShopListPage />), registry, address)
const panel = () => document.querySelector('[data-panel="shops"]')!
const rows = () =>
  within(panel() as HTMLElement)
    .getAllByRole('row')
    .slice(1)
const named = () => rows().map(row => within(row).getAllByRole('link')[0]?.textContent)

beforeEach(() => {
  setLanguage(english)
  localStorage.removeItem('shopListSort')
  startSession('token-1', inspector)
  rememberScope(everything)
})

describe('the shop list', () => {
  it('shows cameras online, what is offline, and the last check', async () => {
    replies()
    open()
    await waitFor(() => expect(panel().getAttribute('data-state')).toBe('ready'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shops')
    const [first, second] = rows()
    expect(first!.textContent).toContain('Guangzhou Tianhe')
    expect(first!.textContent).toContain('Never')
    expect(second!.textContent).toContain('11 / 12')
    expect(second!.textContent).toContain('1 offline')
  })

  it('finds by initials of the Chinese name and keeps what was typed in the address', async () => {
    replies()
    const { here } = open()
    await screen.findByRole('table')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter shops' }), { target: { value: 'jas' } })
    await waitFor(() => expect(named()).toEqual(['Jing’an Temple']))
    expect(here()).toContain('q=jas')
  })

  it('sorts by a column both ways and remembers it', async () => {
    replies()
    open()
    await screen.findByRole('table')
    fireEvent.click(screen.getByRole('button', { name: 'Cameras online' }))
    expect(named()).toEqual(['Jing’an Temple', 'Guangzhou Tianhe'])
    fireEvent.click(screen.getByRole('button', { name: 'Cameras online' }))
    expect(named()).toEqual(['Guangzhou Tianhe', 'Jing’an Temple'])
    expect(screen.getByRole('columnheader', { name: 'Cameras online' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(JSON.parse(localStorage.getItem('shopListSort')!)).toEqual({ key: 'cameras', isDown: true })
  })

  it('moves along rows with the arrows and opens the cameras with Enter', async () => {
    replies()
    const { here } = open()
    await screen.findByRole('table')
    rows()[0]!.focus()
    fireEvent.keyDown(rows()[0]!, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(rows()[1])
    fireEvent.keyDown(rows()[1]!, { key: 'Enter' })
    expect(here()).toBe('/monitorPage?shop=9001')
  })

  it('takes a star away at once and tells the server which', async () => {
    let stars = [star]
    replies({
      'checkShop.getShopCollectsByUserId': () => stars,
      'checkShop.delShopCollectByIds': ({ params }) => {
        stars = stars.filter(one => one.id !== params.id)
        return null
      },
    })
    open()
    await screen.findByRole('table')
    const button = within(rows()[1]!).getByRole('button', { name: 'Favourite: Jing’an Temple' })
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
    await waitFor(() => expect(stars).toEqual([]))
  })

  it('takes two quick clicks on a star in their order', async () => {
    const done: string[] = []
    let stars: (typeof star)[] = []
    const { heard } = replies({
      'checkShop.getShopCollectsByUserId': () => stars,
      'checkShop.saveShopCollect': () => {
        done.push('saved')
        stars = [{ ...star, shopId: tianhe.shopid }]
        return stars[0]
      },
      'checkShop.delShopCollectByIds': ({ params }) => {
        done.push(`removed ${params.id}`)
        stars = []
        return null
      },
    })
    open()
    await screen.findByRole('table')
    await waitFor(() => expect(heard).toContain('checkShop.getShopCollectsByUserId'))
    const button = within(rows()[0]!).getByRole('button', { name: /Favourite/ })
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(button)
    await waitFor(() => expect(done).toEqual(['saved', 'removed 77']))
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  })

  it('gives the star back when the server refuses', async () => {
    const refusal = Promise.withResolvers<Response>()
    replies({ 'checkShop.saveShopCollect': () => refusal.promise })
    open()
    await screen.findByRole('table')
    const button = within(rows()[0]!).getByRole('button', { name: /Favourite/ })
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    refusal.resolve(problem(500, 500, 'no'))
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  })

  it('asks for the shops of the area in the address', async () => {
    let asked = ''
    replies({
      'checkShop.getCheckShopList': heard => {
        asked = heard.query.toString()
        return { current: 1, size: 9999, total: 1, records: [tianhe] }
      },
    })
    open('/inspection/shops?area=city.4401')
    await screen.findByRole('table')
    expect(asked).toBe('type=2&id=4401&provinceid=44&cityid=4401')
  })

  it('says why nothing is shown and offers to clear the filters', async () => {
    replies()
    const { here } = open('/inspection/shops?q=zzz&show=offline')
    await screen.findByText('No shop matches these filters')
    expect(panel().getAttribute('data-state')).toBe('empty')
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByRole('table')
    expect(here()).toBe('/inspection/shops')
  })

  it('shows a failure in its card and asks again', async () => {
    let isBroken = true
    replies({
      'checkShop.getCheckShopList': heard =>
        isBroken ? problem(500, 500, 'Query timed out') : everyShop(heard),
    })
    open()
    await screen.findByText('Query timed out')
    expect(panel().getAttribute('data-state')).toBe('error')
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('table')
  })
})
