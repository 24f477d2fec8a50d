import type { IngestLink, IngestSource, QuarantineGroup } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { everything, rememberScope } from '../shell/scope.ts'
import { fakeApi, type Heard, type Reply } from '../test/fake-api.ts'
import { inspector, jingan, tree } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { SourcesPage } from './sources-page.tsx'

const registry = registryOf([page('sources', { path: '/settings/sources' })])
const source = (more: Partial<IngestSource> = {}): IngestSource => ({
  id: 's1',
  name: '门口网关',
  kind: 'hikvision',
  library: '',
  allShops: false,
  areaIds: [],
  shopIds: ['17'],
  tokenEnd: 'wxyz',
  createdAt: '2026-11-01T02:00:00.000Z',
  rotatedAt: null,
  revokedAt: null,
  lastUsedAt: null,
  ...more,
})
const link = (more: Partial<IngestLink> = {}): IngestLink => ({
  id: 'l1',
  sourceId: 's1',
  sourceName: '门口网关',
  kind: 'pull',
  format: 'dahua',
  name: '二楼录像机',
  url: 'http://192.0.2.8',
  username: 'admin',
  hasPassword: true,
  topics: [],
  deviceSn: 'dh-1',
  channels: [1, 2],
  state: 'failing',
  reachedAt: '2026-11-21T01:00:00.000Z',
  heardAt: '2026-11-21T01:05:00.000Z',
  triedAt: '2026-11-21T02:00:00.000Z',
  nextAt: '2026-11-21T02:10:00.000Z',
  failures: 2,
  fault: { code: 'refused', detail: 'startFind: 401' },
  createdAt: '2026-11-01T02:00:00.000Z',
  ...more,
})
const group: QuarantineGroup = {
  sourceId: 's1',
  sourceName: '门口网关',
  kind: 'counts',
  path: 'device',
  message: 'no such device in scope',
  rows: 3,
  times: 7,
  firstAt: '2026-11-20T02:00:00.000Z',
  lastAt: '2026-11-21T02:00:00.000Z',
  aheadSeconds: null,
}
function replies(more: Record<string, Reply> = {}) {
  return fakeApi({
    'areas.findAllShops': () => [jingan],
    'areas.getAreaList': () => tree,
    'ingestSources.list': () => [
      source(),
      source({ id: 's2', name: '旧', revokedAt: '2026-11-02T02:00:00.000Z' }),
    ],
    'quarantine.groups': () => [group],
    'ingestLinks.list': () => [],
    ...more,
  })
}
const open = () => renderInConsole(anywhere(<SourcesPage />), registry, '/settings/sources')

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['device.manage'] })
  rememberScope(everything)
})

describe('sources', () => {
  it('stand with what they may post, and only those that are alive can be changed', async () => {
    replies()
    open()
    const row = (await screen.findByText('旧')).closest('tr') as HTMLElement
    expect(within(row).getByText('Revoked')).toBeTruthy()
    expect(within(row).queryByRole('button')).toBeNull()
    const [alive] = screen.getAllByText('门口网关')
    expect(within(alive?.closest('tr') as HTMLElement).getByText('Hikvision ISAPI')).toBeTruthy()
    expect(screen.getAllByText('…wxyz')).toHaveLength(2)
  })

  it('are made for some shops; the token is shown once, with the address for devices that know nothing else', async () => {
    let sent: Heard | undefined
    replies({
      'ingestSources.create': heard => {
        sent = heard
        return { ...source({ name: '新盒子', kind: 'any' }), token: 'ais_secret' }
      },
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'New source' }))
    const dialog = await screen.findByRole('dialog')
    const create = within(dialog).getByRole('button', { name: 'Create' })
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: '新盒子' } })
    expect(create.hasAttribute('disabled')).toBe(true)
    fireEvent.click(within(dialog).getByLabelText('All shops'))
    fireEvent.click(create)
    const token = (await screen.findByLabelText('Token')) as HTMLInputElement
    expect(token.value).toBe('ais_secret')
    expect(sent?.body).toMatchObject({ name: '新盒子', kind: 'any', allShops: true, shopIds: [] })
    fireEvent.click(screen.getByRole('button', { name: 'I have kept it' }))
    await waitFor(() => expect(screen.queryByDisplayValue('ais_secret')).toBeNull())
  })

  it('get a new token after a question', async () => {
    replies({
      'ingestSources.rotate': () => ({ ...source(), token: 'ais_newer' }),
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'New token' }))
    fireEvent.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: 'New token' }))
    expect(await screen.findByDisplayValue('ais_newer')).toBeTruthy()
    expect(screen.getByDisplayValue(/\/api\/ingest\/hikvision\/push\/ais_newer$/)).toBeTruthy()
  })
})

describe('quarantine', () => {
  it('says how far ahead times lay, and proposes to move them back by it', async () => {
    replies({
      'quarantine.groups': () => [{ ...group, path: 'to', message: 'in the future', aheadSeconds: 7230 }],
      'quarantine.rows': () => ({ current: 1, size: 20, total: 0, records: [] }),
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Rows' }))
    expect(await screen.findByText(/about 121 minutes ahead/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Move times by (minutes)').value).toBe('-121')
  })

  it('is read again, its clock put right first', async () => {
    let sent: Heard | undefined
    replies({
      'quarantine.rows': () => ({
        current: 1,
        size: 20,
        total: 1,
        records: [
          {
            id: '9',
            path: 'device',
            message: group.message,
            body: '{"device":"x","in":3}',
            times: 2,
            receivedAt: group.lastAt,
          },
        ],
      }),
      'quarantine.replay': heard => {
        sent = heard
        return { accepted: 2, duplicates: 1, remaining: 0 }
      },
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Rows' }))
    expect(await screen.findByText('{"device":"x","in":3}')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Move times by (minutes)'), { target: { value: '-60' } })
    const drawer = screen.getByRole('dialog')
    fireEvent.click(within(drawer).getByRole('button', { name: 'Read again' }))
    await waitFor(() =>
      expect(sent?.body).toEqual({
        sourceId: 's1',
        kind: 'counts',
        path: 'device',
        message: group.message,
        shiftSeconds: -3600,
      }),
    )
  })

  it('is told in Chinese too, and says when nothing waits', async () => {
    setLanguage(chinese)
    replies({ 'quarantine.groups': () => [] })
    open()
    expect(await screen.findByText('没有待处理的数据')).toBeTruthy()
    expect(document.querySelector('[data-panel="p2"]')?.getAttribute('data-state')).toBe('empty')
  })
})

describe('connections', () => {
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)

  it('say what stands in the way, and are tried at once', async () => {
    replies({
      'ingestLinks.list': () => [link()],
      'ingestLinks.try': ({ params }) => ({
        isReached: params.linkId === 'l1',
        fault: null,
        tookMs: 80,
        count: 48,
        sample: 'info[0].EnteredSubtotal=12',
      }),
    })
    open()
    const row = await rowOf('二楼录像机')
    expect(row.getByText('Failing')).toBeTruthy()
    expect(row.getByText(/User or password refused · startFind: 401/)).toBeTruthy()
    fireEvent.click(row.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByText('Reached in 80 ms')).toBeTruthy()
    expect(screen.getByText('info[0].EnteredSubtotal=12')).toBeTruthy()
  })

  it('are changed without their password, which was never told', async () => {
    let sent: Heard | undefined
    replies({
      'devices.list': () => ({ current: 1, size: 20, total: 0, records: [] }),
      'ingestLinks.list': () => [link({ state: 'working', fault: null })],
      'ingestLinks.update': heard => {
        sent = heard
        return link({ name: '三楼录像机' })
      },
    })
    open()
    const row = await rowOf('二楼录像机')
    fireEvent.click(row.getByRole('button', { name: 'Edit · 二楼录像机' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: '三楼录像机' } })
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toBeTruthy())
    expect(sent?.body).toMatchObject({ name: '三楼录像机', deviceSn: 'dh-1', channels: [1, 2] })
    expect(sent?.body).not.toHaveProperty('password', expect.anything())
  })

  it('need a source that may still post', async () => {
    replies({ 'ingestSources.list': () => [source({ revokedAt: '2026-11-02T02:00:00.000Z' })] })
    open()
    expect(await screen.findByText(/Make a source first/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New connection' })).toBeNull()
  })
})
