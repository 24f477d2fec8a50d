import { type ExportTemplate, templateLayout } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi, problem } from '../test/fake-api.ts'
import { answerOf, dictionaryWith } from '../test/figures.ts'
import { inspector, jingan } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { registryOf } from '../test/registry.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import { TemplatePage } from './template-page.tsx'

const plain = dictionaryWith({ visits: true, sales: true })
const dictionary = {
  ...plain,
  metrics: plain.metrics.map(metric => ({ ...metric, dimensions: ['shop'] })),
  dimensions: [{ id: 'shop', label: { zh: '门店', en: 'Shop' }, authority: [], allowed: true }],
}
const template: ExportTemplate = {
  id: '5',
  name: 'Daily',
  note: 'for head office',
  isShared: false,
  isMine: true,
  mayEdit: true,
  ownerName: 'Lin',
  version: 3,
  updatedAt: '2026-03-01T00:00:00Z',
  layout: templateLayout.parse({
    title: 'Daily traffic',
    columns: [
      { kind: 'metric', name: 'visits', heading: 'traffic_in' },
      { kind: 'groupId', name: 'shop', heading: 'store_no' },
    ],
  }),
}

function open(template_: ExportTemplate = template, dictionary_ = dictionary) {
  const saved = vi.fn()
  const submitted = vi.fn()
  const kept = new Map([[template_.id, template_]])
  const { heard } = fakeApi({
    'analysis.dictionary': () => dictionary_,
    'areas.getAreaList': () => [],
    'areas.findAllShops': () => [
      { ...jingan, shopid: '7', shopname: 'Xidan', shopnameEn: 'Xidan', code: 'SH7' },
    ],
    'analysis.query': () => ({
      answers: [answerOf([{ shop: { id: '7', name: 'Xidan' }, visits: { current: 1234 } }])],
    }),
    'exportJobs.list': () => ({ current: 1, size: 10, total: 0, records: [] }),
    'exportJobs.submit': ({ body }) => {
      submitted(body)
      return problemless
    },
    'exportSchedules.list': () => [],
    'exportTemplates.list': () => [...kept.values()],
    'exportTemplates.update': ({ body }) => {
      saved(body)
      if ((body as ExportTemplate).version !== kept.get(template_.id)?.version)
        return problem(409, 409, 'Someone else changed it', { reason: 'changed' })
      kept.set(template_.id, { ...template_, ...(body as ExportTemplate), version: template_.version + 1 })
      return kept.get(template_.id)
    },
    'exportTemplates.remove': () => {
      kept.delete(template_.id)
      return null
    },
    'exportTemplates.restore': () => {
      kept.set(template_.id, template_)
      return template_
    },
  })
  renderInConsole(
    anywhere(
      <>
        <TemplatePage />
        <ToastPlace />
      </>,
    ),
    registryOf([]),
    '/x_2LNExport/x_2LNExport',
  )
  const somebodySaves = (values: Partial<ExportTemplate>) =>
    kept.set(template_.id, { ...template_, ...values, version: template_.version + 1 })
  return { saved, submitted, heard, somebodySaves }
}
const problemless = {
  id: '1',
  kind: 'template',
  name: 'Daily traffic',
  format: 'xlsx',
  state: 'queued',
  progress: 0,
  rows: 0,
  bytes: 0,
  message: '',
  filesDone: 0,
  filesFailed: 0,
  files: [],
  fileCount: 1,
  createdAt: '2026-03-01T00:00:00Z',
  endedAt: null,
  expiresAt: null,
}

beforeEach(() => {
  sessionStorage.clear()
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['export.run'] })
})

describe('the page of template exports', () => {
  it('shows what the file would hold: its columns in their order under their headings', async () => {
    open()
    expect(await screen.findByText('1,234')).toBeTruthy()
    const heads = within(document.querySelector<HTMLElement>('[data-panel=p3]')!).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(['traffic_in', 'store_no'])
    expect(screen.getByText('One row for each: Shop')).toBeTruthy()
  })

  it('saves a new order and heading, and exports by the layout', async () => {
    const { saved, submitted } = open()
    expect(await screen.findByRole('button', { name: /^Save/ })).toHaveProperty('disabled', true)
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Move visits' }), { key: 'ArrowDown' })
    fireEvent.change(screen.getByRole('textbox', { name: 'Heading of visits' }), { target: { value: 'in' } })
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    const columns = [
      { kind: 'groupId', name: 'shop', heading: 'store_no' },
      { kind: 'metric', name: 'visits', heading: 'in' },
    ]
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ version: 3, layout: { columns } })
    fireEvent.click(screen.getByRole('button', { name: /^Submit/ }))
    await waitFor(() => expect(submitted).toHaveBeenCalled())
    expect(submitted.mock.calls[0]?.[0]).toMatchObject({
      kind: 'template',
      sheets: [
        { question: { metrics: ['visits'], dimensions: ['shop'], granularity: 'none' }, layout: { columns } },
      ],
    })
  })

  it('says what is missing before it can be exported, and that no workbook is uploaded', async () => {
    open()
    const title = await screen.findByRole('textbox', { name: 'Title of the file' })
    expect(screen.getByText(/no workbook is uploaded$/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.change(title, { target: { value: ' ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Remove visits' }))
    expect(screen.getByRole('alert').textContent).toBe(
      'Not complete yet. Missing: Title of the file, a column with an indicator',
    )
    expect(screen.getByRole('button', { name: /^Submit/ })).toHaveProperty('disabled', true)
  })

  it('takes a code for each shop from a pasted table, says what is wrong with it, and shows it filled', async () => {
    const columns = [{ kind: 'code' as const, name: 'shop', heading: '' }, ...template.layout.columns]
    const { saved } = open({ ...template, layout: { ...template.layout, columns } })
    const table = await screen.findByRole('textbox', { name: 'Shop codes' })
    fireEvent.change(table, { target: { value: 'Nowhere\tA1' } })
    expect(screen.getByText('Line 1: no shop “Nowhere”')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: /^Submit/ })).toHaveProperty('disabled', true)
    fireEvent.change(table, { target: { value: 'sh7\tA1' } })
    expect(screen.queryByText(/^Line 1/)).toBeNull()
    expect(await screen.findByText('A1', { selector: 'td' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(saved.mock.calls[0]?.[0]).toMatchObject({
      layout: { shopCodes: [{ shopId: '7', code: 'A1' }] },
    })
  })

  it('says of a figure that one may not see what is missing, and does not ask for it', async () => {
    const metrics = dictionary.metrics.map(metric => ({ ...metric, allowed: metric.id !== 'visits' }))
    const { heard } = open(template, { ...dictionary, metrics })
    expect(await screen.findByText(/^You may not see visits\./)).toBeTruthy()
    expect(document.querySelector('[data-panel=p3]')?.getAttribute('data-state')).toBe('forbidden')
    expect(heard).not.toContain('analysis.query')
  })

  it('that somebody else changed meanwhile leaves one’s own changes as a copy, or gives way to theirs', async () => {
    const { somebodySaves } = open()
    fireEvent.change(await screen.findByRole('textbox', { name: 'Heading of visits' }), {
      target: { value: 'mine' },
    })
    somebodySaves({ note: 'theirs' })
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine as a copy' }))
    expect(await screen.findByDisplayValue('Daily, copy')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Heading of visits' })).toHaveProperty('value', 'mine')
    fireEvent.click(screen.getByRole('button', { name: /^Daily/ }))
    fireEvent.change(await screen.findByDisplayValue('for head office'), { target: { value: 'mine' } })
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Drop mine, show theirs' }))
    expect(await screen.findByDisplayValue('theirs')).toBeTruthy()
  })

  it('deletes a template with a way back', async () => {
    const { heard } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Daily' }))
    expect(await screen.findByText(/No templates yet/)).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Delete Daily' })).toBeTruthy()
    expect(heard).toContain('exportTemplates.restore')
  })

  it('leaves somebody else’s as it is, and offers a copy', async () => {
    open({ ...template, isMine: false, mayEdit: false, isShared: true })
    expect(await screen.findByText('Kept by Lin; copy it to change it')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Daily' })).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Heading of visits' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByDisplayValue('Daily, copy')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Heading of visits' })).toHaveProperty('disabled', false)
  })
})
