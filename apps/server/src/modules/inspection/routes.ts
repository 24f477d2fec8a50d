import { checkShopCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { InspectionService } from './service.ts'

export function inspectionRoutes(mount: Mount, inspection: InspectionService): void {
  mount(
    {
      getShopCollectsByUserId: checkShopCalls.getShopCollectsByUserId,
      saveShopCollect: checkShopCalls.saveShopCollect,
      delShopCollectByIds: checkShopCalls.delShopCollectByIds,
      sortShopCollects: checkShopCalls.sortShopCollects,
      favouriteFigures: checkShopCalls.favouriteFigures,
      saveCheckshopRecord: checkShopCalls.saveCheckshopRecord,
      updateCheckshopRecord: checkShopCalls.updateCheckshopRecord,
      saveCheckvideoRecord: checkShopCalls.saveCheckvideoRecord,
    },
    {
      getShopCollectsByUserId: (_, { caller }) => inspection.favourites(caller),
      saveShopCollect: ({ body }, { caller }) => inspection.addFavourite(caller, body.shopId),
      async delShopCollectByIds({ params }, { caller }) {
        await inspection.removeFavourites(caller, params.id)
        return null
      },
      sortShopCollects: ({ body }, { caller }) => inspection.sortFavourites(caller, body.shopIds),
      favouriteFigures: (_, { caller }) => inspection.favouriteFigures(caller),
      saveCheckshopRecord: ({ body: { id, shopId, ...times } }, { caller }) =>
        id === undefined
          ? inspection.beginCheck(caller, shopId, times)
          : inspection.endCheck(caller, id, { shopId, ...times }),
      updateCheckshopRecord: ({ body: { id, ...change } }, { caller }) =>
        inspection.endCheck(caller, id, change),
      saveCheckvideoRecord: ({ body }, { caller }) => inspection.noteVideo(caller, body),
    },
  )
}
