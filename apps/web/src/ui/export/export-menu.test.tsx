import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi, problem } from '../../test/fake-api.ts'
import { inspector } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import { ToastPlace } from '../toast.tsx'
import { ExportMenu } from './export-menu.tsx'

const part = { title: 'Records', columns: [{ title: 'Shop', kind: 'text' as const }], rows: [['Jing’an']] }
function open() {
  renderInConsole(
    anywhere(
      <>
        <ExportMenu
          name="Records"
          scope="East China"
          period={{ from: '2026-11-14', to: '2026-11-20' }}
          parts={async () => [part]}
        />
        <ToastPlace />
      </>,
    ),
    registryOf([]),
    '/x',
  )
}
async function choose(name: string) {
  fireEvent.click(screen.getByRole('button', { name: /Export/ }))
  fireEvent.click(await screen.findByText(name))
}

beforeEach(() => {
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['export.run'] })
  URL.createObjectURL = vi.fn(() => 'blob:x')
  HTMLAnchorElement.prototype.click = vi.fn()
})

describe('exporting', () => {
  it('is not offered to those who may not', () => {
    startSession('t', inspector)
    open()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('sends what the page holds and saves the file under the name it came with', async () => {
    const asked = vi.fn()
    fakeApi({
      'exports.table': ({ body }) => {
        asked(body)
        return { fileName: 'Records_East China_20261114-20261120.xlsx', mime: 'x', base64: 'AAAA' }
      },
    })
    open()
    await choose('Excel')
    await screen.findByText('Exported “Records_East China_20261114-20261120.xlsx”')
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      format: 'xlsx',
      name: 'Records',
      scope: 'East China',
      period: { from: '2026-11-14', to: '2026-11-20' },
      parts: [part],
    })
    expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce()
  })

  it('says why it failed and tries again', async () => {
    let isBroken = true
    const { heard } = fakeApi({
      'exports.table': () =>
        isBroken ? problem(400, 10001, 'Too many rows') : { fileName: 'a.csv', mime: 'x', base64: '' },
    })
    open()
    await choose('CSV (UTF-8)')
    await screen.findByText('The export failed: Too many rows')
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(heard).toHaveLength(2))
    await screen.findByText('Exported “a.csv”')
  })
})
