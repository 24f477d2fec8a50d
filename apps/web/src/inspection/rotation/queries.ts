import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** Rotation plans, own and shared. */
export const rotationPlans = () =>
  queryOptions({ queryKey: ['rotations'], queryFn: ({ signal }) => api.rotations.list({ signal }) })

export const refreshRotations = () => queryClient.invalidateQueries({ queryKey: rotationPlans().queryKey })
