import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'

const server = await aisle()
const admin = await server.as('admin')
const inspector = await server.as('inspector')

type Node = { id: string; name: string; level: string; shopCount: number; children: Node[] }
type Shop = {
  shopid: string
  shopname: string
  regionid: string
  provinceid: string
  cityid: string
  countyid: string
}

describe('areas', () => {
  it('add up: each area holds as many shops as the areas under it', async () => {
    const tree: Node[] = (await inspector.call('POST', '/api/city/getAreaList')).data
    expect(tree.length).toBeGreaterThan(0)
    const check = (node: Node) => {
      if (node.children.length > 0)
        expect(node.children.reduce((sum, child) => sum + child.shopCount, 0)).toBe(node.shopCount)
      node.children.forEach(check)
    }
    tree.forEach(check)
    const shops: Shop[] = (await inspector.call('POST', '/api/ireportx/shopInfo/findAllShops')).data
    expect(tree.reduce((sum, node) => sum + node.shopCount, 0)).toBe(shops.length)
  })

  it('show a user only what is inside the scope, at the bare path too', async () => {
    const all: Shop[] = (await admin.call('POST', '/ireportx/shopInfo/findAllShops')).data
    const own: Shop[] = (await inspector.call('POST', '/ireportx/shopInfo/findAllShops')).data
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(all.length)
    expect(new Set(own.map(shop => shop.regionid))).toEqual(new Set(['1', '5']))
  })

  it('are listed level by level with their shops', async () => {
    const [region] = (await inspector.call('POST', '/api/ireportx/shopInfo/getRegionList')).data
    const [province] = (
      await inspector.call('POST', '/api/ireportx/shopInfo/getProvinceList', { id: region.id })
    ).data
    const [city] = (await inspector.call('POST', '/api/ireportx/shopInfo/getCityList', { id: province.id }))
      .data
    const counties = (await inspector.call('POST', '/api/ireportx/shopInfo/getCountyList', `id=${city.id}`))
      .status
    expect(counties).toBe(415)
    const [county] = (await inspector.call('POST', '/api/ireportx/shopInfo/getCountyList', { id: city.id }))
      .data
    const shops: Shop[] = (
      await inspector.call('POST', '/api/ireportx/shopInfo/getCountyShops', { id: county.id })
    ).data
    expect(shops).toHaveLength(county.shopCount)
    expect(shops.every(shop => shop.countyid === county.id)).toBe(true)
  })

  it('are created, moved with their shops, and removed only when empty', async () => {
    const make = (body: object) => admin.call('POST', '/api/areas', body)
    const region = (await make({ name: '港澳大区', level: 'region' })).data
    const wrong = await make({ name: '某市', level: 'city', parentId: region.id })
    expect(wrong).toMatchObject({ status: 400, errors: [{ path: 'parentId' }] })
    const province = (await make({ name: '某省', level: 'province', parentId: region.id })).data
    const city = (await make({ name: '某市', level: 'city', parentId: province.id })).data
    const county = (await make({ name: '某县', level: 'county', parentId: city.id })).data
    const shop = (await admin.call('POST', '/api/shops', { shopname: '边境店', countyid: county.id })).data
    expect(shop).toMatchObject({
      regionid: region.id,
      areaPath: '港澳大区 / 某省 / 某市 / 某县',
      openTime: '10:00',
      format: 'standard',
    })
    await admin.call('PUT', `/api/areas/${province.id}`, { parentId: '1' })
    expect((await admin.call('GET', `/api/shops/${shop.shopid}`)).data.regionid).toBe('1')
    expect(await admin.call('DELETE', `/api/areas/${county.id}`)).toMatchObject({ status: 409 })
    expect((await admin.call('DELETE', `/api/areas/${region.id}`)).code).toBe(200)
  })
})

describe('shops', () => {
  const list = (key: string) =>
    inspector.call('GET', `/api/monitor/checkShop/getCheckShopList?searchKey=${encodeURIComponent(key)}`)

  it('are found by name, pinyin, initials and code, and a wildcard is a letter like any other', async () => {
    for (const key of ['静安寺', 'jingansi', 'jas', 'JAS', 'sh0127'])
      expect((await list(key)).data.records.map((shop: Shop) => shop.shopname)).toContain('静安寺店')
    for (const key of ['%', '_', '\\']) expect((await list(key)).data.total).toBe(0)
  })

  it('come favourites first, with cameras and the last check, a page at a time', async () => {
    const first = (await inspector.call('GET', '/api/monitor/checkShop/getCheckShopList?pageSize=5')).data
    expect(first.records).toHaveLength(5)
    expect(first.records[0]).toMatchObject({ collected: true })
    expect(first.records[0].cameraCount).toBeGreaterThanOrEqual(first.records[0].onlineCount)
    const second = (
      await inspector.call('GET', '/api/monitor/checkShop/getCheckShopList?pageSize=5&pageNumber=2')
    ).data
    expect(second.records.map((shop: Shop) => shop.shopid)).not.toContain(first.records[0].shopid)
    expect(second.total).toBe(first.total)
  })

  it('are narrowed by the area that is chosen', async () => {
    const of = async (query: string) =>
      (await admin.call('GET', `/api/monitor/checkShop/getCheckShopList?${query}`)).data.records as Shop[]
    expect((await of('type=1&id=31')).every(shop => shop.provinceid === '31')).toBe(true)
    expect((await of('type=0&id=5')).every(shop => shop.regionid === '5')).toBe(true)
    expect(await of('type=100&id=31')).toHaveLength((await of('')).length)
    expect(await of('countyid=310106')).toEqual(await of('type=3&id=310106'))
  })

  it('outside the scope do not exist', async () => {
    const own = new Set(
      (await inspector.call('POST', '/api/ireportx/shopInfo/findAllShops')).data.map(
        (shop: Shop) => shop.shopid,
      ),
    )
    const all: Shop[] = (await admin.call('POST', '/api/ireportx/shopInfo/findAllShops')).data
    const foreign = all.find(shop => !own.has(shop.shopid))
    expect(await inspector.call('GET', `/api/shops/${foreign?.shopid}`)).toMatchObject({ status: 404 })
    expect(
      await inspector.call('GET', `/api/monitor/checkShop/getShopByid?shopid=${foreign?.shopid}`),
    ).toMatchObject({ status: 404 })
  })

  it('carry a brand, made by its name and shared by all shops of that name', async () => {
    const make = async (body: object) =>
      (await admin.call('POST', '/api/shops', { countyid: '310106', ...body })).data
    const one = await make({ shopname: '甲店', brand: '素野', brandEn: 'Suye' })
    const other = await make({ shopname: '乙店', brand: '素野' })
    expect(one.brand).toEqual({ id: expect.any(String), name: '素野', nameEn: 'Suye' })
    expect(other.brand).toEqual(one.brand)
    const change = async (body: object) =>
      (await admin.call('PUT', `/api/shops/${other.shopid}`, body)).data.brand
    expect(await change({ manager: '周敏' })).toEqual(one.brand)
    expect(await change({ brand: '' })).toBeNull()
    expect(await change({ brand: '山隅' })).toMatchObject({ name: '山隅', nameEn: '山隅' })
    expect((await admin.call('GET', `/api/shops/${one.shopid}`)).data.brand).toEqual(one.brand)
    for (const { shopid } of [one, other]) await admin.call('DELETE', `/api/shops/${shopid}`)
  })

  it('keep what a change leaves out, and replace their floors when floors are given', async () => {
    const floors = [{ name: '一层', level: 1, entrances: [{ name: '东门' }], zones: [{ name: '鞋墙' }] }]
    const made = (
      await admin.call('POST', '/api/shops', {
        shopname: '新店',
        countyid: '310106',
        areaM2: 320,
        format: 'outlet',
        floors,
      })
    ).data
    expect(made.entrances).toMatchObject([{ name: '东门', floorId: made.floors[0].id }])
    const changed = (await admin.call('PUT', `/api/shops/${made.shopid}`, { manager: '周敏' })).data
    expect(changed).toMatchObject({ manager: '周敏', areaM2: 320, format: 'outlet', floors: made.floors })
    const bare = (await admin.call('PUT', `/api/shops/${made.shopid}`, { floors: [] })).data
    expect(bare).toMatchObject({ floors: [], entrances: [], zones: [] })
    expect((await admin.call('DELETE', `/api/shops/${made.shopid}`)).code).toBe(200)
    expect((await admin.call('GET', `/api/shops/${made.shopid}`)).status).toBe(404)
  })

  it('are refused with the field that is wrong', async () => {
    const of = async (body: object) =>
      (await admin.call('POST', '/api/shops', { shopname: '新店', countyid: '310106', ...body })).errors?.map(
        error => error.path,
      )
    expect(await of({ countyid: '31' })).toEqual(['countyid'])
    expect(await of({ openTime: '25:00' })).toEqual(['openTime'])
    expect(await of({ timeZone: 'Mars/Base' })).toEqual(['timeZone'])
    expect(await of({ shopname: ' ' })).toEqual(['shopname'])
  })

  it('may be changed only by those allowed', async () => {
    expect(
      await inspector.call('POST', '/api/shops', { shopname: '新店', countyid: '310106' }),
    ).toMatchObject({ status: 403, code: 403 })
  })
})
