import type { Camera, CheckItem, Picture, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isProblem } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { evaluationsChanged } from '../evaluation/changed.ts'
import { rememberRemarks } from '../forms/phrases.ts'
import { proposedRaise } from '../forms/raise-fields.tsx'
import { refreshProblems, scoringQueries } from './queries.ts'
import {
  contentOf,
  emptySheet,
  itemsOf,
  judged,
  type Mark,
  markOf,
  nextUnscored,
  outcomeOf,
  type Sheet,
  sheetOf,
  tallyOf,
} from './score-model.ts'
import { scoringText as words } from './text.ts'
import { type KeptShape, useKeptForm } from './use-kept-form.ts'

/** A pause longer than this is not time spent on the form. */
const longestStepSeconds = 300

/** As many as a record takes for one item. */
const mostPictures = 20

const shape: KeptShape<Sheet> = { empty: emptySheet, read: sheetOf }

type Around = {
  shop: ShopDetail
  camera: Camera
  presetId: string | undefined
  mayCapture: boolean
  /** Takes a picture of the camera; undefined where there is none to take. */
  /** One that waits for the network is told to `whenLate` once it arrived. */
  takePicture(whenLate?: (picture: Picture) => void): Promise<Picture | undefined>
  /** Pictures of this visit that may be attached. */
  taken?: readonly Picture[]
  /** The check-shop record of the visit, once it has begun. */
  recordId?(): string | undefined
  /** False where the items lead and the camera follows. */
  followsCamera?: boolean
  /** False where nothing is scored on this page. */
  isOn?: boolean
}

/** The evaluation of a shop beside its picture; undefined for those who may not score. */
export function useScoring(around: Around) {
  const { can } = useSession()
  const may = can('inspect.score') && (around.isOn ?? true)
  const { shop, camera } = around
  const form = useQuery({ ...scoringQueries.form(), enabled: may })
  const owners = useQuery({ ...scoringQueries.owners(shop.shopid), enabled: may })
  const kept = useKeptForm('evaluation', shop.shopid, shape, may)
  const { sheet, isReady, generation } = kept
  const [chosenId, choose] = useState<string>()
  /** The item that was deducted last, for as long as nobody goes elsewhere by hand. */
  const [deductedId, setDeducted] = useState<string>()
  const [openRecord, showRecord] = useState<string>()
  const [isAsking, ask] = useState(false)
  const touched = useRef<{ at: number; recordId: string | undefined }>({
    at: Date.now(),
    recordId: undefined,
  })
  const reached = useRef(around)
  reached.current = around
  const latestSheet = kept.now

  const items = useMemo(() => (form.data ? itemsOf(form.data) : []), [form.data])
  const current =
    items.find(item => item.itemId === chosenId) ?? nextUnscored(items, sheet, undefined) ?? items[0]

  // The form follows the camera: the first item tied to its part of the shop that is not scored. Where the form leads,
  // the camera follows it.
  const follows = around.followsCamera ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest sheet is looked at, a new one is no reason
  useEffect(() => {
    // Before the draft is there, every item looks unscored.
    if (!follows || !isReady) return
    const tied = items.filter(item => item.cameraGroup === camera.group)
    const next = nextUnscored(tied, latestSheet(), undefined)
    if (next) choose(next.itemId)
  }, [camera.group, items, follows, isReady, generation])

  function keep(next: Sheet, now: Date) {
    const recordId = reached.current.recordId?.()
    touched.current = { at: now.getTime(), recordId }
    kept.change(next, contentOf(next, items, shop.shopid, now, recordId))
  }

  function change(itemId: string, edit: (mark: Mark) => Mark) {
    if (!isReady) return
    const now = new Date()
    const before = latestSheet()
    const spent = Math.min(longestStepSeconds, Math.round((now.getTime() - touched.current.at) / 1000))
    const marks = { ...before.marks, [itemId]: edit(markOf(before, itemId)) }
    keep({ marks, useTime: Math.min(86_400, before.useTime + spent) }, now)
  }

  /** Takes a picture of what is seen now and attaches it to the item that was current when it was asked for. */
  async function captureFor(itemId: string | undefined) {
    const picture = await reached.current.takePicture(late => {
      // Another form may stand there by then.
      if (itemId !== undefined && markOf(latestSheet(), itemId).result !== 'unscored') attach(itemId, late)
    })
    if (picture && itemId !== undefined) attach(itemId, picture)
    return picture
  }

  function attach(itemId: string, picture: Picture) {
    const { camera: seen, presetId } = reached.current
    change(itemId, mark =>
      mark.pictureIds.length >= mostPictures || mark.pictureIds.includes(picture.id)
        ? mark
        : {
            ...mark,
            pictureIds: [...mark.pictureIds, picture.id],
            cameraId: picture.cameraId ?? seen.id,
            presetId: picture.presetId ?? presetId,
          },
    )
  }

  function judge(item: CheckItem, result: Mark['result']) {
    if (!isReady) return
    const before = markOf(latestSheet(), item.itemId)
    const isNew = result === 'deduct' && before.result !== 'deduct'
    change(item.itemId, mark => {
      const next = judged(mark, result)
      return isNew ? { ...next, raise: proposedRaise(owners.data ?? [], shop.timeZone) } : next
    })
    if (isNew && around.mayCapture && before.pictureIds.length === 0) void captureFor(item.itemId)
    setDeducted(result === 'deduct' ? item.itemId : undefined)
    if (result === 'deduct') choose(item.itemId)
    else moveOn(item)
  }

  function moveOn(from: CheckItem | undefined) {
    const next = nextUnscored(items, latestSheet(), from?.itemId)
    choose((next ?? from)?.itemId)
  }

  function step(by: number) {
    const index = current ? items.indexOf(current) : -1
    const next = items[index + by]
    if (next) goTo(next.itemId)
  }

  /** Saves what is open, then makes the record of it. Throws where the server has something to ask. */
  async function submit(allowUnscored: boolean) {
    const sent = latestSheet()
    // A draft of another visit, or of the moments before this one began, belongs to this one now.
    const recordId = reached.current.recordId?.()
    if (recordId !== undefined && recordId !== touched.current.recordId) keep(sent, new Date())
    try {
      const { evaluation } = await kept.submit(allowUnscored)
      rememberRemarks(Object.values(sent.marks).map(({ remark }) => remark))
      choose(undefined)
      void evaluationsChanged()
      void refreshProblems()
      if (evaluation) {
        showRecord(evaluation.id)
        toast.success(words.submitted, { score: evaluation.score.toFixed(1) })
      }
    } catch (error) {
      if (isProblem(error) && error.reason === 'unscored') void form.refetch()
      throw error
    }
  }

  /**
   * What the next verdict by key is about: the current item. One that was deducted just now stays open for its evidence,
   * but once its cost is said the next key means the next item, and never undoes the deduction.
   */
  function dueItem(): CheckItem | undefined {
    const isSettled =
      current?.itemId === deductedId &&
      current !== undefined &&
      outcomeOf(current, markOf(sheet, current.itemId)).state === 'deduct'
    return isSettled ? nextUnscored(items, sheet, current.itemId) : current
  }
  const goTo = (itemId: string) => {
    setDeducted(undefined)
    choose(itemId)
  }

  if (!may) return undefined
  return {
    shop,
    mayCapture: around.mayCapture,
    taken: around.taken ?? [],
    form,
    items,
    owners: owners.data ?? [],
    sheet,
    tally: tallyOf(items, sheet),
    current,
    due: dueItem(),
    isReady,
    failure: form.error ?? kept.failure,
    retry() {
      if (form.isError) void form.refetch()
      if (kept.failure !== undefined) kept.open()
    },
    keeping: kept.keeping,
    choose: goTo,
    change,
    judge,
    attach,
    captureFor,
    step,
    moveOn,
    jump: () => moveOn(current),
    keepNow: kept.keepNow,
    resolve: kept.resolve,
    submit,
    /** Whether the question before the submit is open. */
    isAsking,
    ask,
    openRecord,
    /** The item that a capture belongs to: none while an older evaluation is looked at. */
    attachId: isReady && openRecord === undefined ? current?.itemId : undefined,
    showRecord,
  }
}
export type Scoring = NonNullable<ReturnType<typeof useScoring>>
