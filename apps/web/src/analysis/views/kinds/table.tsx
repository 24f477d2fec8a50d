import type { AnalysisRow } from '@aisle/contract'
import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { percent } from '../../../lib/format.ts'
import { useFrame } from '../../../shell/chrome.tsx'
import { Growth } from '../../../ui/growth.tsx'
import { paging } from '../../../ui/paging.ts'
import { Spark } from '../../../ui/spark.tsx'
import { matrixOf, namesOf, timeText } from '../shape.ts'
import { type Column, type Drawing, useCourseWords, useWords } from './drawing.ts'
import { courseOf, extraNames, extrasOf, isOfModel, isShare, numberIn } from './extras.ts'

const pageSize = 10
/** One visitor reaches several places: what all of them were reached says nothing. */
const notSummed = new Set(['reachRate'])
/** Means and peaks of groups have no total of their own. */
const hasTotal = ({ id, calc }: Column) => !notSummed.has(id) && (calc === undefined || calc === 'total')

/** Rows with all figures: sorted by any column, ten a page, totals at the end by a pass of their own. */
export function Rows(drawing: Drawing) {
  const { answer, hrefOf } = drawing
  const { isCompared, against, t } = useWords(drawing)
  const figure = useFigure()
  const said = useCourseWords()
  // The first column stays while others are looked at: on a phone it must leave them room.
  const widest = useFrame().width === 'phone' ? widestOnPhonePx : widestPx
  const hasCourse = ({ id }: Column) => answer.rows.some(row => courseOf(cellOf(row, id)) !== undefined)
  const keys = answer.columns.filter(({ kind }) => kind !== 'metric')
  const figures = answer.columns.filter(({ kind }) => kind === 'metric')
  const unit = (column: Column) => {
    const { text } = figure.headingUnit(column)
    return text === '' ? column.label : `${column.label} (${text})`
  }
  const written = (value: number | null | undefined, column: Column) =>
    value === null || value === undefined ? '—' : figure.cell(value, column)

  const columns: TableColumnsType<AnalysisRow> = [
    ...keys.map(({ id, label }, index) => ({
      key: id,
      title: label,
      ...(index === 0 ? { fixed: 'left' as const } : {}),
      width: id === 'time' ? 160 : Math.max(index === 0 ? 144 : 120, roomFor(answer.rows, id, widest)),
      ellipsis: true,
      sorter: (a: AnalysisRow, b: AnalysisRow) => byName(memberOf(a, id).name, memberOf(b, id).name),
      showSorterTooltip: false,
      render: (_: unknown, row: AnalysisRow) => {
        const member = memberOf(row, id)
        const href = hrefOf(id, member)
        return href === undefined ? member.name : <Link to={href}>{member.name}</Link>
      },
    })),
    ...figures.flatMap(column => {
      const by = (read: (row: AnalysisRow) => number | null | undefined) => ({
        align: 'right' as const,
        showSorterTooltip: false,
        sorter: (a: AnalysisRow, b: AnalysisRow) => byValue(read(a), read(b)),
      })
      const extras = extrasOf(answer.rows, column)
      const isGrouped = figures.length > 1 && (extras.some(isOfModel) || hasCourse(column))
      const own: TableColumnsType<AnalysisRow> = [
        {
          key: column.id,
          title: isGrouped
            ? t(column.calc === 'uplift' ? { zh: '增量', en: 'Uplift' } : { zh: '数值', en: 'Value' })
            : unit(column),
          width: 120,
          ...by(row => cellOf(row, column.id).current),
          render: (_: unknown, row: AnalysisRow) => {
            const cell = cellOf(row, column.id)
            return (
              <span
                title={
                  partial(cell.coverage) ? t({ zh: '数据不完整', en: 'Not all data received' }) : undefined
                }
                data-partial={partial(cell.coverage) || undefined}
              >
                {written(cell.current, column)}
              </span>
            )
          },
        },
        ...(isCompared
          ? [
              {
                key: `${column.id} compared`,
                title: against,
                width: 110,
                ...by(row => cellOf(row, column.id).compared),
                render: (_: unknown, row: AnalysisRow) => written(cellOf(row, column.id).compared, column),
              },
              {
                key: `${column.id} growth`,
                title: t({ zh: '增幅', en: 'Growth' }),
                width: 100,
                ...by(row => cellOf(row, column.id).growth),
                render: (_: unknown, row: AnalysisRow) => (
                  <Growth value={cellOf(row, column.id).growth ?? null} />
                ),
              },
            ]
          : []),
        ...(hasCourse(column)
          ? [
              {
                key: `${column.id} course`,
                title: t({ zh: '走势', en: 'Trend' }),
                width: 92,
                render: (_: unknown, row: AnalysisRow) => {
                  const course = courseOf(cellOf(row, column.id)) ?? []
                  const label = said(course, column)
                  return label === undefined ? '—' : <Spark values={course} label={label} />
                },
              },
            ]
          : []),
        ...extras.map(extra => ({
          key: `${column.id} ${extra}`,
          title: t(extraNames[extra]),
          width: extra === 'rank' || extra === 'share' ? 76 : 104,
          ...by(row => numberIn(cellOf(row, column.id), extra)),
          render: (_: unknown, row: AnalysisRow) => {
            const value = numberIn(cellOf(row, column.id), extra)
            return value === undefined
              ? '—'
              : extra === 'rank'
                ? value
                : isShare(extra)
                  ? percent(value)
                  : figure.cell(value, column)
          },
        })),
      ]
      // Two metrics with the same further figures: each has a head of its own over them.
      return isGrouped ? [{ key: `${column.id} group`, title: unit(column), children: own }] : own
    }),
  ]
  const { totals } = answer
  return (
    <Table
      size="small"
      rowKey={row => keys.map(({ id }) => memberOf(row, id).id).join(' ')}
      columns={columns}
      dataSource={answer.rows}
      scroll={{ x: columns.reduce((sum, column) => sum + widthOf(column), 0) }}
      pagination={{
        ...paging,
        pageSize,
        size: 'small',
        showTotal: count => t({ zh: '共 {count} 行', en: '{count} rows' }, { count }),
      }}
      {...(totals &&
      answer.rows.length > 1 &&
      figures.some(column => hasTotal(column) && typeof totals[column.id]?.current === 'number')
        ? {
            summary: () => (
              <Table.Summary fixed>
                <Table.Summary.Row>
                  {keys.map(({ id }, index) => (
                    <Table.Summary.Cell key={id} index={index}>
                      {index === 0 ? t({ zh: '合计', en: 'Total' }) : ''}
                    </Table.Summary.Cell>
                  ))}
                  {figures.flatMap((column, at) => {
                    const cell = totals[column.id]
                    const extras = extrasOf(answer.rows, column)
                    return [
                      <Table.Summary.Cell key={column.id} index={keys.length + at} align="right">
                        {hasTotal(column) ? written(cell?.current, column) : ''}
                      </Table.Summary.Cell>,
                      ...(isCompared
                        ? [
                            <Table.Summary.Cell
                              key={`${column.id} compared`}
                              index={keys.length + at}
                              align="right"
                            >
                              {hasTotal(column) ? written(cell?.compared, column) : ''}
                            </Table.Summary.Cell>,
                            <Table.Summary.Cell
                              key={`${column.id} growth`}
                              index={keys.length + at}
                              align="right"
                            >
                              <Growth value={cell?.growth ?? null} />
                            </Table.Summary.Cell>,
                          ]
                        : []),
                      ...(hasCourse(column)
                        ? [<Table.Summary.Cell key={`${column.id} course`} index={keys.length + at} />]
                        : []),
                      ...extras.map(extra => (
                        <Table.Summary.Cell
                          key={`${column.id} ${extra}`}
                          index={keys.length + at}
                          align="right"
                        />
                      )),
                    ]
                  })}
                </Table.Summary.Row>
              </Table.Summary>
            ),
          }
        : {})}
    />
  )
}

/** A metric with one group down the side and another across; blanks are unknown. */
export function Pivot(drawing: Drawing) {
  const { answer, columns: metrics, hrefOf } = drawing
  const figure = useFigure()
  const keys = answer.columns.filter(({ kind }) => kind !== 'metric')
  const [down, across] = keys
  const [metric] = metrics
  if (!down || !across || !metric) return <Rows {...drawing} />
  const matrix = matrixOf(answer.rows, down.id, across.id, metric.id)
  // The year stands with the dates of the page.
  const heads = namesOf(matrix.columns).map(name => timeText(name, false))
  type Line = { id: string; name: string; values: (number | null)[] }
  const lines: Line[] = matrix.rows.map((member, index) => ({
    ...member,
    values: matrix.values[index] ?? [],
  }))
  const columns: TableColumnsType<Line> = [
    {
      key: down.id,
      title: down.label,
      fixed: 'left',
      width: 150,
      ellipsis: true,
      sorter: (a, b) => byName(a.name, b.name),
      showSorterTooltip: false,
      render: (_, line) => {
        const href = hrefOf(down.id, line)
        return href === undefined ? line.name : <Link to={href}>{line.name}</Link>
      },
    },
    ...heads.map((title, at) => ({
      key: matrix.columns[at]?.id ?? title,
      title,
      align: 'right' as const,
      width: 100,
      showSorterTooltip: false,
      sorter: (a: Line, b: Line) => byValue(a.values[at], b.values[at]),
      render: (_: unknown, line: Line) => {
        const value = line.values[at]
        return value === null || value === undefined ? '—' : figure.full(value, metric)
      },
    })),
  ]
  return (
    <Table
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={lines}
      scroll={{ x: 150 + heads.length * 100 }}
      pagination={{ ...paging, pageSize, size: 'small' }}
    />
  )
}

const widthOf = (column: TableColumnsType<AnalysisRow>[number]): number =>
  'children' in column
    ? column.children.reduce((sum, one) => sum + widthOf(one), 0)
    : Number(column.width ?? 120)

const partial = (coverage: number | null | undefined) => typeof coverage === 'number' && coverage < 0.995
/** Numbers inside names count: floor 2 stands before floor 10. */
const byName = (a: string, b: string) => a.localeCompare(b, 'zh-CN', { numeric: true })
/** What is unknown stands last. */
const byValue = (a: number | null | undefined, b: number | null | undefined) =>
  (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY)

/** In px: of a letter, of what stands around a name, and the widest that a column of names gets. */
const letterPx = 7
const aroundPx = 34
const widestPx = 260
const widestOnPhonePx = 144

/** The room that names need: most of them, so that a single long one does not push the figures away. */
function roomFor(rows: readonly AnalysisRow[], dimension: string, widest: number): number {
  const lengths = rows
    .slice(0, 200)
    .map(row =>
      [...memberOf(row, dimension).name].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0),
    )
    .toSorted((a, b) => a - b)
  const usual = lengths[Math.floor((lengths.length - 1) * 0.9)] ?? 0
  return Math.min(widest, usual * letterPx + aroundPx)
}
