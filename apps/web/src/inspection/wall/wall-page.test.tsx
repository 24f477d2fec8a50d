import type { Wall } from '@aisle/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { slotElements } from '../../shell/chrome.tsx'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import { dockCamera, gateCamera, jinganDetail, tillCamera } from '../cameras.testing.ts'
import { WallPage } from './wall-page.tsx'

const cameras = [gateCamera, tillCamera, dockCamera]
const named: Wall = {
  id: '5',
  name: '华东重点门店',
  layout: '3x3',
  panes: [{ cameraId: '103', pinned: false, fit: 'cover' }],
  isPublic: false,
  rotateSeconds: 30,
  own: true,
  ownerName: '林晓彤',
  updatedAt: '2026-11-20T02:24:00Z',
}

function open(address: string, replies: Record<string, Reply> = {}) {
  const side = document.createElement('div')
  document.body.append(side)
  slotElements.set({ pane: side })
  const api = fakeApi({
    'settings.read': () => null,
    'settings.write': () => null,
    'checkShop.getCheckShopList': () => ({ current: 1, size: 9999, total: 2, records: [jingan, tianhe] }),
    'cameras.list': ({ query }) => {
      const ids = query.get('ids')?.split(',')
      return ids ? cameras.filter(camera => ids.includes(camera.id)) : cameras
    },
    'cameras.live': () => problem(502, 10001, '离线', { reason: 'offline' }),
    'shops.detail': () => jinganDetail,
    'walls.list': () => [named],
    ...replies,
  })
  const console = renderInConsole(anywhere(<WallPage />), registryOf([]), address)
  const panes = () => new URLSearchParams(console.here().split('?')[1]).get('panes')
  return { ...api, ...console, panes }
}
const pane = (id: string) =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>(`[data-panel="live-${id}"]`)
    if (!element) throw new Error(`no pane of ${id}`)
    return element
  })

/** The component library puts a space between two characters. */
const save = /^保 ?存$/

beforeEach(() => {
  setLanguage(chinese, { byUser: false })
  startSession('token', inspector)
})

describe('the wall', () => {
  it('shows the panes of its address, and says where one may not be seen', async () => {
    open('/inspection/wall?layout=2x2&panes=101,999')
    await pane('101')
    expect(await screen.findByText('无权限')).toBeTruthy()
    expect(screen.getByText('第 1 / 1 页 · 2 路')).toBeTruthy()
  })

  it('comes back as it was left', async () => {
    open('/inspection/wall', {
      'settings.read': () => ({ layout: '1', panes: [{ cameraId: '103', pinned: false, fit: 'cover' }] }),
    })
    await pane('103')
    expect(document.querySelectorAll('.wall-cell')).toHaveLength(1)
  })

  it('begins with cameras that work where nothing was left', async () => {
    open('/inspection/wall')
    await pane('101')
    await pane('103')
    expect(document.querySelector('[data-panel="live-112"]')).toBeNull()
  })

  it('takes cameras from the tree and gives them back', async () => {
    const { panes } = open('/inspection/wall?panes=101')
    fireEvent.click(await screen.findByRole('button', { name: /^静安寺店/ }))
    fireEvent.click(await screen.findByRole('button', { name: '加入 03 收银台' }))
    await pane('103')
    expect(panes()).toBe('101,103')
    fireEvent.click(screen.getByRole('button', { name: '移出 01 正门入口' }))
    await waitFor(() => expect(panes()).toBe(',103'))
  })

  it('puts a whole shop on the wall', async () => {
    const { panes } = open('/inspection/wall?panes=103')
    fireEvent.click(await screen.findByRole('button', { name: '加入全店画面 静安寺店' }))
    await waitFor(() => expect(panes()).toBe('103,101,112'))
  })

  it('pins a pane, and says that it does not rotate', async () => {
    const { panes } = open('/inspection/wall?panes=101,103')
    fireEvent.click(within(await pane('101')).getByRole('button', { name: '固定，不参与轮巡' }))
    expect(await screen.findByText('已固定，不参与轮巡')).toBeTruthy()
    expect(panes()).toBe('101*,103')
  })

  it('opens a saved wall, and offers to save it again once it changed', async () => {
    let saved: unknown
    const { here } = open('/inspection/wall?panes=101', {
      'walls.update': ({ body }) => {
        saved = body
        return named
      },
    })
    await pane('101')
    fireEvent.click(screen.getByText('方案'))
    fireEvent.click(await screen.findByRole('button', { name: /^华东重点门店/ }))
    await pane('103')
    expect(here()).toContain('layout=3x3')
    expect(screen.queryByRole('button', { name: save })).toBeNull()
    fireEvent.click(within(await pane('103')).getByRole('button', { name: '显示完整画面' }))
    fireEvent.click(await screen.findByRole('button', { name: save }))
    await waitFor(() =>
      expect(saved).toMatchObject({ panes: [{ cameraId: '103', pinned: false, fit: 'contain' }] }),
    )
  })

  it('shows one picture alone by Enter and the wall again by Escape', async () => {
    open('/inspection/wall?panes=101,103')
    const group = (await pane('103')).parentElement
    if (!group) throw new Error('no frame around the pane')
    fireEvent.focus(group)
    fireEvent.keyDown(group, { key: 'Enter' })
    await waitFor(() => expect(document.querySelectorAll('[data-look="single"]')).toHaveLength(1))
    fireEvent.keyDown(window, { key: 'Escape' })
    await waitFor(() => expect(document.querySelectorAll('[data-look="single"]')).toHaveLength(0))
  })

  it('changes the places of two panes by the keyboard, and the keyboard stays with the chosen one', async () => {
    const { panes } = open('/inspection/wall?panes=101,103')
    await pane('103')
    const group = (await pane('101')).parentElement!
    act(() => group.focus())
    fireEvent.keyDown(group, { key: 'ArrowRight', shiftKey: true })
    await waitFor(() => expect(panes()).toBe('103,101'))
    expect(document.activeElement).toBe(group)
    fireEvent.keyDown(group, { key: 'ArrowLeft' })
    await waitFor(() => expect(document.activeElement?.querySelector('[data-panel="live-103"]')).toBeTruthy())
  })

  it('says what failed, and asks again', async () => {
    let fails = true
    open('/inspection/wall?panes=101', {
      'cameras.list': () => (fails ? problem(500, 500, '出错了') : cameras),
    })
    await screen.findByText('出错了')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await pane('101')
  })
})
