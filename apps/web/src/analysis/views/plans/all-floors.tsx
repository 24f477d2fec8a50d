import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { FloorPlanView } from '../../../ui/floor-plan/floor-plan.tsx'
import { scaleOf } from '../../../ui/floor-plan/heat-colours.ts'
import { HeatLegend } from '../../../ui/floor-plan/heat-legend.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import type { Drawing } from '../kinds/drawing.ts'
import { useWords } from '../kinds/drawing.ts'
import { planDrawing } from './drawing.ts'
import { ShopOfPlan } from './plan-choice.tsx'
import { planQueries } from './queries.ts'
import { cellsOf, differences, useHeat } from './use-heat.ts'
import { usePlanShops } from './use-plan-shop.ts'
import './plans.css'

/** Every floor of a shop at once on one scale; of differences, how each cell changed from the compared days to these. */
export function AllFloors(drawing: Drawing) {
  const { panel, asking, answer, columns, onPick } = drawing
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const { against } = useWords(drawing)
  const isDifference = panel.calc?.includes('difference') ?? false
  const choice = usePlanShops(asking)
  const shopId = choice.shops[0]?.id
  const query = useQuery(planQueries.ofShops(shopId === undefined ? [] : [shopId]))
  const plans = useMemo(() => {
    const wanted = asking.members.floor ?? []
    return (query.data ?? []).filter(({ floorId }) => wanted.length === 0 || wanted.includes(floorId))
  }, [query.data, asking.members.floor])
  // Without a chosen comparison a difference is one to the same days of last week.
  const compare = useMemo(
    () => (isDifference ? (asking.compare ?? { type: 'lastWeekSameDay' as const }) : undefined),
    [isDifference, asking.compare],
  )
  const heat = useHeat(plans, asking, { compare })
  const grids = useMemo(
    () =>
      plans.flatMap(plan => {
        const own = heat.byPlan.get(plan.id)
        if (!own || own.cols === 0) return []
        const cells = isDifference ? differences(own) : cellsOf(own)
        return cells.length === 0 ? [] : [{ plan, own, grid: { cols: own.cols, rows: own.rows, cells } }]
      }),
    [plans, heat.byPlan, isDifference],
  )
  const scale = useMemo(
    () =>
      scaleOf(
        grids.flatMap(({ grid }) => grid.cells),
        isDifference,
      ),
    [grids, isDifference],
  )
  const [column] = columns
  if (choice.isLoading || heat.isPending || (query.isPending && shopId !== undefined))
    return (
      <Loading>
        <Bone height={300} />
      </Loading>
    )
  const failed = choice.error ?? query.error ?? heat.error
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          choice.retry()
          void query.refetch()
          void heat.refetch()
        }}
      />
    )
  if (grids.length === 0 || !column)
    return (
      <EmptyState text={t({ zh: '所选时段没有热力网格', en: 'There are no heat grids in this period' })} />
    )
  const write = (value: number) => figure.short(value, { unit: 'personSeconds' })
  const totals = new Map(answer.rows.map(row => [memberOf(row, 'floor').id, cellOf(row, column.id)]))
  const legendName = isDifference
    ? t({ zh: '每格每小时变化（人·秒）', en: 'Change of a cell in an hour (person-s)' })
    : t({ zh: '每格停留（人·秒）', en: 'Time in a cell (person-s)' })
  return (
    <div className="plan-piece">
      <div className="floor-plan-bar">
        <ShopOfPlan
          shops={choice.shops}
          shopId={shopId ?? ''}
          onChoose={id => onPick('shop', { id, name: '' })}
        />
        <HeatLegend scale={scale} format={write} name={legendName} />
        {isDifference && (
          <span className="plan-note">
            {asking.compare
              ? against
              : t({ zh: '未选对比，按上周同期', en: 'No comparison chosen: against last week' })}
          </span>
        )}
      </div>
      <ul className="plan-multiples">
        {grids.map(({ plan, own, grid }) => {
          const floor = name(plan.floorName, plan.floorNameEn)
          const total = totals.get(plan.floorId)?.current
          const change = grid.cells.reduce((sum, value) => sum + value, 0)
          return (
            <li key={plan.id}>
              <button
                type="button"
                className="plan-multiple-name"
                onClick={() => onPick('floor', { id: plan.floorId, name: floor })}
              >
                {floor}
                <b>
                  {isDifference
                    ? `${change > 0 ? '+' : ''}${write(change)}`
                    : total === null || total === undefined
                      ? '—'
                      : figure.short(total, column)}
                </b>
              </button>
              <FloorPlanView
                plan={planDrawing(plan, name)}
                height={230}
                summary={`${floor}: ${isDifference ? write(change) : write(total ?? 0)}`}
                format={write}
                valueName={legendName}
                heat={{ grid, scale, blurCm: 60 }}
                isSmall
                isBare
              />
              <span className="plan-note">
                {isDifference
                  ? t(
                      { zh: '{hours} 小时对 {compared} 小时', en: '{hours} hours against {compared}' },
                      { hours: own.hours, compared: own.comparedHours },
                    )
                  : t({ zh: '{hours} 个小时网格', en: '{hours} hourly grids' }, { hours: own.hours })}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
