import type { ExportKind, ExportOrder } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'
import { toast } from '../ui/toast.tsx'

export const exportQueries = {
  /** The exports of the caller; asked anew each second while one is under way. */
  jobs: (kind: ExportKind | undefined, pageNumber: number) =>
    queryOptions({
      queryKey: ['exports', 'jobs', kind ?? 'all', pageNumber],
      queryFn: ({ signal }) =>
        api.exportJobs.list({ query: { pageNumber, ...(kind ? { kind } : {}) }, signal }),
      refetchInterval: ({ state }) =>
        state.data?.records.some(job => job.state === 'queued' || job.state === 'running') ? 1000 : false,
    }),
  templates: () =>
    queryOptions({
      queryKey: ['exports', 'templates'],
      queryFn: ({ signal }) => api.exportTemplates.list({ signal }),
    }),
  schedules: () =>
    queryOptions({
      queryKey: ['exports', 'schedules'],
      queryFn: ({ signal }) => api.exportSchedules.list({ signal }),
      refetchInterval: 60_000,
    }),
  /** Who may be given the file of a schedule. */
  scheduledPeople: () =>
    queryOptions({
      queryKey: ['exports', 'scheduledPeople'],
      queryFn: ({ signal }) => api.exportSchedules.people({ signal }),
    }),
  corrections: (pageNumber: number) =>
    queryOptions({
      queryKey: ['exports', 'corrections', pageNumber],
      queryFn: ({ signal }) => api.quality.corrections({ query: { pageNumber, pageSize: 10 }, signal }),
    }),
}

export const submitExport = (order: ExportOrder) => api.exportJobs.submit({ body: order })

/** Does what was chosen in a list of exports, tells what went wrong, and has the list read again. */
export async function act(on: 'jobs' | 'schedules', work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast.error(error)
  } finally {
    // Also after a failure: what is refused has expired, or another window was faster.
    await changed(on)
  }
}

export const changed = (list: 'jobs' | 'schedules') =>
  queryClient.invalidateQueries({ queryKey: ['exports', list] })
