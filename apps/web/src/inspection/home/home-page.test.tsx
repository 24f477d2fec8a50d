import type { CheckshopRecord, InspectionTotals, ShopScore } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { everything, rememberScope } from '../../shell/scope.ts'
import { fakeApi, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { dockCamera, gateCamera, jinganDetail, tillCamera } from '../cameras.testing.ts'
import { HomePage } from './home-page.tsx'

const registry = registryOf(
  [
    page('home', { path: '/homePage/homeIndex' }),
    page('records', { path: '/inspection/records' }),
    page('problems', { path: '/homePage/homeProblems', authority: ['problem.view', 'inspect.view'] }),
    page('monitor', { path: '/monitorPage' }),
    page('wall', { path: '/inspection/wall' }),
  ],
  'home',
)
const totals: InspectionTotals = {
  patrols: 18,
  shops: 33,
  shopsPatrolled: 30,
  patrolCoverage: 90.9,
  score: 92.4,
  evaluations: 21,
  inspections: 40,
  dailyRecords: 5,
  useTime: 7200,
  problems: 32,
  problemsAssigned: 32,
  problemsSentBack: 3,
  problemsClosed: 17,
  closeRate: 53.1,
}
const days = { first: '2026-10-08', last: '2026-10-31' }
const scoreOf = (one: typeof jingan, score: number, rank: number): ShopScore => ({
  shopid: one.shopid,
  shopname: one.shopname,
  shopnameEn: one.shopnameEn,
  score,
  rank,
  rankedShops: 28,
  evaluationCount: 7,
  previousScore: 91.2,
  previousRank: rank + 2,
})
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
  videoCount: 12,
  evaluationId: '730001',
  score: 92.4,
  evaluationStatus: 'saved',
  pictureCount: 3,
  problemCount: 2,
}
const group = { typeId: 'g1', typeName: '门店形象', typeNameEn: 'Storefront' }

/** Each statistic of one shop, and the same of an area. */
const statistics = (suffix: '' | 'ByArea'): Record<string, Reply> => ({
  [`statistics.getItemPreTop${suffix}`]: () => [
    {
      itemId: 'i1',
      itemName: '陈列整齐度',
      itemNameEn: 'Tidy display',
      pitemName: '商品陈列',
      pitemNameEn: 'Display',
      count: 14,
      lostScore: 8.5,
      rate: 40,
    },
  ],
  [`statistics.getEvaluationTypeCount${suffix}`]: () => [
    {
      ...group,
      count: 40,
      passCount: 36,
      deductCount: 4,
      minorCount: 2,
      mediumCount: 1,
      severeCount: 1,
      passRate: 90,
    },
  ],
  [`statistics.getInspectionTypeCount${suffix}`]: () => [{ ...group, count: 12, abnormalCount: 3 }],
  [`statistics.getDailyrecordTypeCount${suffix}`]: () => [{ ...group, count: 5 }],
  [`statistics.getEvaluationTypeStatistics${suffix}`]: () => [
    { ...group, date: '2026-11-02', count: 4, score: 90 },
  ],
  [`statistics.getEvaluationStatistics${suffix}`]: () => ({
    count: 21,
    revoked: 0,
    averageScore: 92.4,
    passRate: 90,
    byDay: [
      { date: '2026-11-02', count: 15, averageScore: 92 },
      { date: '2026-11-07', count: 6, averageScore: 93 },
    ],
    byStatus: [],
  }),
  [`statistics.getEvaluationCountByIsHoliday${suffix}`]: () => [
    { isHoliday: 0, count: 15, averageScore: 92 },
    { isHoliday: 1, count: 6, averageScore: 93 },
  ],
})

function replies(more: Record<string, Reply> = {}) {
  return fakeApi({
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    'shops.detail': () => ({ ...jinganDetail, cameraCount: 12, onlineCount: 11 }),
    'cameras.list': () => [gateCamera, tillCamera, dockCamera],
    'inspectionFigures.totals': () => ({
      totals,
      previous: { days, totals: { ...totals, score: 91.2, evaluations: 20 } },
      lastYear: null,
    }),
    'inspectionFigures.days': () => [],
    'inspectionFigures.inspectors': () => [],
    'problems.counts': () => ({
      total: 10,
      rectification: 2,
      pending: 1,
      closed: 7,
      overdue: 1,
      dueTomorrow: 0,
    }),
    'statistics.getShopScoreList': () => [scoreOf(jingan, 92.4, 3)],
    'statistics.getShopScoreListByArea': () => [scoreOf(tianhe, 95.1, 1), scoreOf(jingan, 92.4, 2)],
    'statistics.getCheckshopRecord': () => ({ current: 1, size: 10, total: 18, records: [visit] }),
    ...statistics(''),
    ...statistics('ByArea'),
    ...more,
  })
}
const panel = (id: string) => document.querySelector(`[data-panel="${id}"]`) as HTMLElement
const ready = (id: string) => waitFor(() => expect(panel(id)?.getAttribute('data-state')).toBe('ready'))
const figure = (label: string) => within(panel('p1')).getByText(label).closest('li')!
const dates = 'from=2026-11-01&to=2026-11-24'
const open = (search: string) =>
  renderInConsole(anywhere(<HomePage />), registry, `/homePage/homeIndex?${search}&${dates}`)

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['inspect.view'] })
  rememberScope(everything)
})

describe('the home of a shop', () => {
  it('begins with its score, place, open problems and cameras, as the calls answered', async () => {
    replies()
    open(`shop=${jingan.shopid}`)
    await ready('p1')
    await waitFor(() => expect(figure('Rank in East China').textContent).toContain('3of 28'))
    expect(figure('Rank in East China').textContent).toContain('Up 2')
    expect(figure('Mean score').textContent).toMatch(/92\.4.*\+1\.3%.*91\.2/)
    expect(figure('Evaluations').textContent).toMatch(/21.*\+5\.0%.*20/)
    await waitFor(() => expect(figure('Open problems').textContent).toContain('31 overdue'))
    await waitFor(() => expect(figure('Cameras online').textContent).toContain('11of 12'))
    expect(figure('Cameras online').textContent).toContain('1 offline')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jing’an Temple')
  })

  it('has one primary button, which starts the check in monitoring', async () => {
    replies()
    open(`shop=${jingan.shopid}`)
    const start = await screen.findByRole('link', { name: 'Start check' })
    expect(start.getAttribute('href')).toContain(`/monitorPage?shop=${jingan.shopid}`)
    await ready('p8')
    expect(document.querySelectorAll('.ant-btn-primary')).toHaveLength(1)
  })

  it('asks about the one shop and never about an area, and about its days', async () => {
    const { heard, fetched } = replies()
    open(`shop=${jingan.shopid}&days=holiday`)
    for (const id of ['p1', 'p3', 'p5', 'p6', 'p7', 'p8']) await ready(id)
    const single = heard.filter(name => name.startsWith('statistics.get') && name.endsWith('ByArea'))
    // The ranking stands for all shops.
    expect([...new Set(single)]).toEqual(['statistics.getShopScoreListByArea'])
    const items = fetched.mock.calls.map(([url]) => String(url)).find(url => url.includes('getItemPreTop'))
    expect(items).toContain(`shopid=${jingan.shopid}`)
    expect(items).toContain('checkdate_beg=2026-11-01')
    expect(items).toContain('checkdate_end=2026-11-24')
    expect(items).toContain('dayType=holiday')
  })

  it('leads from an item that loses points to the records that lost there', async () => {
    replies()
    open(`shop=${jingan.shopid}`)
    await ready('p3')
    const row = within(panel('p3')).getByText('Tidy display').closest('a')!
    expect(row.textContent).toContain('−8.5')
    expect(row.getAttribute('href')).toMatch(/^\/inspection\/records\?.*item=i1/)
  })

  it('shows four videos at most, those offline first, each a way into monitoring at that camera', async () => {
    replies({
      'cameras.list': () => [
        gateCamera,
        tillCamera,
        ...['04', '05', '06'].map(number => ({ ...gateCamera, id: `1${number}`, number })),
        dockCamera,
      ],
    })
    open(`shop=${jingan.shopid}`)
    await ready('p8')
    const cards = panel('p8').querySelectorAll('.home-video')
    expect(cards).toHaveLength(4)
    expect(cards[0]!.textContent).toContain('12 Loading dock')
    expect(
      within(cards[1] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toContain('camera=101')
    fireEvent.click(within(panel('p8')).getByRole('button', { name: 'Next page' }))
    expect(panel('p8').querySelectorAll('.home-video')).toHaveLength(2)
  })

  it('lists visits ten a page with their begin, end, pictures and problems', async () => {
    let asked = new URLSearchParams()
    replies({
      'statistics.getCheckshopRecord': ({ query }) => {
        asked = query
        return { current: 1, size: 10, total: 18, records: [visit] }
      },
    })
    open(`shop=${jingan.shopid}`)
    await ready('p7')
    expect(asked.get('pageSize')).toBe('10')
    const cells = within(panel('p7'))
      .getAllByRole('cell')
      .map(cell => cell.textContent)
    expect(cells.slice(1, 9)).toEqual(['15:59', '林晓彤', '10 min', '12', '3', '2', '92.4', 'Saved'])
    fireEvent.click(within(panel('p7')).getByTitle('2'))
    await waitFor(() => expect(asked.get('pageNumber')).toBe('2'))
  })

  it('tells types of evaluations, inspections and daily records, each with its own call', async () => {
    const { heard } = replies()
    open(`shop=${jingan.shopid}`)
    await ready('p5')
    expect(panel('p5').textContent).toContain('40 items · 90.0% passed')
    fireEvent.click(within(panel('p5')).getByText('Inspections'))
    await waitFor(() => expect(panel('p5').textContent).toContain('12 items · 3 abnormal'))
    fireEvent.click(within(panel('p5')).getByText('Daily'))
    await waitFor(() => expect(panel('p5').textContent).toContain('5 records'))
    fireEvent.click(within(panel('p5')).getByText('Scores'))
    await waitFor(() => expect(heard).toContain('statistics.getEvaluationTypeStatistics'))
  })

  it('counts weekends beside working days', async () => {
    replies()
    open(`shop=${jingan.shopid}`)
    await ready('p6')
    expect(panel('p6').textContent).toContain('Weekends 6, mean 93.0 · working days 15, mean 92.0')
  })
})

describe('the home of an area', () => {
  it('asks every statistic about the area', async () => {
    const { heard, fetched } = replies()
    open('area=province.31')
    for (const id of ['p1', 'p2', 'p3', 'p5', 'p6', 'p7', 'p8']) await ready(id)
    const asked = heard.filter(name => name.startsWith('statistics.get'))
    expect(asked.filter(name => !name.endsWith('ByArea'))).toEqual(['statistics.getCheckshopRecord'])
    const types = fetched.mock.calls
      .map(([url]) => new URL(String(url), location.href))
      .find(url => url.pathname.endsWith('getEvaluationTypeCountByArea'))!
    expect(Object.fromEntries(types.searchParams)).toMatchObject({ type: '1', id: '31' })
    expect(screen.queryByRole('link', { name: 'Start check' })).toBeNull()
  })

  it('leads from each row of the ranking and of the visits to the home of the shop', async () => {
    replies()
    open('area=province.31')
    await ready('p2')
    const rows = within(panel('p2')).getAllByRole('link')
    expect(rows.map(row => row.getAttribute('href'))).toEqual([
      expect.stringContaining(`/homePage/homeIndex?shop=${tianhe.shopid}`),
      expect.stringContaining(`/homePage/homeIndex?shop=${jingan.shopid}`),
    ])
    await ready('p7')
    expect(within(panel('p7')).getByRole('link', { name: 'Jing’an Temple' }).getAttribute('href')).toContain(
      `shop=${jingan.shopid}`,
    )
  })

  it('shows figures of nothing as unknown, not as nought', async () => {
    replies({
      'inspectionFigures.totals': () => ({
        totals: { ...totals, score: null, evaluations: 0 },
        previous: { days, totals: { ...totals, patrols: 0, evaluations: 0, score: null } },
        lastYear: null,
      }),
    })
    open('area=province.31')
    await ready('p1')
    expect(figure('Mean score').textContent).toBe('Mean score——')
    expect(figure('Evaluations').textContent).toBe('Evaluations0—')
  })
})
