import type { GalleryPicture } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { everything, rememberScope } from '../../shell/scope.ts'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe, tree } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { ToastPlace } from '../../ui/toast.tsx'
import { daysOf, SnapGalleryPage } from './gallery-page.tsx'

const path = '/x_2_SnapPlan/x_2_SnapPicList'
const registry = registryOf([page('gallery', { path })], 'gallery')
const dates = 'from=2026-11-18&to=2026-11-20'

const picture = (id: string): GalleryPicture => ({
  id,
  fileType: 1,
  fileTypeName: '图片',
  fileAddr: `/api/pictures/${id}/content`,
  thumbnailUrl: `/api/pictures/${id}/thumbnail`,
  fileTime: '2026-11-20 10:24:36',
  takenAt: '2026-11-20T02:24:36Z',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  videoNo: 'D1',
  channelNo: '1',
  cameraId: '101',
  cameraName: '正门入口',
  cameraNameEn: 'Main entrance',
  cameraNumber: '01',
  presetId: null,
  presetName: '',
  planId: null,
  mark: null,
  isAnnotated: false,
  areaname: '',
  delFlag: 0,
  screenshotType: 1,
  userId: inspector.id,
  userName: inspector.realName,
  width: 1280,
  height: 720,
  sizeBytes: 100_000,
})

/** A gallery of 41 pictures that forgets what is deleted and has it again when it is brought back. */
function replies(more: Record<string, Reply> = {}) {
  const all = Array.from({ length: 41 }, (_, index) => picture(`f${index + 1}`))
  const gone = new Set<string>()
  const asked: URLSearchParams[] = []
  const { heard } = fakeApi({
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    'gallery.list': ({ query }) => {
      asked.push(query)
      const left = all.filter(({ id }) => !gone.has(id))
      const [current, size] = [Number(query.get('pageNumber')), Number(query.get('pageSize'))]
      return { current, size, total: left.length, records: left.slice((current - 1) * size, current * size) }
    },
    'gallery.counts': () => ({
      total: 41,
      problems: 0,
      byDay: [{ date: '2026-11-20', count: 41 }],
      byShop: [
        { shopId: jingan.shopid, shopname: jingan.shopname, shopnameEn: jingan.shopnameEn, count: 41 },
      ],
    }),
    'checkShop.delCheckShopFileByIds': ({ params }) => {
      for (const id of params.ids?.split(',') ?? []) gone.add(id)
      return null
    },
    'pictures.restore': ({ params }) => {
      const ids = params.ids?.split(',') ?? []
      for (const id of ids) gone.delete(id)
      return all.filter(({ id }) => ids.includes(id))
    },
    ...more,
  })
  return { asked, heard }
}
const panel = (id: string) => document.querySelector(`[data-panel="${id}"]`) as HTMLElement
const ready = (id: string) => waitFor(() => expect(panel(id)?.getAttribute('data-state')).toBe('ready'))
const open = (search = dates) =>
  renderInConsole(
    anywhere(
      <>
        <SnapGalleryPage />
        <ToastPlace />
      </>,
    ),
    registry,
    `${path}?${search}`,
  )
const tiles = () => panel('p1').querySelectorAll('.snap-tile')
const choose = (index: number) => fireEvent.click(within(tiles()[index] as HTMLElement).getByRole('checkbox'))

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['inspect.view', 'inspect.operate'] })
  rememberScope(everything)
})

describe('the gallery', () => {
  it('shows twenty pictures a page, and keeps the page in the address', async () => {
    const { asked } = replies()
    const { here } = open()
    await ready('p1')
    expect(tiles()).toHaveLength(20)
    expect(asked[0]?.get('pageSize')).toBe('20')
    fireEvent.click(within(panel('p1')).getByTitle('3'))
    await waitFor(() => expect(tiles()).toHaveLength(1))
    expect(here()).toContain('page=3')
  })

  it('asks for what its filters say and begins again on the first page', async () => {
    const { asked } = replies()
    const { here } = open(`${dates}&page=2`)
    await ready('p1')
    fireEvent.click(screen.getByText('By plan'))
    await waitFor(() => expect(asked.at(-1)?.get('kind')).toBe('plan'))
    expect(asked.at(-1)?.get('pageNumber')).toBe('1')
    expect(asked.at(-1)?.get('begin')).toBe('2026-11-18')
    expect(asked.at(-1)?.get('end')).toBe('2026-11-20')
    expect(here()).not.toContain('page=')
  })

  it('asks once before it deletes, and brings back what was deleted', async () => {
    const { heard } = replies()
    open()
    await ready('p1')
    choose(0)
    choose(1)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(heard).not.toContain('checkShop.delCheckShopFileByIds')
    const confirm = document.querySelector('.ant-popover') as HTMLElement
    fireEvent.click(within(confirm).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(panel('p1').textContent).toContain('39 pictures'))
    fireEvent.click(await screen.findByText('Undo'))
    await waitFor(() => expect(panel('p1').textContent).toContain('41 pictures'))
  })

  it('offers neither deleting nor packing to who may only look', async () => {
    startSession('token-1', { ...inspector, authorities: ['inspect.view'] })
    replies()
    open()
    await ready('p1')
    choose(0)
    expect(await screen.findByText('1 chosen')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download as zip' })).toBeNull()
  })

  it('compares two pictures, not one and not three', async () => {
    replies()
    open()
    await ready('p1')
    const compare = () => screen.getByRole('button', { name: 'Compare' })
    choose(0)
    expect(compare()).toHaveProperty('disabled', true)
    choose(1)
    expect(compare()).toHaveProperty('disabled', false)
    choose(2)
    expect(compare()).toHaveProperty('disabled', true)
  })

  it('leaves the rest standing where one panel fails', async () => {
    replies({ 'gallery.counts': () => problem(500, 500, 'No counts today') })
    open()
    await ready('p1')
    await waitFor(() => expect(panel('p2').getAttribute('data-state')).toBe('error'))
    expect(tiles()).toHaveLength(20)
  })

  it('has a place for every day of its period', () => {
    expect(daysOf('2026-10-31', '2026-11-02', [{ date: '2026-11-01', count: 3 }])).toEqual([
      { date: '2026-10-31', value: 0 },
      { date: '2026-11-01', value: 3 },
      { date: '2026-11-02', value: 0 },
    ])
  })
})
