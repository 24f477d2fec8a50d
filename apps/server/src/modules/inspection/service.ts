import { AppError } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import type { VideoKey } from '../../platform/shop-access.ts'
import { fromLegacyTime, legacyTimeOf } from '../../platform/time.ts'
import { type CheckRow, type InspectionStore, inspectionStore } from './store.ts'
import { text } from './text.ts'

/** A check whose begin nobody told is taken to have begun so long before now (specification, section 4). */
const unknownBeginMs = 10 * 3_600_000

/** Clocks of those who write may be ahead by as much. */
const clockToleranceMs = 5 * 60_000

/** Times of a check on the clock of its shop, as the inherited calls send them. */
type CheckTimes = { checkshopBeg?: string | undefined; checkshopEnd?: string | undefined }

/** Favourite shops, and the records of who looked into which shop and when. */
export function inspectionService({ db, now }: { db: Database; now: () => Date }) {
  const store = inspectionStore(db)

  /** @throws AppError notFound; forbidden where it is another user's or its shop is out of scope */
  async function ownCheck(caller: Caller, id: string): Promise<CheckRow> {
    const row = await store.check(caller.scope, id)
    if (!row) throw new AppError('notFound', text.noRecord)
    if (row.userId !== caller.userId || !row.inScope) throw new AppError('forbidden', text.notYourRecord)
    return row
  }

  async function checkAnswer(caller: Caller, id: string) {
    return answerOf(await ownCheck(caller, id))
  }

  return {
    /** Favourites of the user in scope, in the user's order; those added since come first, latest before. */
    favourites: async (caller: Caller) =>
      (await store.collects(caller.scope, caller.userId)).map(favouriteAnswer),

    /** Twice is once. @throws AppError forbidden outside the scope, notFound */
    addFavourite: async (caller: Caller, shopId: string) =>
      favouriteAnswer(await store.saveCollect(caller.scope, caller.userId, shopId, now())),

    /** Removes all or none. @throws AppError forbidden where one is not the user's */
    async removeFavourites(caller: Caller, ids: readonly string[]): Promise<void> {
      if (!(await store.removeCollects(caller.userId, ids)))
        throw new AppError('forbidden', text.notYourFavourites)
    },

    /** Gives favourites an order, those that are not named behind. Ids that are no favourites do nothing. */
    async sortFavourites(caller: Caller, shopIds: readonly string[]) {
      await store.sortCollects(caller.userId, shopIds)
      return (await store.collects(caller.scope, caller.userId)).map(favouriteAnswer)
    },

    /** How the favourites in scope stand now. */
    async favouriteFigures(caller: Caller) {
      const rows = await store.favouriteFigures(caller.scope, caller.userId, now())
      return rows.map(({ timeZone, scoredAt, patrolledAt, ...row }) => ({
        ...row,
        scoredAt: scoredAt && legacyTimeOf(scoredAt, timeZone),
        lastPatrol: patrolledAt && legacyTimeOf(patrolledAt, timeZone),
      }))
    },

    /** Begins a check, now where no time is told; one that is told to have ended is written as a whole. */
    async beginCheck(caller: Caller, shopId: string, times: CheckTimes) {
      const { timeZone } = await store.shop(caller.scope, shopId)
      const { checkshopBeg, checkshopEnd } = times
      const endedAt =
        checkshopEnd === undefined ? null : fromLegacyTime(checkshopEnd, timeZone, 'checkshopEnd')
      const beganAt =
        checkshopBeg !== undefined
          ? fromLegacyTime(checkshopBeg, timeZone, 'checkshopBeg')
          : new Date(now().getTime() - (endedAt ? unknownBeginMs : 0))
      refuseFuture({ checkshopBeg: beganAt, checkshopEnd: endedAt })
      refuseReversed(beganAt, endedAt)
      const id = await store.saveCheck(caller.scope, { shopId, userId: caller.userId, beganAt, endedAt })
      return checkAnswer(caller, id)
    },

    /** Ends the user's own check, now where no time is told; where no begin is told it becomes 10 hours before now. */
    async endCheck(
      caller: Caller,
      id: string,
      { shopId, ...times }: CheckTimes & { shopId?: string | undefined },
    ) {
      const row = await ownCheck(caller, id)
      if (shopId !== undefined && shopId !== row.shopId) throw wrongShop('shopId')
      const at = now()
      const beganAt =
        times.checkshopBeg === undefined
          ? new Date(at.getTime() - unknownBeginMs)
          : fromLegacyTime(times.checkshopBeg, row.timeZone, 'checkshopBeg')
      const endedAt =
        times.checkshopEnd === undefined
          ? at
          : fromLegacyTime(times.checkshopEnd, row.timeZone, 'checkshopEnd')
      refuseFuture({ checkshopBeg: beganAt, checkshopEnd: endedAt })
      refuseReversed(beganAt, endedAt)
      await store.updateCheck(caller.userId, id, { beganAt, endedAt })
      return checkAnswer(caller, id)
    },

    /** Notes that the user watched a video, as part of a check of the user's own where one is named. */
    async noteVideo(
      caller: Caller,
      input: VideoKey & { operateTime?: string | undefined; recordId?: string | undefined },
    ) {
      const { shopId, videoNo, channelNo, operateTime, recordId } = input
      const camera = await store.camera(caller.scope, input)
      if (recordId !== undefined && (await ownCheck(caller, recordId)).shopId !== shopId)
        throw wrongShop('recordId')
      const { timeZone } = camera.shop
      const operatedAt =
        operateTime === undefined ? now() : fromLegacyTime(operateTime, timeZone, 'operateTime')
      refuseFuture({ operateTime: operatedAt })
      const { userId } = caller
      const saved = await store.saveVideoCheck(caller.scope, {
        shopId,
        videoNo,
        channelNo,
        userId,
        cameraId: camera.id,
        recordId: recordId ?? null,
        operatedAt,
      })
      return {
        id: saved.id,
        shopId,
        userId,
        videoNo,
        channelNo,
        operateTime: legacyTimeOf(saved.operatedAt, timeZone),
        recordId: saved.recordId,
      }
    },
  }

  function refuseFuture(times: Record<string, Date | null>): void {
    const latest = now().getTime() + clockToleranceMs
    const errors = Object.entries(times)
      .filter(([, at]) => at !== null && at.getTime() > latest)
      .map(([path]) => ({ path, message: 'lies in the future' }))
    if (errors.length > 0) throw new AppError('invalidInput', text.notYet, { errors })
  }
}
export type InspectionService = ReturnType<typeof inspectionService>

type FavouriteRow = Awaited<ReturnType<InspectionStore['collects']>>[number]

function favouriteAnswer({ id, shopId, shopName, createdAt, timeZone }: FavouriteRow) {
  return { id, shopId, shopname: shopName, operateTime: legacyTimeOf(createdAt, timeZone) }
}

function answerOf(row: CheckRow) {
  const { id, shopId, userId, userName, beganAt, endedAt, timeZone, videoCount } = row
  return {
    id,
    shopId,
    shopname: row.shopName,
    userId,
    userName,
    checkshopBeg: legacyTimeOf(beganAt, timeZone),
    checkshopEnd: endedAt && legacyTimeOf(endedAt, timeZone),
    durationMinutes: endedAt && Math.round((endedAt.getTime() - beganAt.getTime()) / 60_000),
    videoCount,
  }
}

function refuseReversed(beganAt: Date, endedAt: Date | null): void {
  if (endedAt && endedAt < beganAt)
    throw new AppError('invalidInput', text.endsTooEarly, {
      errors: [{ path: 'checkshopEnd', message: 'before the begin' }],
    })
}

function wrongShop(path: string): AppError {
  return new AppError('invalidInput', text.otherShop, {
    errors: [{ path, message: 'a record of another shop' }],
  })
}
