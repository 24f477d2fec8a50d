import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi, problem } from '../../test/fake-api.ts'
import { answerOf, dictionaryWith } from '../../test/figures.ts'
import { inspector } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import { inAddress } from '../views/question-address.ts'
import { QueryPage } from './query-page.tsx'

const rows = [
  { shop: { id: '7', name: 'Jing’an Temple' }, visits: { current: 1234 } },
  { shop: { id: '9', name: 'Xidan' }, visits: { current: 20 } },
]
const plain = dictionaryWith({ visits: true })
const dictionary = {
  ...plain,
  metrics: plain.metrics.map(metric => ({
    ...metric,
    label: { zh: '人次', en: 'Visits' },
    dimensions: ['shop'],
  })),
  dimensions: [{ id: 'shop', label: { zh: '门店', en: 'Shop' }, authority: [], allowed: true }],
}
const byShop = inAddress({
  metrics: ['visits'],
  dimensions: ['shop'],
  filters: [],
  period: { from: '2026-03-01', to: '2026-03-31' },
  granularity: 'none',
})

function open(address: string, refuses = false) {
  const asked = vi.fn()
  fakeApi({
    'analysis.dictionary': () => dictionary,
    'areas.getAreaList': () => [],
    'areas.findAllShops': () => [],
    'analysis.query': ({ body }) => {
      asked(body)
      return refuses ? problem(403, 403, 'You may not see Visits') : { answers: [answerOf(rows)] }
    },
    'analysis.explain': () => ({
      metric: 'visits',
      label: 'Visits',
      formula: 'people in through the doors',
      additivity: 'full',
      note: '',
      parts: [
        {
          name: 'visits',
          label: 'Visits',
          table: 'flow_day',
          grain: 'day',
          side: 'current',
          value: 1234,
          rows: 31,
          days: 31,
        },
      ],
      cell: { current: 1234 },
    }),
  })
  return { ...renderInConsole(anywhere(<QueryPage />), registryOf([]), address), asked }
}

beforeEach(() => {
  sessionStorage.clear()
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['query.use', 'export.run'] })
})

describe('the page of custom queries', () => {
  it('asks nothing before it is complete, then puts the question into the address', async () => {
    const { here, asked } = open('/freeInquiry')
    fireEvent.click(await screen.findByText('By groups'))
    fireEvent.click(screen.getByRole('button', { name: /^Ask/ }))
    expect(await screen.findByText('Please select dimensions')).toBeTruthy()
    expect(asked).not.toHaveBeenCalled()
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Dimensions' }))
    fireEvent.click(await screen.findByTitle('Shop'))
    fireEvent.click(screen.getByRole('button', { name: /^Ask/ }))
    await waitFor(() => expect(asked).toHaveBeenCalled())
    const { searchParams } = new URL(here(), 'http://x')
    expect(JSON.parse(searchParams.get('q') ?? '')).toMatchObject({
      dimensions: ['shop'],
      granularity: 'none',
    })
    expect((await screen.findAllByText('Xidan')).length).toBeGreaterThan(0)
  })

  it('reproduces the question of a link: its words, its answer, and where a number comes from', async () => {
    const { asked } = open(`/freeInquiry?${byShop}`)
    expect(await screen.findByText('Visits of all shops, 2026-03-01 to 2026-03-31, by Shop')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: '1,234' }))
    expect(await screen.findByText('people in through the doors')).toBeTruthy()
    expect(asked.mock.calls[0]?.[0].questions[0]).toMatchObject({
      version: 1,
      metrics: ['visits'],
      dimensions: ['shop'],
    })
  })

  it('says why a question is refused', async () => {
    open(`/freeInquiry?${byShop}`, true)
    expect(await screen.findByText('You may not see Visits')).toBeTruthy()
  })
})
