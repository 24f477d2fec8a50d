import { AppError, type CheckKind, type ItemPlace } from '@aisle/contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras, checkItemPlaces, presets, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { refuse } from './intake.ts'
import type { ItemRow, ItemStore } from './item-store.ts'
import { text } from './text.ts'

type Preset = { id: string; name: string; index: number }
type SeenBy = {
  id: string
  group: string
  number: string
  name: string
  nameEn: string
  presets: Preset[]
}
type Binding = { itemId: string; cameraId: string; presetId: string | null }
type Deps = { db: Database; items: ItemStore; now: () => Date }

/** Where in a shop each item is seen: as somebody chose for that shop, else as the item itself says. */
export function itemPlaceService({ db, items, now }: Deps) {
  /** Cameras of a shop by number, each with its presets. */
  async function camerasOf(scope: Scope, shopId: string): Promise<SeenBy[]> {
    const rows = await db
      .select({ camera: cameras, preset: presets })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .leftJoin(presets, eq(presets.cameraId, cameras.id))
      .where(and(eq(cameras.shopId, shopId), isNull(cameras.removedAt), inScope(scope)))
      .orderBy(asc(cameras.number), asc(cameras.id), asc(presets.index))
    const found = new Map<string, SeenBy>()
    for (const { camera, preset } of rows) {
      const { id, group, number, name, nameEn } = camera
      const known = found.get(id) ?? { id, group, number, name, nameEn, presets: [] }
      if (preset) known.presets.push({ id: preset.id, name: preset.name, index: preset.index })
      found.set(id, known)
    }
    return [...found.values()]
  }

  const bindingsOf = (shopId: string): Promise<Binding[]> =>
    db
      .select({
        itemId: checkItemPlaces.itemId,
        cameraId: checkItemPlaces.cameraId,
        presetId: checkItemPlaces.presetId,
      })
      .from(checkItemPlaces)
      .where(eq(checkItemPlaces.shopId, shopId))

  /** @throws AppError notFound */
  async function leaf(itemId: string): Promise<ItemRow> {
    const item = await items.item(itemId)
    if (!item || item.isGroup) throw new AppError('notFound', text.noItem)
    return item
  }

  return {
    /** In the order of the form. @throws AppError forbidden, notFound for the shop */
    async ofShop(scope: Scope, shopId: string, kind: CheckKind): Promise<ItemPlace[]> {
      await shopInScope(db, scope, shopId)
      const [rows, seenBy, bindings] = await Promise.all([
        items.items(kind, false),
        camerasOf(scope, shopId),
        bindingsOf(shopId),
      ])
      const top = rows.filter(({ parentId }) => parentId === null)
      return top
        .flatMap(one => (one.isGroup ? rows.filter(({ parentId }) => parentId === one.id) : [one]))
        .flatMap(item => placeOf(item, seenBy, bindings) ?? [])
    },

    /** @throws AppError forbidden, notFound; invalidInput for a camera of another shop or a preset of another camera */
    async bind(
      caller: Caller,
      shopId: string,
      itemId: string,
      { cameraId, presetId }: { cameraId: string; presetId: string | null },
    ): Promise<ItemPlace> {
      await shopInScope(db, caller.scope, shopId)
      const item = await leaf(itemId)
      const seenBy = await camerasOf(caller.scope, shopId)
      const camera = seenBy.find(({ id }) => id === cameraId)
      if (!camera) return refuse([{ path: 'cameraId', message: 'no camera of this shop' }])
      if (presetId !== null && !camera.presets.some(({ id }) => id === presetId))
        return refuse([{ path: 'presetId', message: 'no preset of this camera' }])
      const chosen = { cameraId, presetId, userId: caller.userId, updatedAt: now() }
      await db
        .insert(checkItemPlaces)
        .values({ itemId, shopId, ...chosen })
        .onConflictDoUpdate({ target: [checkItemPlaces.itemId, checkItemPlaces.shopId], set: chosen })
      return answerOf(item, camera, presetId, true)
    },

    /** Twice is once. @throws AppError forbidden, notFound */
    async unbind(caller: Caller, shopId: string, itemId: string): Promise<void> {
      await shopInScope(db, caller.scope, shopId)
      await leaf(itemId)
      await db
        .delete(checkItemPlaces)
        .where(and(eq(checkItemPlaces.itemId, itemId), eq(checkItemPlaces.shopId, shopId)))
    },
  }
}

/**
 * The place of an item: as bound, while its camera is there; else, in its part of the shop, the camera with the preset of
 * that name, or the first camera. Undefined where nothing shows it.
 */
function placeOf(
  item: Pick<ItemRow, 'id' | 'cameraGroup' | 'presetName'>,
  seenBy: readonly SeenBy[],
  bindings: readonly Binding[],
): ItemPlace | undefined {
  const bound = bindings.find(({ itemId }) => itemId === item.id)
  const boundTo = bound && seenBy.find(({ id }) => id === bound.cameraId)
  if (bound && boundTo) return answerOf(item, boundTo, bound.presetId, true)
  const { cameraGroup, presetName } = item
  const there = seenBy.filter(({ group }) => cameraGroup === null || group === cameraGroup)
  for (const camera of presetName === '' ? [] : there) {
    const preset = camera.presets.find(({ name }) => name === presetName)
    if (preset) return answerOf(item, camera, preset.id, false)
  }
  const [first] = there
  return cameraGroup === null || !first ? undefined : answerOf(item, first, null, false)
}

function answerOf(
  item: { id: string },
  camera: SeenBy,
  presetId: string | null,
  isBound: boolean,
): ItemPlace {
  const preset = camera.presets.find(({ id }) => id === presetId)
  return {
    itemId: item.id,
    cameraId: camera.id,
    cameraNumber: camera.number,
    cameraName: camera.name,
    cameraNameEn: camera.nameEn,
    presetId: preset?.id ?? null,
    presetName: preset?.name ?? '',
    presetIndex: preset?.index ?? null,
    isBound,
  }
}
