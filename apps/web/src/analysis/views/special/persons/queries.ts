import { contract } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, type Input } from '../../../../lib/api.ts'
import type { Asking } from '../../ask.ts'

const calls = contract.persons
type Query<Name extends keyof typeof calls> = NonNullable<Input<(typeof calls)[Name]>['query']>
type Sample = { shopId: string; visitId: string }

export const aPage = 10

/** The place and days of a page as calls about persons take them. */
export const whereOf = ({ scope, shops, period }: Asking) => ({
  ...(scope.kind === 'shop'
    ? { shopIds: scope.shopId }
    : shops.length > 0
      ? { shopIds: shops.join(',') }
      : {}),
  ...(scope.kind === 'area' ? { areaId: scope.id } : {}),
  ...period,
})

/** What the filter bar says of people. */
export const traitsOf = ({ members }: Asking) => {
  const said = (name: keyof Asking['members']) => members[name]?.join(',')
  return {
    entranceIds: said('entrance'),
    deviceIds: said('device'),
    genders: said('gender'),
    ageBands: said('ageBand'),
    identities: said('identity'),
  }
}

const of = (name: string, about: unknown) => ['persons', name, about]

export const personQueries = {
  list: (query: Query<'list'>) =>
    queryOptions({
      queryKey: of('list', query),
      queryFn: ({ signal }) => api.persons.list({ query, signal }),
    }),
  captures: (query: Query<'captures'>) =>
    queryOptions({
      queryKey: of('captures', query),
      queryFn: ({ signal }) => api.persons.captures({ query, signal }),
    }),
  detail: (personId: string, query: Query<'detail'>) =>
    queryOptions({
      queryKey: of('detail', [personId, query]),
      queryFn: ({ signal }) => api.persons.detail({ params: { personId }, query, signal }),
    }),
  visits: (personId: string, query: Query<'visits'>) =>
    queryOptions({
      queryKey: of('visits', [personId, query]),
      queryFn: ({ signal }) => api.persons.visits({ params: { personId }, query, signal }),
    }),
  tracked: (query: Query<'tracked'>) =>
    queryOptions({
      queryKey: of('tracked', query),
      queryFn: ({ signal }) => api.persons.tracked({ query, signal }),
    }),
  /** Each opening is written down on the server: what was opened is kept for the visit of the console. */
  track: (shopId: string, trackId: string, reason: string) =>
    queryOptions({
      queryKey: of('track', [shopId, trackId, reason]),
      queryFn: ({ signal }) => api.persons.track({ body: { shopId, trackId, reason }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  pictures: (visits: readonly Sample[]) =>
    queryOptions({
      queryKey: of('pictures', visits),
      queryFn: ({ signal }) => api.persons.pictures({ body: { visits: [...visits] }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  samples: (query: Query<'samples'>) =>
    queryOptions({
      queryKey: of('samples', query),
      queryFn: ({ signal }) => api.persons.samples({ query, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  confusion: (query: Query<'confusion'>) =>
    queryOptions({
      queryKey: of('confusion', query),
      queryFn: ({ signal }) => api.persons.confusion({ query, signal }),
    }),
}
