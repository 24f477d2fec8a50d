import type { Activity, AnalysisRow } from '@aisle/contract'
import { Table, type TableColumnsType } from 'antd'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useHolidayMarks } from '../../../../shell/date-picker/holiday-marks.ts'
import { paging } from '../../../../ui/paging.ts'
import type { Special } from '../../kinds/special.ts'
import { lastDayOf } from '../activities/activities.ts'
import { useActivities } from '../activities/use-activities.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'

const pageSize = 10
const mostNamed = 2

/** Every day with its weather, holiday and activities: also those that have none of them. */
export function DayTable(props: Special) {
  const { panel, className, asking, dictionary } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const metric = panel.metrics.find(id => dictionary.metric(id)?.allowed)
  const asked =
    metric === undefined ? undefined : pieceQuestion(props, { metrics: [metric], by: ['time', 'weather'] })
  const answer = useQuestion(asked && { ...asked, granularity: 'day', totals: false })
  const holidays = useHolidayMarks(
    asking ? [asking.period.from.slice(0, 7), asking.period.to.slice(0, 7)] : [],
  )
  const activities = useActivities(asking).query
  const column = answer.data?.columns.find(({ kind }) => kind === 'metric')
  const rows = (answer.data?.rows ?? [])
    .filter(row => cellOf(row, column?.id ?? '').current !== null)
    .toReversed()
  const holidayOf = (date: string) => {
    const day = holidays.get(date)
    return day === undefined
      ? '—'
      : day.isOff
        ? day.name
        : t({ zh: '{name}（调休上班）', en: '{name} (worked)' }, { name: day.name })
  }
  const activityOf = (date: string) => {
    const on = (activities.data ?? []).filter(one => isOn(one, date))
    if (on.length === 0) return '—'
    const named = on.slice(0, mostNamed).map(one => name(one.name, one.nameEn))
    return on.length > mostNamed
      ? t(
          { zh: '{names} 等 {count} 个', en: '{names} and more, {count}' },
          { names: named.join(t({ zh: '、', en: ', ' })), count: on.length },
        )
      : named.join(t({ zh: '、', en: ', ' }))
  }
  const dateOf = (row: AnalysisRow) => memberOf(row, 'time').name
  const columns: TableColumnsType<AnalysisRow> = [
    {
      key: 'time',
      title: t({ zh: '日期', en: 'Day' }),
      width: 120,
      fixed: 'left',
      sorter: (a, b) => (dateOf(a) < dateOf(b) ? -1 : 1),
      showSorterTooltip: false,
      render: (_, row) => dateOf(row),
    },
    {
      key: 'weather',
      title: t({ zh: '天气', en: 'Weather' }),
      width: 100,
      render: (_, row) => memberOf(row, 'weather').name,
    },
    {
      key: 'holiday',
      title: t({ zh: '节假日', en: 'Holiday' }),
      width: 140,
      render: (_, row) => holidayOf(dateOf(row)),
    },
    {
      key: 'activity',
      title: t({ zh: '活动', en: 'Activity' }),
      width: 260,
      ellipsis: true,
      render: (_, row) => activityOf(dateOf(row)),
    },
    {
      key: 'value',
      title: column?.label ?? '',
      width: 110,
      align: 'right',
      sorter: (a, b) =>
        (cellOf(a, column?.id ?? '').current ?? 0) - (cellOf(b, column?.id ?? '').current ?? 0),
      showSorterTooltip: false,
      render: (_, row) => {
        const { current } = cellOf(row, column?.id ?? '')
        return current === null ? '—' : figure.full(current, column ?? {})
      },
    },
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      isFlush
      state={
        metric === undefined
          ? 'forbidden'
          : answer.isError && !answer.data
            ? 'error'
            : !answer.data
              ? 'loading'
              : rows.length === 0
                ? 'empty'
                : 'ready'
      }
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
    >
      <Table
        size="small"
        rowKey={row => `${dateOf(row)} ${memberOf(row, 'weather').id}`}
        columns={columns}
        dataSource={rows}
        scroll={{ x: 730 }}
        pagination={{
          ...paging,
          pageSize,
          size: 'small',
          showTotal: count => t({ zh: '共 {count} 行', en: '{count} rows' }, { count }),
        }}
      />
    </SpecialCard>
  )
}

const isOn = (activity: Activity, date: string): boolean =>
  activity.from <= date && date <= lastDayOf(activity)
