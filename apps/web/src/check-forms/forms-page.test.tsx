import type { CheckForm, CheckItem } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { everything, rememberScope } from '../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../test/fake-api.ts'
import { inspector, jingan, tree } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { FormsPage } from './forms-page.tsx'

const registry = registryOf([page('checkForms', { path: '/inspection/forms' })])
const item = (itemId: string, itemName: string, more: Partial<CheckItem> = {}): CheckItem => ({
  itemId,
  itemName,
  itemNameEn: '',
  pitemId: 'till',
  kind: 'evaluation',
  isGroup: false,
  itemScore: 5,
  scoring: 'partial',
  deductions: { minor: 1, medium: 2, severe: 4 },
  cameraGroup: 'checkout',
  presetName: '收银台',
  itemDuration: 20,
  remarkPhrases: ['台面有杂物'],
  standardPictureUrl: null,
  order: 0,
  version: 3,
  archived: false,
  ...more,
})
const form: CheckForm = {
  kind: 'evaluation',
  name: '标准巡店表',
  nameEn: 'Standard shop check',
  version: 7,
  itemCount: 2,
  totalScore: 10,
  items: [
    {
      ...item('till', '收银规范', { pitemId: null, isGroup: true, itemScore: 10 }),
      children: [item('desk', '台面整洁'), item('queue', '排队', { order: 1 })],
    },
  ],
}

function replies(more: Record<string, Reply> = {}) {
  return fakeApi({
    'areas.findAllShops': () => [jingan],
    'areas.getAreaList': () => tree,
    'checkItems.list': () => form,
    'checkItems.versions': () => [
      {
        version: 2,
        action: 'changed',
        item: item('desk', '台面整洁', { itemScore: 5 }),
        userName: '赵明远',
        at: '2026-11-20T02:00:00.000Z',
      },
      {
        version: 1,
        action: 'created',
        item: item('desk', '台面', { itemScore: 4 }),
        userName: '赵明远',
        at: '2026-11-01T02:00:00.000Z',
      },
    ],
    ...more,
  })
}
const open = (search = '') => renderInConsole(anywhere(<FormsPage />), registry, `/inspection/forms${search}`)
const line = (name: RegExp) => screen.findByRole('treeitem', { name })
const field = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['shop.manage', 'inspect.view'] })
  rememberScope(everything)
})

describe('the tree of a form', () => {
  it('is walked by the arrows, and Enter opens an item at its address', async () => {
    replies()
    const { here } = open()
    const group = await line(/收银规范/)
    group.focus()
    fireEvent.keyDown(group, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(await line(/台面整洁/))
    fireEvent.keyDown(await line(/台面整洁/), { key: 'Enter' })
    expect(here()).toBe('/inspection/forms?item=desk')
    expect((await field('Name')).value).toBe('台面整洁')
  })

  it('moves an item by Alt with an arrow, telling the version that was seen', async () => {
    let told: unknown
    replies({
      'checkItems.move': ({ params, body }) => {
        told = [params.itemId, body]
        return item('desk', '台面整洁', { order: 1, version: 4 })
      },
    })
    open()
    fireEvent.keyDown(await line(/台面整洁/), { key: 'ArrowDown', altKey: true })
    await waitFor(() => expect(told).toEqual(['desk', { pitemId: 'till', order: 1, version: 3 }]))
    expect(screen.getByRole('status', { name: '' }).textContent).toContain('place 2')
  })

  it('adds an item to a group and opens it', async () => {
    let made: unknown
    replies({
      'checkItems.create': ({ body }) => {
        made = body
        return item('bags', '购物袋')
      },
    })
    const { here } = open()
    fireEvent.click(within(await line(/收银规范/)).getByRole('button', { name: 'Add an item' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: '购物袋' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(made).toMatchObject({
        kind: 'evaluation',
        pitemId: 'till',
        isGroup: false,
        itemName: '购物袋',
        itemScore: 5,
      }),
    )
    await waitFor(() => expect(here()).toContain('item=bags'))
  })
})

describe('an item', () => {
  it('is saved with what was changed alone', async () => {
    let told: unknown
    replies({
      'checkItems.update': ({ body }) => {
        told = body
        return item('desk', '收银台整洁')
      },
    })
    open('?item=desk')
    fireEvent.change(await field('Name'), { target: { value: '收银台整洁' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(told).toMatchObject({ itemName: '收银台整洁', version: 3 }))
    expect(Object.entries(told as object).filter(([, value]) => value !== undefined)).toHaveLength(2)
  })

  it('is not saved while a deduction costs more than it is worth', async () => {
    replies()
    open('?item=desk')
    const points = await field('Points')
    fireEvent.change(points, { target: { value: '3' } })
    fireEvent.blur(points)
    await screen.findByText('Each deduction costs more than nothing and at most the points')
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  })

  it('keeps what was typed where somebody else was first', async () => {
    replies({
      'checkItems.update': () => problem(409, 409, 'Someone changed this item just now.'),
    })
    open('?item=desk')
    fireEvent.change(await field('Name'), { target: { value: '收银台整洁' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' }).className).not.toContain('loading'),
    )
    expect((await field('Name')).value).toBe('收银台整洁')
  })

  it('tells in its history what each version changed', async () => {
    replies()
    open('?item=desk')
    fireEvent.click(await screen.findByRole('tab', { name: 'History' }))
    const history = await waitFor(() => {
      const found = document.querySelector('[data-panel=versions][data-state=ready]')
      expect(found).not.toBeNull()
      return found as HTMLElement
    })
    expect(history.textContent).toContain('Name台面 → 台面整洁')
    expect(history.textContent).toContain('Points4 → 5')
    expect(within(history).getAllByRole('listitem')).toHaveLength(2)
  })

  it('is tied to a camera of the shop that the page looks at', async () => {
    let told: unknown
    const place = {
      itemId: 'desk',
      cameraId: 'c1',
      cameraNumber: '03',
      cameraName: '收银台',
      cameraNameEn: '',
      presetId: null,
      presetName: '',
      presetIndex: null,
      isBound: false,
    }
    const video = (onlyId: string, name: string) => ({
      onlyId,
      name,
      nameEn: '',
      serialnumber: '',
      devicecode: '',
      channelno: '1',
      ys: 0,
      ysAccountId: null,
      token: '',
      videoInfos: [],
      presets: [],
      selectPrenestId: null,
      areaname: '',
      areaid: null,
      planTime: null,
      planId: null,
      shopId: jingan.shopid,
    })
    replies({
      'checkItems.places': () => [place],
      'checkShop.getVideosByShop': () => ({
        current: 1,
        size: 1000,
        total: 2,
        records: [video('c1', '03 收银台'), video('c2', '04 后场')],
      }),
      'checkItems.bindPlace': ({ params, body }) => {
        told = [params, body]
        return { ...place, cameraId: 'c2', isBound: true }
      },
    })
    open(`?item=desk&shop=${jingan.shopid}`)
    fireEvent.click(await screen.findByRole('tab', { name: 'Standard and place' }))
    await screen.findByText('follows from the item')
    const camera = screen.getByLabelText('Camera')
    fireEvent.mouseDown(camera)
    fireEvent.click(await screen.findByText('04 后场'))
    await waitFor(() =>
      expect(told).toEqual([
        { shopId: jingan.shopid, itemId: 'desk' },
        { cameraId: 'c2', presetId: null },
      ]),
    )
  })
})
