import { useQuery } from '@tanstack/react-query'
import { Slider } from 'antd'
import { useMemo, useState } from 'react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { FloorPlanView } from '../../../../ui/floor-plan/floor-plan.tsx'
import { usePlanScale } from '../../../../ui/floor-plan/plan-scale.ts'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { usePlanDrawing } from '../../plans/drawing.ts'
import { FloorOfPlan, firstFloor, ShopOfPlan } from '../../plans/plan-choice.tsx'
import { planQueries } from '../../plans/queries.ts'
import { usePlanShops } from '../../plans/use-plan-shop.ts'
import { SpecialCard } from '../special-card.tsx'
import { type Arrow, arrowsOf, pathsOf } from './paths.ts'
import './persons.css'

const height = 460
const metric = 'transitions'

/** How people move between the zones of a floor: arrows as thick as there are moves. */
export function PathMap(props: Special) {
  const { panel, asking, dictionary, className, onPick } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const [most, show] = useState(15)
  const [floorId, chooseFloor] = useState<string>()
  const [at, point] = useState<string>()
  const isForbidden = dictionary.metric(metric)?.allowed === false
  const choice = usePlanShops(isForbidden ? undefined : asking)
  const shopId = choice.shops[0]?.id
  const plans = useQuery({
    ...planQueries.ofShops(shopId === undefined ? [] : [shopId]),
    enabled: !isForbidden,
  })
  const plan =
    plans.data?.find(one => one.floorId === floorId) ?? firstFloor(plans.data ?? [], asking?.members.floor)
  const drawing = usePlanDrawing(plan)
  const answer = useQuestion(
    asking && shopId !== undefined && !isForbidden
      ? questionOf(
          { ...panel, kind: 'sankey' },
          { ...asking, scope: { kind: 'shop', shopId }, shops: [] },
          dictionary.knows,
        )
      : undefined,
  )
  const paths = useMemo(() => (answer.data ? pathsOf(answer.data, metric) : []), [answer.data])
  const zoneNames = new Map(
    (plans.data ?? []).flatMap(({ zones }) =>
      zones.map(zone => [zone.id, name(zone.name, zone.nameEn)] as const),
    ),
  )
  const named = (id: string) => zoneNames.get(id) ?? id
  const error = choice.error ?? plans.error ?? (answer.data ? undefined : answer.error)
  const isWaiting =
    asking === undefined || choice.isLoading || (shopId !== undefined && (plans.isPending || !answer.data))
  const write = (value: number) => figure.full(value, { unit: 'visits' })
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        isForbidden
          ? 'forbidden'
          : error
            ? 'error'
            : isWaiting
              ? 'loading'
              : !drawing
                ? 'missing-device'
                : paths.length === 0
                  ? 'empty'
                  : 'ready'
      }
      error={error}
      onRetry={() => {
        choice.retry()
        void plans.refetch()
        void answer.refetch()
      }}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      height={height}
      missing={t({
        zh: '所选范围内没有带平面图的门店。此图需要：顶视追踪设备与楼层平面图',
        en: 'No shop of this scope has a floor plan. It needs: ceiling sensors that follow people, and plans',
      })}
      nothing={t({ zh: '该条件下没有区域间流转', en: 'Nobody moved between zones for this' })}
      hint={
        choice.shops[0] && `${choice.shops[0].name || (plan ? name(plan.shopName, plan.shopNameEn) : '')}`
      }
    >
      {drawing && plan && (
        <FloorPlanView
          plan={drawing}
          height={height}
          summary={t(
            {
              zh: '{floor}区域间流转，最多的是{from}到{to}',
              en: 'Moves between zones of {floor}; most from {from} to {to}',
            },
            {
              floor: name(plan.floorName, plan.floorNameEn),
              from: named(paths[0]?.from ?? ''),
              to: named(paths[0]?.to ?? ''),
            },
          )}
          format={write}
          valueName={t({ zh: '流转人次', en: 'Moves' })}
          pickedId={at}
          onPick={id => {
            point(current => (current === id ? undefined : id))
          }}
          tools={
            <>
              <ShopOfPlan
                shops={choice.shops}
                shopId={plan.shopId}
                onChoose={id => onPick('shop', { id, name: '' })}
              />
              <FloorOfPlan plans={plans.data ?? []} floorId={plan.floorId} onChoose={chooseFloor} />
              <span className="plan-slider">
                <span aria-hidden>{t({ zh: '最多箭头', en: 'Arrows' })}</span>
                <Slider
                  value={most}
                  min={5}
                  max={40}
                  step={5}
                  ariaLabelForHandle={t({ zh: '最多箭头', en: 'Arrows' })}
                  onChange={show}
                />
              </span>
            </>
          }
          table={
            <table className="chart-table">
              <thead>
                <tr>
                  <th>{t({ zh: '来自', en: 'From' })}</th>
                  <th>{t({ zh: '去往', en: 'To' })}</th>
                  <th>{t({ zh: '人次', en: 'Moves' })}</th>
                </tr>
              </thead>
              <tbody>
                {paths.map(({ from, to, count }) => (
                  <tr key={`${from} ${to}`}>
                    <th scope="row">{named(from)}</th>
                    <td>{named(to)}</td>
                    <td>{write(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          }
        >
          <Arrows
            make={headCm => arrowsOf(paths, drawing.zones, most, headCm)}
            at={at}
            titleOf={({ from, to, count }) =>
              t(
                { zh: '{from} → {to}：{count} 人次', en: '{from} → {to}: {count} moves' },
                { from: named(from), to: named(to), count: write(count) },
              )
            }
          />
        </FloorPlanView>
      )}
      <p className="visit-about">
        {t({
          zh: '线越粗，走的人越多；点选区域只突出经过它的线。跨楼层的流转见表格。',
          en: 'The thicker, the more people. Choose a zone to bring out its moves. Moves between floors are in the table.',
        })}
      </p>
    </SpecialCard>
  )
}

function Arrows({
  make,
  at,
  titleOf,
}: {
  make: (headCm: number) => readonly Arrow[]
  at: string | undefined
  titleOf: (arrow: Arrow) => string
}) {
  const cm = usePlanScale()
  const arrows = make(14 * cm)
  return (
    <g>
      {arrows.toReversed().map(arrow => {
        const isAt = at !== undefined && (arrow.from === at || arrow.to === at)
        const opacity = at === undefined ? 0.35 + arrow.share * 0.5 : isAt ? 0.95 : 0.1
        return (
          <g key={`${arrow.from} ${arrow.to}`} opacity={opacity}>
            <path
              className="path-arrow"
              data-at={isAt || undefined}
              d={arrow.line}
              strokeWidth={(1.5 + arrow.share * 6) * cm}
            >
              <title>{titleOf(arrow)}</title>
            </path>
            <polygon className="path-head" data-at={isAt || undefined} points={arrow.head} />
          </g>
        )
      })}
    </g>
  )
}
