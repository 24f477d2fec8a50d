import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { percent } from '../../../lib/format.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { FloorPlanView } from '../../../ui/floor-plan/floor-plan.tsx'
import { scaleOf } from '../../../ui/floor-plan/heat-colours.ts'
import { HeatLegend } from '../../../ui/floor-plan/heat-legend.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import type { Drawing } from '../kinds/drawing.ts'
import { planDrawing } from './drawing.ts'
import { firstFloor } from './plan-choice.tsx'
import { planQueries } from './queries.ts'
import { cellsOf, useHeat, walkedShares } from './use-heat.ts'
import './plans.css'

const most = 4
const atFirst = 3

/** Two to four shops beside each other on one scale: the warmest of the page, or those chosen here. */
export function SideBySide({ panel, asking, answer, columns, onPick }: Drawing) {
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const [chosen, choose] = useState<readonly string[]>()
  const [column] = columns
  const shops = useMemo(
    () =>
      answer.rows
        .flatMap(row => {
          const value = column ? cellOf(row, column.id).current : null
          return value === null ? [] : [{ ...memberOf(row, 'shop'), value }]
        })
        .toSorted((a, b) => b.value - a.value),
    [answer, column],
  )
  const shownIds = useMemo(() => {
    const known = (chosen ?? []).filter(id => shops.some(shop => shop.id === id))
    return known.length > 0 ? known : shops.slice(0, atFirst).map(({ id }) => id)
  }, [chosen, shops])
  const query = useQuery(planQueries.ofShops(shownIds))
  const plans = useMemo(
    () =>
      shownIds.flatMap(id => {
        const own = (query.data ?? []).filter(({ shopId }) => shopId === id)
        return firstFloor(own, asking.members.floor) ?? []
      }),
    [query.data, shownIds, asking.members.floor],
  )
  const heat = useHeat(plans, asking)
  const scale = useMemo(
    () => scaleOf(plans.flatMap(plan => cellsOf(heat.byPlan.get(plan.id)))),
    [plans, heat.byPlan],
  )
  if (query.isPending || heat.isPending)
    return (
      <Loading>
        <Bone height={300} />
      </Loading>
    )
  const failed = query.error ?? heat.error
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void query.refetch()
          void heat.refetch()
        }}
      />
    )
  if (plans.length === 0 || !column)
    return <EmptyState text={t({ zh: '所选门店没有平面图', en: 'The chosen shops have no floor plans' })} />
  const write = (value: number) => figure.short(value, { unit: 'personSeconds' })
  const legendName = t({ zh: '每格停留（人·秒）', en: 'Time in a cell (person-s)' })
  return (
    <div className="plan-piece">
      <div className="floor-plan-bar">
        <Select
          mode="multiple"
          size="small"
          maxCount={most}
          aria-label={t({ zh: '并排的门店，最多四家', en: 'Shops side by side, four at most' })}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ minWidth: 240, maxWidth: '100%' }}
          value={[...shownIds]}
          options={shops.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={choose}
        />
        <HeatLegend scale={scale} format={write} name={legendName} />
      </div>
      <ul className="plan-multiples">
        {plans.map(plan => {
          const own = heat.byPlan.get(plan.id)
          const shares = walkedShares(own)
          const shop = name(plan.shopName, plan.shopNameEn)
          const value = shops.find(({ id }) => id === plan.shopId)?.value
          return (
            <li key={plan.id}>
              <button
                type="button"
                className="plan-multiple-name"
                onClick={() => onPick('shop', { id: plan.shopId, name: shop })}
              >
                {shop} · {name(plan.floorName, plan.floorNameEn)}
                <b>{value === undefined ? '—' : figure.short(value, column)}</b>
              </button>
              <FloorPlanView
                plan={planDrawing(plan, name)}
                height={240}
                summary={t(
                  { zh: '{shop}平面热力：{title}', en: '{title}: heat plan of {shop}' },
                  { shop, title: t(panel.title) },
                )}
                format={write}
                valueName={legendName}
                {...(own && own.cols > 0
                  ? {
                      heat: {
                        grid: { cols: own.cols, rows: own.rows, cells: cellsOf(own) },
                        scale,
                        blurCm: 60,
                      },
                    }
                  : {})}
                isSmall
                isBare
              />
              <span className="plan-note">
                {shares
                  ? t(
                      {
                        zh: '可走 {walkable}，其中 {used} 有人停留',
                        en: '{walkable} can be walked on, people stood on {used} of it',
                      },
                      { walkable: percent(shares.walkable * 100), used: percent(shares.used * 100) },
                    )
                  : t({ zh: '该楼层在所选时段没有热力网格', en: 'No heat grid of this floor in the period' })}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
