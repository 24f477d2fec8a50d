import type { ExportPart, ShopDetail } from '@aisle/contract'
import { cellOf, figureColumns, memberOf, useFigure } from '../../lib/figures/figure.ts'
import { analysisQueries, useDictionary } from '../../lib/figures/use-question.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { questionsOf } from './figures.ts'
import { monitorDataText as words } from './text.ts'

/** The figures of the day as a PDF; pictures leave one by one from the strip below the picture. */
export function ExportData({ shop, day }: { shop: ShopDetail; day: string }) {
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const dictionary = useDictionary()
  if (!dictionary) return null

  async function parts(): Promise<ExportPart[]> {
    const { figures, trend, zones } = questionsOf(shop.shopid, day)
    const asked = [
      { title: t(words.figures), question: figures, isCompared: true },
      { title: t(words.trend), question: trend, isCompared: true },
      { title: t(words.zones), question: zones, isCompared: false },
    ]
    const made = await Promise.all(
      asked.map(async ({ title, question, isCompared }) => {
        const metrics = question.metrics.filter((id: string) => dictionary?.metric(id)?.allowed)
        if (metrics.length === 0) return undefined
        const answer = await queryClient.fetchQuery(analysisQueries.question({ ...question, metrics }))
        const keys = answer.columns.filter(({ kind }) => kind !== 'metric')
        const columns = figureColumns(answer)
        return {
          title,
          columns: [
            ...keys.map(({ label }) => ({ title: label, kind: 'text' as const })),
            ...columns.flatMap(column => {
              const unit = figure.unit(column)
              const own = {
                title: column.label,
                kind: column.unit === 'percent' ? ('percent' as const) : ('number' as const),
                ...(unit === '' ? {} : { unit }),
              }
              return !isCompared ? [own] : [own, { ...own, title: `${column.label} · ${t(words.before)}` }]
            }),
          ],
          rows: answer.rows.map(row => [
            ...keys.map(({ id }) => memberOf(row, id).name),
            ...columns.flatMap(({ id }) => {
              const cell = cellOf(row, id)
              return !isCompared ? [cell.current] : [cell.current, cell.compared ?? null]
            }),
          ]),
        }
      }),
    )
    return made.flatMap(part => part ?? [])
  }
  return (
    <ExportMenu
      name={t(words.title)}
      scope={name(shop.shopname, shop.shopnameEn)}
      period={{ from: day, to: day }}
      formats={['pdf']}
      parts={parts}
    />
  )
}
