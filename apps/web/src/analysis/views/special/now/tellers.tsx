import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useNotOpenYet } from '../../../../lib/figures/closed-words.ts'
import { openAt } from '../../../../lib/figures/delay.ts'
import { cellOf, figureColumns, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { paging } from '../../../../ui/paging.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { closedAt, lastReports, latestOf } from './reports.ts'
import { Told } from './told.tsx'
import './now.css'

const everyMs = 15_000
/** Of many shops only what came lately is looked at: who told nothing for so long is silent anyway. */
const hoursBack = 3
const two = (value: number) => String(value).padStart(2, '0')

/** Today's figures of each shop or counter, with when it last told its counts and how it stands. */
export function Tellers(props: Special) {
  const { panel, asking, dictionary, className, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const [dimension = 'shop'] = panel.by ?? []
  const metrics = panel.metrics.filter(
    id => dictionary.metric(id)?.allowed && dictionary.knows(id, dimension),
  )
  const [first = 'visits'] = metrics
  const source = panel.source?.length === 1 ? panel.source : []
  const figures = useQuestion(pieceQuestion(props, { metrics, by: [dimension], source }), { everyMs })
  // The clock of the shops is in their counts: the hour that came last is the present.
  const hours = useQuestion(
    pieceQuestion(props, {
      kind: 'heatmap',
      metrics: [first],
      by: ['time'],
      granularity: ['hour'],
      source: [1],
    }),
    { everyMs },
  )
  const present = [...lastReports(hours.data?.rows ?? [], '', first).values()][0]
  const now = present === undefined ? undefined : Number(present.slice(-5, -3))
  const slots = useQuestion(
    now === undefined
      ? undefined
      : pieceQuestion(
          {
            ...props,
            ...(asking
              ? {
                  asking: {
                    ...asking,
                    granularity: '15min' as const,
                    timeWindow: {
                      from: `${two(Math.max(0, now - hoursBack))}:00`,
                      to: now >= 23 ? '24:00' : `${two(now + 1)}:00`,
                    },
                  },
                }
              : {}),
          },
          { kind: 'table', metrics: [first], by: ['time', dimension], granularity: ['15min'], source: [1] },
        ),
    { everyMs },
  )
  const last = lastReports(slots.data?.rows ?? [], dimension, first)
  const latest = latestOf(last)
  const hoursNow = figures.data?.meta.hours
  const early = useNotOpenYet()(hoursNow, asking?.period)
  const areClosed = hoursNow !== undefined && !openAt(hoursNow, Date.now()).isOpen
  const closed = closedAt(slots.data?.rows ?? [], dimension, first, latest ?? '')
  const rows = figures.data?.rows ?? []
  type Row = (typeof rows)[number]
  const head = figures.data?.columns.find(({ kind }) => kind === 'dimension')
  const columns: TableColumnsType<Row> = [
    {
      key: 'name',
      title: head?.label ?? '',
      fixed: 'left',
      width: 140,
      ellipsis: true,
      render: (_, row) => {
        const member = memberOf(row, dimension)
        const href = hrefOf?.(dimension, member)
        return href === undefined ? member.name : <Link to={href}>{member.name}</Link>
      },
    },
    {
      key: 'state',
      title: t({ zh: '状态', en: 'State' }),
      width: 130,
      render: (_, row) => {
        const { id } = memberOf(row, dimension)
        const isClosed = areClosed || closed.has(id)
        return (areClosed || slots.data) && <Told last={last.get(id)} latest={latest} isClosed={isClosed} />
      },
    },
    {
      key: 'last',
      title: t({ zh: '最后上报', en: 'Last report' }),
      width: 110,
      render: (_, row) =>
        last.get(memberOf(row, dimension).id)?.slice(-5) ?? (slots.data || areClosed ? '—' : ''),
    },
    ...(figures.data ? figureColumns(figures.data) : []).map(column => ({
      key: column.id,
      title: `${column.label}${figure.headingUnit(column).text === '' ? '' : ` (${figure.headingUnit(column).text})`}`,
      width: 120,
      align: 'right' as const,
      showSorterTooltip: false,
      sorter: (a: Row, b: Row) => (cellOf(a, column.id).current ?? -1) - (cellOf(b, column.id).current ?? -1),
      render: (_: unknown, row: Row) => {
        const { current } = cellOf(row, column.id)
        return current === null ? '—' : figure.cell(current, column)
      },
    })),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={metrics.length === 0 ? 'forbidden' : stateOf(figures, ({ rows: all }) => all.length === 0)}
      error={figures.error}
      onRetry={() => void figures.refetch()}
      {...(early === undefined ? {} : { nothing: early })}
      isFlush
    >
      <Table
        size="small"
        rowKey={row => memberOf(row, dimension).id}
        columns={columns}
        dataSource={rows}
        scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width ?? 120), 0) }}
        pagination={{ ...paging, pageSize: 10, size: 'small' }}
      />
    </SpecialCard>
  )
}
