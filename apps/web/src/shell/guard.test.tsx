import { act, cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { markLost, markUp } from '../lib/connection.ts'
import { english, setLanguage } from '../lib/i18n.ts'
import { forgetPlaces, recentPlaces } from '../lib/recent.ts'
import { endSession, startSession } from '../lib/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../test/fixtures.ts'
import { renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { HomeRedirect, PageHost, RootFrame, SignedIn } from './guard.tsx'
import { pageAt } from './registry.ts'
import { everything, rememberScope } from './scope.ts'

const shops = page('shops')
const monitor = page('monitor', { path: '/monitorPage', needsShop: true, theme: 'dark' })
const devices = page('devices', { authority: ['device.view', 'device.manage'] })
const registry = registryOf([shops, monitor, devices])

function open(address: string, used = registry) {
  return renderInConsole(
    [
      {
        element: <RootFrame />,
        children: [
          { path: '/login', element: <h1>sign in here</h1> },
          {
            element: <SignedIn />,
            children: [
              { path: '/', element: <HomeRedirect /> },
              ...used.pages.map(one => ({ path: one.path, element: <PageHost page={one} /> })),
            ],
          },
        ],
      },
    ],
    used,
    address,
  )
}

beforeEach(() => {
  setLanguage(english)
  endSession()
  markUp()
  rememberScope(everything)
  fakeApi({
    'auth.me': () => ({
      ...inspector,
      scope: { all: true, areas: [], shops: [] },
      mustChangePassword: false,
    }),
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    'checkShop.getShopCollectsByUserId': () => [],
  })
})

describe('the guard', () => {
  it('sends someone without a session to sign in, with the way back', async () => {
    const { here } = open('/monitorPage?shop=9001')
    await screen.findByText('sign in here')
    expect(here()).toBe('/login?next=%2FmonitorPage%3Fshop%3D9001')
  })

  it('shows the page, its title in the document, its theme, and remembers the place', async () => {
    startSession('token-1', inspector)
    open('/monitorPage?shop=9001')
    await screen.findByText('content of monitor')
    expect(document.title).toBe('Page monitor · Aisle')
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(recentPlaces.get()[0]).toMatchObject({ pageId: 'monitor', shopId: '9001' })
  })

  it('leads / to the home page, or to the first page that the user may open', async () => {
    startSession('token-1', inspector)
    const { here } = open('/')
    await screen.findByText('content of shops')
    expect(here()).toBe('/shops')
  })

  it('leads / to the overview or the cockpit, as the installation says, and to a start page of one’s own first', async () => {
    const pages = ['x_2TotalDataView', 'driveScreen', 'shops'].map(id => page(id))
    const begin = async (versionDifferent: 0 | 1, kept: unknown, wanted: string) => {
      fakeApi({
        'system.config': () => ({
          version: '1',
          demo: false,
          demoAccounts: [],
          demoPassword: null,
          versionDifferent,
        }),
        'settings.read': () => kept,
        'auth.me': () => ({
          ...inspector,
          scope: { all: true, areas: [], shops: [] },
          mustChangePassword: false,
        }),
      })
      startSession('token-1', inspector)
      const { here } = open('/', registryOf(pages))
      await screen.findByText(`content of ${wanted}`)
      expect(here()).toBe(`/${wanted}`)
      cleanup()
    }
    await begin(1, null, 'x_2TotalDataView')
    await begin(0, null, 'driveScreen')
    await begin(1, { start: 'shops', pinned: [] }, 'shops')
    await begin(0, { start: 'gone', pinned: [] }, 'driveScreen')
  })

  it('sends who never looked at a shop to the home page, and back once one is chosen', async () => {
    forgetPlaces()
    startSession('token-1', inspector)
    const { router, here } = open('/monitorPage?tab=2', {
      ...registryOf([page('start'), monitor]),
      home: 'start',
    })
    await screen.findByText('content of start')
    expect(here()).toBe('/start?next=%2FmonitorPage%3Ftab%3D2')
    await act(() => router.navigate('/start?next=%2FmonitorPage%3Ftab%3D2&shop=9001'))
    await screen.findByText('content of monitor')
    expect(here()).toBe('/monitorPage?tab=2&shop=9001')
    // An address from elsewhere leads nowhere.
    await act(() => router.navigate('/start?next=%2F%2Fother.example%2Fstart&shop=9001'))
    await screen.findByText('content of start')
  })

  it('names the missing authority where a page is not open to the user', async () => {
    startSession('token-1', inspector)
    open('/devices')
    await screen.findByText('You can’t view Page devices')
    expect(screen.getByText('device.view')).toBeTruthy()
    expect(document.querySelector('[data-panel="page"]')?.getAttribute('data-state')).toBe('forbidden')
    expect(screen.queryByText('content of devices')).toBeNull()
  })

  it('opens the picker in place for a page that needs a shop, and the page once one is chosen', async () => {
    startSession('token-1', inspector)
    const { here } = open('/monitorPage')
    const search = await screen.findByLabelText('Search areas and shops')
    act(() => search.focus())
    const { fireEvent } = await import('@testing-library/react')
    fireEvent.change(search, { target: { value: 'jas' } })
    fireEvent.click(await screen.findByRole('button', { name: /Jing’an Temple/ }))
    await screen.findByText('content of monitor')
    expect(here()).toBe('/monitorPage?shop=9001')
  })

  it('does not open a page for a shop outside the scope', async () => {
    startSession('token-1', inspector)
    open('/monitorPage?shop=1')
    await screen.findByText(/does not exist or is outside your scope/)
    expect(screen.queryByText('content of monitor')).toBeNull()
  })

  it('goes to sign-in when the service stays unreachable, keeping the way back', async () => {
    startSession('token-1', inspector)
    const { here } = open('/shops?q=ja')
    await screen.findByText('content of shops')
    act(() => markLost())
    await screen.findByText('sign in here')
    expect(here()).toBe('/login?next=%2Fshops%3Fq%3Dja&reason=unreachable')
  })

  it('leaves a screen that nobody sits at where it is while the service is unreachable', async () => {
    startSession('token-1', inspector)
    const { here } = open('/board', registryOf([{ ...page('board'), isUnattended: true }]))
    await screen.findByText('content of board')
    act(() => markLost())
    expect(screen.getByText('content of board')).toBeTruthy()
    expect(here()).toBe('/board')
  })

  it('keeps the page under the dialog when the session ends', async () => {
    startSession('token-1', inspector)
    fakeApi({ 'auth.me': () => Response.json({ code: 401, msg: 'ended', data: null }, { status: 401 }) })
    open('/shops')
    await screen.findByRole('dialog', { name: /Your sign-in expired/ })
    expect(screen.getByText('content of shops')).toBeTruthy()
  })
})

describe('pageAt', () => {
  it('matches with letter case and accepts a trailing slash', () => {
    expect(pageAt(registry.pages, '/monitorPage/')).toBe(monitor)
    expect(pageAt(registry.pages, '/monitorpage')).toBeUndefined()
  })
})
