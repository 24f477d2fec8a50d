import { type Notice, noticeStatuses } from '@aisle/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'
import { toast } from '../ui/toast.tsx'

const key = ['notices'] as const
export type NoticeFilter = {
  status?: number | undefined
  keyword?: string | undefined
  from?: string | undefined
}

export const noticeQueries = {
  count: () =>
    queryOptions({
      queryKey: [...key, 'count'],
      queryFn: ({ signal }) => api.notices.count({ signal }),
    }),
  /** Unhandled ones first, as many as a popover holds. */
  last: (size: number) =>
    queryOptions({
      queryKey: [...key, 'last', size],
      queryFn: ({ signal }) => api.notices.list({ query: { pageSize: size }, signal }),
    }),
  page: (filter: NoticeFilter, pageNumber: number, pageSize: number) =>
    queryOptions({
      queryKey: [...key, 'page', filter, pageNumber, pageSize],
      queryFn: ({ signal }) => api.notices.list({ query: { ...filter, pageNumber, pageSize }, signal }),
      placeholderData: previous => previous,
    }),
}

/** The number shows at once; lists that are open are asked for anew. */
export function noticesChanged(unhandled: number) {
  queryClient.setQueryData(noticeQueries.count().queryKey, known => known && { ...known, unhandled })
  return queryClient.invalidateQueries({ queryKey: key })
}

const refresh = () => queryClient.invalidateQueries({ queryKey: key })

/** Marks notices as handled, with a way to take it back. */
export function useHandling() {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, status }: { id: string; status: number }) =>
      api.notices.updateStatus({ params: { id }, body: { status } }),
    onError: error => toast.error(error),
    onSettled: refresh,
  })
  const all = useMutation({
    mutationFn: () => api.notices.handleAll({ body: {} }),
    onError: error => toast.error(error),
    onSettled: refresh,
  })
  const handle = useCallback(
    ({ id }: Pick<Notice, 'id'>) =>
      mutate(
        { id, status: noticeStatuses.handled },
        {
          onSuccess: () =>
            toast.undo({ zh: '已标记为处理', en: 'Marked as handled' }, () =>
              mutate({ id, status: noticeStatuses.unhandled }),
            ),
        },
      ),
    [mutate],
  )
  const reopen = useCallback(
    ({ id }: Pick<Notice, 'id'>) => mutate({ id, status: noticeStatuses.unhandled }),
    [mutate],
  )
  return { handle, reopen, isPending, handleAll: all.mutateAsync }
}
