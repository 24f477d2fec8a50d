import { comparisons, formatNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { RadarChart } from '../../../../ui/chart/charts.tsx'
import { comparisonOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { indexRings } from '../../shape.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { indicesOf } from './peers.ts'

/** The shop against the shops of its format: 100 is their median. */
export function PeersRadar(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const name = useName()
  const shops = useQuery(sharedQueries.allShops())
  const shopId = asking?.scope.kind === 'shop' ? asking.scope.shopId : undefined
  const shop = shops.data?.find(({ shopid }) => shopid === shopId)
  const peers = shop ? (shops.data ?? []).filter(({ format }) => format === shop.format) : []
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed && dictionary.knows(id, 'shop'))
  const compare = asking && comparisonOf(panel, asking)
  const answer = useQuestion(
    asking && shop && metrics.length > 0
      ? pieceQuestion(
          {
            ...props,
            asking: { ...asking, scope: { kind: 'all' }, shops: peers.map(({ shopid }) => shopid) },
          },
          { metrics, by: ['shop'] },
          compare,
        )
      : undefined,
  )
  const found = answer.data && shop ? indicesOf(answer.data.rows, shop.shopid, metrics) : undefined
  const isWaiting =
    asking === undefined || shops.isPending || (shop !== undefined && answer.data === undefined)
  const isBlank = found === undefined || found.now.every(value => value === null)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        metrics.length === 0
          ? 'forbidden'
          : answer.isError && answer.data === undefined
            ? 'error'
            : isWaiting
              ? 'loading'
              : isBlank
                ? 'empty'
                : 'ready'
      }
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={
        shop
          ? t({ zh: '该时段没有可比的数据', en: 'There is nothing to compare in this period' })
          : t({
              zh: '选择一家门店后，与同业态门店的中位数对比',
              en: 'Choose a shop to see it against its peers',
            })
      }
      hint={
        shop &&
        t(
          {
            zh: '{format} {count} 家，100 为中位数',
            en: '{count, plural, one {# shop} other {# shops}} ({format}), median = 100',
          },
          { count: peers.length, format: t(formatNames[shop.format]) },
        )
      }
    >
      {found && shop && answer.data && (
        <RadarChart
          data={{
            categories: metrics.map(id => {
              const label = dictionary.metric(id)?.label
              return label ? t(label) : id
            }),
            series: [
              { name: name(shop.shopname, shop.shopnameEn), values: found.now },
              ...(compare
                ? [{ name: t(comparisons[compare.type]), isCompared: true, values: found.before }]
                : []),
              {
                name: t({ zh: '中位数 = 100', en: 'Median = 100' }),
                isCompared: true,
                isReference: true,
                values: metrics.map(() => 100),
              },
            ],
          }}
          summary={t(panel.title)}
          height={260}
          format={value => value.toFixed(0)}
          {...indexRings([...found.now, ...found.before])}
        />
      )}
    </SpecialCard>
  )
}
