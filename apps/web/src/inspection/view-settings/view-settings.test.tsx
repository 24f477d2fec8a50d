import { defaultBusinessView, defaultTotalView, type ShopRule, type ShopTarget } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { everything, rememberScope } from '../../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { BusinessViewPage } from './business-view-page.tsx'
import { blocksOf } from './holiday-table.tsx'
import { TotalViewPage } from './total-view-page.tsx'

const registry = registryOf([page('totalViewSettings', { path: '/inspection/totalViewSettings' })])
const roles = [{ id: 'duty', name: '值班', nameEn: 'Duty' }]
const layer = (version: number, value: unknown) => ({
  layer: 'me' as const,
  roleId: '',
  value,
  version,
  updatedAt: '2026-11-20T01:00:00.000Z',
  updatedByName: '林晓彤',
})
const totals = {
  patrols: 12,
  shops: 4,
  shopsPatrolled: 3,
  patrolCoverage: 75,
  score: 91.2,
  evaluations: 9,
  inspections: 2,
  dailyRecords: 1,
  useTime: 600,
  problems: 5,
  problemsAssigned: 5,
  problemsSentBack: 1,
  problemsClosed: 3,
  closeRate: 60,
}
const figures: Record<string, Reply> = {
  'inspectionFigures.totals': () => ({ totals, previous: null, lastYear: null }),
  'inspectionFigures.coverage': () => [],
  'inspectionFigures.scores': () => [],
  'inspectionFigures.groups': () => [],
  'inspectionFigures.inspectors': () => [],
  'inspectionFigures.shops': () => ({ current: 1, size: 20, total: 0, records: [] }),
}
const places: Record<string, Reply> = {
  'areas.getAreaList': () => tree,
  'areas.findAllShops': () => [jingan, tianhe],
}
const sent: { call: string; body: unknown }[] = []
const heard =
  (call: string, answer: (body: unknown) => unknown): Reply =>
  ({ body }) => {
    sent.push({ call, body })
    return answer(body)
  }

beforeEach(() => {
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['settings.view', 'inspect.view', 'export.run'] })
  rememberScope(everything)
  sent.length = 0
})

describe('total-view settings', () => {
  let layers: ReturnType<typeof layer>[]
  let mine: unknown
  const open = (more: Record<string, Reply> = {}, maySetOthers = false) => {
    fakeApi({
      ...places,
      ...figures,
      'totalView.read': () => ({
        value: mine ?? defaultTotalView,
        from: mine ? 'me' : 'default',
        layers,
        roles,
        maySetOthers,
      }),
      'totalView.save': heard('save', body => {
        const { value } = body as { value: unknown }
        const version = value === null ? 0 : (layers[0]?.version ?? 0) + 1
        layers = value === null ? [] : [layer(version, value)]
        mine = value
        return { version }
      }),
      ...more,
    })
    return renderInConsole(anywhere(<TotalViewPage />), registry, '/inspection/totalViewSettings')
  }
  beforeEach(() => {
    layers = []
    mine = undefined
  })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  it('save cards that were switched off and moved, for oneself', async () => {
    open()
    fireEvent.click(await screen.findByRole('switch', { name: 'Show Inspection loop' }))
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move Table of shops' }), { key: 'ArrowUp' })
    save()
    await screen.findByText('Saved')
    expect(sent[0]?.body).toMatchObject({ layer: 'me', version: 0 })
    const value = (sent[0]!.body as { value: typeof defaultTotalView }).value
    expect(value.cards.map(one => one.card).slice(-2)).toEqual(['shops', 'inspectors'])
    expect(value.cards.find(one => one.card === 'funnel')?.isOn).toBe(false)
    expect(await screen.findByText(/version 1/)).toBeDefined()
  })

  it('show in small what the overview will show, with the figures of now', async () => {
    open()
    const preview = await screen.findByRole('img', { name: 'Preview of the overview' })
    expect(preview.textContent).toContain('Average score91.2')
    fireEvent.click(screen.getByRole('switch', { name: 'Show Average score' }))
    await waitFor(() => expect(preview.textContent).not.toContain('Average score'))
  })

  it('go back to what is inherited by restoring, once that is saved', async () => {
    mine = { ...defaultTotalView, period: 'today' }
    layers = [layer(4, mine)]
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Restore defaults' }))
    save()
    await screen.findByText('Saved')
    expect(sent[0]?.body).toEqual({ layer: 'me', roleId: '', version: 4, value: null })
  })

  it('offer roles and everyone to those alone who may set them', async () => {
    open()
    await screen.findByText('Me')
    expect(screen.queryByText('Everyone')).toBeNull()
  })

  it('are set for a role by those who may', async () => {
    open({}, true)
    fireEvent.click(await screen.findByText('A role'))
    fireEvent.click(screen.getByRole('switch', { name: 'Show Inspection loop' }))
    save()
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ layer: 'role', roleId: 'duty', version: 0 }))
  })

  it('say so where someone saved meanwhile, and load theirs on demand', async () => {
    open({ 'totalView.save': () => problem(409, 409, 'changed', { reason: 'changed' }) })
    fireEvent.click(await screen.findByRole('switch', { name: 'Show Inspection loop' }))
    save()
    fireEvent.click(await screen.findByRole('button', { name: 'Load the latest' }))
    expect(screen.getByText('Unchanged')).toBeDefined()
  })
})

describe('business-view settings', () => {
  const rule: ShopRule = {
    shopId: '9001',
    shopname: '静安寺店',
    shopnameEn: 'Jing’an Temple',
    openTime: '10:00',
    closeTime: '22:00',
    followsDefault: false,
    areaM2: 320,
    version: 2,
  }
  const chain = { openTime: '09:00', closeTime: '21:00', dayCut: '00:00', weekStart: 1 }
  const year = new Date().getFullYear()
  const target: ShopTarget = { shopId: '9001', month: `${year}-03`, visits: 100, sales: null, version: 7 }
  const open = (more: Record<string, Reply> = {}, mayChangeChain = true) => {
    fakeApi({
      ...places,
      'businessView.read': () => ({
        value: defaultBusinessView,
        from: 'default',
        layers: [],
        roles,
        maySetOthers: false,
      }),
      'businessView.save': heard('thresholds', () => ({ version: 1 })),
      'business.rules': () => ({
        chain,
        version: 5,
        mayChangeChain,
        mayChangeCut: mayChangeChain,
        shops: [rule, { ...rule, shopId: '9002', shopnameEn: 'Guangzhou Tianhe' }],
      }),
      'business.saveChain': heard('chain', () => ({ version: 6 })),
      'business.saveShop': heard('shop', body => ({ ...rule, ...(body as object) })),
      'business.targets': () => [target],
      'business.saveTargets': heard('targets', () => [target]),
      'business.holidays': () => ({ days: [], source: 'State Council', version: '1', lastYear: 2026 }),
      ...more,
    })
    return renderInConsole(anywhere(<BusinessViewPage />), registry, '/inspection/totalViewSettings')
  }
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  it('save each changed part with the version it was read in, and nothing else', async () => {
    open()
    const field = await screen.findByRole('textbox', { name: 'Jing’an Temple Opens' })
    fireEvent.change(field, { target: { value: '08:30' } })
    const cell = await screen.findByRole('spinbutton', { name: `Jing’an Temple ${year}-03 Visits target` })
    await waitFor(() => expect(cell).toHaveProperty('value', '100'))
    fireEvent.change(cell, { target: { value: '120' } })
    fireEvent.blur(cell)
    save()
    await screen.findByText('Saved')
    expect(sent.map(one => one.call)).toEqual(['shop', 'targets'])
    expect(sent[0]?.body).toMatchObject({ openTime: '08:30', closeTime: '22:00', version: 2, areaM2: 320 })
    expect(sent[1]?.body).toEqual({
      entries: [{ shopId: '9001', month: `${year}-03`, visits: 120, sales: null, version: 7 }],
    })
  })

  it('lock the end of the business day once something was counted, and say why', async () => {
    open({
      'business.rules': () => ({
        chain,
        version: 5,
        mayChangeChain: true,
        mayChangeCut: false,
        shops: [rule],
      }),
    })
    const cut = await screen.findByRole('textbox', { name: 'Business day ends' })
    expect(cut).toHaveProperty('disabled', true)
    expect(screen.getByText(/what was counted is dated by it/)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Opens' })).toHaveProperty('disabled', false)
  })

  it('show a shop that follows the chain with the chain’s hours', async () => {
    open()
    fireEvent.click(await screen.findByRole('switch', { name: 'Jing’an Temple As the chain' }))
    const field = screen.getByRole('textbox', { name: 'Jing’an Temple Opens' })
    expect(field).toHaveProperty('value', '09:00')
    expect(field).toHaveProperty('disabled', true)
  })

  it('leave the chain’s rules to those who see every shop', async () => {
    open({}, false)
    const field = await screen.findByRole('textbox', { name: 'Business day ends' })
    expect(field.closest('fieldset')).toHaveProperty('disabled', true)
  })

  it('list the shops of the area of the page', async () => {
    rememberScope({ kind: 'shop', shopId: '9002' })
    open()
    await screen.findByRole('textbox', { name: 'Guangzhou Tianhe Opens' })
    expect(screen.queryByRole('textbox', { name: 'Jing’an Temple Opens' })).toBeNull()
  })

  it('cannot be saved while good and warning are the wrong way round', async () => {
    open()
    const field = await screen.findByRole('spinbutton', { name: 'Evaluation score Good' })
    fireEvent.change(field, { target: { value: '50' } })
    fireEvent.blur(field)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  it('say so where someone changed a target meanwhile', async () => {
    open({ 'business.saveTargets': () => problem(409, 409, 'changed', { reason: 'changed' }) })
    const cell = await screen.findByRole('spinbutton', { name: `Jing’an Temple ${year}-04 Visits target` })
    fireEvent.change(cell, { target: { value: '5' } })
    fireEvent.blur(cell)
    save()
    expect(await screen.findByRole('button', { name: 'Load the latest' })).toBeDefined()
  })
})

describe('the table of holidays', () => {
  it('joins the days of one holiday, and keeps workdays and days of the chain’s own apart', () => {
    const day = (date: string, more: object = {}) => ({
      date,
      nameZh: '国庆节',
      nameEn: '',
      isOff: true,
      isOwn: false,
      ...more,
    })
    const blocks = blocksOf([
      day('2026-09-20', { isOff: false }),
      day('2026-10-01'),
      day('2026-10-02'),
      day('2026-10-03'),
      day('2026-10-04', { isOwn: true }),
      day('2026-12-31'),
      day('2027-01-01'),
    ])
    expect(blocks.map(block => `${block.from} ${block.to}`)).toEqual([
      '2026-09-20 2026-09-20',
      '2026-10-01 2026-10-03',
      '2026-10-04 2026-10-04',
      '2026-12-31 2027-01-01',
    ])
  })
})
