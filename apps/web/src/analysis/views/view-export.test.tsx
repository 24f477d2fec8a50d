import type { ExportRequest, FullQuestion } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { dictionaryOf } from '../../lib/figures/use-question.ts'
import { english, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { answerOf, dictionaryWith } from '../../test/figures.ts'
import { inspector } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import type { View } from './view.ts'
import { ViewExport } from './view-export.tsx'

const title = { zh: '图', en: 'By shop' }
const view: View = {
  path: '/x',
  title,
  authority: [],
  section: 'salesSales',
  filters: [],
  exports: ['xlsx'],
  panels: [
    { id: 'p1', kind: 'kpi', title: { zh: '合计', en: 'Totals' }, metrics: ['visits', 'sales'] },
    { id: 'p2', kind: 'rank', title, metrics: ['visits'], by: ['shop'] },
  ],
}
const plain = dictionaryWith({ visits: true, sales: true })
const dictionary = {
  ...plain,
  metrics: plain.metrics.map(metric => ({ ...metric, dimensions: ['shop'] })),
  dimensions: [{ id: 'shop', label: { zh: '门店', en: 'Shop' }, authority: [], allowed: true }],
}

/** What the query call answers; more shops than a panel shows. */
const shops = [...Array(30).keys()].map(index => ({
  shop: { id: String(index), name: `Shop ${index}` },
  visits: { current: 1000 - index * 7, coverage: 1 },
}))
const answerTo = ({ dimensions, limit }: FullQuestion) => {
  if (!dimensions.includes('shop'))
    return answerOf([{ visits: { current: 26955 }, sales: { current: 812.5 } }])
  const answer = answerOf(shops.slice(0, limit))
  return { ...answer, meta: { ...answer.meta, rowCount: shops.length } }
}

it('the Excel of a page holds, panel by panel, every figure that the query call answers to its questions', async () => {
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['export.run'] })
  URL.createObjectURL = vi.fn(() => 'blob:x')
  HTMLAnchorElement.prototype.click = vi.fn()
  const made = vi.fn<(body: ExportRequest) => void>()
  fakeApi({
    'analysis.dictionary': () => dictionary,
    'analysis.query': ({ body }) => ({
      answers: (body as { questions: FullQuestion[] }).questions.map(answerTo),
    }),
    'exports.table': ({ body }) => {
      made(body as ExportRequest)
      return { fileName: 'x.xlsx', mime: 'x', base64: 'AAAA' }
    },
  })
  const period = { from: '2026-11-14', to: '2026-11-20' }
  renderInConsole(
    anywhere(
      <ViewExport
        view={view}
        panels={view.panels}
        widths={[12, 12]}
        asking={{ scope: { kind: 'all' }, shops: [], period, dayTypes: [], members: {}, topN: 5 }}
        facts={{ name: 'X', scope: 'all', period, filters: [], dictionary: dictionaryOf(dictionary) }}
        questionsOf={() => []}
        drawn={() => null}
      />,
    ),
    registryOf([]),
    '/x',
  )
  fireEvent.click(screen.getByRole('button', { name: /Export/ }))
  fireEvent.click(await screen.findByText('Excel'))
  await waitFor(() => expect(made).toHaveBeenCalled())
  const tables = made.mock.calls[0]?.[0].parts.flatMap(part => ('rows' in part ? [part] : [])) ?? []
  expect(tables.map(table => table.title)).toEqual(['Totals', 'By shop'])
  expect(tables[0]?.rows).toEqual([[26955, 812.5]])
  expect(tables[1]?.rows).toEqual(shops.map(({ shop, visits }) => [shop.name, visits.current]))
})
