import type { CheckForm, CheckItem, CheckKind } from '@aisle/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'
import { toast } from '../ui/toast.tsx'
import type { Place } from './tree-moves.ts'

const key = ['checkForms'] as const

export const formQueries = {
  form: (kind: CheckKind, archived: boolean) =>
    queryOptions({
      queryKey: [...key, 'form', kind, archived],
      queryFn: ({ signal }) => api.checkItems.list({ query: { kind, archived }, signal }),
      placeholderData: previous => (previous?.kind === kind ? previous : undefined),
    }),
  versions: (itemId: string) =>
    queryOptions({
      queryKey: [...key, 'versions', itemId],
      queryFn: ({ signal }) => api.checkItems.versions({ params: { itemId }, signal }),
    }),
  places: (shopId: string, kind: CheckKind) =>
    queryOptions({
      queryKey: [...key, 'places', shopId, kind],
      queryFn: ({ signal }) => api.checkItems.places({ params: { shopId }, query: { kind }, signal }),
    }),
  videos: (shopid: string) =>
    queryOptions({
      queryKey: [...key, 'videos', shopid],
      queryFn: ({ signal }) => api.checkShop.getVideosByShop({ query: { shopid, pageSize: 1000 }, signal }),
      staleTime: 60_000,
    }),
}

/** Every page that shows a form asks for it anew. */
export const refreshForms = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: key }),
    queryClient.invalidateQueries({ queryKey: ['scoring'] }),
    queryClient.invalidateQueries({ queryKey: ['records', 'form'] }),
  ])

/** The edits of the tree itself; each says what went wrong and shows what the server holds now. */
export function useTreeEdits() {
  const shared = { onError: (error: unknown) => toast.error(error), onSettled: refreshForms }
  const restore = useMutation({
    mutationFn: (item: CheckItem) => api.checkItems.restore({ params: { itemId: item.itemId } }),
    ...shared,
  })
  const archive = useMutation({
    mutationFn: (item: CheckItem) => api.checkItems.archive({ params: { itemId: item.itemId } }),
    ...shared,
    onSuccess: (_, item) =>
      toast.undo({ zh: '已归档「{name}」', en: 'Archived “{name}”' }, () => restore.mutate(item), {
        name: item.itemName,
      }),
  })
  const move = useMutation({
    mutationFn: ({ item, place }: { item: CheckItem; place: Place }) =>
      api.checkItems.move({
        params: { itemId: item.itemId },
        body: { ...place, version: item.version },
      }),
    // One after the other: each knows the version that the one before made.
    scope: { id: 'check-items' },
    ...shared,
  })
  return { restore, archive, move }
}

export function useRenameForm(form: CheckForm) {
  return useMutation({
    mutationFn: (names: { name: string; nameEn: string }) =>
      api.checkItems.rename({ params: { kind: form.kind }, body: names }),
    onError: error => toast.error(error),
    onSettled: refreshForms,
  })
}
