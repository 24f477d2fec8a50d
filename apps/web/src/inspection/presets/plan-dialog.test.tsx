import type { Plan, Preset } from '@aisle/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { inspector } from '../../test/fixtures.ts'
import { ToastPlace } from '../../ui/toast.tsx'
import { gateCamera } from '../cameras.testing.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { emptySchedule } from './plan-model.ts'
import { usePlans } from './use-plans.ts'

const presets: Preset[] = [
  { id: 'p1', presetName: '全景', presetIndex: 1, thumbnailUrl: null },
  { id: 'p2', presetName: '大门', presetIndex: 2, thumbnailUrl: null },
]
const planned: Plan = {
  id: '51',
  kind: 'preset',
  patrolId: null,
  shopId: '9001',
  shopname: '静安寺店',
  shopnameEn: '',
  timeZone: 'Asia/Shanghai',
  cameraId: gateCamera.id,
  cameraName: '正门入口',
  cameraNameEn: '',
  cameraNumber: '01',
  cameraStatus: 'online',
  presetId: 'p1',
  presetName: '全景',
  presetIndex: 1,
  schedule: { ...emptySchedule, times: ['10:00'] },
  status: 'enabled',
  nextRunAt: null,
  lastRun: null,
  failuresInARow: 0,
  userId: '7',
  userName: '林晓彤',
  createdAt: '2026-11-20T02:00:00Z',
  updatedAt: '2026-11-20T02:00:00Z',
}

function Desk() {
  const plans = usePlans(gateCamera, presets)
  return (
    <>
      <button type="button" onClick={() => plans.open(true)}>
        打开
      </button>
      <PlanDialog plans={plans} timeZone="Asia/Shanghai" />
      <ToastPlace />
    </>
  )
}

async function open() {
  const sent: { saved: unknown[]; removed: string[]; patrols: unknown[] } = {
    saved: [],
    removed: [],
    patrols: [],
  }
  fakeApi({
    'plans.list': () => ({ current: 1, size: 50, total: 1, records: [planned] }),
    'plans.patrols': () => [],
    'plans.save': ({ body }) => {
      sent.saved.push(body)
      return { created: 1, updated: 0, removed: 0, ids: ['52'] }
    },
    'plans.remove': ({ params }) => {
      sent.removed.push(params.ids ?? '')
      return null
    },
    'plans.createPatrol': ({ body }) => {
      sent.patrols.push(body)
      return {
        id: '9',
        name: '巡航',
        schedule: { ...emptySchedule, everyMinutes: 60 },
        status: 'enabled',
        nextRunAt: null,
        stops: [],
        lastRound: null,
        userId: '7',
        userName: '',
        createdAt: '2026-11-20T02:00:00Z',
        updatedAt: '2026-11-20T02:00:00Z',
      }
    },
  })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <Desk />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText('打开'))
  await screen.findByText('10:00')
  return sent
}
function addTime(row: string, time: string) {
  const field = screen.getByLabelText(`添加到 ${row} 的时间`)
  fireEvent.change(field, { target: { value: time } })
  fireEvent.submit(field)
}

beforeEach(() => {
  setLanguage(chinese, { byUser: false })
  startSession('token', { ...inspector, authorities: ['inspect.view', 'inspect.plan'] })
})

describe('plans by the clock', () => {
  it('join several times a day on a preset, and make a plan for a camera that has none', async () => {
    const sent = await open()
    addTime('1 全景', '16:00')
    await screen.findByText('计划已保存：10:00 · 16:00')
    addTime('定时截图（当前画面）', '09:30')
    await waitFor(() => expect(sent.saved).toHaveLength(2))
    expect(sent.saved).toMatchObject([
      { targets: [{ cameraId: '101', presetId: 'p1' }], schedule: { times: ['10:00', '16:00'] } },
      { targets: [{ cameraId: '101' }], schedule: { times: ['09:30'] } },
    ])
  })

  it('are removed by the time 00:00, which says so, and does nothing where there is no plan', async () => {
    const sent = await open()
    addTime('1 全景', '00:00')
    await screen.findByText('时间为 00:00，计划已移除')
    addTime('2 大门', '00:00')
    await screen.findByText('没有计划，00:00 不做更改')
    expect(sent).toMatchObject({ removed: ['51'], saved: [] })
  })

  it('go around all presets every hour', async () => {
    const sent = await open()
    fireEvent.click(screen.getByText('1 小时'))
    fireEvent.click(screen.getByRole('button', { name: '保存巡航' }))
    await screen.findByText('巡航已保存')
    expect(sent.patrols).toMatchObject([
      {
        schedule: { everyMinutes: 60, from: '10:00', to: '22:00' },
        stops: [
          { cameraId: '101', presetId: 'p1' },
          { cameraId: '101', presetId: 'p2' },
        ],
      },
    ])
  })

  it('are shown and not changed by those who may only watch', async () => {
    startSession('token', { ...inspector, authorities: ['inspect.view'] })
    await open()
    expect(screen.queryByRole('button', { name: /添\s?加/ })).toBeNull()
    expect(screen.queryByRole('button', { name: '保存巡航' })).toBeNull()
  })
})
