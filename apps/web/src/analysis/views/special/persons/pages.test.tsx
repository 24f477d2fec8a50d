import type { CheckSample, PersonRow } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../../../lib/figures/use-question.ts'
import { chinese, setLanguage } from '../../../../lib/i18n.ts'
import { startSession } from '../../../../lib/session.ts'
import { fakeApi } from '../../../../test/fake-api.ts'
import { dictionaryWith } from '../../../../test/figures.ts'
import { inspector } from '../../../../test/fixtures.ts'
import { renderInConsole } from '../../../../test/in-console.tsx'
import { page, registryOf } from '../../../../test/registry.tsx'
import { customersSnapshots } from '../../catalogue/customers-snapshots.ts'
import type { Special } from '../../kinds/special.ts'
import { Checker } from './checker.tsx'
import { PersonGallery } from './gallery.tsx'
import { facesShown } from './pictures.tsx'

const registry = registryOf(
  [
    page('snapshotList', { path: '/snapshotList' }),
    page('snapshotDetail', { path: '/snapshotDetail', authority: ['customer.face'], menu: 'none' }),
  ],
  'snapshotList',
)
const asking: Special['asking'] = {
  scope: { kind: 'shop', shopId: '7' },
  shops: [],
  period: { from: '2026-11-01', to: '2026-11-07' },
  dayTypes: [],
  members: { gender: ['woman'] },
  topN: 10,
}

function draw(Piece: typeof PersonGallery, path: string, replies: Parameters<typeof fakeApi>[0]) {
  const view = customersSnapshots.find(candidate => candidate.path === path)
  const panel = view?.panels[0]
  if (!view || !panel) throw new Error(`${path} is not declared`)
  const api = fakeApi(replies)
  const element = (
    <Piece
      view={view}
      panel={panel}
      asking={asking}
      dictionary={dictionaryOf(dictionaryWith({}))}
      className=""
      onPick={() => {}}
    />
  )
  const { here } = renderInConsole([{ path: '*', element }], registry, path)
  return { ...api, here }
}

const shop = { id: '7', name: '静安寺店', nameEn: 'Jing’an', timeZone: 'Asia/Shanghai' }
const person = (index: number): PersonRow => ({
  personId: String(4000 + index),
  identity: index === 1 ? 'vip' : 'customer',
  gender: 'woman',
  age: 34,
  visits: 3,
  sameDayVisits: 1,
  shops: 1,
  dwellSeconds: 600,
  firstSeen: '2026-11-02',
  last: {
    shopId: '7',
    visitId: String(index),
    at: '2026-11-06T03:00:00.000Z',
    shop,
    entrance: { id: '1', name: '东门', nameEn: 'East door' },
    hasPicture: index < 3,
  },
})
const list = (total: number) => ({ current: 1, size: 10, total, records: [1, 2, 3].map(person) })
const drawing = 'data:image/svg+xml,%3Csvg/%3E'

beforeEach(() => {
  setLanguage(chinese)
  startSession('token', { ...inspector, authorities: ['customer.face'] })
  facesShown.set(false)
})

describe('the gallery of persons', () => {
  it('shows figures without faces, and fetches faces only when they are asked for', async () => {
    const { heard } = draw(PersonGallery, '/snapshotList', {
      'persons.list': () => list(3),
      'persons.pictures': ({ body }) =>
        (body as { visits: { shopId: string; visitId: string }[] }).visits.map(one => ({
          ...one,
          picture: drawing,
        })),
    })
    await screen.findByText('#4001')
    expect(heard).not.toContain('persons.pictures')
    expect(document.querySelectorAll('img')).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: '查看原图' }))
    await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: '隐藏原图' }))
    await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(0))
  })

  it('asks for what the page is narrowed to, and leads to the person', async () => {
    const asked: URLSearchParams[] = []
    draw(PersonGallery, '/snapshotList', {
      'persons.list': ({ query }) => {
        asked.push(query)
        return list(3)
      },
    })
    const card = (await screen.findByText('#4001')).closest('a')
    expect(card?.getAttribute('href')).toBe('/snapshotDetail?person=4001')
    expect(within(card as HTMLElement).getByText('VIP')).toBeTruthy()
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      shopIds: '7',
      from: '2026-11-01',
      to: '2026-11-07',
      genders: 'woman',
      pageNumber: '1',
      pageSize: '10',
    })
  })

  it('begins with the first page when another photo id is looked for', async () => {
    const asked: string[] = []
    const { here } = draw(PersonGallery, '/snapshotList', {
      'persons.list': ({ query }) => {
        asked.push(`${query.get('pageNumber')} ${query.get('keyword') ?? ''}`.trim())
        return list(35)
      },
    })
    await screen.findByText('#4001')
    fireEvent.click(screen.getByTitle('3'))
    await waitFor(() => expect(here()).toContain('page=3'))
    const field = screen.getByRole('searchbox', { name: '按照片编号查找' })
    fireEvent.change(field, { target: { value: ' 40 ' } })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(asked.at(-1)).toBe('1 40'))
    expect(here()).not.toContain('page=')
  })

  it('says that it is not for everybody, and asks nothing', async () => {
    startSession('token', { ...inspector, authorities: ['customer.view'] })
    const { heard } = draw(PersonGallery, '/snapshotList', { 'persons.list': () => list(3) })
    await screen.findByText('没有查看此内容的权限')
    expect(heard).toEqual([])
  })
})

const sample: CheckSample = {
  shopId: '7',
  visitId: '91',
  personId: '4001',
  identity: 'customer',
  gender: 'woman',
  age: 34,
  ageBand: 3,
  date: '2026-11-06',
  at: '2026-11-06T03:00:00.000Z',
  shop,
  device: { id: '5', name: '正门人脸', nameEn: '' },
  picture: drawing,
  earlier: null,
  checks: [],
}

describe('the check of recognition', () => {
  it('is done by keys: right, what it is in truth, unsure, and back', async () => {
    const judged: unknown[] = []
    draw(Checker, '/UserTest', {
      'persons.samples': () => ({ samples: [sample], total: 20, checked: 4 }),
      'persons.check': ({ body, params }) => {
        judged.push([params.visitId, body])
        return []
      },
    })
    await screen.findByRole('heading', { name: /^性别/ })
    const press = (key: string) => fireEvent.keyDown(document.body, { key })
    press('ArrowRight')
    await waitFor(() => expect(judged).toHaveLength(1))
    press('5')
    await waitFor(() => expect(judged).toHaveLength(2))
    press('ArrowUp')
    await waitFor(() => expect(judged).toHaveLength(3))
    press('ArrowDown')
    await waitFor(() => expect(judged).toHaveLength(4))
    press('ArrowLeft')
    await screen.findByRole('button', { name: '再抽一批' })
    expect(judged).toEqual([
      ['91', { attribute: 'gender', verdict: 'right', actual: 'woman' }],
      ['91', { attribute: 'age', verdict: 'wrong', actual: '4' }],
      ['91', { attribute: 'age', verdict: null, actual: '' }],
      ['91', { attribute: 'age', verdict: 'unsure', actual: '' }],
      ['91', { attribute: 'identity', verdict: 'wrong', actual: '' }],
    ])
  })

  it('takes a verdict back that the server refused', async () => {
    draw(Checker, '/UserTest', {
      'persons.samples': () => ({ samples: [sample], total: 20, checked: 4 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /男$/ }))
    const told = () => screen.queryByText('错误', { selector: '.tag' })
    expect(told()).not.toBeNull()
    await waitFor(() => expect(told()).toBeNull())
  })
})
