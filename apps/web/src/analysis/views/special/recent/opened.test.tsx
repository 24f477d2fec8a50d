import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../../../lib/figures/use-question.ts'
import { chinese, setLanguage } from '../../../../lib/i18n.ts'
import { forgetPlaces, pinPlace, visit } from '../../../../lib/recent.ts'
import { startSession } from '../../../../lib/session.ts'
import { fakeApi } from '../../../../test/fake-api.ts'
import { inspector, jingan, tree } from '../../../../test/fixtures.ts'
import { renderInConsole } from '../../../../test/in-console.tsx'
import { page, registryOf } from '../../../../test/registry.tsx'
import { overviewWaysIn } from '../../catalogue/overview-ways-in.ts'
import { Opened } from './opened.tsx'

const view = overviewWaysIn.find(({ path }) => path === '/recentVisit')
const panel = view?.panels[0]
const dictionary = dictionaryOf({
  version: 1,
  calendarVersion: '',
  metrics: [],
  dimensions: [],
  calcs: [],
  comparisons: [],
  granularities: [],
  presets: [],
  dayTypes: [],
  sources: [],
})
const registry = registryOf(
  [
    page('recentVisit', { path: '/recentVisit' }),
    page('flow', { path: '/flow', title: { zh: '门店客流', en: 'Store flow' } }),
    page('sales', {
      path: '/sales',
      title: { zh: '销售分析', en: 'Sales analysis' },
      authority: ['sales.view'],
    }),
    page('map', { path: '/map', title: { zh: '按地图查看', en: 'View by map' } }),
  ],
  'flow',
)

function open(address = '/recentVisit') {
  fakeApi({ 'areas.findAllShops': () => [jingan], 'areas.getAreaList': () => tree })
  if (!view || !panel) throw new Error('the page of recent visits is not declared')
  const element = (
    <Opened
      view={view}
      panel={panel}
      asking={undefined}
      dictionary={dictionary}
      className=""
      onPick={() => {}}
    />
  )
  renderInConsole([{ path: '/recentVisit', element }], registry, address)
}
const titles = () =>
  screen.queryAllByRole('link').map(link => within(link).getByText(/./, { selector: 'strong' }).textContent)

describe('pages opened lately', () => {
  beforeEach(() => {
    setLanguage(chinese)
    startSession('token', inspector)
    forgetPlaces()
    visit({ pageId: 'map', address: '/map', at: 1 })
    visit({ pageId: 'sales', address: '/sales', at: 2 })
    visit({ pageId: 'flow', address: '/flow?shop=9001&period=last30', shopId: '9001', at: 3 })
    visit({ pageId: 'recentVisit', address: '/recentVisit', at: 4 })
  })

  it('lists those that the user may open with what they looked at, not itself', async () => {
    open()
    expect(await screen.findByText(/静安寺店 · 近 30 天/)).toBeTruthy()
    expect(titles()).toEqual(['门店客流', '按地图查看'])
    expect(screen.getByRole('link', { name: /门店客流/ }).getAttribute('href')).toBe(
      '/flow?shop=9001&period=last30',
    )
  })

  it('keeps a pinned one on top when the others are cleared', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: '固定「按地图查看」' }))
    await waitFor(() => expect(titles()).toEqual(['按地图查看', '门店客流']))
    fireEvent.click(screen.getByRole('button', { name: '清空' }))
    await waitFor(() => expect(titles()).toEqual(['按地图查看']))
    expect(screen.queryByRole('button', { name: '清空' })).toBeNull()
  })

  it('removes one alone, and says so when nothing is left', async () => {
    pinPlace('/map', true)
    open()
    fireEvent.click(await screen.findByRole('button', { name: '移除「门店客流」' }))
    fireEvent.click(await screen.findByRole('button', { name: '移除「按地图查看」' }))
    expect(await screen.findByText(/还没有打开过其他页面/)).toBeTruthy()
  })

  it('is searched by page and by what it looked at', async () => {
    open('/recentVisit?q=静安')
    await waitFor(() => expect(titles()).toEqual(['门店客流']))
  })
})
