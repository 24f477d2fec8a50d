import { dailyRecordBody, type ScoreDraftContent } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshDailyRecords, scoringQueries } from '../scoring/queries.ts'
import { itemsOf } from '../scoring/score-model.ts'
import { type KeptShape, useKeptForm } from '../scoring/use-kept-form.ts'
import { formText as words } from './text.ts'
import type { Surroundings } from './use-inspection.ts'

export type DailySheet = { typeId: string | undefined; content: string; pictureIds: readonly string[] }
const emptyDaily: DailySheet = { typeId: undefined, content: '', pictureIds: [] }
const draft = dailyRecordBody.partial()

const shape: KeptShape<DailySheet> = {
  empty: emptyDaily,
  read(kept) {
    // A note without a word yet is no whole record, but a draft all the same.
    const { data } = draft.safeParse({ ...kept, content: kept.content === '' ? undefined : kept.content })
    return data
      ? { typeId: data.typeId, content: data.content ?? '', pictureIds: data.pictureIds ?? [] }
      : emptyDaily
  },
}

/** A note about the day in a shop: a type, words, pictures. */
export function useDaily(around: Surroundings, isOn: boolean) {
  const { can } = useSession()
  const may = can('inspect.score') && isOn
  const { shop } = around
  const form = useQuery({ ...scoringQueries.formOf('daily'), enabled: may })
  const kept = useKeptForm('daily', shop.shopid, shape, may)
  const [isSaving, saving] = useState(false)
  const reached = useRef(around)
  reached.current = around
  const types = form.data ? itemsOf(form.data) : []
  const typeId = kept.sheet.typeId ?? types[0]?.itemId

  function edit(changes: Partial<DailySheet>) {
    if (!kept.isReady) return
    const next = { ...kept.now(), ...changes }
    const recordId = reached.current.recordId()
    const content: ScoreDraftContent = {
      shopId: shop.shopid,
      ...(recordId === undefined ? {} : { recordId }),
      typeId: next.typeId ?? typeId,
      content: next.content,
      pictureIds: [...next.pictureIds],
    }
    kept.change(next, content)
  }

  return {
    shop,
    taken: around.taken,
    form,
    types,
    sheet: { ...kept.sheet, typeId },
    isReady: kept.isReady,
    failure: form.error ?? kept.failure,
    retry() {
      if (form.isError) void form.refetch()
      if (kept.failure !== undefined) kept.open()
    },
    keeping: kept.keeping,
    resolve: kept.resolve,
    edit,
    capture: around.mayCapture
      ? async () => {
          const picture = await reached.current.takePicture()
          if (picture) edit({ pictureIds: [...kept.now().pictureIds, picture.id] })
        }
      : undefined,
    isSaving,
    async save() {
      saving(true)
      try {
        edit({})
        await kept.submit(true)
        toast.success(words.savedDaily)
        void refreshDailyRecords()
      } catch (error) {
        toast.error(error)
      } finally {
        saving(false)
      }
    },
  }
}
export type DailyFormModel = ReturnType<typeof useDaily>
