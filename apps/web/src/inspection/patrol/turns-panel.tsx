import type { CameraTurn } from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { SpanChart, type SpanRow } from '../../ui/chart/span-chart.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { dayOf } from '../playback/shop-day.ts'
import { patrolText as words } from './patrol-text.ts'
import { patrolPlans } from './round-dialog.tsx'

const minuteMs = 60_000
/** A look that nobody ended is shown so long. */
const openMs = 5 * minuteMs
const marginMs = 10 * minuteMs
const againMs = 60_000

const turnsQuery = (shopId: string, day: string) =>
  queryOptions({
    queryKey: ['cameraTurns', shopId, day],
    queryFn: ({ signal }) => api.patrol.turns({ query: { shopId, day }, signal }),
    refetchInterval: againMs,
  })

const begin = (turn: CameraTurn) => Date.parse(turn.at)
const end = (turn: CameraTurn) => (turn.until === null ? begin(turn) + openMs : Date.parse(turn.until))
const kindOf = (turn: CameraTurn) =>
  turn.kind === 'watched' ? 'watched' : turn.outcome === 'done' ? 'plan' : 'failed'

/** A lane a camera, in the order of their numbers. */
function turnRows(
  turns: readonly CameraTurn[],
  name: (zh: string, en: string) => string,
  written: (text: string) => string,
): SpanRow[] {
  const byCamera = Map.groupBy(turns, turn => turn.cameraId)
  return [...byCamera]
    .map(([key, own]) => ({
      key,
      number: own[0]?.cameraNumber ?? '',
      label: `${own[0]?.cameraNumber ?? ''} ${name(own[0]?.cameraName ?? '', own[0]?.cameraNameEn ?? '')}`,
      spans: own.map(turn => ({
        from: begin(turn),
        to: Math.max(end(turn), begin(turn) + minuteMs),
        kind: kindOf(turn),
        title: turn.kind === 'plan' ? written(turn.presetName) : turn.userName,
      })),
    }))
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
}

type Props = {
  shopId: string
  timeZone: string
  /** Shows the recording of a camera at a moment; left out where nobody may see recordings. */
  onReplay: ((cameraId: string, at: number) => void) | undefined
}

/** 预置位轮转: what the cameras of the shop looked at today, when, and by whom; a click replays it. */
export function TurnsPanel({ shopId, timeZone, onReplay }: Props) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const format = useFormat()
  const day = dayOf(Date.now(), timeZone)
  const query = useQuery(turnsQuery(shopId, day))
  const plans = useQuery(patrolPlans({ shopId }))
  const state = stateOf(query, data => data.length === 0)
  const turns = query.data
  const rows = useMemo(() => turnRows(turns ?? [], name, written), [turns, name, written])
  const spans = rows.flatMap(row => row.spans)
  const from = Math.min(...spans.map(span => span.from)) - marginMs
  const to = Math.max(Date.now(), ...spans.map(span => span.to))
  const plan = plans.data?.find(each => each.status === 'enabled')
  const steps = { 30: words.half, 60: words.hour, 120: words.twoHours } as const
  const step = Object.entries(steps).find(([minutes]) => Number(minutes) === plan?.schedule.everyMinutes)?.[1]
  const latest = (turns ?? [])
    .filter(turn => turn.pictureId !== null)
    .toReversed()
    .slice(0, 12)
  const count = (kind: CameraTurn['kind']) => (turns ?? []).filter(turn => turn.kind === kind).length
  return (
    <section className="strip turns" aria-label={t(words.turns)} {...panelAttributes('p4', state)}>
      <header className="strip-header">
        <h2>{t(words.turns)}</h2>
        <span className="tool-hint">
          {plan && step
            ? [
                written(plan.name),
                t(words.every, { step: t(step) }),
                ...(plan.nextRunAt
                  ? [t(words.nextRun, { time: format.hourMinute(new Date(plan.nextRunAt), timeZone) })]
                  : []),
              ].join(' · ')
            : plans.data && t(words.noPlanHere)}
        </span>
      </header>
      {state === 'loading' && (
        <Loading>
          <Bone height={80} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {state === 'empty' && <p className="strip-empty">{t(words.noTurns)}</p>}
      {state === 'ready' && (
        <>
          <SpanChart
            rows={rows}
            kinds={{
              plan: { label: t(words.planTurn), colour: 'chart-1' },
              watched: { label: t(words.watched), colour: 'chart-3' },
              failed: { label: t(words.failedTurn), colour: 'error' },
            }}
            from={from}
            to={to}
            timeZone={timeZone}
            summary={t(words.turnsSummary, { plan: count('plan'), watched: count('watched') })}
            {...(onReplay
              ? {
                  onPick: (row: number, span: number) => {
                    const lane = rows[row]
                    const picked = lane?.spans[span]
                    if (lane && picked) onReplay(lane.key, picked.from)
                  },
                }
              : {})}
          />
          {latest.length > 0 && (
            <ul className="turn-pictures">
              {latest.map(turn => {
                const time = format.hourMinute(new Date(turn.at), timeZone)
                const face = (
                  <>
                    {turn.thumbnailUrl && <img src={turn.thumbnailUrl} alt="" loading="lazy" />}
                    <span className="tile-corner">
                      {time} {written(turn.presetName)}
                    </span>
                  </>
                )
                return (
                  <li key={`${turn.cameraId} ${turn.at}`} className="picture-tile">
                    {onReplay ? (
                      <button
                        type="button"
                        aria-label={t(words.replayTurn, {
                          time: `${turn.cameraNumber} ${written(turn.presetName)} ${time}`,
                        })}
                        onClick={() => onReplay(turn.cameraId, begin(turn))}
                      >
                        {face}
                      </button>
                    ) : (
                      face
                    )}
                  </li>
                )
              })}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
