import { comparisons } from '@aisle/contract'
import { Button } from 'antd'
import { cellOf, figureColumns, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useScope } from '../../../../shell/scope.ts'
import { type Kpi, KpiStrip } from '../../../../ui/kpi.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { ShopChoice, useShopChoice } from './shop-choice.tsx'
import { ShopDoors } from './shop-doors.tsx'
import './shop.css'

/** The shop that was chosen on the map: its figures and the ways on; while none is, the shops to choose of. */
export function ChosenShop(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const { scope, shop, setScope } = useScope()
  const isChosen = scope.kind === 'shop'
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed)
  const compare = asking?.compare ?? { type: 'lastWeekSameDay' as const }
  const figures = useQuestion(
    asking && isChosen && metrics.length > 0
      ? questionOf(
          { ...panel, kind: 'kpi', metrics, by: [], source: [], compare: [compare.type] },
          { ...asking, compare },
          dictionary.knows,
        )
      : undefined,
  )
  const choice = useShopChoice(props, !isChosen)
  const query = isChosen ? figures : choice
  const [row] = figures.data?.rows ?? []
  const items = figures.data
    ? figureColumns(figures.data).map((column): Kpi => {
        const cell = cellOf(row, column.id)
        return {
          key: column.id,
          label: column.label,
          value: cell.current,
          unit: figure.unit(column),
          format: value => figure.short(value, column),
          compared: cell.compared ?? null,
          growth: cell.growth ?? null,
        }
      })
    : []
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={metrics.length === 0 ? 'forbidden' : query.data ? 'ready' : query.isError ? 'error' : 'loading'}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRefreshing={query.isFetching && query.data !== undefined}
      hint={isChosen && t(comparisons[compare.type])}
      actions={
        shop && (
          <Button
            type="link"
            size="small"
            onClick={() => setScope({ kind: 'area', level: 'city', id: shop.cityid })}
          >
            {t({ zh: '回到所在城市', en: 'Back to its city' })}
          </Button>
        )
      }
    >
      {isChosen && shop && (
        <>
          <p className="chosen-shop">
            <strong>{name(shop.shopname, shop.shopnameEn)}</strong>
            <span>{name(shop.areaPath, shop.areaPathEn)}</span>
          </p>
          <KpiStrip items={items} />
          <ShopDoors shopId={shop.shopid} most={6} />
        </>
      )}
      {!isChosen && <ShopChoice view={props.view} answer={choice} />}
    </SpecialCard>
  )
}
