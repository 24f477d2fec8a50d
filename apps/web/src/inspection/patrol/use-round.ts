import type { PatrolRound, RoundSource, RoundStop, StopState } from '@aisle/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { dayOf } from '../../shell/date-picker/periods.ts'
import { toast } from '../../ui/toast.tsx'
import { patrolText as words } from './patrol-text.ts'

/** Another computer may have gone on: asked again so often while the page is looked at. */
const againMs = 30_000

const roundQuery = (day: string) =>
  queryOptions({
    queryKey: ['patrolRound', day],
    queryFn: ({ signal }) => api.patrol.round({ query: { day }, signal }),
    refetchInterval: againMs,
    refetchOnWindowFocus: true,
  })

/** The latest round before a day: what may be walked again. */
export const lastRoundQuery = (before: string) =>
  queryOptions({
    queryKey: ['patrolRound', 'last', before],
    queryFn: ({ signal }) => api.patrol.lastRound({ query: { before }, signal }),
  })

/** The stop that follows in the round and is left; from the beginning where none does. */
export function nextStop(stops: readonly RoundStop[], shopId: string | undefined): RoundStop | undefined {
  const at = stops.findIndex(stop => stop.shopId === shopId)
  const order = [...stops.slice(at + 1), ...stops.slice(0, Math.max(at, 0))]
  return order.find(stop => stop.state === 'left')
}

/** How far a round is. */
export function roundProgress(stops: readonly RoundStop[]) {
  const count = (state: StopState) => stops.filter(stop => stop.state === state).length
  return { all: stops.length, done: count('done'), skipped: count('skipped'), left: count('left') }
}

/** Today's round: its shops, which one is open (in the address), and how it goes on. */
export function useRound() {
  const day = dayOf(new Date())
  const [search, setSearch] = useSearchParams()
  const query = useQuery(roundQuery(day))
  const round = query.data ?? undefined
  const stops = round?.stops ?? []
  const asked = stops.find(stop => stop.shopId === search.get('stop'))
  const current = asked ?? nextStop(stops, undefined) ?? stops[0]
  const keep = (answer: PatrolRound | null) => queryClient.setQueryData(roundQuery(day).queryKey, answer)

  const open = useCallback(
    (shopId: string | undefined) =>
      setSearch(
        before => {
          const next = new URLSearchParams(before)
          next.delete('camera')
          if (shopId === undefined) next.delete('stop')
          else next.set('stop', shopId)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  const marking = useMutation({
    mutationFn: ({ roundId, shopId, state }: { roundId: string; shopId: string; state: StopState }) =>
      api.patrol.markStop({ params: { roundId, shopId }, body: { state } }),
    onSuccess: keep,
    onError: error => toast.error(error),
  })
  const beginning = useMutation({
    mutationFn: (body: { source: RoundSource; shopIds: string[] }) =>
      api.patrol.saveRound({ body: { ...body, day } }),
    onSuccess(answer) {
      keep(answer)
      open(nextStop(answer.stops, undefined)?.shopId)
    },
  })
  const mark = (shopId: string, state: StopState) =>
    round && marking.mutateAsync({ roundId: round.id, shopId, state }).catch(() => undefined)
  const step = (by: 1 | -1) => {
    const at = stops.findIndex(stop => stop.shopId === current?.shopId)
    const next = stops[(at + by + stops.length) % stops.length]
    if (next && next !== current) open(next.shopId)
  }
  return {
    day,
    query,
    round,
    stops,
    current,
    number: current ? stops.indexOf(current) + 1 : 0,
    progress: roundProgress(stops),
    isMarking: marking.isPending,
    open,
    mark,
    step,
    begin: beginning.mutateAsync,
    /** Done or skipped, and on to the next that is left. */
    async leave(state: 'done' | 'skipped') {
      if (!current) return
      const answer = await mark(current.shopId, state)
      if (!answer) return
      const next = nextStop(answer.stops, current.shopId)
      if (next) open(next.shopId)
      else toast.success(words.finished, { all: answer.stops.length })
    },
    async giveUp() {
      if (!round) return
      await api.patrol.removeRound({ params: { roundId: round.id } })
      keep(null)
      open(undefined)
    },
  }
}
export type Round = ReturnType<typeof useRound>
