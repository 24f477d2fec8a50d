import { randomUUID } from 'node:crypto'
import { AppError, isAllowed, type ProblemBody, type ProblemSource, type WholeProblem } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { invalid, type ProblemChecks } from './checks.ts'
import type { ProblemReading } from './reading.ts'
import type { ProblemStore } from './store.ts'
import type { Tell } from './telling.ts'
import { text } from './text.ts'

/** What the other modules raise. The same source and item is one problem, however often it is raised. */
export type Raise = {
  shopId: string
  cameraId?: string | undefined
  presetId?: string | undefined
  itemId?: string | undefined
  itemName: string
  questionType: string
  remark: string
  pictureIds: readonly string[]
  ownerUserId?: string | undefined
  ownerStaffId?: string | undefined
  /** ISO 8601 with offset, or a moment. */
  dueAt?: string | Date | undefined
  source: { kind: ProblemSource; id: string }
}

type Deps = {
  db: Database
  store: ProblemStore
  reading: ProblemReading
  checks: ProblemChecks
  tell: Tell
  now: () => Date
}

/** How problems come to be: found by another module, or by a person. */
export function problemRaising({ db, store, reading, checks, tell, now }: Deps) {
  const { whole, inside } = reading

  /**
   * Raises a problem, or answers the one that was raised for the same source and item. What does not belong to the shop
   * (a picture deleted meanwhile, an owner who left) is left out: the problem matters more.
   * @throws AppError forbidden outside the scope or without `inspect.score`, notFound, invalidInput
   */
  async function raise(caller: Caller, input: Raise): Promise<WholeProblem> {
    if (!isAllowed(caller.authorities, ['inspect.score'])) throw new AppError('forbidden', text.forbidden)
    const { shopId, itemId, itemName, questionType, remark, source } = input
    const shop = await store.shop(caller.scope, shopId)
    const key = { sourceKind: source.kind, sourceId: source.id, itemKey: itemId ?? itemName }
    const cameraId =
      input.cameraId !== undefined && (await store.isCameraOf(shopId, input.cameraId)) ? input.cameraId : null
    const presetId =
      cameraId !== null && input.presetId !== undefined && (await store.isPresetOf(cameraId, input.presetId))
        ? input.presetId
        : null
    const beforePictureIds = await store.picturesOfShop(caller.scope, shopId, input.pictureIds)
    const isOwner = await checks.owner(shopId, input).then(
      () => true,
      () => false,
    )
    const at = now()
    const made = await db.transaction(async on => {
      const id = await store.insert(on, {
        ...key,
        shopId,
        cameraId,
        presetId,
        itemId: itemId ?? null,
        itemName,
        questionType,
        remark,
        beforePictureIds,
        raisedBy: caller.userId,
        raisedAt: at,
        raisedDate: legacyTimeOf(at, shop.timeZone).slice(0, 10),
        ownerUserId: (isOwner && input.ownerUserId) || null,
        ownerStaffId: (isOwner && input.ownerStaffId) || null,
        dueAt: input.dueAt === undefined ? null : new Date(input.dueAt),
        updatedAt: at,
      })
      if (id === undefined) return undefined
      await store.note(on, {
        problemId: id,
        version: 1,
        action: 'raise',
        toStatus: 'rectification',
        userId: caller.userId,
        at,
        remark,
        pictureIds: beforePictureIds,
      })
      await tell(on, 'raised', await inside(on, id), {
        key: `problem:${id}:1`,
        remark,
        except: caller.userId,
      })
      return id
    })
    if (made !== undefined) return whole(caller, made)
    const known = await store.bySource(caller.scope, key, at)
    if (known?.shopId !== shopId) throw invalid('shopId', text.otherUse.en)
    return whole(caller, known.id)
  }

  return {
    raise,

    /**
     * What a person raises: everything named must belong to the shop.
     * @throws AppError as `raise`, and invalidInput by the field
     */
    async raiseByHand(caller: Caller, input: ProblemBody): Promise<WholeProblem> {
      const { shopId, cameraId, presetId, pictureId, clientKey, ...rest } = input
      await store.shop(caller.scope, shopId)
      if (cameraId !== undefined && !(await store.isCameraOf(shopId, cameraId)))
        throw invalid('cameraId', 'no camera of this shop')
      if (presetId !== undefined && !(cameraId && (await store.isPresetOf(cameraId, presetId))))
        throw invalid('presetId', 'no preset of this camera')
      const shown = pictureId === undefined ? [] : [pictureId]
      if ((await store.picturesOfShop(caller.scope, shopId, shown)).length < shown.length)
        throw invalid('pictureId', 'no picture of this shop')
      await checks.pictures(caller, shopId, input.pictureIds)
      await checks.owner(shopId, input)
      const source: Raise['source'] =
        pictureId === undefined
          ? { kind: 'hand', id: `${caller.userId}:${clientKey ?? randomUUID()}` }
          : { kind: 'picture', id: pictureId }
      const known = await store.bySource(
        caller.scope,
        { sourceKind: source.kind, sourceId: source.id, itemKey: input.itemId ?? input.itemName },
        now(),
      )
      // Sent again: what was right then is not judged anew.
      if (!known) checks.due(input.dueAt)
      return raise(caller, {
        ...rest,
        shopId,
        cameraId,
        presetId,
        source,
        pictureIds: [...new Set([...shown, ...input.pictureIds])],
      })
    },
  }
}
