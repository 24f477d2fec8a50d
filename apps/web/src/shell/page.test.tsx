import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { inspector, jingan, tree } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { PageBody } from './page.tsx'
import { menuPages, rootOf, tabsOf } from './registry.ts'
import { everything, rememberScope } from './scope.ts'

const monitor = page('monitor')
const other = page('monitorOther', { menu: 'tab', variantOf: 'monitor' })
const steered = page('monitorSteered', { menu: 'tab', variantOf: 'monitor', authority: ['inspect.operate'] })
const hidden = page('record', { menu: 'none', variantOf: 'monitor' })
const pages = [monitor, other, steered, hidden]
const viewer = { authorities: ['inspect.view'] as const }

describe('pages that are variants of another', () => {
  it('have no line of their own beside the page they vary', () => {
    expect(menuPages(pages, { authorities: [...viewer.authorities] }).map(one => one.id)).toEqual(['monitor'])
  })

  it('stand in the menus themselves where that page is closed to the user', () => {
    const operator = { authorities: ['inspect.operate' as const] }
    expect(menuPages(pages, operator).map(one => one.id)).toEqual(['monitorSteered'])
    expect(rootOf(pages, steered, operator)).toBe(steered)
    expect(tabsOf(pages, steered, operator)).toEqual([])
  })

  it('are tabs for those who may open them, the varied page first', () => {
    expect(tabsOf(pages, other, { authorities: [...viewer.authorities] })).toEqual([monitor, other])
    expect(tabsOf(pages, hidden, { authorities: [...viewer.authorities] })).toEqual([])
  })
})

describe('the body of a page', () => {
  beforeEach(() => {
    setLanguage(english)
    rememberScope(everything)
    startSession('t', inspector)
    fakeApi({ 'areas.findAllShops': () => [jingan], 'areas.getAreaList': () => tree })
  })

  it('takes its title from the registry and shows the tabs with the scope kept', () => {
    renderInConsole(
      anywhere(<PageBody>content</PageBody>),
      registryOf(pages),
      '/monitorOther?area=province.31',
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page monitorOther')
    const tabs = within(screen.getByRole('navigation', { name: 'Related pages' })).getAllByRole('link')
    expect(tabs.map(tab => tab.getAttribute('href'))).toEqual([
      '/monitor?area=province.31',
      '/monitorOther?area=province.31',
      '/monitorSteered?area=province.31',
    ])
    expect(tabs[1]?.getAttribute('aria-current')).toBe('page')
  })

  it('says the name of the thing it is about where it is given', () => {
    renderInConsole(
      anywhere(<PageBody title="Jing’an Temple">content</PageBody>),
      registryOf(pages),
      '/alone',
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jing’an Temple')
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
