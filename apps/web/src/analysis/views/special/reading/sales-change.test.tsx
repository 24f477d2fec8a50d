import type { AnalysisCell } from '@aisle/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../../../lib/figures/use-question.ts'
import { english, setLanguage } from '../../../../lib/i18n.ts'
import { startSession } from '../../../../lib/session.ts'
import { fakeApi, problem } from '../../../../test/fake-api.ts'
import { metaOf } from '../../../../test/figures.ts'
import { inspector } from '../../../../test/fixtures.ts'
import { renderInConsole } from '../../../../test/in-console.tsx'
import { page, registryOf } from '../../../../test/registry.tsx'
import type { Asking } from '../../ask.ts'
import { salesSales } from '../../catalogue/sales-sales.ts'
import { SalesChange } from './sales-change.tsx'

const view = salesSales.find(({ path }) => path === '/salesAnalysis')
const panel = view?.panels.find(({ id }) => id === 'p6')
const asking: Asking = {
  scope: { kind: 'all' },
  shops: [],
  period: { from: '2026-11-09', to: '2026-11-15' },
  dayTypes: [],
  members: {},
  topN: 10,
}
const metric = (id: string, unit: string, allowed: boolean) => ({
  id,
  label: { zh: id, en: id },
  unit,
  unitLabel: { zh: '', en: '' },
  decimals: 0,
  formula: { zh: '', en: '' },
  additivity: 'full',
  additivityLabel: { zh: '', en: '' },
  sources: [],
  dimensions: [],
  calcs: [],
  authority: [],
  allowed,
})
const dictionary = (allowed: boolean) =>
  dictionaryOf({
    version: 1,
    calendarVersion: '',
    metrics: [
      metric('visits', 'visits', true),
      metric('deals', 'deals', allowed),
      metric('sales', 'money', allowed),
    ],
    dimensions: [],
    calcs: [],
    comparisons: [],
    granularities: [],
    presets: [],
    dayTypes: [],
    sources: [],
  })

function open(cells: Record<string, AnalysisCell> | undefined, allowed = true) {
  const { heard } = fakeApi({
    'analysis.query': () =>
      cells
        ? {
            answers: [
              {
                columns: Object.keys(cells).map(id => ({ id, kind: 'metric', label: id })),
                rows: [cells],
                meta: metaOf(1),
              },
            ],
          }
        : problem(500, 500, 'the store is away'),
  })
  if (!view || !panel) throw new Error('the change of sales is not declared')
  const element = (
    <SalesChange
      view={view}
      panel={panel}
      asking={asking}
      dictionary={dictionary(allowed)}
      className=""
      onPick={() => {}}
    />
  )
  renderInConsole([{ path: '/', element }], registryOf([page('home', { path: '/' })], 'home'), '/')
  return heard
}
const state = () => document.querySelector('[data-panel="p6"]')?.getAttribute('data-state')

describe('why sales changed', () => {
  beforeEach(() => {
    setLanguage(english)
    startSession('token', inspector)
  })

  it('parts the change into whole money that sums to it', async () => {
    open({
      visits: { current: 1200, compared: 1000 },
      deals: { current: 216, compared: 200 },
      sales: { current: 34_000, compared: 30_000 },
    })
    const table = await screen.findByRole('table')
    const effects = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => within(row).getAllByRole('cell').at(-2)?.textContent ?? '')
    const numbers = effects.map(text => Number(text.replace('−', '-').replace(/[+,]/g, '')))
    expect(numbers.reduce((sum, one) => sum + one, 0)).toBe(4000)
    expect(screen.getByText('+4,000')).toBeTruthy()
  })

  it('says so where a side has no deals', async () => {
    open({
      visits: { current: 1200, compared: 1000 },
      deals: { current: 216, compared: null },
      sales: { current: 34_000, compared: null },
    })
    expect(await screen.findByText(/not known on both sides/)).toBeTruthy()
    expect(state()).toBe('empty')
  })

  it('asks nothing for a reader who may not see sales', async () => {
    const heard = open({}, false)
    expect(await screen.findByText('You may not see this')).toBeTruthy()
    expect(heard).toEqual([])
  })

  it('shows a failure with a way to ask again', async () => {
    open(undefined)
    expect(await screen.findByRole('button', { name: /Retry/ })).toBeTruthy()
    expect(state()).toBe('error')
  })
})
