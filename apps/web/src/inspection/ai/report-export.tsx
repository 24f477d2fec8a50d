import { algorithms, type ExportFormat, type ExportPart } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { usePage } from '../../shell/page.tsx'
import { chartPicture } from '../../ui/chart/picture.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { aiText as words } from './text.ts'
import type { FindingFilters } from './use-finding-filters.ts'
import { useFindingWords } from './use-finding-words.ts'

/** What the page is narrowed by, as exports say it. */
export function useFilterWords({ algorithm, sure, typed, tab }: FindingFilters) {
  const t = useText()
  return [
    { label: t(words.algorithm), value: algorithm === 'all' ? '' : t(algorithms[algorithm].label) },
    { label: t(words.confidence), value: sure === 0 ? '' : `≥ ${sure}%` },
    { label: t(words.search), value: typed },
    { label: t(words.status), value: tab === 'all' ? '' : tab },
  ].filter(filter => filter.value !== '')
}

/** The tables of the report, and in a PDF the pictures of its charts. */
export function ReportExport({ filters }: { filters: FindingFilters }) {
  const t = useText()
  const say = useFindingWords()
  const page = usePage()
  const { query, period, scopeName } = filters

  async function parts(format: ExportFormat): Promise<ExportPart[]> {
    const data = await api.findings.statistics({ query })
    const pictures: ExportPart[] = []
    for (const [id, title] of [
      ['p2', words.trend],
      ['p3', words.matrix],
      ['p5', words.share],
    ] as const) {
      const chart = document.querySelector(`[data-panel="${id}"]`)
      const picture = format === 'pdf' && chart instanceof HTMLElement ? await chartPicture(chart) : undefined
      if (picture) pictures.push({ title: t(title), picture })
    }
    const text = (title: string) => ({ title, kind: 'text' as const })
    const figures = [
      { title: t(words.findings), kind: 'number' as const },
      { title: t(words.confirmed), kind: 'number' as const },
      { title: t(words.dismissed), kind: 'number' as const },
      { title: t(words.accuracy), kind: 'percent' as const },
    ]
    const cells = (row: {
      findings: number
      confirmed: number
      dismissed: number
      accuracy: number | null
    }) => [row.findings, row.confirmed, row.dismissed, row.accuracy]
    return [
      { title: t(words.keyFigures), columns: figures, rows: [cells(data)] },
      ...pictures,
      {
        title: t(words.share),
        columns: [text(t(words.algorithm)), ...figures],
        rows: data.byAlgorithm.map(row => [say.algorithm(row.algorithm), ...cells(row)]),
      },
      {
        title: t(words.details),
        columns: [text(t(words.shop)), text(t(words.algorithm)), ...figures],
        rows: data.byShopAlgorithm.map(row => [say.shop(row), say.algorithm(row.algorithm), ...cells(row)]),
      },
      {
        title: t(words.trend),
        columns: [text(t(words.day)), text(t(words.algorithm)), { title: t(words.findings), kind: 'number' }],
        rows: data.byDay.map(row => [row.date, say.algorithm(row.algorithm), row.findings]),
      },
    ]
  }
  return (
    <ExportMenu
      name={page ? t(page.title) : t(words.findings)}
      scope={scopeName}
      period={{ from: period.from, to: period.to }}
      filters={useFilterWords(filters)}
      parts={parts}
      formats={['xlsx', 'pdf']}
    />
  )
}
