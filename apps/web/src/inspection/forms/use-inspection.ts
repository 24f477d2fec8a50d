import type { Camera, CheckItem, Picture, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshInspections, refreshProblems, scoringQueries } from '../scoring/queries.ts'
import { itemsOf } from '../scoring/score-model.ts'
import { type KeptShape, useKeptForm } from '../scoring/use-kept-form.ts'
import {
  countsOf,
  emptyInspection,
  type Finding,
  found,
  type InspectionSheet,
  inspectionContent,
  inspectionSheetOf,
  restNormal,
} from './inspection-model.ts'
import { rememberRemarks } from './phrases.ts'
import { proposedRaise } from './raise-fields.tsx'
import { formText as words } from './text.ts'

const shape: KeptShape<InspectionSheet> = { empty: emptyInspection, read: inspectionSheetOf }
/** A pause longer than this is not time spent on the form. */
const longestStepSeconds = 300

/** What a form beside the picture knows of the visit around it. */
export type Surroundings = {
  shop: ShopDetail
  camera: Camera
  presetId: string | undefined
  mayCapture: boolean
  takePicture(): Promise<Picture | undefined>
  taken: readonly Picture[]
  recordId(): string | undefined
}

/** The inspection of a shop; nothing is asked of the server for those who may not write one. */
export function useInspection(around: Surroundings, isOn: boolean) {
  const { can } = useSession()
  const may = can('inspect.score') && isOn
  const { shop } = around
  const form = useQuery({ ...scoringQueries.formOf('inspection'), enabled: may })
  const owners = useQuery({ ...scoringQueries.owners(shop.shopid), enabled: may })
  const kept = useKeptForm('inspection', shop.shopid, shape, may)
  const [openId, open] = useState<string>()
  const [isSaving, saving] = useState(false)
  const touchedAt = useRef(Date.now())
  const reached = useRef(around)
  reached.current = around
  const items = form.data ? itemsOf(form.data) : []

  function keep(next: InspectionSheet) {
    if (!kept.isReady) return
    const now = new Date()
    const spent = Math.min(longestStepSeconds, Math.round((now.getTime() - touchedAt.current) / 1000))
    touchedAt.current = now.getTime()
    const sheet = { ...next, useTime: Math.min(86_400, next.useTime + spent) }
    const recordId = reached.current.recordId()
    kept.change(sheet, inspectionContent(sheet, items, { shopId: shop.shopid, recordId, now }))
  }
  const edit = (itemId: string, finding: Finding) => {
    const before = kept.now()
    keep({ ...before, findings: { ...before.findings, [itemId]: finding } })
  }

  async function captureFor(itemId: string) {
    const { camera, presetId } = reached.current
    const picture = await reached.current.takePicture()
    const before = kept.now().findings[itemId]
    if (!picture || !before) return
    edit(itemId, {
      ...before,
      pictureIds: [...before.pictureIds, picture.id],
      cameraId: camera.id,
      presetId: picture.presetId ?? presetId,
    })
  }

  return {
    shop,
    taken: around.taken,
    mayCapture: around.mayCapture,
    form,
    items,
    owners: owners.data ?? [],
    sheet: kept.sheet,
    counts: countsOf(kept.sheet, items),
    isReady: kept.isReady,
    failure: form.error ?? kept.failure,
    retry() {
      if (form.isError) void form.refetch()
      if (kept.failure !== undefined) kept.open()
    },
    keeping: kept.keeping,
    resolve: kept.resolve,
    keepNow: kept.keepNow,
    openId,
    open,
    edit,
    captureFor,
    judge(item: CheckItem, result: Finding['result']) {
      if (!kept.isReady) return
      const before = kept.now().findings[item.itemId]
      edit(item.itemId, found(before, result, proposedRaise(owners.data ?? [], shop.timeZone)))
      open(result === 'abnormal' ? item.itemId : undefined)
      if (result === 'abnormal' && !before?.pictureIds.length && around.mayCapture)
        void captureFor(item.itemId)
    },
    restNormal: () => keep(restNormal(kept.now(), items)),
    isSaving,
    /** Makes the record. Says what went wrong. */
    async save() {
      saving(true)
      try {
        const sent = kept.now()
        keep(sent)
        await kept.submit(true)
        rememberRemarks(Object.values(sent.findings).map(({ remark }) => remark))
        open(undefined)
        toast.success(words.savedInspection)
        void refreshInspections()
        void refreshProblems()
      } catch (error) {
        toast.error(error)
      } finally {
        saving(false)
      }
    },
  }
}
export type InspectionFormModel = ReturnType<typeof useInspection>
