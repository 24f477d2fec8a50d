import {
  AppError,
  type Area,
  type AreaLevel,
  type AreaNode,
  type AreaSelection,
  areaLevels,
  type Shop,
  type ShopFormat,
} from '@aisle/contract'
import { pinyin } from 'pinyin-pro'
import { given } from '../../platform/given.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Scope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import type { AreaRow, NewFloor, PlacesStore, ShopRow } from './store.ts'
import { text } from './text.ts'

type ShopInput = {
  shopname: string
  shopnameEn: string
  code?: string | undefined
  countyid: string
  timeZone: string
  openTime: string
  closeTime: string
  areaM2: number | null
  format: ShopFormat
  brand: string
  brandEn: string
  address: string
  longitude: number | null
  latitude: number | null
  manager: string
  phone: string
  floors?: NewFloor[] | undefined
}

type Changes<T> = { [Key in keyof T]?: T[Key] | undefined }

/** Areas and shops: what a user may see of them, and how they are created and changed. */
export function placesService({ store, now }: { store: PlacesStore; now: () => Date }) {
  return {
    /** Areas of one level, or right under a parent; those without a shop in scope are left out unless `empty`. */
    async areaList(
      scope: Scope,
      wanted: { level?: AreaLevel; parentId?: string | undefined },
      empty = false,
    ): Promise<Area[]> {
      const [rows, counts] = await Promise.all([store.areas(), store.shopCounts(scope)])
      const level = wanted.level ?? (wanted.parentId === undefined ? 'region' : undefined)
      return rows
        .filter(
          row =>
            (level === undefined || row.level === level) &&
            (wanted.parentId === undefined || row.parentId === wanted.parentId),
        )
        .map(row => areaOf(row, counts))
        .filter(area => empty || area.shopCount > 0)
    },

    async areaTree(scope: Scope, empty: boolean): Promise<AreaNode[]> {
      const [rows, counts] = await Promise.all([store.areas(), store.shopCounts(scope)])
      const nodes = new Map(rows.map(row => [row.id, { ...areaOf(row, counts), children: [] as AreaNode[] }]))
      const tops: AreaNode[] = []
      for (const node of nodes.values()) {
        if (!empty && node.shopCount === 0) continue
        const siblings = node.parentId === null ? tops : nodes.get(node.parentId)?.children
        siblings?.push(node)
      }
      return tops
    },

    async shops(scope: Scope, selection?: AreaSelection): Promise<Shop[]> {
      const [rows, names] = await Promise.all([store.shops(scope, selection), areaNames()])
      return rows.map(row => shopOf(row, names))
    },

    async checkShops(
      caller: Caller,
      query: {
        selection: AreaSelection
        searchKey: string | undefined
        pageNumber: number
        pageSize: number
      },
    ) {
      const { pageNumber, pageSize, ...rest } = query
      const [{ rows, total }, names] = await Promise.all([
        store.checkShops(caller.scope, caller.userId, {
          ...rest,
          offset: (pageNumber - 1) * pageSize,
          limit: pageSize,
        }),
        areaNames(),
      ])
      const records = rows.map(({ shop, lastCheckAt, ...counts }) => ({
        ...shopOf(shop, names),
        ...counts,
        lastCheckTime: lastCheckAt ? legacyTimeOf(new Date(lastCheckAt), shop.timeZone) : null,
      }))
      return { current: pageNumber, size: pageSize, total, records }
    },

    /** @throws notFound when there is none in scope */
    async shop(caller: Pick<Caller, 'scope' | 'userId'>, id: string) {
      const row = await store.shop(caller.scope, id)
      if (!row) throw new AppError('notFound', text.noShop)
      const [names, parts] = await Promise.all([areaNames(), store.shopParts(id, caller.userId)])
      const { address, areaM2, openTime, closeTime, timeZone, manager, phone } = row
      return {
        ...shopOf(row, names),
        address,
        areaM2,
        openTime,
        closeTime,
        timeZone,
        manager,
        phone,
        ...parts,
      }
    },

    async createShop(
      caller: Caller,
      { countyid, floors = [], brand, brandEn, ...input }: ShopInput,
    ): Promise<string> {
      const path = await pathOfCounty(countyid)
      refuseOutside(caller.scope, Object.values(path))
      return store.createShop(
        { ...columnsOf(input), ...path, name: input.shopname, format: input.format },
        floors,
        { name: brand, nameEn: brandEn },
      )
    },

    async updateShop(
      caller: Caller,
      id: string,
      { countyid, floors, brand, brandEn = '', ...input }: Changes<ShopInput>,
    ): Promise<void> {
      const path = countyid === undefined ? {} : await pathOfCounty(countyid)
      if (countyid !== undefined) refuseOutside(caller.scope, Object.values(path))
      const changed = await store.updateShop(caller.scope, id, { ...columnsOf(input), ...path }, floors, {
        name: brand,
        nameEn: brandEn,
      })
      if (!changed) throw new AppError('notFound', text.noShop)
    },

    async closeShop(scope: Scope, id: string): Promise<void> {
      if (!(await store.closeShop(scope, id, now()))) throw new AppError('notFound', text.noShop)
    },

    async createArea(
      caller: Caller,
      input: {
        id?: string | undefined
        name: string
        nameEn: string
        level: AreaLevel
        parentId?: string | undefined
      },
    ): Promise<Area> {
      await refuseWrongParent(input.level, input.parentId)
      if (!caller.scope.all) throw new AppError('forbidden', text.outsideScope)
      const { id, parentId = null, ...rest } = input
      const row = await store.createArea({ ...rest, parentId, ...(id === undefined ? {} : { id }) })
      if (!row) throw new AppError('conflict', text.areaExists)
      return areaOf(row, new Map())
    },

    async updateArea(
      caller: Caller,
      id: string,
      change: { name?: string | undefined; nameEn?: string | undefined; parentId?: string | undefined },
    ): Promise<Area> {
      const area = await store.area(id)
      if (!area) throw new AppError('notFound', text.noArea)
      if (!caller.scope.all) throw new AppError('forbidden', text.outsideScope)
      if (change.parentId !== undefined) await refuseWrongParent(area.level, change.parentId)
      const changed = given(change)
      const row = Object.keys(changed).length > 0 ? await store.updateArea(id, changed) : area
      return areaOf(row ?? area, await store.shopCounts(caller.scope))
    },

    async removeArea(caller: Caller, id: string): Promise<void> {
      if (!(await store.area(id))) throw new AppError('notFound', text.noArea)
      if (!caller.scope.all) throw new AppError('forbidden', text.outsideScope)
      if (!(await store.removeArea(id))) throw new AppError('conflict', text.areaInUse)
    },
  }

  async function areaNames(): Promise<Map<string, AreaRow>> {
    return new Map((await store.areas()).map(row => [row.id, row]))
  }

  /** The four ids of a county's path. @throws ruleBroken when it is not a county of a whole path */
  async function pathOfCounty(countyId: string) {
    const county = await store.area(countyId)
    const city = county?.level === 'county' && county.parentId ? await store.area(county.parentId) : undefined
    const province = city?.parentId ? await store.area(city.parentId) : undefined
    if (!county || !city || !province?.parentId)
      throw new AppError('invalidInput', text.noCounty, {
        errors: [{ path: 'countyid', message: 'not a county' }],
      })
    return { countyId: county.id, cityId: city.id, provinceId: province.id, regionId: province.parentId }
  }

  async function refuseWrongParent(level: AreaLevel, parentId: string | undefined): Promise<void> {
    const above = areaLevels[areaLevels.indexOf(level) - 1]
    const parent = parentId === undefined ? undefined : await store.area(parentId)
    if (parent?.level !== above)
      throw new AppError('invalidInput', text.wrongParent, {
        errors: [{ path: 'parentId', message: `not a ${above ?? 'top'} area` }],
      })
  }
}
export type PlacesService = ReturnType<typeof placesService>

function refuseOutside(scope: Scope, path: string[]): void {
  if (!scope.all && !path.some(id => scope.areaIds.includes(id)))
    throw new AppError('forbidden', text.outsideScope)
}

/** Columns of the fields that were given. */
function columnsOf({
  shopname,
  shopnameEn,
  code,
  ...rest
}: Changes<Omit<ShopInput, 'countyid' | 'floors' | 'brand' | 'brandEn'>>) {
  const columns = {
    ...rest,
    ...(shopname === undefined ? {} : { name: shopname, ...soundsOf(shopname) }),
    ...(shopnameEn === undefined ? {} : { nameEn: shopnameEn }),
    ...(code === undefined ? {} : { code }),
  }
  return given(columns)
}

/** Pinyin without tones and its initials, for search: 静安寺 → jingansi, jas. */
export function soundsOf(name: string): { pinyin: string; initials: string } {
  const options = { toneType: 'none', type: 'array', nonZh: 'consecutive' } as const
  const lower = (parts: string[]) => parts.join('').toLowerCase().replace(/\s+/g, '')
  return {
    pinyin: lower(pinyin(name, options)),
    initials: lower(pinyin(name, { ...options, pattern: 'first' })),
  }
}

function areaOf(row: AreaRow, counts: Map<string, number>): Area {
  const { id, name, nameEn, level, parentId } = row
  return { id, name, nameEn: nameEn || name, level, parentId, shopCount: counts.get(id) ?? 0 }
}

function shopOf(row: ShopRow, names: Map<string, AreaRow>): Shop {
  const path = [row.regionId, row.provinceId, row.cityId, row.countyId].map(id => names.get(id))
  return {
    shopid: row.id,
    shopname: row.name,
    shopnameEn: row.nameEn || row.name,
    code: row.code,
    format: row.format,
    regionid: row.regionId,
    provinceid: row.provinceId,
    cityid: row.cityId,
    countyid: row.countyId,
    areaPath: pathText(path.map(area => area?.name ?? '')),
    areaPathEn: pathText(path.map(area => area?.nameEn || area?.name || '')),
    longitude: row.longitude,
    latitude: row.latitude,
  }
}

/** Names from the region down; a municipality, which is its own city, is said once. */
const pathText = (names: string[]) => names.filter((name, at) => name !== names[at - 1]).join(' / ')
