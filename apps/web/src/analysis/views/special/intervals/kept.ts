import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { intervalsIn } from './intervals.ts'

export const intervalsKey = 'analysis.intervals'

/** The parts of the day that the user has defined. */
export const keptIntervals = () =>
  queryOptions({
    queryKey: ['settings', intervalsKey],
    queryFn: async ({ signal }) =>
      intervalsIn(await api.settings.read({ params: { key: intervalsKey }, signal })),
  })
