import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tillCamera } from '../inspection/cameras.testing.ts'
import { english, setLanguage } from '../lib/i18n.ts'
import { forgetPlaces } from '../lib/recent.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { dictionaryWith } from '../test/figures.ts'
import { inspector, jingan, tianhe } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { everything, rememberScope } from './scope.ts'
import { SearchPalette } from './search-palette.tsx'

const registry = registryOf([
  page('shops'),
  page('monitor', { path: '/monitorPage', title: { zh: '单店监控', en: 'Single-shop monitoring' } }),
  page('devices', { authority: ['device.manage'], title: { zh: '设备', en: 'Devices' } }),
])

function open(more: Parameters<typeof registryOf>[0] = []) {
  const onClose = vi.fn()
  const known = registryOf([...registry.pages, ...more])
  const console = renderInConsole(anywhere(<SearchPalette onClose={onClose} />), known, '/shops')
  const field = screen.getByRole('combobox')
  return {
    ...console,
    onClose,
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
  }
}
const options = () => screen.queryAllByRole('option').map(option => option.textContent)
const chosen = () => screen.queryAllByRole('option', { selected: true }).map(option => option.textContent)

beforeEach(() => {
  setLanguage(english)
  forgetPlaces()
  startSession('token-1', inspector)
  rememberScope(everything)
  fakeApi({
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => [],
    'cameras.list': () => [{ ...tillCamera, id: '5003' }],
  })
})

describe('the search palette', () => {
  it('opens a shop by the initials of its name with Enter alone', async () => {
    const { type, field, here, onClose } = open()
    type('jas')
    await waitFor(() => expect(options()).toEqual([expect.stringContaining('Jing’an Temple')]))
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(here()).toBe('/monitorPage?shop=9001')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('finds cameras with their shop and opens the very one', async () => {
    const { type, field, here } = open()
    type('syt')
    await waitFor(() => expect(options()).toEqual([expect.stringContaining('03 Checkout')]))
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(here()).toBe('/monitorPage?shop=9001&camera=5003')
  })

  it('moves with the arrows and stops at both ends', async () => {
    const { field } = open()
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(chosen()[0]).toContain('Page shops')
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(chosen()[0]).toContain('Page shops')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(chosen()[0]).toContain('Single-shop monitoring')
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
  })

  it('finds metrics and opens their figures, for who may not see them what they mean', async () => {
    fakeApi({
      'areas.findAllShops': () => [jingan],
      'areas.getAreaList': () => [],
      'cameras.list': () => [],
      'analysis.dictionary': () => dictionaryWith({ bagRate: true, bagsSold: false }),
    })
    const { field, here, type } = open([
      page('freeInquiry', { authority: [] }),
      page('x_2knowledgeBase', { authority: [] }),
    ])
    type('bag')
    await waitFor(() => expect(options()).toHaveLength(2))
    fireEvent.keyDown(field, { key: 'Enter' })
    const address = new URL(here(), 'http://console')
    expect(address.pathname).toBe('/freeInquiry')
    expect(JSON.parse(address.searchParams.get('q') ?? '')).toMatchObject({ metrics: ['bagRate'] })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(here()).toBe('/x_2knowledgeBase?article=figure%3AbagsSold')
  })

  it('leaves out pages that the user may not open and says when nothing answers', async () => {
    const { type } = open()
    type('Devices')
    await screen.findByText('No shop, page, metric or camera matches “Devices”')
    expect(options()).toEqual([])
  })
})
