import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useStore } from '../../../../lib/store.ts'
import { FloorPlanView } from '../../../../ui/floor-plan/floor-plan.tsx'
import { scaleOf } from '../../../../ui/floor-plan/heat-colours.ts'
import { daysIn } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { usePlanDrawing } from '../../plans/drawing.ts'
import { FloorOfPlan, firstFloor, ShopOfPlan } from '../../plans/plan-choice.tsx'
import { planQueries } from '../../plans/queries.ts'
import { useHeat } from '../../plans/use-heat.ts'
import { SpecialCard } from '../special-card.tsx'
import { advance, frameMs, player, setPlayer, togglePlay } from './player.ts'
import { useFilm } from './use-film.ts'
import '../../plans/plans.css'
import './player.css'

const mostHourlyDays = 7

/** The heat of a day or week as a film on the plan: zones picture by picture, the cells beneath hour by hour. */
export function HeatPlayer(props: Special) {
  const { panel, asking, className, onPick } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const film = useFilm(props)
  const { frames, shopId, choice, column } = film
  const { at, isPlaying, speed } = useStore(player)
  const query = useQuery(planQueries.ofShops(shopId === undefined ? [] : [shopId]))
  const plans = useMemo(() => query.data ?? [], [query.data])
  const [chosenFloor, chooseFloor] = useState<string>()
  const plan =
    plans.find(({ floorId }) => floorId === chosenFloor) ?? firstFloor(plans, asking?.members.floor)
  const drawing = usePlanDrawing(plan)
  const [layer, show] = useState<'zones' | 'cells'>('cells')
  const isHourly = asking !== undefined && daysIn(asking.period) <= mostHourlyDays
  const shown = useMemo(() => (plan && isHourly ? [plan] : []), [plan, isHourly])
  const heat = useHeat(shown, asking, { granularity: 'hour' })
  const own = plan && heat.byPlan.get(plan.id)
  const hours = useMemo(() => new Map(own?.frames.map(({ at: hour, seconds }) => [hour, seconds])), [own])
  const scale = useMemo(() => scaleOf((own?.frames ?? []).flatMap(({ seconds }) => seconds)), [own])
  const frame = frames[Math.min(at, frames.length - 1)]
  const hour = frame && `${frame.at.slice(0, 13)}:00`
  const cells = hour === undefined ? undefined : hours.get(hour)
  const grid = useMemo(() => cells && own && { cols: own.cols, rows: own.rows, cells }, [cells, own])
  const high = useMemo(() => Math.max(0, ...frames.flatMap(({ values }) => [...values.values()])), [frames])
  const count = frames.length
  const [first, last] = [frames[0]?.at, frames.at(-1)?.at]

  // Another film begins at its first picture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ends of the film are what tells one from another
  useEffect(() => setPlayer({ at: 0, isPlaying: false }), [first, last, shopId])
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => advance(count), frameMs / speed)
    return () => clearInterval(timer)
  }, [isPlaying, speed, count])
  useEffect(() => () => setPlayer({ isPlaying: false }), [])

  const isCells = layer === 'cells' && grid !== undefined
  const failed = film.error ?? query.error
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        failed && film.state !== 'forbidden'
          ? 'error'
          : query.isPending && shopId !== undefined
            ? 'loading'
            : film.state
      }
      error={failed}
      onRetry={() => {
        film.retry()
        void query.refetch()
      }}
      height={420}
      isRefreshing={film.isRefreshing}
      nothing={t({
        zh: '所选日期没有热力。请选择有吊顶传感器的门店与营业日。',
        en: 'There is no heat on these days. Choose a shop whose ceilings follow people, and a day it was open.',
      })}
    >
      {plan && drawing && frame && column && (
        <div className="plan-piece">
          <FloorPlanView
            plan={drawing}
            height={440}
            summary={t(
              { zh: '{shop}热力播放，{at}', en: 'Heat of {shop} at {at}' },
              { shop: name(plan.shopName, plan.shopNameEn), at: frame.at },
            )}
            format={value => figure.short(value, column)}
            valueName={
              isCells
                ? t({ zh: '每格每小时（人·秒）', en: 'A cell in an hour (person-s)' })
                : t({ zh: '热度（人·秒）', en: 'Heat (person-s)' })
            }
            zones={{
              valueOf: id => frame.values.get(id) ?? null,
              high,
              isShaded: !isCells,
            }}
            {...(isCells && grid ? { heat: { grid, scale, blurCm: 60 } } : {})}
            onPick={id => onPick('zone', { id, name: '' })}
            tools={
              <>
                <button
                  type="button"
                  className="player-play"
                  aria-label={isPlaying ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '播放', en: 'Play' })}
                  onClick={() => togglePlay(count)}
                >
                  {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
                </button>
                <strong className="player-clock">{clockOf(frame.at, asking)}</strong>
                <ShopOfPlan
                  shops={choice.shops}
                  shopId={plan.shopId}
                  onChoose={id => onPick('shop', { id, name: '' })}
                />
                <FloorOfPlan plans={plans} floorId={plan.floorId} onChoose={chooseFloor} />
                <Segmented
                  size="small"
                  aria-label={t({ zh: '图层', en: 'Layer' })}
                  value={isCells ? 'cells' : 'zones'}
                  options={[
                    { value: 'zones', label: t({ zh: '按区域', en: 'By zone' }) },
                    {
                      value: 'cells',
                      label: t({ zh: '热力网格', en: 'Heat cells' }),
                      disabled: hours.size === 0,
                    },
                  ]}
                  onChange={value => show(value === 'cells' ? 'cells' : 'zones')}
                />
              </>
            }
          />
          <p className="plan-note">
            {isCells
              ? t({
                  zh: '网格按小时记录，整点内不变；区域数字随所选粒度变化。全片共用一个色标。',
                  en: 'Cells are kept by the hour and stay within it; numbers of zones follow the chosen steps. One scale for the whole film.',
                })
              : isHourly
                ? t({ zh: '全片共用一个色标。', en: 'One scale for the whole film.' })
                : t({
                    zh: '超过 7 天时只按区域播放。全片共用一个色标。',
                    en: 'More than 7 days are played by zone alone. One scale for the whole film.',
                  })}
          </p>
        </div>
      )}
    </SpecialCard>
  )
}

const clockOf = (at: string, asking: Special['asking']): string =>
  asking && daysIn(asking.period) === 1 ? at.slice(11) : at.slice(5)
