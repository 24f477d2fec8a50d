import type { AnalysisRow, Problem, Question } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { slotElements } from '../../shell/chrome.tsx'
import { fakeApi, type Reply, problem as refused } from '../../test/fake-api.ts'
import { answerOf, dictionaryWith } from '../../test/figures.ts'
import { inspector, jingan } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import {
  dockCamera,
  gateCamera,
  gatePicture,
  jinganDetail,
  stillSession,
  tillCamera,
} from '../cameras.testing.ts'
import { keyMetrics } from './figures.ts'
import { MonitorDataPage } from './monitor-data-page.tsx'

const all = dictionaryWith(Object.fromEntries([...keyMetrics, 'deals'].map(id => [id, true])))
const problem: Problem = {
  id: '31',
  version: 2,
  status: 'rectification',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: '',
  timeZone: 'Asia/Shanghai',
  cameraId: '103',
  cameraName: '收银台',
  cameraNameEn: '',
  presetId: null,
  questionType: '',
  itemId: null,
  itemName: '收银台台面整洁',
  itemNameEn: '',
  remark: '台面有杂物',
  raisedAt: '2026-11-19T02:00:00Z',
  visitId: '7100',
  raisedDate: '2026-11-19',
  raisedBy: { userId: '7', userName: '林晓彤' },
  owner: null,
  dueAt: null,
  overdue: false,
  submittedAt: null,
  closedAt: null,
  beforePictures: [],
  afterPictures: [],
  commentCount: 0,
  source: { kind: 'evaluation', id: '1' },
  actions: [],
}
const record = {
  id: 'r1',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  userId: '7',
  userName: '',
  checkshopBeg: '',
  checkshopEnd: null,
  durationMinutes: null,
  videoCount: 0,
}
const listOf = <T,>(records: T[]) => ({ current: 1, size: 100, total: records.length, records })

/** Rows by the question that asks for them: the day, the hours, the quarters, the zones. */
type Rows = { day?: AnalysisRow; hours?: AnalysisRow[]; quarters?: AnalysisRow[]; zones?: AnalysisRow[] }
const rowsFor = ({ day = {}, hours = [], quarters = [], zones = [] }: Rows, question: Question) => {
  if (question.dimensions?.includes('zone')) return zones
  if (question.granularity === 'hour') return hours
  return question.granularity === '15min' ? quarters : [day]
}

function open(address: string, rows: Rows, replies: Record<string, Reply> = {}) {
  slotElements.set({ pane: document.body.appendChild(document.createElement('div')) })
  const asked: Question[] = []
  const { heard } = fakeApi({
    'areas.findAllShops': () => [jingan],
    'areas.getAreaList': () => [],
    'shops.detail': () => jinganDetail,
    'cameras.list': () => [gateCamera, tillCamera, dockCamera],
    'cameras.live': () => stillSession,
    'cameras.endLive': () => null,
    'cameras.presets': () => [],
    'cameras.recordings': () => ({ complete: true, tracks: [] }),
    'checkShop.findCheckShopFileList2': () => listOf([]),
    'checkShop.getVideosByShop': () => listOf([]),
    'checkShop.saveCheckshopRecord': () => record,
    'checkShop.updateCheckshopRecord': () => record,
    'problems.list': ({ query }) => listOf(query.get('status') === 'rectification' ? [problem] : []),
    'problems.owners': () => [],
    'checkItems.list': () => [],
    'analysis.dictionary': () => all,
    'analysis.query': ({ body }) => {
      const { questions } = body as { questions: Question[] }
      asked.push(...questions)
      return { answers: questions.map(question => answerOf(rowsFor(rows, question))) }
    },
    ...replies,
  })
  const registry = registryOf([page('problems', { path: '/homePage/homeProblems' })])
  return { asked, heard, ...renderInConsole(anywhere(<MonitorDataPage />), registry, address) }
}

/** A panel once it is in this state. */
const panel = (id: string, state = 'ready') =>
  waitFor(() => {
    const found = document.querySelectorAll<HTMLElement>(`[data-panel="${id}"]`)
    expect([...found].map(each => each.dataset.state)).toEqual([state])
    return found[0] as HTMLElement
  })
const figuresOf = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('listitem')
    .map(item => item.textContent)

const yesterday = '/x_2ShopInspection/x_2MonitorPage?shop=9001&day=2026-11-20'
const zone = (id: string, name: string, current: number | null): AnalysisRow => ({
  zone: { id, name },
  visits: { current },
})

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  setLanguage(chinese, { byUser: false })
  startSession('token', {
    ...inspector,
    authorities: [...inspector.authorities, 'inspect.score', 'inspect.playback', 'problem.view'],
  })
  Object.assign(Element.prototype, { animate: () => {} })
  window.matchMedia = query =>
    ({ matches: query.includes('min-width'), addEventListener() {}, removeEventListener() {} }) as never
})

describe('the figures beside the picture', () => {
  it('stand against the same day last week, with how much was received; what was not is said', async () => {
    const { asked } = open(yesterday, {
      day: {
        visits: { current: 919, compared: 872, growth: 5.4, coverage: 0.874 },
        occupancy: { current: 97, compared: 85, growth: 14.2, coverage: 1 },
        storeRate: { current: null, compared: 15.3, growth: null },
        sales: { current: 0, compared: 100, growth: -100, coverage: 1 },
        bagRate: { current: 12.5, compared: 12.5, growth: 0, coverage: 1 },
      },
    })
    expect(figuresOf(await panel('p2'))).toEqual([
      'visits919人次▲+5.4%872完整 87%',
      'occupancy97人次▲+14.2%85',
      'storeRate——15.3%未收到数据',
      'sales0元▼-100.0%100',
      'bagRate12.5%–0.012.5%',
    ])
    const [question, ...others] = asked.filter(({ metrics }) => metrics.includes('sales'))
    expect(others).toEqual([])
    expect(question).toMatchObject({
      metrics: [...keyMetrics],
      period: { from: '2026-11-20', to: '2026-11-20' },
      compare: { type: 'lastWeekSameDay', toDate: 'clip' },
    })
  })

  it('say today how many are inside now, and of which hour that is known', async () => {
    open('/x_2ShopInspection/x_2MonitorPage?shop=9001', {
      day: { visits: { current: 40 }, occupancy: { current: 3 } },
      hours: [
        { time: '2026-11-21 13:00', occupancy: { current: 12, compared: 10, growth: 20 } },
        { time: '2026-11-21 14:00', occupancy: { current: null } },
      ],
    })
    const figures = await panel('p2')
    await waitFor(() => expect(figuresOf(figures)[1]).toBe('当前在场12人次▲+20.0%1013:00 时段'))
  })

  it('are kept from those who may not see them, panel by panel; picture and problems stay', async () => {
    const { asked } = open(
      yesterday,
      { day: { bagRate: { current: 9 } }, quarters: [{ time: '2026-11-20 10:00', deals: { current: 4 } }] },
      {
        'analysis.dictionary': () =>
          dictionaryWith({ visits: false, occupancy: false, deals: true, bagRate: true }),
      },
    )
    expect((await panel('p4', 'forbidden')).textContent).toContain('没有查看这些数据的权限')
    expect(figuresOf(await panel('p2'))).toHaveLength(1)
    await panel('p3')
    await panel('p1')
    await panel('p6')
    expect(asked.flatMap(({ metrics }) => metrics).filter(id => id === 'visits')).toEqual([])
  })

  it('are said not to have come where nothing was received', async () => {
    open(yesterday, { day: { visits: { current: null } }, quarters: [], zones: [] })
    for (const id of ['p2', 'p3', 'p4'])
      expect((await panel(id, 'empty')).textContent).toContain('没有收到数据')
  })

  it('rank the zones by visits', async () => {
    open(yesterday, { zones: [zone('1', '入口区', 715), zone('2', '女装区', 272), zone('3', '后仓', null)] })
    expect(figuresOf(await panel('p4')).map(text => text?.replace(/^\d/, ''))).toEqual([
      '入口区715',
      '女装区272',
      '后仓—',
    ])
  })
})

describe('the day by quarters of an hour', () => {
  it('opens the recording of a quarter that is picked, from its beginning', async () => {
    const played: unknown[] = []
    const range = { from: '2026-11-20T02:00:00Z', to: '2026-11-20T03:00:00Z', kind: 'plan' as const }
    open(
      yesterday,
      {
        quarters: [
          { time: '2026-11-20 10:00', visits: { current: 3, compared: 5 }, deals: { current: 1 } },
          { time: '2026-11-20 10:15', visits: { current: 8, compared: 6 }, deals: { current: 2 } },
        ],
      },
      {
        'cameras.recordings': () => ({ complete: true, tracks: [{ source: 'cloud', ranges: [range] }] }),
        'cameras.playback': ({ body, params }) => {
          played.push({ ...params, ...Object(body) })
          return refused(404, 404, 'gone')
        },
      },
    )
    const trend = within(await panel('p3'))
    expect(document.querySelector('[data-panel^="playback-"]')).toBeNull()
    const chart = trend.getByRole('img', { name: '人次、成交笔数趋势' })
    fireEvent.keyDown(chart, { key: 'End' })
    expect(trend.getByText('10:15, visits 8, 上周同期 6')).toBeDefined()
    fireEvent.keyDown(chart, { key: 'Enter' })
    await waitFor(() => expect(document.querySelector('[data-panel^="playback-"]')).not.toBeNull())
    await waitFor(() =>
      expect(played[0]).toMatchObject({ cameraId: gateCamera.id, from: '2026-11-20T02:15:00.000Z' }),
    )
  })

  it('shows visits or deals', async () => {
    open(yesterday, {
      quarters: [{ time: '2026-11-20 10:00', visits: { current: 3 }, deals: { current: 1 } }],
    })
    const trend = within(await panel('p3'))
    fireEvent.click(trend.getByText('deals'))
    fireEvent.keyDown(trend.getByRole('img'), { key: 'End' })
    expect(trend.getByText('10:00, deals 1, 上周同期 —')).toBeDefined()
  })
})

describe('problems', () => {
  it('that are open in this shop lead to where they are followed', async () => {
    open(yesterday, {})
    const link = within(await panel('p6')).getByRole('link', { name: /收银台台面整洁/ })
    expect(link.getAttribute('href')).toBe('/homePage/homeProblems?shop=9001&problemId=31')
  })

  it('are raised with the picture that is on show', async () => {
    const taken: unknown[] = []
    const raised: unknown[] = []
    open(
      yesterday,
      {},
      {
        'cameras.snapshot': ({ params }) => {
          taken.push(params.cameraId)
          return gatePicture
        },
        'problems.raise': ({ body }) => {
          raised.push(body)
          return { ...problem, score: null, history: [], comments: [] }
        },
      },
    )
    const image = await waitFor(() => {
      const found = document.querySelector('.live-stage img')
      if (!found) throw new Error('no picture yet')
      return found
    })
    fireEvent.load(image)
    fireEvent.click(within(await panel('p5')).getByRole('button', { name: /截图并登记/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(taken).toEqual([gateCamera.id])
    fireEvent.change(dialog.getByLabelText('问题项'), { target: { value: '通道堆放货物' } })
    fireEvent.click(dialog.getByRole('button', { name: '登记问题' }))
    await waitFor(() => expect(raised).toHaveLength(1))
    expect(raised[0]).toMatchObject({
      shopId: jingan.shopid,
      cameraId: gateCamera.id,
      itemName: '通道堆放货物',
      pictureIds: [gatePicture.id],
    })
  })

  it('cannot be raised by who only looks', async () => {
    startSession('token', { ...inspector, authorities: ['inspect.view', 'flow.view'] })
    open(yesterday, { day: { visits: { current: 1 } } })
    await panel('p2')
    expect(document.querySelector('[data-panel="p5"]')).toBeNull()
  })
})

it('who may not see recordings is offered none: none are asked for, the trend is only read', async () => {
  startSession('token', { ...inspector, authorities: ['inspect.view', 'flow.view'] })
  const { heard } = open(yesterday, { quarters: [{ time: '2026-11-20 10:00', visits: { current: 3 } }] })
  const chart = within(await panel('p3')).getByRole('img')
  fireEvent.keyDown(chart, { key: 'End' })
  fireEvent.keyDown(chart, { key: 'Enter' })
  await panel('p2', 'empty')
  expect(document.querySelector('[data-panel^="playback-"]')).toBeNull()
  expect(heard).not.toContain('cameras.recordings')
})

it('one, four or nine pictures stand side by side, kept in the address', async () => {
  const { here } = open(yesterday, {})
  const choice = within(await screen.findByRole('radiogroup', { name: '画面数' }))
  fireEvent.click(choice.getByText('4'))
  await waitFor(() => expect(document.querySelectorAll('.data-cell')).toHaveLength(3))
  expect(here()).toContain('panes=4')
})
