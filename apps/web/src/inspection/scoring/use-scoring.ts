import type { Camera, CheckItem, Picture, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { shopTime } from '../capture/shop-time.ts'
import { momentOf, shiftDay } from '../playback/shop-day.ts'
import { draftCopy } from './draft-copy.ts'
import { type DraftKeeper, draftKeeper } from './draft-keeper.ts'
import { refreshEvaluations, scoringQueries } from './queries.ts'
import {
  contentOf,
  emptySheet,
  itemsOf,
  judged,
  type Mark,
  markOf,
  nextUnscored,
  type Sheet,
  sheetOf,
  tallyOf,
} from './score-model.ts'
import { scoringText as words } from './text.ts'

/** A pause longer than this is not time spent on the form. */
const longestStepSeconds = 300

type Around = {
  shop: ShopDetail
  camera: Camera
  presetId: string | undefined
  mayCapture: boolean
  /** Takes a picture of the camera; undefined where there is none to take. */
  takePicture(): Promise<Picture | undefined>
}

/** The evaluation of a shop beside its picture; undefined for those who may not score. */
export function useScoring(around: Around) {
  const { can, user } = useSession()
  const may = can('inspect.score')
  const userId = user?.id ?? ''
  const { shop, camera } = around
  const form = useQuery({ ...scoringQueries.form(), enabled: may })
  const owners = useQuery({ ...scoringQueries.owners(shop.shopid), enabled: may })
  const keeper = useKeeper(userId, shop.shopid)
  const keeping = useStore(keeper.state)
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const [isReady, ready] = useState(false)
  const [failure, fail] = useState<unknown>()
  const [chosenId, choose] = useState<string>()
  const [openRecord, showRecord] = useState<string>()
  const [isDrawerOpen, openDrawer] = useState(false)
  const latest = useRef({ sheet, touchedAt: Date.now() })
  const reached = useRef(around)
  reached.current = around

  const show = useCallback((next: Sheet) => {
    latest.current.sheet = next
    setSheet(next)
  }, [])
  const open = useCallback(() => {
    fail(undefined)
    keeper
      .open()
      .then(content => {
        show(content ? sheetOf(content, shop.shopid) : emptySheet)
        ready(true)
      })
      .catch(fail)
  }, [keeper, shop.shopid, show])
  useEffect(() => {
    if (!may) return
    open()
    const nudge = () => keeper.nudge()
    window.addEventListener('online', nudge)
    window.addEventListener('pagehide', nudge)
    return () => {
      window.removeEventListener('online', nudge)
      window.removeEventListener('pagehide', nudge)
      keeper.close()
    }
  }, [may, keeper, open])

  const items = useMemo(() => (form.data ? itemsOf(form.data) : []), [form.data])
  const current =
    items.find(item => item.itemId === chosenId) ?? nextUnscored(items, sheet, undefined) ?? items[0]

  // The form follows the camera: the first item tied to its part of the shop that is not scored.
  useEffect(() => {
    const tied = items.filter(item => item.cameraGroup === camera.group)
    const next = nextUnscored(tied, latest.current.sheet, undefined)
    if (next) choose(next.itemId)
  }, [camera.group, items])

  function change(itemId: string, edit: (mark: Mark) => Mark) {
    if (!isReady) return
    const now = Date.now()
    const { sheet: before, touchedAt } = latest.current
    const spent = Math.min(longestStepSeconds, Math.round((now - touchedAt) / 1000))
    latest.current.touchedAt = now
    const next: Sheet = {
      marks: { ...before.marks, [itemId]: edit(markOf(before, itemId)) },
      useTime: Math.min(86_400, before.useTime + spent),
    }
    show(next)
    keeper.change(contentOf(next, items, shop.shopid, new Date(now)))
  }

  /** Takes a picture of what is seen now and attaches it to the item that was current when it was asked for. */
  async function captureFor(itemId: string | undefined) {
    const { camera: seen, presetId } = reached.current
    const picture = await reached.current.takePicture()
    if (!picture || itemId === undefined) return
    change(itemId, mark =>
      mark.pictureIds.length >= 20
        ? mark
        : {
            ...mark,
            pictureIds: [...mark.pictureIds, picture.id],
            cameraId: seen.id,
            presetId: picture.presetId ?? presetId,
          },
    )
  }

  function judge(item: CheckItem, result: Mark['result']) {
    if (!isReady) return
    const before = markOf(latest.current.sheet, item.itemId)
    const isNew = result === 'deduct' && before.result !== 'deduct'
    change(item.itemId, mark => {
      const next = judged(mark, result)
      const dueAt = proposedDue(shop.timeZone)
      return isNew ? { ...next, raise: { ownerUserId: owners.data?.[0]?.id, dueAt } } : next
    })
    if (isNew && around.mayCapture && before.pictureIds.length === 0) void captureFor(item.itemId)
    if (result === 'deduct') choose(item.itemId)
    else moveOn(item)
  }

  function moveOn(from: CheckItem | undefined) {
    const next = nextUnscored(items, latest.current.sheet, from?.itemId)
    choose((next ?? from)?.itemId)
  }

  function step(by: number) {
    const index = current ? items.indexOf(current) : -1
    const next = items[index + by]
    if (next) choose(next.itemId)
  }

  /** Saves what is open, then makes the record of it. Throws where the server has something to ask. */
  async function submit(allowUnscored: boolean) {
    if (!(await keeper.flush())) throw flushFault(keeper)
    const { version, key } = keeper.identity()
    const params = { kind: 'evaluation', shopId: shop.shopid } as const
    try {
      const { evaluation } = await api.scoreDrafts.submit({ params, body: { version, key, allowUnscored } })
      keeper.reset()
      show(emptySheet)
      choose(undefined)
      void refreshEvaluations()
      if (evaluation) {
        showRecord(evaluation.id)
        toast.success(words.submitted, { score: evaluation.score.toFixed(1) })
      }
    } catch (error) {
      if (isProblem(error) && error.reason === 'unscored') void form.refetch()
      throw error
    }
  }

  if (!may) return undefined
  return {
    shop,
    mayCapture: around.mayCapture,
    form,
    items,
    owners: owners.data ?? [],
    sheet,
    tally: tallyOf(items, sheet),
    current,
    isReady,
    failure: form.error ?? failure,
    retry() {
      if (form.isError) void form.refetch()
      if (failure !== undefined) open()
    },
    keeping,
    choose,
    change,
    judge,
    captureFor,
    step,
    moveOn,
    jump: () => moveOn(current),
    keepNow: () => void keeper.flush(),
    resolve(which: 'mine' | 'theirs') {
      const content = keeper.choose(which)
      show(content ? sheetOf(content, shop.shopid) : emptySheet)
    },
    submit,
    openRecord,
    /** The item that a capture belongs to: none while an older evaluation is looked at. */
    attachId: isReady && openRecord === undefined ? current?.itemId : undefined,
    showRecord,
    isDrawerOpen,
    openDrawer,
  }
}
export type Scoring = NonNullable<ReturnType<typeof useScoring>>

function flushFault(keeper: DraftKeeper): unknown {
  const state = keeper.state.get()
  return state.phase === 'refused'
    ? state.error
    : state.phase === 'conflict'
      ? words.draftElsewhere
      : state.phase === 'empty'
        ? words.nothingScored
        : words.offline
}

/** Tomorrow at six in the evening on the shop's clock, as an instant. */
export function proposedDue(timeZone: string, now = new Date()): string | undefined {
  const tomorrow = shiftDay(shopTime(now, timeZone).slice(0, 10), 1)
  const at = momentOf(`${tomorrow}T18:00:00`, timeZone)
  return at === undefined ? undefined : new Date(at).toISOString()
}

function useKeeper(userId: string, shopId: string): DraftKeeper {
  return useMemo(() => {
    const params = { kind: 'evaluation', shopId } as const
    return draftKeeper({
      calls: {
        load: () => api.scoreDrafts.get({ params }),
        save: body => api.scoreDrafts.save({ params, body }),
      },
      local: draftCopy(userId, shopId),
      newKey,
    })
  }, [userId, shopId])
}

/** Random, also where the page has no secure context and so no randomUUID. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
