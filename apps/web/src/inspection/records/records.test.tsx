import type { CheckshopRecord, EvaluationSummary, InspectionTotals } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { everything, rememberScope } from '../../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { OverviewPage } from './overview-page.tsx'
import { RecordsPage } from './records-page.tsx'

const registry = registryOf([
  page('inspectionOverview', { path: '/x_2ShopInspection/x_2ShopInspection' }),
  page('records', { path: '/inspection/records' }),
])
const totals: InspectionTotals = {
  patrols: 153,
  shops: 33,
  shopsPatrolled: 30,
  patrolCoverage: 90.9,
  score: 92.7,
  evaluations: 150,
  inspections: 40,
  dailyRecords: 60,
  useTime: 7200,
  problems: 32,
  problemsAssigned: 32,
  problemsSentBack: 3,
  problemsClosed: 17,
  closeRate: 53.1,
}
const nothing: InspectionTotals = {
  ...totals,
  patrols: 0,
  shopsPatrolled: 0,
  patrolCoverage: 0,
  score: null,
  evaluations: 0,
  inspections: 0,
  dailyRecords: 0,
  useTime: 0,
  problems: 0,
  problemsAssigned: 0,
  problemsSentBack: 0,
  problemsClosed: 0,
  closeRate: null,
}
const place = (id: string, name: string, nameEn: string) => ({ id, name, nameEn })
const visit: CheckshopRecord = {
  id: '720001',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  userId: '7',
  userName: '林晓彤',
  checkshopBeg: '2026-11-19 15:49:00',
  checkshopEnd: '2026-11-19 15:59:00',
  durationMinutes: 10,
  videoCount: 2,
  evaluationId: '730001',
  score: 92.4,
  evaluationStatus: 'saved',
  pictureCount: 3,
  problemCount: 2,
}
const evaluation: EvaluationSummary = {
  id: '730001',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  userId: '7',
  userName: '林晓彤',
  recordId: '720001',
  isHoliday: 0,
  evaluationStatus: 'saved',
  evaluationTime: '2026-11-19 15:59:00',
  statusUpdatetime: '2026-11-19 15:59:00',
  useTime: 600,
  itemId: null,
  itemName: '标准巡店表',
  itemNameEn: 'Standard shop check',
  itemScore: 100,
  itemDuration: 600,
  pitemId: null,
  pitemName: '',
  pitemNameEn: '',
  presetId: null,
  score: 92.4,
  earnedScore: 92.4,
  lostScore: 7.6,
  maxScore: 100,
  formName: '标准巡店表',
  formNameEn: 'Standard shop check',
  formVersion: 3,
  itemCount: 18,
  passCount: 14,
  deductCount: 4,
  naCount: 0,
  unscoredCount: 0,
  pictureCount: 4,
  remark: '',
  revokeReason: '',
}
const emptyPage = { current: 1, size: 10, total: 0, records: [] }
const days = { first: '2026-09-23', last: '2026-10-22' }

function replies(more: Record<string, Reply> = {}) {
  return fakeApi({
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    'inspectionFigures.totals': () => ({
      totals,
      previous: { days, totals: { ...totals, patrols: 160, problems: 16 } },
      lastYear: { days, totals: nothing },
    }),
    'inspectionFigures.coverage': () => [
      {
        region: place('1', '华东大区', 'East China'),
        province: place('31', '上海市', 'Shanghai'),
        shops: 7,
        shopsPatrolled: 6,
        patrols: 40,
        patrolCoverage: 85.7,
      },
    ],
    'inspectionFigures.scores': () => [
      {
        ...place('31', '上海市', 'Shanghai'),
        score: 93.9,
        evaluations: 40,
        shops: 7,
        cities: [{ ...place('3101', '上海市', 'Shanghai'), score: 93.9, evaluations: 40, shops: 7 }],
      },
    ],
    'inspectionFigures.groups': () => [
      { itemId: 'a', name: '门店形象', nameEn: 'Storefront', count: 12, score: 96.2, previousScore: null },
    ],
    'inspectionFigures.inspectors': () => [
      {
        userId: '7',
        userName: '林晓彤',
        patrols: 74,
        shops: 20,
        watchedMinutes: 601.2,
        evaluations: 70,
        problems: 12,
      },
    ],
    'inspectionFigures.shops': () => ({
      current: 1,
      size: 10,
      total: 1,
      records: [
        {
          shopid: jingan.shopid,
          shopname: jingan.shopname,
          shopnameEn: jingan.shopnameEn,
          areaPath: jingan.areaPath,
          areaPathEn: jingan.areaPathEn,
          patrols: 4,
          lastPatrol: '2026-11-19 15:49:00',
          evaluations: 4,
          score: null,
          problems: 0,
          problemsClosed: 0,
          closeRate: null,
        },
      ],
    }),
    'inspectionFigures.days': () => [],
    'inspectionFigures.videos': () => ({
      videos: [
        {
          id: 'v1',
          cameraId: 'c1',
          cameraNumber: '01',
          cameraName: '正门入口',
          cameraNameEn: 'Main entrance',
          from: '2026-11-19 15:49:02',
          to: '2026-11-19 15:49:43',
          seconds: 41,
        },
      ],
      evaluations: [],
    }),
    'statistics.getCheckshopRecord': () => ({ current: 1, size: 10, total: 1, records: [visit] }),
    'evaluations.list': () => ({ current: 1, size: 10, total: 1, records: [evaluation] }),
    'inspections.list': () => emptyPage,
    'dailyRecords.list': () => emptyPage,
    'checkItems.list': () => ({
      kind: 'evaluation',
      name: '标准巡店表',
      nameEn: '',
      version: 3,
      itemCount: 0,
      totalScore: 0,
      items: [],
    }),
    ...more,
  })
}
const panel = (id: string) => document.querySelector(`[data-panel="${id}"]`) as HTMLElement
const ready = (id: string) => waitFor(() => expect(panel(id).getAttribute('data-state')).toBe('ready'))

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: [...inspector.authorities, 'inspect.score'] })
  rememberScope(everything)
})

describe('the overview of an area', () => {
  const open = (search = '') =>
    renderInConsole(anywhere(<OverviewPage />), registry, `/x_2ShopInspection/x_2ShopInspection${search}`)

  it('shows each figure with its growth against the days before, and leads to the records', async () => {
    replies()
    open()
    await ready('p1')
    const figures = within(panel('p1'))
    expect(figures.getByText('Patrols').closest('li')!.textContent).toMatch(/153.*-4\.4%.*160/)
    expect(figures.getByText('Patrol coverage').closest('li')!.textContent).toContain('30 of 33 shops')
    expect(figures.getByText('Patrols').closest('a')!.getAttribute('href')).toContain('/inspection/records')
  })

  it('has nothing to compare with where nobody patrolled a year ago', async () => {
    replies()
    open('?compare=lastYear')
    await ready('p1')
    expect(within(panel('p1')).getByText('Patrols').closest('li')!.textContent).toBe('Patrols153—')
  })

  it('asks about the area, the days and the inspector of the address', async () => {
    let asked = new URLSearchParams()
    replies({
      'inspectionFigures.coverage': ({ query }) => {
        asked = query
        return []
      },
    })
    open('?area=province.31&from=2026-11-01&to=2026-11-07&owner=7&days=holiday')
    await waitFor(() =>
      expect(Object.fromEntries(asked)).toMatchObject({
        type: '1',
        id: '31',
        checkdate_beg: '2026-11-01',
        checkdate_end: '2026-11-07',
        userId: '7',
        dayType: 'holiday',
      }),
    )
    await waitFor(() => expect(panel('p4').getAttribute('data-state')).toBe('empty'))
  })

  it('says what is missing with a dash, never with nought', async () => {
    replies()
    open()
    await ready('p6')
    const cells = within(panel('p6'))
      .getAllByRole('cell')
      .map(cell => cell.textContent)
    expect(cells.slice(1)).toEqual(['4', expect.any(String), '—', '0', '—'])
  })

  it('keeps the other cards where one fails', async () => {
    replies({ 'inspectionFigures.groups': () => problem(500, 500, 'Query timed out') })
    open()
    await ready('p4')
    expect(within(panel('p5')).getByRole('alert').textContent).toContain('Query timed out')
  })
})

describe('the records', () => {
  const open = (search = '') =>
    renderInConsole(anywhere(<RecordsPage />), registry, `/inspection/records${search}`)

  it('open a visit to the videos that were watched, with their times', async () => {
    replies()
    open()
    await ready('p2')
    fireEvent.click(within(panel('p2')).getByText('Jing’an Temple'))
    await ready('visit')
    expect(panel('visit').textContent).toContain('01Main entrance15:49:02 – 15:49:4341 s')
  })

  it('confirm an evaluation in place and ask for the lists anew', async () => {
    let status: EvaluationSummary['evaluationStatus'] = 'saved'
    const { heard } = replies({
      'evaluations.list': () => ({
        current: 1,
        size: 10,
        total: 1,
        records: [{ ...evaluation, evaluationStatus: status }],
      }),
      'scoring.updateStatus': ({ params, body }) => {
        expect([params.id, body]).toEqual(['730001', { status: 'confirmed' }])
        status = 'confirmed'
        return { ...evaluation, evaluationStatus: status, evaluationDetails: [], history: [] }
      },
    })
    open()
    await ready('p3')
    fireEvent.click(within(panel('p3')).getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(within(panel('p3')).getByText('Confirmed')).toBeTruthy())
    expect(within(panel('p3')).queryByRole('button', { name: 'Confirm' })).toBeNull()
    expect(heard.filter(name => name === 'statistics.getCheckshopRecord').length).toBeGreaterThan(1)
  })

  it('tell what became of an evaluation: each state with when, by whom and why', async () => {
    const by = { userId: '7', userName: '林晓彤' }
    replies({
      'scoring.getEvaluation': () => ({
        ...evaluation,
        evaluationStatus: 'revoked',
        evaluationDetails: [],
        history: [
          { status: 'saved', time: '2026-11-19 15:59:00', reason: '', ...by },
          { status: 'confirmed', time: '2026-11-19 18:02:00', reason: '', userId: '1', userName: '赵明远' },
          { status: 'revoked', time: '2026-11-20 09:10:00', reason: '选错门店', ...by },
        ],
      }),
    })
    open()
    await ready('p3')
    fireEvent.click(within(panel('p3')).getByRole('button', { name: 'Expand row' }))
    await ready('evaluation')
    const steps = within(panel('evaluation')).getAllByRole('listitem')
    expect(steps.map(step => step.textContent)).toEqual([
      expect.stringMatching(/^Saved林晓彤.*15:59/),
      expect.stringMatching(/^Confirmed赵明远.*18:02/),
      expect.stringMatching(/^Revoked林晓彤.*09:10选错门店$/),
    ])
  })

  it('revoke an evaluation only with a reason', async () => {
    let told: unknown
    replies({
      'scoring.revoke': ({ body }) => {
        told = body
        return { ...evaluation, evaluationStatus: 'revoked', evaluationDetails: [], history: [] }
      },
    })
    open()
    await ready('p3')
    fireEvent.click(within(panel('p3')).getByRole('button', { name: 'Revoke' }))
    const dialog = await screen.findByRole('dialog')
    const button = within(dialog).getByRole('button', { name: 'Revoke' })
    expect(button.hasAttribute('disabled')).toBe(true)
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Why' }), {
      target: { value: ' 时段有误 ' },
    })
    fireEvent.click(button)
    await waitFor(() => expect(told).toEqual({ reason: '时段有误' }))
  })

  it('offer no change of status to those who may only look', async () => {
    startSession('token-2', { ...inspector, authorities: ['inspect.view'] })
    replies()
    open()
    await ready('p3')
    expect(within(panel('p3')).queryByRole('button', { name: /Confirm|Revoke/ })).toBeNull()
    expect(within(panel('p3')).getByRole('link', { name: 'Report' })).toBeTruthy()
  })

  it('narrow visits and evaluations by status and item, evaluations never by the status that they cannot have', async () => {
    const asked: Record<string, URLSearchParams> = {}
    replies({
      'statistics.getCheckshopRecord': ({ query }) => {
        asked.visits = query
        return emptyPage
      },
      'evaluations.list': ({ query }) => {
        asked.evaluations = query
        return emptyPage
      },
    })
    open('?status=none&item=729002&owner=7')
    await waitFor(() => expect(asked.visits && asked.evaluations).toBeTruthy())
    expect(Object.fromEntries(asked.visits!)).toMatchObject({ status: 'none', itemId: '729002', userId: '7' })
    expect(asked.evaluations!.get('itemId')).toBe('729002')
    expect(asked.evaluations!.has('status')).toBe(false)
  })
})
