import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { everything, rememberScope } from '../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { FavouritesPage } from './favourites-page.tsx'

const registry = registryOf([
  page('favourites', { path: '/inspection/favourites', title: { zh: '收藏门店', en: 'Favourite shops' } }),
  page('monitor', { path: '/monitorPage', needsShop: true }),
])
const star = (shop: typeof jingan) => ({
  id: `c${shop.shopid}`,
  shopId: shop.shopid,
  shopname: shop.shopname,
  operateTime: '2026-11-20 10:00:00',
})
const figures = [
  {
    shopId: jingan.shopid,
    score: 92.4,
    scoredAt: '2026-11-19 15:59:00',
    lastPatrol: '2026-11-19 15:49:00',
    openProblems: 2,
    overdueProblems: 1,
  },
  {
    shopId: tianhe.shopid,
    score: null,
    scoredAt: null,
    lastPatrol: null,
    openProblems: 0,
    overdueProblems: 0,
  },
]

function replies(more: Record<string, Reply> = {}) {
  return fakeApi({
    'checkShop.getCheckShopList': () => ({ current: 1, size: 9999, total: 2, records: [jingan, tianhe] }),
    'checkShop.getShopCollectsByUserId': () => [star(jingan), star(tianhe)],
    'checkShop.favouriteFigures': () => figures,
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    ...more,
  })
}
const open = () => renderInConsole(anywhere(<FavouritesPage />), registry, '/inspection/favourites')
const cards = () =>
  within(document.querySelector('[data-panel="p1"]') as HTMLElement).getAllByRole('listitem')
const named = () => cards().map(card => within(card).getByRole('link').textContent)

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', inspector)
  rememberScope(everything)
})

describe('the favourites', () => {
  it('are cards with the last score and open problems, unknown ones saying so', async () => {
    replies()
    open()
    await screen.findByText('92.4', { selector: '.last-score b' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Favourite shops')
    expect(named()).toEqual(['Jing’an Temple', 'Guangzhou Tianhe'])
    expect(cards()[0]!.textContent).toContain('2 open problems')
    expect(cards()[1]!.textContent).toContain('Not scored')
    expect(cards()[1]!.textContent).not.toContain('open problem')
  })

  it('are ordered by button and by key, at once, and the server is told the whole order', async () => {
    const told: unknown[] = []
    let order = [star(jingan), star(tianhe)]
    replies({
      'checkShop.getShopCollectsByUserId': () => order,
      'checkShop.sortShopCollects': ({ body }) => {
        told.push(body)
        order = order.toReversed()
        return order
      },
    })
    open()
    await screen.findByText('92.4', { selector: '.last-score b' })
    fireEvent.click(screen.getByRole('button', { name: 'Move “Jing’an Temple” back' }))
    await waitFor(() => expect(named()).toEqual(['Guangzhou Tianhe', 'Jing’an Temple']))
    await waitFor(() => expect(told).toEqual([{ shopIds: ['9002', '9001'] }]))
    fireEvent.keyDown(within(cards()[1]!).getByRole('link'), { key: 'ArrowLeft', altKey: true })
    await waitFor(() => expect(named()).toEqual(['Jing’an Temple', 'Guangzhou Tianhe']))
    await waitFor(() => expect(told).toHaveLength(2))
  })

  it('go back to their order when the server refuses', async () => {
    const refusal = Promise.withResolvers<Response>()
    replies({ 'checkShop.sortShopCollects': () => refusal.promise })
    open()
    await screen.findByText('92.4', { selector: '.last-score b' })
    fireEvent.click(screen.getByRole('button', { name: 'Move “Jing’an Temple” back' }))
    await waitFor(() => expect(named()).toEqual(['Guangzhou Tianhe', 'Jing’an Temple']))
    refusal.resolve(problem(500, 500, 'no'))
    await waitFor(() => expect(named()).toEqual(['Jing’an Temple', 'Guangzhou Tianhe']))
  })

  it('serve users who may not inspect, without cameras, scores and a way to them', async () => {
    startSession('token-2', { ...inspector, authorities: ['flow.view'] })
    const { heard } = replies()
    open()
    await screen.findByRole('table')
    expect(screen.queryByRole('columnheader', { name: /Cameras online|Last score/ })).toBeNull()
    expect(within(screen.getByRole('table')).queryByRole('link')).toBeNull()
    expect(heard).not.toContain('checkShop.getCheckShopList')
    expect(heard).not.toContain('checkShop.favouriteFigures')
  })

  it('say in each panel where they failed and ask again', async () => {
    let isBroken = true
    replies({
      'checkShop.favouriteFigures': () => (isBroken ? problem(500, 500, 'Query timed out') : figures),
    })
    open()
    expect(await screen.findAllByText('Query timed out')).toHaveLength(3)
    isBroken = false
    fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0]!)
    await screen.findByText('92.4', { selector: '.last-score b' })
  })

  it('leave no panel loading where there is no favourite', async () => {
    replies({ 'checkShop.getShopCollectsByUserId': () => [], 'checkShop.favouriteFigures': () => [] })
    open()
    await screen.findByText('Favourite shops are shown here on the map')
    expect(document.querySelectorAll('.bone')).toHaveLength(0)
  })
})
