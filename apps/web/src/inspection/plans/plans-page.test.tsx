import type { Plan } from '@aisle/contract'
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
import { SnapPlansPage } from './plans-page.tsx'

const path = '/x_2_SnapPlan/x_2_SnapPlanList'
const registry = registryOf([page('plans', { path })], 'plans')
const gate: Plan = {
  id: 'p1',
  kind: 'screenshot',
  patrolId: null,
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  timeZone: 'Asia/Shanghai',
  cameraId: '101',
  cameraName: '正门入口',
  cameraNameEn: 'Main entrance',
  cameraNumber: '01',
  cameraStatus: 'online',
  presetId: null,
  presetName: '',
  presetIndex: null,
  schedule: {
    times: ['09:40', '21:40'],
    everyMinutes: null,
    from: '00:00',
    to: '23:59',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  },
  status: 'enabled',
  nextRunAt: '2026-11-20T13:40:00Z',
  lastRun: null,
  failuresInARow: 0,
  userId: inspector.id,
  userName: inspector.realName,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}
const nothing = { planned: 0, done: 0, failed: 0, held: 0, offline: 0, missed: 0, pending: 0 }

function replies(plans: Plan[], more: Record<string, Reply> = {}) {
  const asked: URLSearchParams[] = []
  const sent: unknown[] = []
  const { heard } = fakeApi({
    'areas.findAllShops': () => [jingan, tianhe],
    'areas.getAreaList': () => tree,
    'plans.list': ({ query }) => {
      asked.push(query)
      const size = Number(query.get('pageSize'))
      return {
        current: Number(query.get('pageNumber') ?? 1),
        size,
        total: plans.length,
        records: plans.slice(0, size),
      }
    },
    'plans.statistics': () => ({
      plans: { enabled: plans.length, paused: 0 },
      totals: { ...nothing, successRate: null },
      byDay: [],
      byHour: [],
    }),
    'plans.update': ({ body }) => {
      sent.push(body)
      return { ...gate, ...(body as object) }
    },
    ...more,
  })
  return { asked, sent, heard }
}
const panel = (id: string) => document.querySelector(`[data-panel="${id}"]`) as HTMLElement
const ready = (id: string) => waitFor(() => expect(panel(id)?.getAttribute('data-state')).toBe('ready'))
const open = (search = '') =>
  renderInConsole(
    anywhere(
      <>
        <SnapPlansPage />
        <ToastPlace />
      </>,
    ),
    registry,
    `${path}?${search}`,
  )

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['inspect.view', 'inspect.plan'] })
  rememberScope(everything)
})

describe('plans of pictures', () => {
  it('say of which camera, when, and when next on the clock of the shop', async () => {
    replies([gate])
    open()
    await ready('p2')
    const text = panel('p2').textContent
    expect(text).toContain('01 Main entrance')
    expect(text).toContain('09:40 · 21:40')
    expect(text).toContain('21:40')
    expect(text).toContain('Not yet')
  })

  it('are asked for without rounds, twenty a page', async () => {
    const { asked } = replies([gate])
    open()
    await ready('p2')
    expect(asked[0]?.get('kind')).toBe('screenshot,preset')
    expect(asked[0]?.get('pageSize')).toBe('20')
  })

  it('rest and go on by their switch', async () => {
    const { sent } = replies([gate])
    open()
    await ready('p2')
    fireEvent.click(within(panel('p2')).getByRole('switch'))
    await waitFor(() => expect(sent).toEqual([{ status: 'paused' }]))
  })

  it('stay as they are where the service refuses, and say why', async () => {
    replies([gate], { 'plans.update': () => problem(400, 10001, 'The camera was taken away') })
    open()
    await ready('p2')
    fireEvent.click(within(panel('p2')).getByRole('switch'))
    await screen.findByText('The camera was taken away')
    expect(within(panel('p2')).getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })

  it('that a link names and nobody has any more say so', async () => {
    replies([gate], {
      'plans.list': ({ query }) =>
        query.has('planId')
          ? { current: 1, size: 1, total: 0, records: [] }
          : { current: 1, size: 20, total: 1, records: [gate] },
    })
    open('plan=p9')
    await screen.findByText('This plan was removed, or is outside your scope')
  })

  it('are only looked at by who may not plan', async () => {
    startSession('token-1', { ...inspector, authorities: ['inspect.view'] })
    replies([gate])
    open()
    await ready('p2')
    expect(screen.queryByRole('button', { name: /New plan/ })).toBeNull()
    expect(within(panel('p2')).getByRole('switch')).toHaveProperty('disabled', true)
  })
})
