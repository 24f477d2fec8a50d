import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readJson, writeJson } from '../../lib/storage.ts'
import { createStore, useStore } from '../../lib/store.ts'
import {
  addDays,
  type Choice,
  choiceIn,
  type Day,
  dayOf,
  isChoice,
  isDay,
  type Range,
  rangeOf,
  type Shortcut,
  shortcutNames,
  withChoice,
} from './periods.ts'

const periodKey = 'period'
/** The period chosen last: what a page without one in its address begins with. */
export const rememberedPeriod = createStore<Choice | undefined>(readJson(periodKey, isChoice))

export type Period = Range & {
  /** Undefined where two days were chosen. */
  shortcut: Shortcut | undefined
  /** The names that the page offers. */
  shortcuts: readonly Shortcut[]
  setPeriod(choice: Choice): void
}

type Wish = {
  /** Left out: all of them. */
  shortcuts?: readonly Shortcut[]
  /** What the page begins with while nothing was chosen; left out: the last seven days. */
  initial?: Shortcut
  /** False: a page of its own days (today, the year) neither begins with the choice of another page nor passes its own on. */
  isShared?: boolean
  now?: Date
}

/**
 * The days that a page is about. They stand in its address (`period=last7`, `from=…&to=…`) and the last choice holds on
 * the next page, where that offers it.
 */
export function usePeriod({
  shortcuts = shortcutNames,
  initial = 'last7',
  isShared = true,
  now,
}: Wish = {}): Period {
  const [search, setSearch] = useSearchParams()
  const remembered = useStore(rememberedPeriod)
  const today = dayOf(now ?? new Date())
  const written = search.toString()
  const offered = shortcuts.join(' ')

  const setPeriod = useCallback(
    (choice: Choice) => {
      if (isShared) {
        writeJson(periodKey, choice)
        rememberedPeriod.set(choice)
      }
      setSearch(
        current => {
          const next = withChoice(current, choice)
          next.delete('page')
          return next
        },
        { replace: true },
      )
    },
    [setSearch, isShared],
  )

  return useMemo(() => {
    const isOffered = (choice: Choice | undefined) =>
      choice !== undefined && (!('shortcut' in choice) || offered.split(' ').includes(choice.shortcut))
    const choice =
      [choiceIn(new URLSearchParams(written)), isShared ? remembered : undefined].find(isOffered) ??
      ({ shortcut: initial } satisfies Choice)
    const names = shortcutNames.filter(name => offered.split(' ').includes(name))
    return 'shortcut' in choice
      ? { ...rangeOf(choice.shortcut, today), shortcut: choice.shortcut, shortcuts: names, setPeriod }
      : { ...choice, shortcut: undefined, shortcuts: names, setPeriod }
  }, [written, remembered, offered, initial, isShared, today, setPeriod])
}

export type OneDay = { day: Day; isToday: boolean; setDay(day: Day): void; step(count: number): void }

/** One day in the address (`day=…`), today by default and never later. */
export function useDay(now: Date = new Date()): OneDay {
  const [search, setSearch] = useSearchParams()
  const today = dayOf(now)
  const written = search.get('day')
  const day = isDay(written) && written <= today ? written : today
  const setDay = useCallback(
    (next: Day) =>
      setSearch(
        current => {
          const changed = new URLSearchParams(current)
          if (next === today) changed.delete('day')
          else changed.set('day', next)
          changed.delete('page')
          return changed
        },
        { replace: true },
      ),
    [setSearch, today],
  )
  const step = useCallback(
    (count: number) => {
      const next = addDays(day, count)
      if (next <= today) setDay(next)
    },
    [day, today, setDay],
  )
  return { day, isToday: day === today, setDay, step }
}
