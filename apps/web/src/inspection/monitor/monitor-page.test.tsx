import type { CheckForm, CheckItem, Inspection, Preset, Problem, WholeProblem } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { slotElements } from '../../shell/chrome.tsx'
import { fakeApi, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import {
  dockCamera,
  gateCamera,
  gatePicture,
  jinganDetail,
  stillSession,
  tillCamera,
} from '../cameras.testing.ts'
import { MonitorPage } from './monitor-page.tsx'

const overview: Preset = { id: 'p1', presetName: '全景', presetIndex: 1, thumbnailUrl: null }
const item: CheckItem = {
  itemId: '11',
  kind: 'inspection',
  itemName: '通道畅通',
  itemNameEn: '',
  pitemId: '10',
  isGroup: false,
  itemScore: 0,
  scoring: 'full',
  deductions: null,
  cameraGroup: null,
  presetName: '',
  itemDuration: 0,
  remarkPhrases: ['通道堆放货物'],
  standardPictureUrl: null,
  order: 0,
  version: 1,
  archived: false,
}
const inspectionForm: CheckForm = {
  kind: 'inspection',
  name: '巡检表',
  nameEn: '',
  version: 1,
  itemCount: 2,
  totalScore: 0,
  items: [
    {
      ...item,
      itemId: '10',
      isGroup: true,
      children: [item, { ...item, itemId: '12', itemName: '灯光全开' }],
    },
  ],
}
const inspection: Inspection = {
  id: '77',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: '',
  userId: inspector.id,
  userName: inspector.realName,
  recordId: 'r1',
  isHoliday: 0,
  inspectionTime: '2026-11-20 10:24:00',
  useTime: 10,
  formName: '巡检表',
  formNameEn: '',
  formVersion: 1,
  itemCount: 2,
  abnormalCount: 1,
  pictureCount: 1,
  remark: '',
  delFlag: 0,
  inspectionDetails: [],
}
const problem: Problem = {
  id: '31',
  version: 2,
  status: 'pending',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: '',
  timeZone: 'Asia/Shanghai',
  cameraId: '103',
  cameraName: '收银台',
  cameraNameEn: '',
  presetId: 'p1',
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
  submittedAt: '2026-11-19T08:00:00Z',
  closedAt: null,
  beforePictures: [{ ...gatePicture, id: 'old', fileAddr: '/api/pictures/old/content' }],
  afterPictures: [],
  commentCount: 0,
  source: { kind: 'evaluation', id: '1' },
  actions: ['sendBack', 'close'],
}
const wholeProblem: WholeProblem = { ...problem, score: null, history: [], comments: [] }
const noPictures = { current: 1, size: 40, total: 0, records: [] }

function open(address: string, replies: Record<string, Reply> = {}) {
  const side = document.createElement('div')
  document.body.append(side)
  slotElements.set({ pane: side })
  const sent: Record<string, unknown[]> = {}
  const noting =
    (name: string, answer: unknown): Reply =>
    ({ body, params }) => {
      sent[name] = [...(sent[name] ?? []), { ...params, ...Object(body) }]
      return answer
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
  const api = fakeApi({
    'areas.findAllShops': () => [jingan],
    'areas.getAreaList': () => [],
    'shops.detail': () => jinganDetail,
    'cameras.list': () => [gateCamera, tillCamera, dockCamera],
    'cameras.live': () => stillSession,
    'cameras.endLive': () => null,
    'cameras.presets': () => [overview],
    'cameras.savePreset': noting('save', { ...overview, id: 'p2', presetIndex: 2 }),
    'cameras.goPreset': noting('go', null),
    'cameras.snapshot': noting('snapshot', gatePicture),
    'checkShop.findCheckShopFileList2': () => noPictures,
    'checkShop.getVideosByShop': () => ({ current: 1, size: 1000, total: 0, records: [] }),
    'checkShop.saveCheckshopRecord': noting('begin', record),
    'checkShop.updateCheckshopRecord': noting('end', record),
    ...replies,
  })
  return { ...api, sent, ...renderInConsole(anywhere(<MonitorPage />), registryOf([]), address) }
}

/** The picture of the pane comes. */
async function live() {
  const image = await waitFor(() => {
    const found = document.querySelector('.live-stage img')
    if (!found) throw new Error('no picture yet')
    return found
  })
  fireEvent.load(image)
  await waitFor(() => expect(document.querySelector('.live-pane')?.getAttribute('data-state')).toBe('live'))
}
const key = (name: string) => fireEvent.keyDown(window, { key: name, code: `Key${name}` })

beforeEach(() => {
  sessionStorage.clear()
  setLanguage(chinese, { byUser: false })
  startSession('token', inspector)
  // jsdom draws nothing, so it has no animations either.
  Object.assign(Element.prototype, { animate: () => {} })
})

const scorer = {
  ...inspector,
  authorities: [...inspector.authorities, 'inspect.score', 'problem.view'] as const,
}

describe('beside the picture', () => {
  const none = { current: 1, size: 100, total: 0, records: [] }
  beforeEach(() => {
    localStorage.clear()
    startSession('token', { ...scorer, authorities: [...scorer.authorities] })
    window.matchMedia = query =>
      ({ matches: query.includes('min-width'), addEventListener() {}, removeEventListener() {} }) as never
  })

  it('an inspection is written with the picture of what is abnormal, in the record of the visit', async () => {
    const saved: Record<string, unknown>[] = []
    let list: Inspection[] = []
    const { sent } = open('/monitorPage?shop=9001', {
      'checkItems.list': () => inspectionForm,
      'problems.owners': () => [],
      'problems.list': () => none,
      'scoreDrafts.get': () => null,
      'scoreDrafts.save': ({ body, params }) => {
        const { version, content } = body as { version: number; content: Record<string, unknown> }
        if (params.kind === 'inspection') saved.push(content)
        const at = '2026-11-20T02:24:00Z'
        return {
          ...params,
          kind: params.kind,
          shopname: '',
          key: 'k',
          version: version + 1,
          content,
          updatedAt: at,
        }
      },
      'scoreDrafts.submit': () => {
        list = [inspection]
        return { kind: 'inspection', id: '77', evaluation: null, inspection, dailyRecord: null }
      },
      'scoring.getInspectionList': () => list,
    })
    await live()
    await waitFor(() => expect(sent.begin).toHaveLength(1))
    fireEvent.click(await screen.findByText('巡检记录'))
    const group = await screen.findByRole('group', { name: '通道畅通' })
    fireEvent.click(within(group).getByRole('button', { name: '异常' }))
    await screen.findByRole('img', { name: '所附图片 1' })
    fireEvent.click(screen.getByRole('button', { name: '其余正常' }))
    fireEvent.click(screen.getByRole('button', { name: '保存巡检' }))
    await screen.findByText('查 2 项 · 异常 1')
    expect(saved.at(-1)).toMatchObject({
      recordId: 'r1',
      inspectionDetails: [
        { itemId: '11', result: 'abnormal', pictureIds: ['f1'], cameraId: '101' },
        { itemId: '12', result: 'normal' },
      ],
    })
  })

  it('a problem of an earlier visit is held against the live picture at its preset, and closed by a key', async () => {
    const closed: unknown[] = []
    const { sent, here } = open('/monitorPage?shop=9001', {
      'problems.list': ({ query }) =>
        query.get('status') === 'pending' ? { ...none, total: 1, records: [problem] } : none,
      'problems.close': ({ body }) => {
        closed.push(body)
        return { ...wholeProblem, status: 'closed', version: 3 }
      },
    })
    await live()
    await screen.findByText('上次问题 1')
    key('v')
    await screen.findByRole('img', { name: /^发现时/ })
    await waitFor(() => expect(here()).toBe('/monitorPage?shop=9001&camera=103'))
    await waitFor(() => expect(sent.go).toEqual([{ cameraId: '103', presetId: 'p1' }]))
    await live()
    key('y')
    await waitFor(() => expect(closed).toEqual([{ version: 2, remark: '', pictureIds: ['f1'] }]))
    await waitFor(() => expect(screen.queryByRole('img', { name: /^发现时/ })).toBeNull())
  })
})

describe('single-shop monitoring', () => {
  it('says that it loads until the list of cameras is there', async () => {
    let arrive = () => {}
    const listed = new Promise<void>(resolve => {
      arrive = resolve
    })
    open('/monitorPage?shop=9001', {
      'cameras.list': async () => {
        await listed
        return [gateCamera, tillCamera, dockCamera]
      },
    })
    const panel = () => document.querySelector('[data-panel=monitor]')
    await waitFor(() => expect(panel()?.getAttribute('data-state')).toBe('loading'))
    expect(panel()?.querySelector(':scope > .loading[aria-busy=true]')).not.toBeNull()
    arrive()
    await waitFor(() => expect(panel()?.getAttribute('data-state')).toBe('ready'))
    expect(panel()?.querySelector(':scope > .loading')).toBeNull()
  })

  it('opens the first camera that works and marks what was seen', async () => {
    open('/monitorPage?shop=9001')
    await live()
    expect(await screen.findByText('已查看 1 / 3')).toBeTruthy()
    key(']')
    await live()
    await screen.findByText('已查看 2 / 3')
  })

  it('puts the camera into the address, and comes back to it', async () => {
    const { here } = open('/monitorPage?shop=9001&camera=103')
    await screen.findByRole('group', { name: /^03 收银台/ })
    key('[')
    await waitFor(() => expect(here()).toBe('/monitorPage?shop=9001&camera=101'))
  })

  it('finds cameras by what is typed', async () => {
    open('/monitorPage?shop=9001')
    fireEvent.change(await screen.findByLabelText('筛选摄像头'), { target: { value: '收银' } })
    await waitFor(() => expect(screen.queryByRole('button', { name: /12 卸货口/ })).toBeNull())
    expect(screen.getByRole('button', { name: /03 收银台/ })).toBeTruthy()
  })

  it('goes to a preset by its number and saves the position under a free one', async () => {
    const { sent } = open('/monitorPage?shop=9001')
    await screen.findByText('全景')
    key('1')
    await waitFor(() => expect(sent.go).toEqual([{ cameraId: '101', presetId: 'p1' }]))
    fireEvent.click(screen.getByRole('button', { name: /保存当前位置/ }))
    await waitFor(() => expect(sent.save).toEqual([{ cameraId: '101', presetName: '自定义预置位' }]))
  })

  it('takes the picture through the server where the browser may not read it, and drops it into the strip', async () => {
    const { sent } = open('/monitorPage?shop=9001')
    await live()
    key('s')
    await screen.findByRole('button', { name: /^查看 正门入口/ })
    expect(sent.snapshot).toEqual([{ cameraId: '101' }])
  })

  it('keeps a record of the visit from the first picture to the end', async () => {
    const { sent, router } = open('/monitorPage?shop=9001')
    await live()
    await waitFor(() => expect(sent.begin).toHaveLength(1))
    await router.navigate('/monitorPage?shop=9002')
    await waitFor(() => expect(sent.end).toMatchObject([{ id: 'r1', shopId: '9001' }]))
  })

  it('ends the visit on a word, and begins no other by looking on', async () => {
    const { sent } = open('/monitorPage?shop=9001')
    await live()
    fireEvent.click(await screen.findByRole('button', { name: '结束巡店' }))
    expect(await screen.findByText(/还有 2 路摄像头未查看/)).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: '结束巡店' }).at(-1) as HTMLElement)
    await screen.findByText('已结束')
    expect(sent.end).toMatchObject([{ id: 'r1', shopId: '9001' }])
    key(']')
    await live()
    expect(sent.begin).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: '开始巡店' }))
    await waitFor(() => expect(sent.begin).toHaveLength(2))
  })

  it('shows no controls to those who may only watch', async () => {
    startSession('token', { ...inspector, authorities: ['inspect.view'] })
    open('/monitorPage?shop=9001')
    await live()
    expect(screen.queryByRole('button', { name: /保存当前位置/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /截图 S/ })).toBeNull()
    expect(screen.queryByRole('group', { name: '云台' })).toBeNull()
  })

  it('says so where a shop has no cameras', async () => {
    open('/monitorPage?shop=9001', { 'cameras.list': () => [] })
    expect(await screen.findByText('该门店还没有登记摄像头')).toBeTruthy()
  })
})
