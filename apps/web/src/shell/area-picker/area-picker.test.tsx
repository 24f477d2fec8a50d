import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { everything, rememberedScope, rememberScope } from '../scope.ts'
import { AreaPickerPage } from './area-picker-page.tsx'
import { prunedTree, safeBack, visibleRows } from './area-tree.ts'

const registry = registryOf([page('areaPicker', { path: '/inspection/areaPicker' })])
const open = (query = '') =>
  renderInConsole(anywhere(<AreaPickerPage />), registry, `/inspection/areaPicker${query}`)
const shopsShown = async () => {
  const panel = await screen.findByRole('heading', { name: 'Shops in scope' })
  const section = panel.closest('section')
  return within(section as HTMLElement)
    .queryAllByRole('button', { pressed: false })
    .map(button => button.querySelector('strong')?.textContent)
    .filter(text => text !== undefined)
}

beforeEach(() => {
  setLanguage(english)
  startSession('t', inspector)
  rememberScope(everything)
  fakeApi({
    'areas.getAreaList': () => tree,
    'areas.findAllShops': () => [jingan, tianhe],
    'checkShop.getShopCollectsByUserId': () => [
      { id: '1', shopId: '9002', shopname: tianhe.shopname, operateTime: '2026-11-20 09:00:00' },
    ],
    'checkShop.getCheckShopList': () => ({ current: 1, size: 9999, total: 2, records: [jingan, tianhe] }),
    'inspectionFigures.coverage': () => [
      {
        region: { id: '1', name: '华东大区', nameEn: 'East China' },
        province: { id: '31', name: '上海市', nameEn: 'Shanghai' },
        shops: 4,
        shopsPatrolled: 3,
        patrols: 9,
        patrolCoverage: 75,
      },
    ],
  })
})

describe('choosing an area on its page', () => {
  it('applies at once, is kept, and narrows the shops', async () => {
    const { here } = open()
    fireEvent.click(await screen.findByRole('treeitem', { name: /South China/ }))
    expect(here()).toBe('/inspection/areaPicker?area=region.2')
    expect(rememberedScope.get()).toEqual({ kind: 'area', level: 'region', id: '2' })
    expect(await shopsShown()).toEqual(['Guangzhou Tianhe'])
  })

  it('goes down and up the tree by arrow keys, and up by the trail', async () => {
    const { here } = open()
    const region = await screen.findByRole('treeitem', { name: /East China/ })
    fireEvent.keyDown(region, { key: 'ArrowRight' })
    const province = await screen.findByRole('treeitem', { name: /Shanghai/ })
    fireEvent.keyDown(province, { key: 'Enter' })
    expect(here()).toContain('area=province.31')
    const trail = screen.getByRole('navigation', { name: 'Present area' })
    fireEvent.click(within(trail).getByRole('button', { name: 'East China' }))
    expect(here()).toContain('area=region.1')
    fireEvent.click(within(trail).getByRole('button', { name: 'All areas' }))
    expect(here()).toBe('/inspection/areaPicker')
  })

  it('by a tile of the map takes its province, with the coverage written on it', async () => {
    const { here } = open()
    fireEvent.click(await screen.findByTitle('SH: 75%'))
    expect(here()).toContain('area=province.31')
  })

  it('returns to the page one came from, with the choice in its address', async () => {
    const { here } = open('?back=%2FhomePage%2FhomeIndex%3Fq%3D1')
    fireEvent.click(await screen.findByRole('treeitem', { name: /South China/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Go back with South China' }))
    expect(here()).toBe('/homePage/homeIndex?q=1&area=region.2')
  })

  it('of a shop returns at once', async () => {
    const { here } = open('?back=%2FhomePage%2FhomeIndex')
    fireEvent.click(await screen.findByRole('button', { name: /Jing’an Temple/ }))
    expect(here()).toBe('/homePage/homeIndex?shop=9001')
  })

  it('finds by what is typed, everywhere, and lists favourites', async () => {
    open('?area=region.1')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tianhe' } })
    expect(await screen.findByRole('button', { name: /Guangzhou Tianhe/ })).toBeDefined()
    expect(screen.getByRole('treeitem', { name: /^Tianhe/ })).toBeDefined()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
    expect(await shopsShown()).toEqual(['Jing’an Temple'])
    fireEvent.click(screen.getByRole('radio', { name: 'Favourites' }))
    await screen.findByRole('button', { name: /Guangzhou Tianhe/ })
    expect(await shopsShown()).toEqual(['Guangzhou Tianhe'])
  })
})

describe('the tree', () => {
  it('keeps what lies above and below what is wanted', () => {
    const pruned = prunedTree(tree, node => node.name === '广州市')
    expect(
      visibleRows(pruned, new Set(['region.2', 'province.44', 'city.4401'])).map(row => row.node.name),
    ).toEqual(['华南大区', '广东省', '广州市', '天河区'])
  })
})

describe('the way back', () => {
  it('stays in the console', () => {
    expect(safeBack('/homePage/homeIndex?shop=1')).toBe('/homePage/homeIndex?shop=1')
    for (const wrong of [
      null,
      '',
      'https://example.com',
      '//example.com/x',
      '/\\example.com',
      '/inspection/areaPicker?x',
    ])
      expect(safeBack(wrong), String(wrong)).toBe('/')
  })
})
