import type { ExportJob } from '@aisle/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi, problem } from '../test/fake-api.ts'
import { inspector } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { registryOf } from '../test/registry.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import { JobList } from './job-list.tsx'

const job: ExportJob = {
  id: '1',
  kind: 'overall',
  name: 'Weekly',
  format: 'csv',
  state: 'done',
  progress: 1,
  rows: 12,
  bytes: 300,
  message: '',
  filesDone: 1,
  filesFailed: 0,
  files: [{ name: 'Weekly.csv', state: 'done', rows: 12, bytes: 300, message: '' }],
  fileCount: 1,
  createdAt: '2026-11-20T02:00:00Z',
  endedAt: '2026-11-20T02:00:05Z',
  expiresAt: '2026-11-27T02:00:05Z',
}

beforeEach(() => {
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['export.run'] })
})

it('a file that expired meanwhile is told, and the list then offers to make it again', async () => {
  let isGone = false
  fakeApi({
    'exportJobs.list': () => ({
      current: 1,
      size: 10,
      total: 1,
      records: [{ ...job, state: isGone ? 'expired' : 'done' }],
    }),
    'exportJobs.download': () => {
      isGone = true
      return problem(400, 10001, 'The file has expired. Export again.')
    },
    'exportJobs.retry': () => ({ ...job, state: 'queued' }),
  })
  renderInConsole(
    anywhere(
      <>
        <JobList />
        <ToastPlace />
      </>,
    ),
    registryOf([]),
    '/x_2ExportOverall/x_2ExportOverall',
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  expect(await screen.findByText('The file has expired. Export again.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})

it('tells how long files and rows stay, and of each export how long its files still do', async () => {
  const expiresAt = new Date(Date.now() + 3.5 * 86_400_000).toISOString()
  fakeApi({
    'exportJobs.list': () => ({
      current: 1,
      size: 10,
      total: 2,
      records: [
        { ...job, expiresAt },
        { ...job, id: '2', state: 'expired' },
      ],
    }),
  })
  renderInConsole(anywhere(<JobList />), registryOf([]), '/x_2ExportOverall/x_2ExportOverall')
  expect(await screen.findByText('in 3 days')).toBeTruthy()
  expect(screen.getByText('Files are kept for 7 days, the list for 30')).toBeTruthy()
  expect(screen.queryByText('within 24 hours')).toBeNull()
})

it('who may not export reads which authority is missing, and nothing is asked for', async () => {
  startSession('t', { ...inspector, authorities: ['customer.view'] })
  const heard: string[] = []
  fakeApi({
    'exportJobs.list': () => {
      heard.push('exportJobs.list')
      return { current: 1, size: 10, total: 0, records: [] }
    },
  })
  renderInConsole(anywhere(<JobList />), registryOf([]), '/x_2ExportCustomer/x_2ExportCustomer')
  expect(await screen.findByText('export.run')).toBeTruthy()
  expect(heard).toEqual([])
})
