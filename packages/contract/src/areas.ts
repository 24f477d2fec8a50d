import { z } from 'zod'
import { endpoint, timeoutsMs } from './endpoint.ts'
import { answerId, changes, done, id, optionalId } from './shared.ts'
import { shop } from './shops.ts'

export const areaLevels = ['region', 'province', 'city', 'county'] as const
export const areaLevel = z.enum(areaLevels)
export type AreaLevel = z.infer<typeof areaLevel>
/** The specification's numbers: 0 region, 1 province, 2 city, 3 county. */
export const areaTypes = { region: 0, province: 1, city: 2, county: 3 } as const satisfies Record<
  AreaLevel,
  number
>

export const area = z.object({
  id: answerId,
  name: z.string(),
  nameEn: z.string(),
  level: areaLevel,
  parentId: answerId.nullable(),
  shopCount: z.number(),
})
export type Area = z.infer<typeof area>
export type AreaNode = Area & { children: AreaNode[] }
export const areaNode: z.ZodType<AreaNode> = area.extend({ children: z.array(z.lazy(() => areaNode)) })

const listItem = z.object({
  id: answerId,
  name: z.string(),
  nameEn: z.string(),
  parentId: answerId.nullable(),
  shopCount: z.number(),
})
const parent = z.object({ id: optionalId, regionid: optionalId, provinceid: optionalId, cityid: optionalId })
const tag = 'areas'

const shopsOf = (level: 'Region' | 'Province' | 'City' | 'County') =>
  endpoint({
    method: 'POST',
    path: `/api/ireportx/shopInfo/get${level}Shops`,
    timeoutMs: timeoutsMs.places,
    bare: true,
    summary: `Shops of one ${level.toLowerCase()}, inside the scope of the user.`,
    tag,
    authority: [],
    body: parent,
    answer: z.array(shop),
  })
const listOf = (level: 'Region' | 'Province' | 'City' | 'County') =>
  endpoint({
    method: 'POST',
    path: `/api/ireportx/shopInfo/get${level}List`,
    timeoutMs: timeoutsMs.places,
    bare: true,
    summary: `Areas of the level ${level.toLowerCase()} under a parent, with the number of shops the user may see.`,
    tag,
    authority: [],
    body: parent,
    answer: z.array(listItem),
  })

const areaBody = z.object({
  name: z.string().trim().min(1).max(60),
  nameEn: z.string().trim().max(80).default(''),
  parentId: optionalId,
})

export const areas = {
  findAllShops: endpoint({
    method: 'POST',
    path: '/api/ireportx/shopInfo/findAllShops',
    timeoutMs: timeoutsMs.places,
    bare: true,
    summary: 'Every shop the user may see.',
    tag,
    authority: [],
    answer: z.array(shop),
  }),
  getRegionShops: shopsOf('Region'),
  getProvinceShops: shopsOf('Province'),
  getCityShops: shopsOf('City'),
  getCountyShops: shopsOf('County'),
  getRegionList: listOf('Region'),
  getProvinceList: listOf('Province'),
  getCityList: listOf('City'),
  getCountyList: listOf('County'),
  getAreaList: endpoint({
    method: 'POST',
    path: '/api/city/getAreaList',
    timeoutMs: timeoutsMs.places,
    bare: true,
    summary:
      'The area tree, cut to areas that hold a shop the user may see (administrators of shops see all).',
    tag,
    authority: [],
    answer: z.array(areaNode),
  }),
  getListByParentId: endpoint({
    method: 'POST',
    path: '/api/city/getListByParentId',
    timeoutMs: timeoutsMs.places,
    bare: true,
    summary: 'Areas right under one; without a parent the regions.',
    tag,
    authority: [],
    body: z.object({ parentId: optionalId }),
    answer: z.array(area),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/areas',
    summary: 'Creates an area under its parent (a region has none).',
    tag,
    authority: ['shop.manage'],
    body: areaBody.extend({ level: areaLevel, id: optionalId }),
    answer: area,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/areas/:areaId',
    summary: 'Renames an area or moves it under another parent of the level above.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ areaId: id }),
    body: changes(areaBody),
    answer: area,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/areas/:areaId',
    summary: 'Removes an area that holds neither areas nor shops.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ areaId: id }),
    answer: done,
  }),
}
