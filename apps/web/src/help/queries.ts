import { queryOptions } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'

const key = ['articles']
export const articleQueries = {
  list: () => queryOptions({ queryKey: key, queryFn: ({ signal }) => api.articles.list({ signal }) }),
}
export const articlesChanged = () => queryClient.invalidateQueries({ queryKey: key })
