import { useQuery } from '@tanstack/react-query'
import { Segmented, Slider } from 'antd'
import { useMemo, useState } from 'react'
import { cellOf, figureColumns, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../../../lib/figures/use-question.ts'
import { percent } from '../../../lib/format.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { FloorPlanView } from '../../../ui/floor-plan/floor-plan.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { questionOf } from '../ask.ts'
import type { Drawing } from '../kinds/drawing.ts'
import { usePlanDrawing } from './drawing.ts'
import { FloorOfPlan, firstFloor, ShopOfPlan } from './plan-choice.tsx'
import { planQueries } from './queries.ts'
import { cellsOf, useHeat, walkedShares } from './use-heat.ts'
import { usePlanShops } from './use-plan-shop.ts'
import './plans.css'

const least = 380

/** The zones of one floor with the values of the panel, over the heat of its cells where the panel is of heat. */
export function ZonePlan({ panel, asking, answer, columns, height, onPick }: Drawing) {
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const isOfHeat = panel.metrics.includes('heatValue')
  const choice = usePlanShops(asking)
  const shopId = choice.shops[0]?.id
  const query = useQuery(planQueries.ofShops(shopId === undefined ? [] : [shopId]))
  const plans = useMemo(() => query.data ?? [], [query.data])
  const [chosenFloor, chooseFloor] = useState<string>()
  const plan = plans.find(({ floorId }) => floorId === chosenFloor) ?? firstFloor(plans, asking.members.floor)
  const drawing = usePlanDrawing(plan)
  const [layer, show] = useState<'zones' | 'cells'>(isOfHeat ? 'cells' : 'zones')
  const [opacity, setOpacity] = useState(90)
  const [blurCm, setBlur] = useState(60)
  const shown = useMemo(() => (plan ? [plan] : []), [plan])
  const heat = useHeat(shown, asking)
  const own = plan && heat.byPlan.get(plan.id)
  const grid = useMemo(() => own && { cols: own.cols, rows: own.rows, cells: cellsOf(own) }, [own])
  // Brands have no place on a plan: what is drawn there are the units of the shop, its zones.
  const isByZone = panel.by?.includes('zone') ?? false
  const dictionary = useDictionary()
  const unitQuestion = useMemo(
    () =>
      isByZone || !dictionary || shopId === undefined
        ? undefined
        : questionOf(
            { ...panel, kind: 'rank', by: ['zone'] },
            { ...asking, scope: { kind: 'shop', shopId } },
            dictionary.knows,
          ),
    [isByZone, dictionary, shopId, panel, asking],
  )
  const units = useQuestion(unitQuestion)
  const shownAnswer = isByZone ? answer : units.data
  const [column] = isByZone || !units.data ? columns : figureColumns(units.data)
  const values = useMemo(
    () =>
      new Map(
        (shownAnswer?.rows ?? []).map(row => [
          memberOf(row, 'zone').id,
          column ? cellOf(row, column.id).current : null,
        ]),
      ),
    [shownAnswer, column],
  )
  if (choice.isLoading || (query.isPending && shopId !== undefined))
    return (
      <Loading>
        <Bone height={least} />
      </Loading>
    )
  if (units.isError) return <ErrorState error={units.error} onRetry={() => void units.refetch()} />
  if (choice.error) return <ErrorState error={choice.error} onRetry={choice.retry} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!plan || !drawing || !column)
    return (
      <EmptyState
        text={t({
          zh: '所选范围内没有带平面图的门店。请在页头选择一家门店。',
          en: 'No shop of this scope has a floor plan. Choose a shop in the header.',
        })}
      />
    )
  const shopName = choice.shops[0]?.name || name(plan.shopName, plan.shopNameEn)
  const unit = figure.unit(column)
  const valueName = unit === '' ? column.label : `${column.label} (${unit})`
  const isCells = layer === 'cells'
  const hasCells = grid !== undefined && grid.cols > 0
  const shares = walkedShares(own)
  const write = (value: number) => figure.short(value, column)
  return (
    <div className="plan-piece">
      <FloorPlanView
        plan={drawing}
        height={Math.max(least, height)}
        summary={t(
          { zh: '{shop}{floor}平面图：{title}', en: '{title}: floor plan of {shop}, {floor}' },
          { shop: shopName, floor: name(plan.floorName, plan.floorNameEn), title: t(panel.title) },
        )}
        format={isCells ? value => figure.short(value, { unit: 'personSeconds' }) : write}
        valueName={isCells ? t({ zh: '每格停留（人·秒）', en: 'Time in a cell (person-s)' }) : valueName}
        zones={{
          valueOf: id => values.get(id) ?? null,
          textOf: id => {
            const value = values.get(id)
            return value === null || value === undefined ? undefined : write(value)
          },
          isShaded: !isCells,
        }}
        {...(isCells && grid && hasCells ? { heat: { grid, opacity: opacity / 100, blurCm } } : {})}
        onPick={id => {
          const zone = drawing.zones.find(one => one.id === id)
          if (zone) onPick('zone', { id, name: zone.name })
        }}
        tools={
          <>
            <ShopOfPlan
              shops={choice.shops}
              shopId={plan.shopId}
              onChoose={id => onPick('shop', { id, name: '' })}
            />
            <FloorOfPlan plans={plans} floorId={plan.floorId} onChoose={chooseFloor} />
            <Segmented
              size="small"
              aria-label={t({ zh: '图层', en: 'Layer' })}
              value={layer}
              options={[
                { value: 'zones', label: t({ zh: '按区域', en: 'By zone' }) },
                { value: 'cells', label: t({ zh: '热力网格', en: 'Heat cells' }), disabled: !hasCells },
              ]}
              onChange={value => show(value === 'cells' ? 'cells' : 'zones')}
            />
            {isCells && (
              <>
                <PlanSlider
                  label={t({ zh: '不透明度', en: 'Opacity' })}
                  value={opacity}
                  min={20}
                  max={100}
                  write={value => `${value}%`}
                  onChange={setOpacity}
                />
                <PlanSlider
                  label={t({ zh: '半径', en: 'Radius' })}
                  value={blurCm}
                  min={0}
                  max={200}
                  write={value => `${(value / 100).toFixed(1)} m`}
                  onChange={setBlur}
                />
              </>
            )}
          </>
        }
      />
      <p className="plan-note">
        {heat.isError
          ? t({ zh: '热力网格读取失败', en: 'The heat cells could not be read' })
          : isCells && shares && own
            ? t(
                {
                  zh: '{shop} · 汇总 {hours} 个小时网格；{walkable} 的格子可走，其中 {used} 有人停留。区域数字为{metric}，由区域停留得出。',
                  en: '{shop} · {hours} hourly grids; {walkable} of the cells can be walked on, people stood on {used} of those. Numbers in zones are {metric}, from stays in zones.',
                },
                {
                  shop: shopName,
                  hours: own.hours,
                  walkable: percent(shares.walkable * 100),
                  used: percent(shares.used * 100),
                  metric: column.label.toLowerCase(),
                },
              )
            : t(
                { zh: '{shop} · 点击区域筛选本页', en: '{shop} · choose a zone to narrow the page' },
                { shop: shopName },
              )}
      </p>
    </div>
  )
}

function PlanSlider({
  label,
  value,
  min,
  max,
  write,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  write: (value: number) => string
  onChange: (value: number) => void
}) {
  return (
    <span className="plan-slider">
      <span aria-hidden>{label}</span>
      <Slider
        value={value}
        min={min}
        max={max}
        step={10}
        tooltip={{ formatter: shown => (shown === undefined ? '' : write(shown)) }}
        ariaLabelForHandle={label}
        onChange={onChange}
      />
    </span>
  )
}
