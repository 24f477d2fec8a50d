import type { Picture, Preset } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { slotElements } from '../../shell/chrome.tsx'
import { fakeApi, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import { dockCamera, gateCamera, jinganDetail, stillSession, tillCamera } from '../cameras.testing.ts'
import { MonitorPage } from './monitor-page.tsx'

const overview: Preset = { id: 'p1', presetName: '全景', presetIndex: 1, thumbnailUrl: null }
const picture: Picture = {
  id: 'f1',
  fileType: 1,
  fileTypeName: '图片',
  fileAddr: '/api/pictures/f1/content',
  thumbnailUrl: '/api/pictures/f1/thumbnail',
  fileTime: '2026-11-20 10:24:36',
  takenAt: '2026-11-20T02:24:36Z',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  videoNo: 'D1',
  channelNo: '1',
  cameraId: '101',
  cameraName: '正门入口',
  presetId: null,
  areaname: '',
  delFlag: 0,
  screenshotType: 1,
  userId: inspector.id,
  userName: inspector.realName,
  width: 1280,
  height: 720,
  sizeBytes: 100_000,
}
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
    'cameras.snapshot': noting('snapshot', picture),
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

describe('single-shop monitoring', () => {
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
