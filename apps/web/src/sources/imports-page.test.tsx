import type { FactImport, UploadedImport } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { everything, rememberScope } from '../shell/scope.ts'
import { fakeApi, type Heard } from '../test/fake-api.ts'
import { inspector, jingan, tree } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { ImportsPage } from './imports-page.tsx'

const registry = registryOf([page('imports', { path: '/settings/imports' })])
const run: FactImport = {
  id: 'i1',
  kind: 'counts',
  fileName: 'april.csv',
  state: 'new',
  isDryRun: true,
  mapping: {},
  timeZone: 'Asia/Shanghai',
  bytes: 1000,
  readBytes: 0,
  rows: 0,
  accepted: 0,
  duplicates: 0,
  rejectedCount: 0,
  rejected: [],
  message: '',
  createdBy: '林晓彤',
  createdAt: '2026-11-21T02:00:00.000Z',
  endedAt: null,
}
const uploaded: UploadedImport = {
  ...run,
  mapping: { device: 'sn', from: 'begin' },
  columns: ['sn', 'begin', 'n'],
  sample: [['door-1', '2026-04-01 10:00', '4']],
  fields: [
    { name: 'device', type: 'text', isRequired: true },
    { name: 'from', type: 'time', isRequired: true },
    { name: 'in', type: 'number', isRequired: true },
  ],
}

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['device.manage'] })
  rememberScope(everything)
})

it('a file is uploaded, its columns put to fields, tried, and what was rejected is told', async () => {
  let present: FactImport[] = []
  let sent: Heard | undefined
  fakeApi({
    'areas.findAllShops': () => [jingan],
    'areas.getAreaList': () => tree,
    'imports.list': () => ({ current: 1, size: 10, total: present.length, records: present }),
    'imports.upload': () => {
      present = [run]
      return uploaded
    },
    'imports.run': heard => {
      sent = heard
      const done: FactImport = {
        ...run,
        state: 'done',
        rows: 10,
        accepted: 7,
        duplicates: 2,
        rejectedCount: 1,
        rejected: [{ line: 4, path: 'device', message: 'no such device in scope' }],
      }
      present = [done]
      return done
    },
  })
  renderInConsole(anywhere(<ImportsPage />), registry, '/settings/imports')
  expect(await screen.findByText('No file was imported yet')).toBeTruthy()
  const file = new File(['sn,begin,n\n'], 'april.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } })
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  const tryIt = await screen.findByRole('button', { name: 'Try it' })
  // A field that is needed has no column yet.
  expect(tryIt.hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByLabelText('in *'), { target: { value: 'n' } })
  fireEvent.click(tryIt)
  await waitFor(() =>
    expect(sent?.body).toEqual({
      mapping: { device: 'sn', from: 'begin', in: 'n' },
      timeZone: 'Asia/Shanghai',
      isDryRun: true,
    }),
  )
  expect(await screen.findByText(/Would be new 7 · Known 2 · Rejected 1/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Expand row' }))
  expect(await screen.findByText('line 4 · device: no such device in scope')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Rejected lines/ }).getAttribute('download')).toBe(
    'april.csv.rejected.csv',
  )
})
