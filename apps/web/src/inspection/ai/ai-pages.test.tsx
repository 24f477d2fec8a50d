import type { Finding, FindingStatistics } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi, type Heard, problem, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { gateCamera, tillCamera } from '../cameras.testing.ts'
import { AiLogPage } from './log-page.tsx'
import { AiReportPage, rangeBefore } from './report-page.tsx'
import { AiVideoPage } from './video-page.tsx'

const covered: Finding = {
  id: '1',
  version: 1,
  status: 'new',
  algorithm: 'covered',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  timeZone: 'Asia/Shanghai',
  cameraId: gateCamera.id,
  cameraName: gateCamera.name,
  cameraNameEn: gateCamera.nameEn,
  presetId: null,
  presetName: '',
  zoneName: '',
  picture: null,
  confidence: 0.93,
  boxes: [{ x: 0.1, y: 0.2, width: 0.5, height: 0.4, label: '', confidence: null }],
  measures: { flatShare: 0.97 },
  foundAt: '2026-11-20T02:24:00Z',
  source: null,
  decidedBy: null,
  decidedAt: null,
  remark: '',
  problemId: null,
  actions: ['confirm', 'dismiss', 'raise'],
}
const queue: Finding = {
  ...covered,
  id: '2',
  algorithm: 'queue',
  cameraId: tillCamera.id,
  cameraName: tillCamera.name,
  confidence: 0.62,
  source: { id: '9', name: '盒子' },
}
const figures: FindingStatistics = {
  findings: 12,
  confirmed: 6,
  dismissed: 2,
  accuracy: 75,
  shopsWatched: 3,
  shops: 4,
  coverage: 75,
  byDay: [{ date: '2026-11-20', algorithm: 'covered', findings: 12, confirmed: 6 }],
  byHour: [{ weekday: 5, hour: 10, findings: 12 }],
  byAlgorithm: [{ algorithm: 'covered', findings: 12, confirmed: 6, dismissed: 2, accuracy: 75 }],
  byShop: [
    {
      shopId: jingan.shopid,
      shopname: jingan.shopname,
      shopnameEn: jingan.shopnameEn,
      findings: 12,
      confirmed: 6,
      dismissed: 2,
      accuracy: 75,
    },
  ],
  byShopAlgorithm: [
    {
      shopId: jingan.shopid,
      shopname: jingan.shopname,
      shopnameEn: jingan.shopnameEn,
      algorithm: 'covered',
      findings: 12,
      confirmed: 6,
      dismissed: 2,
      accuracy: 75,
    },
  ],
}

/** A server that remembers what was decided. */
function open(element: React.JSX.Element, address: string, more: Record<string, Reply> = {}) {
  let kept: Finding[] = [covered, queue]
  const decided: string[] = []
  const decide =
    (action: string, status: Finding['status'], actions: Finding['actions']) =>
    ({ params, body }: Heard) => {
      decided.push(`${action} ${params.findingId} ${JSON.stringify(body)}`)
      kept = kept.map(each =>
        each.id === params.findingId
          ? {
              ...each,
              status,
              actions,
              version: each.version + 1,
              decidedBy: { userId: '7', userName: '林晓彤' },
            }
          : each,
      )
      return kept.find(each => each.id === params.findingId)
    }
  const api = fakeApi({
    'areas.getAreaList': () => [],
    'areas.findAllShops': () => [jingan],
    'findings.statistics': () => figures,
    'findings.list': ({ query }) => {
      const records = kept.filter(each => !query.get('status') || each.status === query.get('status'))
      return { current: 1, size: 20, total: records.length, records }
    },
    'findings.detail': ({ params }) => kept.find(each => each.id === params.findingId),
    'findings.confirm': decide('confirm', 'confirmed', ['raise', 'undo']),
    'findings.dismiss': decide('dismiss', 'dismissed', ['undo']),
    'findings.undo': decide('undo', 'new', ['confirm', 'dismiss', 'raise']),
    'findings.raise': decide('raise', 'raised', []),
    'problems.owners': () => [],
    'cameras.list': () => [gateCamera, tillCamera],
    ...more,
  })
  const pages = [
    page('aiLog', { path: '/aiShop/log', authority: ['ai.view'] }),
    page('playback', { path: '/inspection/playback', authority: ['inspect.playback'] }),
  ]
  return { ...api, decided, ...renderInConsole(anywhere(element), registryOf(pages), address) }
}
const panel = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-panel="${id}"]`)
  if (!found) throw new Error(`no panel ${id}`)
  return within(found)
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })

beforeEach(() => {
  setLanguage(chinese, { byUser: false })
  startSession('token', {
    ...inspector,
    authorities: [...inspector.authorities, 'ai.view', 'inspect.score', 'inspect.plan', 'export.run'],
  })
})

describe('the page of pictures with findings', () => {
  it('draws what was found on its camera, and lists what waits for a decision', async () => {
    open(<AiVideoPage />, '/aiShop/video')
    const list = await waitFor(() => within(document.querySelector('.findings-now') as HTMLElement))
    expect(await list.findByText('镜头遮挡')).toBeTruthy()
    await waitFor(() => expect(document.querySelectorAll('.ai-pane')).toHaveLength(2))
    const box = document.querySelector<HTMLElement>(`[data-camera="${gateCamera.id}"] .finding-box`)
    expect(box?.style.left).toBe('10%')
    expect(box?.style.height).toBe('40%')
    expect(box?.textContent).toBe('镜头遮挡 93%')
  })

  it('decides by keys: the one in hand leaves, the next comes into hand, and it can be taken back', async () => {
    const { decided } = open(<AiVideoPage />, '/aiShop/video')
    await waitFor(() => expect(document.querySelector('[data-current]')?.textContent).toContain('镜头遮挡'))
    press('y')
    await waitFor(() => expect(document.querySelector('[data-current]')?.textContent).toContain('排队'))
    press('n')
    await waitFor(() => expect(decided).toHaveLength(2))
    expect(decided).toEqual(['confirm 1 {"version":1,"remark":""}', 'dismiss 2 {"version":1,"remark":""}'])
    expect(await screen.findByText(/没有待处理的发现/)).toBeTruthy()
  })

  it('asks what the problem is before it raises one', async () => {
    const { decided } = open(<AiVideoPage />, '/aiShop/video')
    await waitFor(() => expect(document.querySelector('[data-current]')).toBeTruthy())
    press('p')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('问题项'), { target: { value: '' } })
    expect(dialog.getByText('请填写问题项')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('问题项'), { target: { value: '移开纸箱' } })
    fireEvent.click(dialog.getByRole('button', { name: '转为问题' }))
    await waitFor(() => expect(decided[0]).toContain('移开纸箱'))
  })

  it('hides what the confidence slider of the address leaves out', async () => {
    open(<AiVideoPage />, '/aiShop/video?sure=80')
    await waitFor(() => expect(document.querySelectorAll('.findings-now li')).toHaveLength(1))
    expect(screen.getByText('置信度 ≥ 80%')).toBeTruthy()
  })
})

describe('the report', () => {
  it('compares with as many days before', () => {
    expect(rangeBefore({ from: '2026-11-14', to: '2026-11-20' })).toEqual({
      from: '2026-11-07',
      to: '2026-11-13',
    })
  })

  it('shows all six panels, and its figures lead to the log of the same days', async () => {
    const { heard } = open(<AiReportPage />, '/aiShop/report?from=2026-11-14&to=2026-11-20')
    await waitFor(() => expect(panel('p1').getAllByText('75.0')).toHaveLength(2))
    for (const id of ['p2', 'p3', 'p4', 'p5', 'p6'])
      expect(document.querySelector(`[data-panel="${id}"]`)?.getAttribute('data-state')).toBe('ready')
    const link = panel('p6').getByRole('link', { name: '12' })
    const address = new URL(link.getAttribute('href') ?? '', location.href)
    expect(address.pathname).toBe('/aiShop/log')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      shop: jingan.shopid,
      from: '2026-11-14',
      to: '2026-11-20',
      algorithm: 'covered',
    })
    expect(heard.filter(name => name === 'findings.statistics')).toHaveLength(2)
  })

  it('says what failed in the card that failed', async () => {
    open(<AiReportPage />, '/aiShop/report', {
      'findings.statistics': () => problem(500, 500, '服务器出错了'),
    })
    expect((await screen.findAllByText('服务器出错了')).length).toBeGreaterThan(0)
  })
})

describe('the log', () => {
  it('opens the evidence of a line: figures, source and decision', async () => {
    const { here } = open(<AiLogPage />, '/aiShop/log')
    fireEvent.click(await screen.findByRole('button', { name: '镜头遮挡' }))
    const evidence = await waitFor(() => panel('p2'))
    expect(await evidence.findByText('97.0%')).toBeTruthy()
    expect(evidence.getByText('尚未处理')).toBeTruthy()
    expect(evidence.getByText('本机识别')).toBeTruthy()
    expect(here()).toContain('finding=1')
  })

  it('counts each status, and asks for the one that is chosen', async () => {
    const { here } = open(<AiLogPage />, '/aiShop/log')
    const tab = await screen.findByRole('tab', { name: /误报/ })
    await waitFor(() => expect(tab.textContent).toBe('误报2'))
    fireEvent.click(tab)
    expect(here()).toContain('status=dismissed')
    expect(await screen.findByText(/没有识别发现/)).toBeTruthy()
  })

  it('speaks English too', async () => {
    setLanguage(english, { byUser: false })
    open(<AiLogPage />, '/aiShop/log')
    expect(await screen.findByRole('button', { name: 'Camera covered' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: /Dismissed/ })).toBeTruthy()
  })

  it('offers settings to those alone who may plan', async () => {
    startSession('token', { ...inspector, authorities: ['ai.view'] })
    open(<AiLogPage />, '/aiShop/log')
    await screen.findByRole('button', { name: '镜头遮挡' })
    expect(screen.queryByText('识别设置')).toBeNull()
  })
})
