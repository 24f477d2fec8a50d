import type { Picture } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshPictures } from '../queries.ts'
import { captureText as words } from './text.ts'
import type { Captures } from './use-capture.ts'

/** Puts pictures of one shop into the bin, all or none, and offers to take it back. Throws what the server says. */
export async function removePictures(
  gone: readonly Picture[],
  captures: Pick<Captures, 'taken' | 'forget' | 'remember'>,
): Promise<void> {
  const ids = gone.map(({ id }) => id).join(',')
  const taken = new Set(captures.taken.map(({ id }) => id))
  await api.checkShop.delCheckShopFileByIds({ params: { ids } })
  for (const { id } of gone) captures.forget(id)
  await refreshAll(gone)
  toast.undo(words.removed, () => {
    api.pictures
      .restore({ params: { ids } })
      .then(async restored => {
        captures.remember(restored.filter(({ id }) => taken.has(id)))
        await refreshAll(gone)
        toast.success(words.restored)
      })
      .catch((error: unknown) => toast.error(error))
  })
}

async function refreshAll(pictures: readonly Picture[]): Promise<void> {
  await Promise.all([...new Set(pictures.map(({ shopId }) => shopId))].map(refreshPictures))
}
