import type { Problem } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** Open problems that one call brings; a shop has more only if nobody closes any. */
const openAtOnce = 100

export const scoringQueries = {
  form: () =>
    queryOptions({
      queryKey: ['checkForm', 'evaluation'],
      queryFn: ({ signal }) => api.checkItems.list({ query: { kind: 'evaluation' }, signal }),
      staleTime: 300_000,
    }),
  /** Users who may be charged with a problem of a shop, the likeliest first. */
  owners: (shopId: string) =>
    queryOptions({
      queryKey: ['problemOwners', shopId],
      queryFn: async ({ signal }) => {
        const owners = await api.problems.owners({ query: { shopId }, signal })
        return owners.filter(owner => owner.kind === 'user')
      },
      staleTime: 300_000,
    }),
  /** Items of inspections or daily records. */
  formOf: (kind: 'inspection' | 'daily') =>
    queryOptions({
      queryKey: ['checkForm', kind],
      queryFn: ({ signal }) => api.checkItems.list({ query: { kind }, signal }),
      staleTime: 300_000,
    }),
  /** Where the items of the evaluation are seen in a shop. */
  places: (shopId: string) =>
    queryOptions({
      queryKey: ['itemPlaces', shopId],
      queryFn: ({ signal }) => api.checkItems.places({ params: { shopId }, query: {}, signal }),
      staleTime: 300_000,
    }),
  /** Problems of a shop that are not closed, those due first. */
  openProblems: (shopId: string) =>
    queryOptions({
      queryKey: ['problems', 'open', shopId],
      queryFn: async ({ signal }) => {
        const lists = await Promise.all(
          (['pending', 'rectification'] as const).map(async status => {
            const found: Problem[] = []
            for (let pageNumber = 1; ; pageNumber++) {
              const query = { shopId, status, sort: 'due' as const, pageNumber, pageSize: openAtOnce }
              const { records, total } = await api.problems.list({ query, signal })
              found.push(...records)
              if (records.length === 0 || found.length >= total) return found
            }
          }),
        )
        return lists.flat()
      },
    }),
  /** Inspections of a shop on a day of its calendar, latest first. */
  inspections: (shopId: string, day: string) =>
    queryOptions({
      queryKey: ['inspections', shopId, day],
      queryFn: ({ signal }) =>
        api.scoring.getInspectionList({ query: { shopid: shopId, checkdate: day }, signal }),
    }),
  dailyRecords: (shopId: string, day: string) =>
    queryOptions({
      queryKey: ['dailyRecords', shopId, day],
      queryFn: ({ signal }) =>
        api.scoring.getDailyrecordDetailList({ query: { shopid: shopId, checkdate: day }, signal }),
    }),
  history: (shopId: string) =>
    queryOptions({
      queryKey: ['evaluations', 'shop', shopId],
      queryFn: ({ signal }) => api.evaluations.list({ query: { shopid: shopId, pageSize: 20 }, signal }),
    }),
  evaluation: (id: string) =>
    queryOptions({
      queryKey: ['evaluations', 'one', id],
      queryFn: ({ signal }) => api.scoring.getEvaluation({ params: { id }, signal }),
    }),
}

/** A problem was raised or changed. */
export const refreshProblems = () => queryClient.invalidateQueries({ queryKey: ['problems'] })
export const refreshInspections = () => queryClient.invalidateQueries({ queryKey: ['inspections'] })
export const refreshDailyRecords = () => queryClient.invalidateQueries({ queryKey: ['dailyRecords'] })
