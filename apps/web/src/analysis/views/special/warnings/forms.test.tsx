import type { FlowRule, FlowWarning, QualityEvent, Watch } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../../../lib/figures/use-question.ts'
import { chinese, setLanguage } from '../../../../lib/i18n.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { startSession } from '../../../../lib/session.ts'
import { fakeApi, type Reply } from '../../../../test/fake-api.ts'
import { inspector, jingan, tree } from '../../../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../../../test/in-console.tsx'
import { page, registryOf } from '../../../../test/registry.tsx'
import { views } from '../../catalogue/index.ts'
import type { Special } from '../../kinds/special.ts'
import { ChangeForm } from './changes.tsx'
import { DoubtDecision } from './doubt-decision.tsx'
import { Rules } from './rules.tsx'
import { WarningList } from './warning-list.tsx'
import { WatchForm } from './watch-form.tsx'
import { WatchSteps } from './watch-steps.tsx'

const dictionary = dictionaryOf({
  version: 1,
  calendarVersion: '',
  metrics: [],
  dimensions: [],
  calcs: [],
  comparisons: [],
  granularities: [],
  presets: [],
  dayTypes: [],
  sources: [],
})
const registry = registryOf([page('any', { path: '/any' })], 'any')

function open(Piece: ComponentType<Special>, path: string, id: string, replies: Record<string, Reply>) {
  const view = views.find(one => one.path === path)
  const panel = view?.panels.find(one => one.id === id)
  if (!view || !panel) throw new Error(`${path} ${id} is not declared`)
  const api = fakeApi({ 'areas.findAllShops': () => [jingan], 'areas.getAreaList': () => tree, ...replies })
  renderInConsole(
    anywhere(
      <Piece
        view={view}
        panel={panel}
        asking={{
          scope: { kind: 'all' },
          shops: [],
          period: { from: '2026-11-01', to: '2026-11-21' },
          dayTypes: [],
          members: {},
          topN: 10,
        }}
        dictionary={dictionary}
        className=""
        onPick={() => undefined}
      />,
    ),
    registry,
    path,
  )
  return api
}

const at = '2026-11-20T10:00:00.000Z'
const rule: FlowRule = {
  id: '7',
  version: 3,
  name: '在场超过 150 人',
  nameEn: '',
  kind: 'crowding',
  limits: { people: 150 },
  hours: null,
  shopIds: [],
  severity: 'high',
  userIds: [],
  isActive: true,
  since: '2026-10-01',
  updatedAt: at,
  updatedBy: '何思远',
  raised: 12,
  open: 2,
  canChange: true,
}
const warning: FlowWarning = {
  id: '70',
  version: 1,
  kind: 'crowding',
  status: 'open',
  severity: 'high',
  ruleId: '7',
  ruleName: rule.name,
  ruleNameEn: '',
  watchId: null,
  shopId: jingan.shopid,
  shopname: '静安寺店',
  shopnameEn: '',
  nodeKind: 'shop',
  nodeId: '0',
  nodeName: '',
  nodeNameEn: '',
  date: '2026-11-20',
  from: '17:45',
  to: '20:50',
  value: 180,
  limit: 150,
  times: 20,
  raisedAt: at,
  mutedUntil: null,
  handledBy: '',
  handledAt: null,
  reason: '',
  remark: '',
}
const watch: Watch = {
  id: '80',
  version: 4,
  shopId: jingan.shopid,
  shopname: '静安寺店',
  shopnameEn: '',
  nodeKind: 'floor',
  nodeId: '703004',
  nodeName: '三楼',
  nodeNameEn: '',
  status: 'deviating',
  limits: { tolerance: 10 },
  ownerId: null,
  ownerName: '',
  since: '2026-10-01',
  changedAt: at,
  targets: [{ month: '2026-11', visits: 9000 }],
}
const event: QualityEvent = {
  id: '90',
  version: 2,
  kind: 'gap',
  status: 'open',
  shopId: jingan.shopid,
  shopname: '静安寺店',
  shopnameEn: '',
  deviceId: '31',
  deviceName: '正门计数器',
  deviceNameEn: '',
  line: 1,
  nodeKind: 'entrance',
  nodeId: '1',
  nodeName: '正门',
  nodeNameEn: '',
  date: '2026-11-19',
  from: '14:10',
  to: '16:15',
  strength: 0.8,
  evidence: { missingMinutes: 125 },
  foundAt: at,
  decidedBy: null,
  decidedAt: null,
  remark: '',
  correctionId: null,
}
const listOf = <T,>(records: T[]) => ({ current: 1, size: 10, total: records.length, records })

beforeEach(() => {
  setLanguage(chinese)
  queryClient.clear()
  startSession('token', {
    ...inspector,
    authorities: ['warning.view', 'warning.handle', 'device.manage', 'ticket.view', 'flow.view'],
  })
})

describe('rules', () => {
  it('are made with the limit of their kind, and a name that is asked for', async () => {
    const made: unknown[] = []
    open(Rules, '/x_2FlowWarning/x_2FlowWarning', 'p3', {
      'warnings.rules': () => [rule],
      'warnings.people': () => [{ userId: '1', userName: '何思远' }],
      'warnings.createRule': ({ body }) => {
        made.push(body)
        return rule
      },
    })
    expect(await screen.findByText('近 30 天 12 条，待处理 2 条')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '新建规则' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
    expect(await within(dialog).findByText('请输入规则名称')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: ' 大促拥挤 ' } })
    fireEvent.change(within(dialog).getByLabelText('在场人数上限'), { target: { value: '220' } })
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
    await waitFor(() => expect(made).toHaveLength(1))
    expect(made[0]).toMatchObject({
      name: '大促拥挤',
      kind: 'crowding',
      limits: { people: 220 },
      shopIds: [],
    })
  })

  it('offer nothing to change where the reader may not', async () => {
    startSession('token', { ...inspector, authorities: ['warning.view'] })
    open(Rules, '/x_2FlowWarning/x_2FlowWarning', 'p3', { 'warnings.rules': () => [rule] })
    expect(await screen.findByText('在场超过 150 人')).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: /规则|编辑|删除/ })).toEqual([])
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

describe('a warning', () => {
  it('shows the steps of its status alone, and takes one with the comment', async () => {
    const sent: unknown[] = []
    open(WarningList, '/x_2FlowWarning/x_2FlowWarning', 'p2', {
      'warnings.rules': () => [rule],
      'warnings.list': () => listOf([warning]),
      'warnings.one': () => ({ warning, steps: [] }),
      'warnings.step': ({ body, params }) => {
        sent.push({ ...params, ...(body as object) })
        return { warning: { ...warning, status: 'acknowledged', version: 2 }, steps: [] }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: /拥挤 · 静安寺店/ }))
    const comment = await screen.findByLabelText('备注')
    expect(screen.queryByRole('button', { name: '重新打开' })).toBeNull()
    expect(screen.getByRole('button', { name: /解\s*决/ })).toBeTruthy()
    fireEvent.change(comment, { target: { value: '已分流' } })
    fireEvent.click(screen.getByRole('button', { name: /知\s*悉/ }))
    await waitFor(() =>
      expect(sent).toEqual([
        { warningId: '70', action: 'acknowledge', version: 1, remark: '已分流', days: 7 },
      ]),
    )
  })
})

describe('a watched place', () => {
  it('takes limits, and the target of the month that is shown', async () => {
    const sent: unknown[] = []
    open(WatchForm, '/FloorSpe', 'p3', {
      'warnings.watches': () => [watch],
      'warnings.people': () => [],
      'warnings.places': () => [],
      'warnings.updateWatch': ({ body, params }) => {
        sent.push({ ...params, ...(body as object) })
        return watch
      },
    })
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '关注项' }))
    fireEvent.click(await screen.findByTitle('静安寺店 · 三楼'))
    const target = await screen.findByDisplayValue('9000')
    fireEvent.change(target, { target: { value: '9600' } })
    fireEvent.change(screen.getByLabelText('允许低于目标(%)'), { target: { value: '15' } })
    fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          watchId: '80',
          version: 4,
          ownerId: null,
          limits: { tolerance: 15 },
          targets: [{ month: '2026-11', visits: 9600 }],
        },
      ]),
    )
  })

  it('needs a measure to be handled', async () => {
    const sent: unknown[] = []
    open(() => <WatchSteps watch={watch} />, '/FloorSpe', 'p1', {
      'warnings.stepWatch': ({ body }) => {
        sent.push(body)
        return { ...watch, status: 'handled' }
      },
    })
    fireEvent.click(screen.getByRole('button', { name: '登记措施' }))
    const dialog = await screen.findByRole('dialog')
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: /保\s*存/ })
    expect(save.disabled).toBe(true)
    fireEvent.change(within(dialog).getByLabelText('原因'), { target: { value: '动线调整' } })
    fireEvent.change(within(dialog).getByLabelText('措施'), { target: { value: '增加指引' } })
    fireEvent.click(save)
    await waitFor(() =>
      expect(sent).toEqual([{ action: 'handle', version: 4, reason: '动线调整', remark: '增加指引' }]),
    )
  })

  it('of a zone takes the entry of a change once all of it is there', async () => {
    open(ChangeForm, '/AreasSpe', 'p3', {
      'warnings.places': () => [{ nodeId: '705007', nodeName: '鞋区', nodeNameEn: '' }],
    })
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: /登\s*记$/ })
    expect(save.disabled).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '区域' }).disabled).toBe(true)
  })
})

describe('doubtful data', () => {
  it('is decided with a reason: reported to whoever looks after the device, or its hours left out', async () => {
    const sent: unknown[] = []
    open(DoubtDecision, '/AbnormalSearch', 'p5', {
      'quality.events': () => listOf([event]),
      'quality.event': () => ({ event, hours: [] }),
      'quality.report': ({ body, params }) => {
        sent.push({ report: params.eventId, ...(body as object) })
        return { ...event, status: 'ticketed' }
      },
      'quality.createCorrection': ({ body }) => {
        sent.push(body)
        return new Response(null, { status: 204 })
      },
    })
    const report = await screen.findByRole<HTMLButtonElement>('button', { name: '转工单（设备故障）' })
    expect(report.disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('说明或原因（必填）'), { target: { value: '供电异常' } })
    fireEvent.click(report)
    await waitFor(() => expect(sent).toEqual([{ report: '90', version: 2, remark: '供电异常' }]))
    fireEvent.change(await screen.findByLabelText('说明或原因（必填）'), { target: { value: '整段缺失' } })
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /剔\s*除/ }).disabled).toBe(false),
    )
    fireEvent.click(screen.getByRole('button', { name: /剔\s*除/ }))
    await waitFor(() => expect(sent).toHaveLength(2))
    // 14:10 to 16:15 touches the hours from 14 to 17.
    expect(sent[1]).toMatchObject({
      kind: 'exclude',
      fromHour: 14,
      toHour: 17,
      eventId: '90',
      reason: '整段缺失',
    })
  })
})
