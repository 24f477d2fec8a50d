import { type ExportFormat, type ExportPart, exportLimits, problemStatusNames } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { usePage } from '../../shell/page.tsx'
import { useScope } from '../../shell/scope.ts'
import { chartPicture } from '../../ui/chart/picture.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { problemText as words } from './text.ts'
import type { ProblemFilters } from './use-problem-filters.ts'
import { useProblemWords } from './use-problem-words.ts'

const mostRows = 5000

/** The shop or area that the page looks at, by name; empty is everything. */
export function useScopeName(): string {
  const name = useName()
  const { shop, trail } = useScope()
  const area = trail.at(-1)
  return shop ? name(shop.shopname, shop.shopnameEn) : area ? name(area.name, area.nameEn) : ''
}

/** All problems under the filters, the ranking, and in a PDF the picture of the trend. */
export function ProblemExport({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const say = useProblemWords()
  const page = usePage()
  const scope = useScopeName()
  const { query, tab, item, owner, typed, period } = filters

  async function parts(format_: ExportFormat): Promise<ExportPart[]> {
    const status = tab === 'all' ? {} : tab === 'overdue' ? { overdue: true } : { status: tab }
    const size = format_ === 'pdf' ? exportLimits.pdfRows : mostRows
    const [{ records }, statistics] = await Promise.all([
      api.problems.list({ query: { ...query, ...status, pageSize: size, sort: 'latest' } }),
      api.problems.statistics({ query: { ...query, top: 50 } }),
    ])
    const chart = document.querySelector('[data-panel="p5"]')
    const picture = format_ === 'pdf' && chart instanceof HTMLElement ? await chartPicture(chart) : undefined
    const text = (title: string) => ({ title, kind: 'text' as const })
    return [
      ...(picture ? [{ title: t(words.trend), picture }] : []),
      {
        title: t(words.board),
        columns: [
          text(t(words.item)),
          text(t(words.shop)),
          text(t(words.status)),
          text(t(words.questionType)),
          text(t(words.remark)),
          text(t(words.owner)),
          text(t(words.due)),
          text(t(words.raisedBy)),
          text(t(words.raisedAt)),
          text(t(words.closedAt)),
        ],
        rows: records.map(row => {
          const time = (at: string | null) =>
            at === null
              ? ''
              : `${format.date(new Date(at), row.timeZone)} ${format.hourMinute(new Date(at), row.timeZone)}`
          return [
            say.item(row),
            say.shop(row),
            `${t(problemStatusNames[row.status])}${row.overdue ? ` · ${t(words.overdue)}` : ''}`,
            say.questionType(row),
            row.remark,
            say.owner(row.owner),
            time(row.dueAt),
            row.raisedBy.userName,
            time(row.raisedAt),
            time(row.closedAt),
          ]
        }),
      },
      {
        title: t(words.ranking),
        columns: [
          text(t(words.item)),
          { title: t(words.found), kind: 'number' },
          { title: t(words.closed), kind: 'number' },
          { title: t(words.closeRate), unit: '%', kind: 'percent' },
        ],
        rows: statistics.byItem.map(row => [
          name(row.itemName, row.itemNameEn),
          row.problems,
          row.closed,
          row.closeRate,
        ]),
      },
    ]
  }
  const shown = [
    { label: t(words.item), value: item },
    { label: t(words.owner), value: owner },
    { label: t(words.search), value: typed },
  ].filter(filter => filter.value !== '')
  return (
    <ExportMenu
      name={page ? t(page.title) : t(words.board)}
      scope={scope}
      period={{ from: period.from, to: period.to }}
      filters={shown}
      parts={parts}
      formats={['xlsx', 'pdf']}
    />
  )
}
