import { areas, areaTypes, checkShopCalls, isAllowed, shops } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { PlacesService } from './service.ts'

type Parent = {
  id?: string | undefined
  regionid?: string | undefined
  provinceid?: string | undefined
  cityid?: string | undefined
}

export function placesRoutes(mount: Mount, places: PlacesService): void {
  /** Who may create areas and shops sees those that hold none yet. */
  const seesEmpty = ({ authorities, scope }: Caller) => scope.all && isAllowed(authorities, ['shop.manage'])
  const list =
    (level: keyof typeof areaTypes, parentOf: (body: Parent) => string | undefined) =>
    ({ body }: { body: Parent }, { caller }: { caller: Caller }) =>
      places.areaList(caller.scope, { level, parentId: parentOf(body) }, seesEmpty(caller))
  const shopsIn =
    (level: keyof typeof areaTypes) =>
    ({ body }: { body: Parent }, { caller }: { caller: Caller }) => {
      const id = body.id ?? body[`${level}id` as keyof Parent]
      return places.shops(caller.scope, { type: id === undefined ? 100 : areaTypes[level], id })
    }

  mount(areas, {
    findAllShops: (_, { caller }) => places.shops(caller.scope),
    getRegionShops: shopsIn('region'),
    getProvinceShops: shopsIn('province'),
    getCityShops: shopsIn('city'),
    getCountyShops: shopsIn('county'),
    getRegionList: list('region', () => undefined),
    getProvinceList: list('province', body => body.id ?? body.regionid),
    getCityList: list('city', body => body.id ?? body.provinceid),
    getCountyList: list('county', body => body.id ?? body.cityid),
    getAreaList: (_, { caller }) => places.areaTree(caller.scope, seesEmpty(caller)),
    getListByParentId: ({ body }, { caller }) =>
      places.areaList(caller.scope, { parentId: body.parentId }, seesEmpty(caller)),
    async create({ body }, context) {
      const area = await places.createArea(context.caller, body)
      await context.audit('area.created', area.id, { name: area.name })
      return area
    },
    async update({ params, body }, context) {
      const area = await places.updateArea(context.caller, params.areaId, body)
      await context.audit('area.changed', area.id, body)
      return area
    },
    async remove({ params }, context) {
      await places.removeArea(context.caller, params.areaId)
      await context.audit('area.removed', params.areaId)
      return null
    },
  })

  mount(shops, {
    detail: ({ params }, { caller }) => places.shop(caller, params.shopId),
    async create({ body }, context) {
      const id = await places.createShop(context.caller, body)
      await context.audit('shop.created', id, { name: body.shopname })
      return places.shop(context.caller, id)
    },
    async update({ params, body }, context) {
      await places.updateShop(context.caller, params.shopId, body)
      await context.audit('shop.changed', params.shopId, { fields: Object.keys(body) })
      return places.shop(context.caller, params.shopId)
    },
    async remove({ params }, context) {
      await places.closeShop(context.caller.scope, params.shopId)
      await context.audit('shop.closed', params.shopId)
      return null
    },
  })

  const { getShopByid, getCheckShopList } = checkShopCalls
  mount(
    { getShopByid, getCheckShopList },
    {
      getShopByid: ({ query }, { caller }) => places.shop(caller, query.shopid),
      getCheckShopList: ({ query: { searchKey, pageNumber, pageSize, ...selection } }, { caller }) =>
        places.checkShops(caller, { selection, searchKey, pageNumber, pageSize }),
    },
  )
}
