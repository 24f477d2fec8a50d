import { type ExportSchedule, type ExportTemplate, templateLayout } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { inspector } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { registryOf } from '../test/registry.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import { SchedulePanel } from './schedule-panel.tsx'

const template: ExportTemplate = {
  id: '5',
  name: 'Daily',
  note: '',
  isShared: false,
  isMine: true,
  mayEdit: true,
  ownerName: 'Lin',
  version: 1,
  updatedAt: '2026-03-01T00:00:00Z',
  layout: templateLayout.parse({ title: 'Daily', columns: [{ kind: 'metric', name: 'visits' }] }),
}
const schedule: ExportSchedule = {
  id: '9',
  templateId: '5',
  templateName: 'Daily',
  every: 'weekly',
  day: 2,
  hour: 7,
  period: 'lastWeek',
  placeName: 'East',
  people: [{ id: '3', name: 'Chen' }],
  isPaused: false,
  nextAt: '2026-03-03T23:00:00Z',
  last: { at: '2026-02-24T23:00:00Z', state: 'failed', message: { zh: '未', en: 'Not made for: Wu' } },
}
const filters = [{ member: 'area', op: 'in' as const, values: ['1'] }]

function open(first: ExportSchedule[]) {
  let kept = first
  const created = vi.fn()
  fakeApi({
    'exportSchedules.list': () => kept,
    'exportSchedules.people': () => [{ id: '3', name: 'Chen' }],
    'exportSchedules.create': ({ body }) => {
      created(body)
      kept = [schedule]
      return schedule
    },
    'exportSchedules.pause': ({ body }) => {
      kept = kept.map(one => ({ ...one, ...(body as { isPaused: boolean }) }))
      return kept[0]
    },
    'exportSchedules.remove': () => {
      kept = []
      return null
    },
    'exportSchedules.restore': () => {
      kept = first
      return kept[0]
    },
  })
  renderInConsole(
    anywhere(
      <>
        <SchedulePanel templates={[template]} chosen="5" filters={filters} placeName="East" />
        <ToastPlace />
      </>,
    ),
    registryOf([]),
    '/x_2LNExport/x_2LNExport',
  )
  return { created }
}

beforeEach(() => {
  sessionStorage.clear()
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['export.run'] })
})

describe('the schedules of templates', () => {
  it('say when they are due, for whom, and what came of them', async () => {
    open([schedule])
    expect(await screen.findByText('Weekly Tuesday 07:00')).toBeTruthy()
    expect(screen.getByText('Chen')).toBeTruthy()
    expect(screen.getByText('Failed')).toBeTruthy()
    expect(screen.getByText('Not made for: Wu')).toBeTruthy()
  })

  it('are made for the chosen template and the places of the page', async () => {
    const { created } = open([])
    expect(await screen.findByText(/^No schedules yet/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'New schedule' }))
    fireEvent.click(screen.getByText('Monthly'))
    expect(screen.getByText('East')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save the schedule' }))
    await waitFor(() => expect(created).toHaveBeenCalled())
    expect(created.mock.calls[0]?.[0]).toMatchObject({
      templateId: '5',
      every: 'monthly',
      day: 1,
      hour: 7,
      period: 'lastMonth',
      filters,
      placeName: 'East',
      userIds: [],
    })
    expect(await screen.findByText('Weekly Tuesday 07:00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save the schedule' })).toBeNull()
  })

  it('pause and go on, and are deleted with a way back', async () => {
    open([schedule])
    fireEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('Paused')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(screen.queryByText('Paused')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/^No schedules yet/)).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Weekly Tuesday 07:00')).toBeTruthy()
  })
})
