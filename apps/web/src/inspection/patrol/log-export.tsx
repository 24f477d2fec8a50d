import { type ExportPart, problemStatusNames } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { usePage } from '../../shell/page.tsx'
import { chartPicture } from '../../ui/chart/picture.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { useScopeName } from '../problems/problem-export.tsx'
import { problemText } from '../problems/text.ts'
import type { ProblemFilters } from '../problems/use-problem-filters.ts'
import { useProblemWords } from '../problems/use-problem-words.ts'
import { logQuery } from './log-queries.ts'
import { logText as words } from './log-text.ts'

const mostRows = 2000

/** All lines under the filters, in a PDF with the picture of the trend. */
export function LogExport({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const name = useName()
  const say = useProblemWords()
  const page = usePage()
  const scope = useScopeName()
  const { from, to } = filters.period

  async function parts(): Promise<ExportPart[]> {
    const { records } = await api.problems.patrolLog({
      query: { ...logQuery(filters), pageSize: mostRows },
    })
    const chart = document.querySelector('[data-panel="p2"]')
    const picture = chart instanceof HTMLElement ? await chartPicture(chart) : undefined
    const text = (title: string) => ({ title, kind: 'text' as const })
    return [
      {
        title: t(words.log),
        columns: [
          text(t(words.visitDate)),
          text(t(words.time)),
          text(t(problemText.shop)),
          text(t(problemText.questionType)),
          text(t(problemText.item)),
          text(t(problemText.remark)),
          text(t(words.recorder)),
          text(t(problemText.status)),
          { title: t(words.score), unit: t(words.points), kind: 'number' },
        ],
        rows: records.map(row => [
          row.visitDate,
          row.inspectionTime,
          name(row.shopname, row.shopnameEn),
          say.questionType(row),
          say.item(row),
          row.remark,
          row.recorder.userName,
          t(problemStatusNames[row.status]),
          row.score,
        ]),
      },
      ...(picture ? [{ title: t(words.trend), picture }] : []),
    ]
  }
  return (
    <ExportMenu
      name={page ? t(page.title) : t(words.log)}
      scope={scope}
      period={{ from, to }}
      filters={[
        { label: t(problemText.item), value: filters.item },
        { label: t(problemText.search), value: filters.typed },
      ].filter(filter => filter.value !== '')}
      parts={parts}
      formats={['xlsx', 'pdf']}
    />
  )
}
