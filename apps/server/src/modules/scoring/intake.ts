import type { Readable } from 'node:stream'
import { AppError, type FieldError, type Picture } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { RaiseRequest } from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import type { ShopClock } from '../../platform/shop-access.ts'
import { fromLegacyTime, legacyTimeOf } from '../../platform/time.ts'
import type { ItemRow } from './item-store.ts'
import type { PlaceStore } from './records.ts'
import { isWeekend } from './rules.ts'
import { text } from './text.ts'

/** How far a client's clock may be ahead of ours. */
const clockToleranceMs = 5 * 60_000

export type PicturesById = { byIds(scope: Scope, ids: readonly string[]): Promise<Map<string, Picture>> }

export type PictureContent = { content(scope: Scope, id: string): Promise<{ stream: Readable }> }

export type RecordInput = {
  shopId: string
  recordId?: string | undefined
  clientKey?: string | undefined
}
export type EvidenceInput = {
  itemId?: string | undefined
  remark: string
  cameraId?: string | undefined
  presetId?: string | undefined
  publishTime?: string | undefined
  itemDuration?: number | undefined
  pictureIds: readonly string[]
  raise?: { questionType: string; ownerUserId?: string | undefined; dueAt?: string | undefined } | undefined
}

/** An item that a detail names, its group, and what the call names the detail. */
export type NamedItem<Input> = { path: string; input: Input; item: ItemRow; group: ItemRow | undefined }

/** @throws AppError invalidInput naming the fields */
export function refuse(errors: readonly FieldError[]): never {
  throw new AppError('invalidInput', text.invalid, { errors: [...errors] })
}

/** Reads what all kinds of records have in common, and refuses what does not belong to the shop. */
export function recordIntake({
  places,
  pictures,
  now,
}: {
  places: PlaceStore
  pictures: PicturesById
  now: () => Date
}) {
  return {
    /**
     * The shop, the moment and the columns of a record.
     * @throws AppError forbidden and notFound for the shop and the check it was made in; invalidInput for a time
     */
    async record(
      caller: Caller,
      { shopId, recordId, clientKey }: RecordInput,
      time: string | undefined,
      path: string,
    ) {
      const shop = await places.shop(caller.scope, shopId)
      const at = time === undefined ? now() : fromLegacyTime(time, shop.timeZone, path)
      if (at.getTime() > now().getTime() + clockToleranceMs) refuse([{ path, message: 'lies in the future' }])
      if (recordId !== undefined) await refuseForeignCheck(caller, recordId, shopId)
      const localDate = legacyTimeOf(at, shop.timeZone).slice(0, 10)
      const columns = {
        clientKey: clientKey ?? null,
        shopId,
        userId: caller.userId,
        recordId: recordId ?? null,
        localDate,
        isHoliday: isWeekend(localDate),
      }
      return { shop, at, columns }
    },

    /** Refuses pictures that are deleted, out of scope, or of another shop. */
    async pictures(
      caller: Caller,
      shopId: string,
      wanted: readonly { path: string; ids: readonly string[] }[],
    ) {
      const known = await pictures.byIds(caller.scope, [...new Set(wanted.flatMap(({ ids }) => ids))])
      const errors = wanted.flatMap(({ path, ids }) =>
        ids.some(id => known.get(id)?.shopId !== shopId) ? [{ path, message: text.noPictures.en }] : [],
      )
      if (errors.length > 0)
        throw new AppError('invalidInput', text.noPictures, { errors, reason: 'picture' })
    },

    /**
     * The columns that details of both kinds share, in the order of the input; `path` is what the call names each.
     * @throws AppError invalidInput naming what belongs to another shop or form
     */
    async details(
      caller: Caller,
      { shop, at }: { shop: ShopClock; at: Date },
      inputs: readonly NamedItem<EvidenceInput>[],
    ) {
      await this.pictures(
        caller,
        shop.id,
        inputs.map(({ input, path }) => ({ path: `${path}.pictureIds`, ids: input.pictureIds })),
      )
      const cameras = inputs.some(({ input }) => input.cameraId !== undefined || input.presetId !== undefined)
        ? await places.cameras(caller.scope, shop.id)
        : new Map<string, string[]>()
      return inputs.map(({ path, input, item, group }, index) => {
        return {
          itemId: item.id,
          itemName: item.name,
          itemNameEn: item.nameEn,
          pitemId: item.parentId,
          pitemName: group?.name ?? '',
          pitemNameEn: group?.nameEn ?? '',
          sort: index,
          remark: input.remark,
          cameraId: cameraOf(cameras, input, path),
          presetId: input.presetId ?? null,
          pictureIds: [...new Set(input.pictureIds)],
          durationSeconds: input.itemDuration ?? item.durationSeconds,
          publishedAt:
            input.publishTime === undefined
              ? at
              : fromLegacyTime(input.publishTime, shop.timeZone, `${path}.publishTime`),
          raise: raiseOf(input),
        }
      })
    },
  }

  async function refuseForeignCheck(caller: Caller, recordId: string, shopId: string) {
    const check = await places.check(recordId)
    if (!check) throw new AppError('notFound', text.noCheck)
    if (check.userId !== caller.userId) throw new AppError('forbidden', text.notYourCheck)
    if (check.shopId !== shopId) refuse([{ path: 'recordId', message: 'a check of another shop' }])
  }
}
export type RecordIntake = ReturnType<typeof recordIntake>

/** The camera that a detail names, or whose preset it names. */
function cameraOf(cameras: Map<string, string[]>, { cameraId, presetId }: EvidenceInput, path: string) {
  if (cameraId !== undefined && !cameras.has(cameraId))
    refuse([{ path: `${path}.cameraId`, message: 'no camera of this shop' }])
  if (presetId === undefined) return cameraId ?? null
  const [owner] = [...cameras].find(([, presets]) => presets.includes(presetId)) ?? []
  if (owner === undefined || (cameraId !== undefined && owner !== cameraId))
    refuse([
      {
        path: `${path}.presetId`,
        message: cameraId === undefined ? 'no preset of this shop' : 'no preset of this camera',
      },
    ])
  return owner
}

function raiseOf({ raise }: EvidenceInput): RaiseRequest | null {
  if (!raise) return null
  const { questionType, ownerUserId, dueAt } = raise
  return {
    questionType,
    ...(ownerUserId === undefined ? {} : { ownerUserId }),
    ...(dueAt === undefined ? {} : { dueAt }),
  }
}

/**
 * The items that details name, each with its group. An item that was archived meanwhile is still scored: the inspector
 * began with it.
 * @throws AppError invalidInput for an item that is none, or is named twice
 */
export function itemsNamed<Input extends { itemId?: string | undefined }>(
  inputs: readonly Input[],
  all: readonly ItemRow[],
  field: string,
): NamedItem<Input>[] {
  const byId = new Map(all.map(item => [item.id, item]))
  const seen = new Set<string>()
  return inputs.map((input, index) => {
    const path = `${field}.${index}`
    const item = input.itemId === undefined ? undefined : byId.get(input.itemId)
    if (!item || item.isGroup) return refuse([{ path: `${path}.itemId`, message: 'no item of this form' }])
    if (seen.has(item.id)) return refuse([{ path: `${path}.itemId`, message: 'named twice' }])
    seen.add(item.id)
    const group = item.parentId === null ? undefined : byId.get(item.parentId)
    return { path, input, item, group }
  })
}
