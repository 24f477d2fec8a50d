import { comparisons, type Question } from '@aisle/contract'
import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Growth } from '../../../../ui/growth.tsx'
import { paging } from '../../../../ui/paging.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { comparisonOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { daysOfWeek, weekRows } from './weeks.ts'

/** The same question of some days of the week. */
const onDays = (question: Question | undefined, days: readonly string[]): Question | undefined =>
  question && {
    ...question,
    filters: [...(question.filters ?? []), { member: 'weekday', op: 'in', values: [...days] }],
  }

/** Week after week what each shop had from Monday to Friday, on Saturday and Sunday, and in all. */
export function WeekTable(props: Special) {
  const { panel, asking, dictionary, className, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const [first = 'visits'] = panel.metrics
  const metric = asking?.metric && panel.metrics.includes(asking.metric) ? asking.metric : first
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const compare = asking && comparisonOf(panel, asking)
  const wish = { metrics: [metric], by: ['week', 'shop'] }
  const plain = pieceQuestion(props, wish)
  const whole = useQuestion(pieceQuestion(props, { ...wish, calc: ['share'] }, compare))
  const workdays = useQuestion(onDays(plain, ['1', '2', '3', '4', '5']))
  const weekends = useQuestion(onDays(plain, ['6', '7']))
  const rows = weekRows(whole.data?.rows ?? [], workdays.data?.rows ?? [], weekends.data?.rows ?? [], metric)
  type Row = (typeof rows)[number]
  const kind = dictionary.metric(metric) ?? {}
  const full = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : figure.full(value, kind)
  const weekText = (week: string) => {
    const days = daysOfWeek(week)
    return days ? `${week} (${timeText(days.from, false)} – ${timeText(days.to, false)})` : week
  }
  const number = (
    key: string,
    title: string,
    read: (row: Row) => number | null | undefined,
    write: (value: number | null | undefined) => string = full,
  ) => ({
    key,
    title,
    width: 120,
    align: 'right' as const,
    showSorterTooltip: false,
    sorter: (a: Row, b: Row) => (read(a) ?? -1) - (read(b) ?? -1),
    render: (_: unknown, row: Row) => write(read(row)),
  })
  const share = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : percent(value)
  const columns: TableColumnsType<Row> = [
    {
      key: 'shop',
      title: t({ zh: '门店', en: 'Shop' }),
      fixed: 'left',
      width: 150,
      ellipsis: true,
      render: (_, { shop }) => {
        const href = hrefOf?.('shop', shop)
        return href === undefined ? shop.name : <Link to={href}>{shop.name}</Link>
      },
    },
    {
      key: 'week',
      title: t({ zh: '周', en: 'Week' }),
      width: 190,
      sorter: (a, b) => a.week.localeCompare(b.week),
      showSorterTooltip: false,
      render: (_, { week }) => weekText(week),
    },
    number('workday', t({ zh: '周一至周五', en: 'Mon – Fri' }), row => row.workday),
    number('weekend', t({ zh: '周六、周日', en: 'Sat – Sun' }), row => row.weekend),
    number('whole', t({ zh: '全周', en: 'Week' }), row => row.cell.current),
    number('weekendShare', t({ zh: '周末占比', en: 'Weekend share' }), row => row.weekendShare, share),
    number(
      'share',
      t({ zh: '占全部', en: 'Of all' }),
      ({ cell }) => (typeof cell.share === 'number' ? cell.share : null),
      share,
    ),
    ...(compare
      ? [
          number('compared', t(comparisons[compare.type]), ({ cell }) => cell.compared),
          {
            ...number('growth', t({ zh: '增幅', en: 'Growth' }), ({ cell }) => cell.growth),
            render: (_: unknown, { cell }: Row) => <Growth value={cell.growth ?? null} />,
          },
        ]
      : []),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(whole, () => rows.length === 0)}
      error={whole.error}
      onRetry={() => void whole.refetch()}
      isRefreshing={whole.isFetching && whole.data !== undefined}
      isFlush
    >
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width ?? 120), 0) }}
        pagination={{
          ...paging,
          pageSize: 10,
          size: 'small',
          showTotal: count => t({ zh: '共 {count} 行', en: '{count} rows' }, { count }),
        }}
      />
    </SpecialCard>
  )
}
