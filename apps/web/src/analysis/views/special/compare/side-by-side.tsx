import { Table, type TableColumnsType } from 'antd'
import { Trophy } from 'lucide-react'
import { Link } from 'react-router'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Growth } from '../../../../ui/growth.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { comparisonOf } from '../../ask.ts'
import { lessIsBetter } from '../../kinds/extras.ts'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { bestIn } from './best.ts'
import './compare.css'

/** As many shops as can be read beside each other. */
const most = 10
const unchosen = 6

/** Shops beside each other, a figure a row; the best of each row is marked. */
export function SideBySide(props: Special) {
  const { panel, asking, dictionary, className, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed && dictionary.knows(id, 'shop'))
  const compare = asking && comparisonOf(panel, asking)
  const answer = useQuestion(pieceQuestion(props, { metrics, by: ['shop'] }, compare))
  const [first = ''] = metrics
  const isChosen = (asking?.shops.length ?? 0) > 0 || asking?.scope.kind === 'shop'
  const known = (answer.data?.rows ?? []).filter(row => cellOf(row, first).current !== null)
  const shops = known
    .toSorted((a, b) => (cellOf(b, first).current ?? 0) - (cellOf(a, first).current ?? 0))
    .slice(0, isChosen ? most : unchosen)
  const rows = metrics.map(id => ({
    id,
    best: bestIn(
      shops.map(row => cellOf(row, id).current),
      lessIsBetter.has(id),
    ),
  }))
  type Row = (typeof rows)[number]
  const columns: TableColumnsType<Row> = [
    {
      key: 'metric',
      title: t({ zh: '指标', en: 'Metric' }),
      fixed: 'left',
      width: 150,
      render: (_, { id }) => {
        const entry = dictionary.metric(id)
        const unit = figure.headingUnit(entry ?? {}).text
        return (
          <>
            {entry ? t(entry.label) : id}
            {unit !== '' && <small className="compare-unit">{unit}</small>}
          </>
        )
      },
    },
    ...shops.map((shop, at) => {
      const member = memberOf(shop, 'shop')
      const href = hrefOf?.('shop', member)
      return {
        key: member.id,
        title: href === undefined ? member.name : <Link to={href}>{member.name}</Link>,
        width: 128,
        align: 'right' as const,
        render: (_: unknown, { id, best }: Row) => {
          const cell = cellOf(shop, id)
          return (
            <span className="compare-cell" data-best={best === at || undefined}>
              <span>
                {best === at && (
                  <Trophy size={12} role="img" aria-label={t({ zh: '本行最佳', en: 'Best in this row' })} />
                )}
                {cell.current === null ? '—' : figure.cell(cell.current, dictionary.metric(id) ?? {})}
              </span>
              {compare && <Growth value={cell.growth ?? null} isLessBetter={lessIsBetter.has(id)} />}
            </span>
          )
        },
      }
    }),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={metrics.length === 0 ? 'forbidden' : stateOf(answer, () => shops.length === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      isFlush
      hint={
        known.length > shops.length
          ? isChosen
            ? t({ zh: '显示前 {count} 家', en: 'The first {count}' }, { count: most })
            : t(
                {
                  zh: '未选择门店，显示客流最多的 {count} 家',
                  en: 'No shops chosen: the {count} with most visits',
                },
                { count: unchosen },
              )
          : undefined
      }
    >
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        scroll={{ x: 150 + shops.length * 128 }}
        pagination={false}
      />
    </SpecialCard>
  )
}
