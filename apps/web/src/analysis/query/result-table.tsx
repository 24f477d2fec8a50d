import type { AnalysisAnswer, AnalysisRow, Question } from '@aisle/contract'
import { Table, type TableColumnsType } from 'antd'
import { useMemo } from 'react'
import { cellOf, figureColumns, memberOf, useFigure } from '../../lib/figures/figure.ts'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { Growth } from '../../ui/growth.tsx'
import { paging } from '../../ui/paging.ts'
import { tableOf } from '../views/answer-table.ts'
import { Explained } from './explained.tsx'

type Props = { question: Question; answer: AnalysisAnswer; dictionary: Dictionary }

/** Every row of an answer; a click on a figure tells where it comes from. The columns are those of its files. */
export function ResultTable({ question, answer, dictionary }: Props) {
  const t = useText()
  const figure = useFigure()
  const keys = answer.columns.filter(({ kind }) => kind !== 'metric')
  const figures = figureColumns(answer)
  const isCompared = question.compare !== undefined
  const table = useMemo(
    () =>
      tableOf('', question, { ...answer, rows: answer.rows.slice(0, 1) }, dictionary, {
        t,
        headingUnit: figure.headingUnit,
      }),
    [question, answer, dictionary, t, figure],
  )
  const rowKeys = (row: AnalysisRow) => Object.fromEntries(keys.map(({ id }) => [id, memberOf(row, id).id]))
  const extra = (question.calc ?? []).filter(name =>
    answer.rows.some(row => numberOf(row, figures[0]?.id ?? '', name) !== null),
  )
  const columns: TableColumnsType<AnalysisRow> = [
    ...keys.map(({ id, label }, index) => ({
      key: id,
      title: label,
      ...(index === 0 ? { fixed: 'left' as const } : {}),
      width: 140,
      ellipsis: true,
      render: (_: unknown, row: AnalysisRow) => memberOf(row, id).name,
    })),
    ...figures.flatMap(column => {
      const sign = figure.headingUnit(column).text
      const title =
        column.unit === 'percent'
          ? `${column.label} (%)`
          : sign === ''
            ? column.label
            : `${column.label} (${sign})`
      return [
        {
          key: column.id,
          title,
          align: 'right' as const,
          width: 130,
          render: (_: unknown, row: AnalysisRow) => {
            const { current } = cellOf(row, column.id)
            return current === null ? (
              '—'
            ) : (
              <Explained question={question} metric={column.id} row={rowKeys(row)} kind={column}>
                {figure.cell(current, column)}
              </Explained>
            )
          },
        },
        ...(isCompared
          ? [
              {
                key: `${column.id} compared`,
                title: t({ zh: '对比', en: 'Compared' }),
                align: 'right' as const,
                width: 110,
                render: (_: unknown, row: AnalysisRow) => {
                  const { compared } = cellOf(row, column.id)
                  return compared === null || compared === undefined ? '—' : figure.cell(compared, column)
                },
              },
              {
                key: `${column.id} growth`,
                title: t({ zh: '增幅', en: 'Growth' }),
                align: 'right' as const,
                width: 100,
                render: (_: unknown, row: AnalysisRow) => (
                  <Growth value={cellOf(row, column.id).growth ?? null} />
                ),
              },
            ]
          : []),
        ...extra.map(name => ({
          key: `${column.id} ${name}`,
          title: t(dictionary.calc(name)?.label ?? { zh: name, en: name }),
          align: 'right' as const,
          width: 100,
          render: (_: unknown, row: AnalysisRow) => {
            const value = numberOf(row, column.id, name)
            return value === null
              ? '—'
              : figure.cell(
                  value,
                  name === 'rank'
                    ? {}
                    : name.toLowerCase().includes('share') || name === 'progress'
                      ? { unit: 'percent' }
                      : column,
                )
          },
        })),
      ]
    }),
  ]
  return (
    <Table<AnalysisRow>
      size="small"
      columns={columns}
      dataSource={answer.rows}
      rowKey={row => keys.map(({ id }) => memberOf(row, id).id).join('\u0001') || 'whole'}
      scroll={{ x: Math.max(600, table.columns.length * 110) }}
      pagination={{ ...paging, pageSize: 10, size: 'small' }}
    />
  )
}

function numberOf(row: AnalysisRow, id: string, field: string): number | null {
  const value: unknown = Object.entries(cellOf(row, id)).find(([name]) => name === field)?.[1]
  return typeof value === 'number' ? value : null
}
