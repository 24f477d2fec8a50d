import type { Camera, Rotation } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { everything, rememberScope } from '../../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan, tree } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { gateCamera } from '../cameras.testing.ts'
import { LoopSettingsPage } from './loop-settings-page.tsx'

const door: Camera = { ...gateCamera, id: '1', number: '01', name: '门口', nameEn: 'Door' }
const till: Camera = { ...gateCamera, id: '2', number: '02', name: '收银', nameEn: 'Till' }
const morning: Rotation = {
  id: '9',
  name: 'Morning',
  groups: [
    {
      name: 'Tills',
      panes: [
        { cameraId: '1', presetId: null },
        { cameraId: '2', presetId: null },
      ],
    },
  ],
  panesPerTurn: 4,
  seconds: 15,
  fromTime: '09:00',
  toTime: '21:00',
  isOn: true,
  isPublic: false,
  own: true,
  ownerName: '林晓彤',
  version: 3,
  updatedAt: '2026-11-20T01:00:00.000Z',
  hiddenPanes: 0,
}
const registry = registryOf([page('loopSettings', { path: '/inspection/loopSettings' }), page('other')])

let kept: Rotation[]
const sent: unknown[] = []
function open(more: Record<string, Reply> = {}) {
  const api = fakeApi({
    'areas.getAreaList': () => tree,
    'areas.findAllShops': () => [jingan],
    'rotations.list': () => kept,
    'cameras.list': () => [door, till],
    'cameras.presets': () => [],
    'rotations.update': ({ body }) => {
      sent.push(body)
      kept = kept.map(plan => ({ ...plan, ...(body as Rotation), version: plan.version + 1 }))
      return kept[0]
    },
    ...more,
  })
  return { ...api, ...renderInConsole(anywhere(<LoopSettingsPage />), registry, '/inspection/loopSettings') }
}
const name = () => screen.findByRole('textbox', { name: 'Name' })
// The spinner of a saving button fades out by CSS, which is not there in a test: its name may stay.
const save = () => screen.getByRole('button', { name: /Save$/ })

beforeEach(() => {
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['inspect.plan', 'inspect.view'] })
  rememberScope(everything)
  kept = [morning]
  sent.length = 0
})

describe('rotation settings', () => {
  it('open the first plan, unchanged, with nothing to save', async () => {
    open()
    expect(await name()).toHaveProperty('value', 'Morning')
    expect(screen.getByText('Unchanged')).toBeDefined()
    expect(save()).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  it('save what was changed with the version it was read in', async () => {
    open()
    fireEvent.change(await name(), { target: { value: 'Early' } })
    expect(screen.getByText('Not saved yet')).toBeDefined()
    fireEvent.click(save())
    await screen.findByText('Saved')
    expect(sent[0]).toMatchObject({ name: 'Early', version: 3 })
    fireEvent.change(await name(), { target: { value: 'Later' } })
    await waitFor(() => expect(save().className).not.toContain('ant-btn-loading'))
    fireEvent.click(save())
    await waitFor(() => expect(sent[1]).toMatchObject({ name: 'Later', version: 4 }))
  })

  it('take changes back, and set defaults that are still to be saved', async () => {
    open()
    fireEvent.change(await name(), { target: { value: 'Early' } })
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await name()).toHaveProperty('value', 'Morning')
    fireEvent.click(screen.getByRole('button', { name: 'Restore defaults' }))
    expect(screen.getByText('Not saved yet')).toBeDefined()
    expect(screen.getByRole('switch', { name: 'All day' }).getAttribute('aria-checked')).toBe('true')
  })

  it('order cameras by arrow keys', async () => {
    open()
    const handle = await screen.findByRole('button', { name: /Move .*01 Door/ })
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    fireEvent.click(save())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ groups: [{ panes: [{ cameraId: '2' }, { cameraId: '1' }] }] })
  })

  it('ask before they are left with changes', async () => {
    const { router, here } = open()
    fireEvent.change(await name(), { target: { value: 'Early' } })
    await router.navigate('/other')
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(here()).toBe('/inspection/loopSettings')
    await router.navigate('/other')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(here()).toBe('/other'))
  })

  it('say so where the plan was changed elsewhere, and load that one on demand', async () => {
    open({
      'rotations.update': () => {
        kept = [{ ...morning, name: 'By someone', version: 4 }]
        return problem(409, 409, 'changed', { reason: 'changed', data: kept[0] })
      },
    })
    fireEvent.change(await name(), { target: { value: 'Mine' } })
    fireEvent.click(save())
    fireEvent.click(await screen.findByRole('button', { name: 'Load the latest' }))
    expect(await name()).toHaveProperty('value', 'By someone')
  })

  it('cannot save a plan without a name or with an empty group', async () => {
    open()
    fireEvent.change(await name(), { target: { value: ' ' } })
    expect(screen.getByText('Give it a name')).toBeDefined()
    expect(save()).toHaveProperty('disabled', true)
    fireEvent.change(await name(), { target: { value: 'Early' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add a group' }))
    expect(save()).toHaveProperty('disabled', true)
  })

  it('of somebody else are for looking only', async () => {
    kept = [{ ...morning, own: false, isPublic: true, ownerName: '陈嘉豪' }]
    open()
    await name()
    expect(screen.getByText('Shared by 陈嘉豪: to look at and to run')).toBeDefined()
    const plans = screen.getByRole('heading', { name: 'Rotation plans' }).closest('section')
    expect(within(plans as HTMLElement).queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Restore defaults' })).toBeNull()
  })
})
