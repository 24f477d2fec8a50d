import { AppError } from '@aisle/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from './postgres.ts'
import { cameras, shops } from './schema/index.ts'
import { inScope, type Scope } from './scope.ts'

export type ShopClock = { id: string; name: string; timeZone: string }
export type VideoKey = { shopId: string; videoNo: string; channelNo: string }

const text = {
  noShop: { zh: '没有找到该门店', en: 'There is no such shop' },
  foreignShop: { zh: '该门店不在你的权限范围内', en: 'This shop is outside your scope' },
  noCamera: { zh: '该门店没有这个摄像头', en: 'This shop has no such camera' },
}

/**
 * The open shop that a call names.
 * @throws AppError forbidden outside the scope, notFound where there is none
 */
export async function shopInScope(db: Queryable, scope: Scope, shopId: string): Promise<ShopClock> {
  const [shop] = await db
    .select({
      id: shops.id,
      name: shops.name,
      timeZone: shops.timeZone,
      visible: sql<boolean>`${inScope(scope)}`,
    })
    .from(shops)
    .where(and(eq(shops.id, shopId), isNull(shops.closedAt)))
  if (!shop) throw new AppError('notFound', text.noShop)
  if (!shop.visible) throw new AppError('forbidden', text.foreignShop)
  return shop
}

/**
 * The camera that the inherited calls name by device and channel, in a shop of the scope.
 * @throws AppError as `shopInScope`, and notFound where the shop has no such camera
 */
export async function cameraInScope(db: Queryable, scope: Scope, { shopId, videoNo, channelNo }: VideoKey) {
  const shop = await shopInScope(db, scope, shopId)
  const [camera] = await db
    .select({ id: cameras.id, provider: cameras.provider })
    .from(cameras)
    .where(
      and(
        eq(cameras.shopId, shopId),
        eq(cameras.deviceCode, videoNo),
        eq(cameras.channel, channelNo),
        isNull(cameras.removedAt),
      ),
    )
  if (!camera) throw new AppError('notFound', text.noCamera)
  return { ...camera, shop }
}
