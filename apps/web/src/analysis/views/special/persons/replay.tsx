import type { PersonTrack } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { Pause, Play, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { FloorPlanView } from '../../../../ui/floor-plan/floor-plan.tsx'
import { usePlanScale } from '../../../../ui/floor-plan/plan-scale.ts'
import { useHotkeys } from '../../../../ui/hotkeys.ts'
import type { Special } from '../../kinds/special.ts'
import { usePlanDrawing } from '../../plans/drawing.ts'
import { planQueries } from '../../plans/queries.ts'
import { SpecialCard } from '../special-card.tsx'
import { ReasonForm } from './reason.tsx'
import { personOf } from './use-person.ts'
import { type OpenedWay, useLatestWay, useWayOfPage } from './use-way.ts'
import { floorAround, lengthMs, partAt, positionAt, type WayPoint, walkedBy } from './way.ts'
import './persons.css'

const height = 420

/** The way that the page is about, walked again. */
export function TrackReplay(props: Special) {
  const t = useText()
  const opened = useWayOfPage()
  return (
    <WayCard
      {...props}
      opened={opened}
      nothing={t({ zh: '在「人员与到访」中选择一次到访', en: 'Choose a visit in the list' })}
    />
  )
}

/** The latest way of a person. */
export function LatestPath(props: Special) {
  const t = useText()
  const opened = useLatestWay(props.asking)
  const isChosen = personOf(props.asking) !== undefined
  return (
    <WayCard
      {...props}
      opened={opened}
      isPending={opened.isPending}
      nothing={
        isChosen
          ? t({
              zh: '没有此人的动线（动线保留 90 天）。此图需要：顶视追踪设备',
              en: 'No way of this person is known (ways are kept for 90 days). It needs: ceiling sensors that follow people',
            })
          : t({ zh: '选择人员后显示其动线', en: 'The way appears once a person is chosen' })
      }
    />
  )
}

function WayCard({
  panel,
  asking,
  className,
  opened: { way, isAsked, found },
  isPending = false,
  nothing,
}: Special & { opened: OpenedWay; isPending?: boolean; nothing: string }) {
  const { can } = useSession()
  const format = useFormat()
  const name = useName()
  const track = way && found.data
  const state = !can('track.view')
    ? ('forbidden' as const)
    : asking === undefined || isPending
      ? ('loading' as const)
      : way === undefined
        ? ('empty' as const)
        : !isAsked || track
          ? ('ready' as const)
          : found.isError
            ? ('error' as const)
            : ('loading' as const)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={state}
      error={found.error}
      onRetry={() => void found.refetch()}
      nothing={nothing}
      height={height}
      hint={
        track &&
        `#${track.personId} · ${name(track.shop.name, track.shop.nameEn)} · ${format.moment(new Date(track.at), track.shop.timeZone)}`
      }
    >
      {way && !isAsked && <ReasonForm />}
      {track && <Replay key={`${track.shopId} ${track.trackId}`} track={track} />}
    </SpecialCard>
  )
}

const speeds = [1, 10, 30, 60] as const
const group = { zh: '轨迹回放', en: 'Track replay' }

/** A way over the plan of its floor, with a dot that walks it; at its end it stands whole. */
function Replay({ track }: { track: PersonTrack }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const total = lengthMs(track)
  const [at, goTo] = useState(total)
  const [isOn, run] = useState(false)
  const [speed, setSpeed] = useState<number>(total > 600_000 ? 60 : 30)
  const [floor, setFloor] = useState<number>()

  useEffect(() => {
    if (!isOn) return
    let last = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const passed = (now - last) * speed
      last = now
      goTo(current => Math.min(total, current + passed))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isOn, speed, total])
  const isEnd = at >= total
  if (isEnd && isOn) run(false)
  const toggle = () => {
    if (isEnd && !isOn) goTo(0)
    setFloor(undefined)
    run(!isOn)
  }
  const jump = (by: number) => goTo(current => Math.max(0, Math.min(total, current + by)))
  useHotkeys([
    { keys: [' '], text: { zh: '播放 / 暂停', en: 'Play / pause' }, group, run: toggle },
    {
      keys: [','],
      text: { zh: '后退 10 秒', en: 'Back 10 s' },
      group,
      repeats: true,
      run: () => jump(-10_000),
    },
    { keys: ['.'], text: { zh: '前进 10 秒', en: 'On 10 s' }, group, repeats: true, run: () => jump(10_000) },
  ])

  const plans = useQuery(planQueries.ofShops([track.shopId]))
  const walking = partAt(track.parts, at)
  const part = track.parts.find(({ mapId }) => mapId === floor) ?? walking
  const plan = plans.data?.find(({ floorId }) => floorId === part?.floor?.id)
  const drawn = usePlanDrawing(plan)
  const drawing =
    drawn ?? floorAround(track.parts.flatMap(one => (one.mapId === part?.mapId ? one.points : [])))
  const own = track.parts.filter(({ mapId }) => mapId === part?.mapId)
  const began = new Date(track.at).getTime()
  const clock = format.clock(new Date(began + at), track.shop.timeZone)
  const levelOf = (id: string | undefined) => plans.data?.find(({ floorId }) => floorId === id)?.level ?? 0
  const floors = [...new Map(track.parts.map(one => [one.mapId, one.floor]))].toSorted(
    ([, a], [, b]) => levelOf(a?.id) - levelOf(b?.id),
  )
  const stop = track.stops.findLast(
    one =>
      new Date(one.at).getTime() <= began + at &&
      began + at < new Date(one.at).getTime() + one.dwellSeconds * 1000,
  )
  return (
    <>
      <FloorPlanView
        plan={drawing}
        height={height}
        summary={t(
          {
            zh: '人员 {id} 的动线，历时 {time}，经过 {zones} 个区域',
            en: 'The way of person {id}: {time}, {zones} zones',
          },
          { id: track.personId, time: format.duration(total), zones: track.zones },
        )}
        format={format.number}
        valueName={t({ zh: '停留', en: 'Stay' })}
        zones={{
          valueOf: () => null,
          textOf: id => {
            const seconds = track.stops
              .filter(({ zone }) => zone.id === id)
              .reduce((sum, { dwellSeconds }) => sum + dwellSeconds, 0)
            return seconds === 0 ? undefined : format.duration(seconds * 1000)
          },
          isShaded: false,
        }}
        {...(stop ? { pickedId: stop.zone.id } : {})}
        tools={
          floors.length > 1 && (
            <Segmented
              size="small"
              aria-label={t({ zh: '楼层', en: 'Floor' })}
              value={part?.mapId ?? 0}
              options={floors.map(([mapId, place]) => ({
                value: mapId,
                label: place ? name(place.name, place.nameEn) : String(mapId),
              }))}
              onChange={setFloor}
            />
          )
        }
      >
        {own.map(({ points }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
          <WayDrawing key={index} points={points} at={at} isHere={points === walking?.points} />
        ))}
      </FloorPlanView>
      <div className="way-bar">
        <Button
          type="primary"
          aria-label={isOn ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '播放', en: 'Play' })}
          icon={
            isOn ? (
              <Pause size={15} aria-hidden />
            ) : isEnd ? (
              <RotateCcw size={15} aria-hidden />
            ) : (
              <Play size={15} aria-hidden />
            )
          }
          onClick={toggle}
        />
        <input
          type="range"
          min={0}
          max={total}
          step={1000}
          value={at}
          aria-label={t({ zh: '时间', en: 'Time' })}
          aria-valuetext={clock}
          onChange={event => {
            run(false)
            setFloor(undefined)
            goTo(Number(event.target.value))
          }}
        />
        <span className="way-time">
          {clock} · {format.duration(at)} / {format.duration(total)}
        </span>
        <Segmented
          size="small"
          aria-label={t({ zh: '速度', en: 'Speed' })}
          value={speed}
          options={speeds.map(value => ({ value, label: `${value}×` }))}
          onChange={setSpeed}
        />
      </div>
      {!plan && !plans.isPending && (
        <p className="visit-about">
          {t({
            zh: '该楼层没有平面图，仅绘出轨迹',
            en: 'There is no plan of this floor: the way alone is drawn',
          })}
        </p>
      )}
    </>
  )
}

function WayDrawing({ points, at, isHere }: { points: readonly WayPoint[]; at: number; isHere: boolean }) {
  const cm = usePlanScale()
  const text = (list: readonly (readonly [number, number])[]) => list.map(([x, y]) => `${x},${y}`).join(' ')
  const [first] = points
  const here = isHere ? positionAt(points, at) : undefined
  return (
    <g>
      <polyline className="way-line" points={text(points.map(([, x, y]) => [x, y]))} strokeWidth={2 * cm} />
      <polyline className="way-gone" points={text(walkedBy(points, at))} strokeWidth={3 * cm} />
      {first && <circle className="way-end" cx={first[1]} cy={first[2]} r={4 * cm} strokeWidth={2 * cm} />}
      {here && <circle className="way-dot" cx={here[0]} cy={here[1]} r={7 * cm} strokeWidth={2 * cm} />}
    </g>
  )
}
