import type { Correction, ExportRequest, QualityEvent } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese, english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi, type Heard } from '../test/fake-api.ts'
import { inspector, jingan } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { registryOf } from '../test/registry.tsx'
import { QualityPage } from './quality-page.tsx'

const place = {
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  deviceId: '900001',
  deviceName: '正门客流',
  deviceNameEn: '',
  line: 1,
  nodeKind: 'entrance' as const,
  nodeId: '7',
  nodeName: '正门',
  nodeNameEn: 'Front door',
}
const gap: QualityEvent = {
  ...place,
  id: '1',
  version: 1,
  kind: 'gap',
  status: 'open',
  date: '2026-11-18',
  from: '14:00',
  to: '16:35',
  strength: 0.21,
  evidence: { missingMinutes: 155, dueMinutes: 720, neighbours: 84 },
  foundAt: '2026-11-18T09:00:00Z',
  decidedBy: null,
  decidedAt: null,
  remark: '',
  correctionId: null,
}
const asked: Correction = {
  ...place,
  id: '9',
  version: 1,
  status: 'requested',
  kind: 'set',
  date: '2026-11-17',
  fromHour: 12,
  toHour: 15,
  wanted: { in: 400, out: 390 },
  reason: '与人工计数不符',
  eventId: null,
  before: { in: 1200, out: 380, pass: 0 },
  after: { in: 400, out: 390, pass: 0 },
  requestedBy: { userId: '2', userName: '苏敏' },
  requestedAt: '2026-11-18T09:00:00Z',
  decidedBy: null,
  decidedAt: null,
  decisionRemark: '',
  undoneBy: null,
  undoneAt: null,
  undoRemark: '',
  actions: ['approve', 'reject'],
}
const page = <T,>(records: T[]) => ({ current: 1, size: 20, total: records.length, records })

/** A server that remembers what was done. */
function open(address: string) {
  const done: string[] = []
  const files: ExportRequest[] = []
  let [event, correction] = [gap, asked]
  const api = fakeApi({
    'areas.getAreaList': () => [],
    'areas.findAllShops': () => [jingan],
    'quality.summary': () => ({
      total: 3,
      open: 2,
      devices: 2,
      waiting: 1,
      coverage: 0.9712,
      imputed: 0.004,
      kinds: [{ kind: 'gap', total: 3, open: 2 }],
      days: [],
    }),
    'quality.coverage': () => ({
      rows: [
        {
          ...place,
          nodeKind: 'shop',
          nodeId: '0',
          nodeName: '',
          nodeNameEn: '',
          days: [{ date: '2026-11-18', expected: 288, got: 257, imputed: 0.1, events: 1 }],
        },
      ],
    }),
    'quality.events': () => page([event]),
    'quality.event': () => ({
      event,
      hours: [{ hour: 14, value: null, out: null, expected: 41, neighbours: 84, shown: 39 }],
    }),
    'quality.acknowledge': ({ body }: Heard) => {
      done.push(`acknowledge ${JSON.stringify(body)}`)
      event = { ...gap, version: 2, status: 'acknowledged', remark: '停电' }
      return event
    },
    'quality.imputations': () => page([]),
    'quality.corrections': () => page([correction]),
    'quality.lines': () => [{ ...place, openHour: 10, closeHour: 22 }],
    'quality.createCorrection': ({ body }: Heard) => {
      done.push(`create ${JSON.stringify(body)}`)
      return asked
    },
    'quality.approveCorrection': ({ params, body }: Heard) => {
      done.push(`approve ${params.correctionId} ${JSON.stringify(body)}`)
      correction = { ...asked, version: 2, status: 'applied', actions: ['undo'] }
      return correction
    },
    'exports.table': ({ body }: Heard) => {
      files.push(body as ExportRequest)
      return { fileName: 'a.csv', mime: 'text/csv', base64: '' }
    },
    'quality.settings': () => ({ isImputing: true, thresholds: {}, version: 0 }),
  })
  return { ...api, done, files, ...renderInConsole(anywhere(<QualityPage />), registryOf([]), address) }
}
const panel = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-panel="${id}"]`)
  if (!found) throw new Error(`no panel ${id}`)
  return within(found)
}

beforeEach(() => {
  setLanguage(chinese, { byUser: false })
  startSession('token', {
    ...inspector,
    authorities: [...inspector.authorities, 'warning.view', 'warning.handle', 'device.view', 'device.manage'],
  })
})
const dates = 'from=2026-11-17&to=2026-11-18'

describe('the page of data quality', () => {
  it('tells how much came, and shows a day of which part is missing', async () => {
    open(`/quality?${dates}`)
    await waitFor(() => expect(panel('p1').getByText('97.1')).toBeTruthy())
    const cell = await waitFor(() => panel('p2').getByTitle(`${jingan.shopname} 11-18: 89.2%`))
    // The day before has nothing due: unknown, not nought.
    expect(panel('p2').getByTitle(`${jingan.shopname} 11-17: —`)).toBeTruthy()
    fireEvent.click(cell)
    await waitFor(() => expect(screen.getByText('计数点 × 日·数据完整率')).toBeTruthy())
  })

  it('opens an event with its evidence, and keeps an explanation', async () => {
    const { done, here } = open(`/quality?tab=events&${dates}`)
    fireEvent.click(await screen.findByRole('button', { name: '数据缺失' }))
    await waitFor(() => expect(panel('p4').getByText('缺失分钟')).toBeTruthy())
    expect(here()).toContain('event=1')
    const explain = screen.getByRole('button', { name: /^说\s*明$/ })
    expect(explain.hasAttribute('disabled')).toBe(true)
    fireEvent.change(screen.getByLabelText('说明'), { target: { value: '停电' } })
    fireEvent.click(explain)
    await waitFor(() => expect(done).toEqual(['acknowledge {"version":1,"remark":"停电"}']))
    await waitFor(() => expect(panel('p3').getByText('已说明')).toBeTruthy())
  })

  it('asks for a correction of the hours of an event', async () => {
    const { done } = open(`/quality?tab=events&event=1&${dates}`)
    const drawer = await waitFor(() => within(document.querySelector('.quality-drawer') as HTMLElement))
    fireEvent.click(await drawer.findByRole('button', { name: '申请修正' }))
    const dialog = await waitFor(
      () => document.querySelector<HTMLElement>('.ant-modal') ?? Promise.reject(new Error('no dialog')),
    )
    fireEvent.change(within(dialog).getByLabelText('原因'), { target: { value: '停电' } })
    await waitFor(() => expect(within(dialog).getByText('正门客流 · 正门')).toBeTruthy())
    fireEvent.click(within(dialog).getByRole('button', { name: '提交申请' }))
    await waitFor(() =>
      expect(done).toEqual([
        'create {"shopId":"' +
          jingan.shopid +
          '","deviceId":"900001","line":1,"date":"2026-11-18","fromHour":14,"toHour":17,"kind":"estimate","wanted":{},"reason":"停电","eventId":"1"}',
      ]),
    )
  })

  it('approves what somebody else asked for, and offers to undo it', async () => {
    setLanguage(english, { byUser: false })
    const { done } = open(`/quality?tab=corrections&${dates}`)
    await screen.findByText('In 1,200 → 400 · Out 380 → 390')
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(done.join()).toBe('approve 9 {"version":1,"remark":""}'))
    await screen.findByRole('button', { name: 'Undo' })
  })

  it('hands out the doubtful data and the ledger as files, to those who may export', async () => {
    startSession('token', { ...inspector, authorities: ['warning.view', 'device.view', 'export.run'] })
    URL.createObjectURL = vi.fn(() => 'blob:x')
    HTMLAnchorElement.prototype.click = vi.fn()
    const { files } = open(`/quality?tab=events&kind=gap&${dates}`)
    const save = async (format: string) => {
      fireEvent.click(await screen.findByRole('button', { name: /导出/ }))
      fireEvent.click(await screen.findByText(format))
    }
    await screen.findByRole('button', { name: '数据缺失' })
    await save('CSV（UTF-8）')
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]).toMatchObject({
      format: 'csv',
      period: { from: '2026-11-17', to: '2026-11-18' },
      filters: [{ label: '类型', value: '数据缺失' }],
    })
    expect(JSON.stringify(files[0]?.parts)).toContain('缺失分钟 155 · ')

    fireEvent.click(screen.getByText('修正'))
    await screen.findByText('进 1,200 → 400 · 出 380 → 390')
    await save('Excel 表格')
    await waitFor(() => expect(files).toHaveLength(2))
    expect(files[1]).not.toHaveProperty('period')
    const [ledger] = files[1]?.parts ?? []
    const row = ledger && 'rows' in ledger ? ledger.rows[0] : []
    expect(row).toEqual(expect.arrayContaining(['9', 1200, 400, 380, 390, '与人工计数不符', '苏敏']))
  })

  it('offers no file to those who may not export', async () => {
    open(`/quality?tab=events&${dates}`)
    await screen.findByRole('button', { name: '数据缺失' })
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
  })
})
