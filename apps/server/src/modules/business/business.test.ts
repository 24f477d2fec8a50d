import { eq } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsWorld } from '../../../test/settings-world.ts'
import { holidayCalendar, shops } from '../../platform/schema/index.ts'
import { installHolidays } from './holidays.ts'

let world: Awaited<ReturnType<typeof settingsWorld>>
beforeAll(async () => {
  world = await settingsWorld()
}, 60_000)
afterAll(() => world?.close())

const hoursOf = async (id: string) => {
  const [shop] = await world.db.select().from(shops).where(eq(shops.id, id))
  return `${shop?.openTime}-${shop?.closeTime}`
}
const chain = { openTime: '09:00', closeTime: '21:00', dayCut: '05:00', weekStart: 1 }
const own = { version: 0, followsDefault: false, openTime: '08:00', closeTime: '20:00', areaM2: 320 }

describe('opening hours', () => {
  it('of a shop are its own until it follows the chain, and then change with the chain’s', async () => {
    expect((await world.call('east', 'PUT', '/view-settings/rules/east-shop', own)).data).toMatchObject({
      openTime: '08:00',
      areaM2: 320,
      version: 1,
    })
    expect((await world.call('chief', 'PUT', '/view-settings/rules', { ...chain, version: 0 })).status).toBe(
      200,
    )
    expect(await hoursOf('east-shop')).toBe('08:00-20:00')
    await world.call('east', 'PUT', '/view-settings/rules/east-shop', {
      ...own,
      version: 1,
      followsDefault: true,
    })
    expect(await hoursOf('east-shop')).toBe('09:00-21:00')
    await world.call('chief', 'PUT', '/view-settings/rules', { ...chain, openTime: '09:30', version: 1 })
    expect(await hoursOf('east-shop')).toBe('09:30-21:00')
    expect(await hoursOf('west-shop')).toBe('10:00-22:00')
  })

  it('are changed only by those who see the shop, the chain’s only by those who see all', async () => {
    expect((await world.call('east', 'PUT', '/view-settings/rules/west-shop', own)).status).toBe(403)
    expect((await world.call('east', 'PUT', '/view-settings/rules', { ...chain, version: 2 })).status).toBe(
      403,
    )
    expect((await world.call('east', 'GET', '/view-settings/rules')).data.shops).toHaveLength(1)
    const same = { ...own, version: 0, closeTime: '08:00' }
    expect((await world.call('chief', 'PUT', '/view-settings/rules/west-shop', same)).code).toBe(10001)
  })

  it('and the end of the business day: set at a full hour before anything is counted, and then it stays', async () => {
    const read = async () => (await world.call('chief', 'GET', '/view-settings/rules')).data
    const save = async (more: object) =>
      world.call('chief', 'PUT', '/view-settings/rules', {
        ...chain,
        openTime: '09:30',
        version: (await read()).version,
        ...more,
      })
    expect((await read()).mayChangeCut).toBe(true)
    expect((await save({ dayCut: '05:30' })).status).toBe(400)
    expect((await save({ dayCut: '06:00' })).status).toBe(200)
    world.counted.any = true
    expect((await read()).mayChangeCut).toBe(false)
    expect((await save({ dayCut: '05:00' })).code).toBe(10001)
    expect((await read()).chain.dayCut).toBe('06:00')
    expect((await save({ dayCut: '06:00', weekStart: 7 })).status).toBe(200)
    world.counted.any = false
  })

  it('the people allowed inside are a number of the shop, set by those who see it and may', async () => {
    const address = '/view-settings/rules/east-shop/capacity'
    expect((await world.call('east', 'GET', address)).data).toEqual({ capacity: null, mayChange: true })
    expect((await world.call('east', 'PUT', address, { capacity: 0 })).status).toBe(400)
    expect((await world.call('east', 'PUT', address, { capacity: 350 })).data).toEqual({ capacity: 350 })
    expect((await world.call('chief', 'GET', address)).data.capacity).toBe(350)
    expect((await world.call('east', 'GET', '/view-settings/rules/west-shop/capacity')).status).toBe(403)
    expect(
      (await world.call('east', 'PUT', '/view-settings/rules/west-shop/capacity', { capacity: 1 })).status,
    ).toBe(403)
    await world.call('east', 'PUT', address, { capacity: null })
    expect((await world.call('east', 'GET', address)).data.capacity).toBeNull()
  })

  it('say so where someone saved meanwhile', async () => {
    expect(await world.call('chief', 'PUT', '/view-settings/rules', { ...chain, version: 0 })).toMatchObject({
      status: 409,
      reason: 'changed',
      data: { openTime: '09:30' },
    })
    expect((await world.call('east', 'PUT', '/view-settings/rules/east-shop', own)).status).toBe(409)
  })
})

describe('month targets', () => {
  const save = (who: 'east' | 'chief', entries: object[]) =>
    world.call(who, 'PUT', '/view-settings/targets', { entries })
  const entry = { shopId: 'east-shop', month: '2026-11', visits: 12_000, sales: 480_000, version: 0 }

  it('are kept all or none, within the scope, and only by who knows the present ones', async () => {
    const foreign = { ...entry, shopId: 'west-shop' }
    expect((await save('east', [entry, foreign])).status).toBe(403)
    expect((await world.call('east', 'GET', '/view-settings/targets?year=2026')).data).toEqual([])
    expect((await save('east', [entry, { ...entry, month: '2026-12' }])).data[0].version).toBe(1)
    expect(await save('chief', [{ ...entry, visits: 1 }])).toMatchObject({
      status: 409,
      data: [{ shopId: 'east-shop', visits: 12_000, version: 1 }],
    })
    expect((await save('chief', [entry, entry])).code).toBe(10001)
  })

  it('that are emptied are gone', async () => {
    await save('east', [{ ...entry, visits: null, sales: null, version: 1 }])
    const left = (await world.call('chief', 'GET', '/view-settings/targets?year=2026')).data
    expect(left.map((one: { month: string }) => one.month)).toEqual(['2026-12'])
  })

  it('are read from a spreadsheet or a CSV with every wrong row named', async () => {
    const rows = [
      ['门店编号', '门店', '月份', '客流目标 (人次)', '销售目标 (元)'],
      ['east1', 'x', '2026-11', 100, 2000.5],
      ['EAST1', 'x', '2026/12', '1,200', null],
      ['WEST1', 'x', '2026-11', 1, 1],
      ['EAST1', 'x', '2026-13', 1, 1],
      ['EAST1', 'x', '2027-01', -1, 1],
      ['EAST1', 'x', '202611', 7, 1],
      [null, null, null, null, null],
    ]
    const read = (data: Uint8Array) =>
      world.call('east', 'POST', '/view-settings/targets/file', {
        file: Buffer.from(data).toString('base64'),
      })
    const expected = {
      entries: [
        { shopId: 'east-shop', shopname: 'east店', month: '2026-11', visits: 100, sales: 2000.5 },
        { shopId: 'east-shop', shopname: 'east店', month: '2026-12', visits: 1200, sales: null },
      ],
      errors: [
        { row: 4, message: 'There is no shop with the code WEST1' },
        { row: 5, message: 'A month looks like 2026-11, not 2026-13' },
        { row: 6, message: 'Not a number that can be used: -1' },
        { row: 7, message: 'The same as a row before' },
      ],
    }
    expect((await read(await writeXlsx({ sheets: [{ name: 'a', rows }] }))).data).toEqual(expected)
    const csv = rows
      .map(row => row.map(cell => (cell === '1,200' ? '"1,200"' : (cell ?? ''))).join(','))
      .join('\r\n')
    expect((await read(Buffer.from(`\uFEFF${csv}`))).data).toEqual(expected)
    expect((await read(Buffer.from('a,b\r\n1,2'))).code).toBe(10001)
    expect((await read(Buffer.from('PK\u0003\u0004 broken'))).code).toBe(10001)
  })
})

describe('holidays', () => {
  const of = async (from: string, to: string) =>
    (await world.call('reader', 'GET', `/view-settings/holidays?from=${from}&to=${to}`)).data

  it('are the statutory ones of the mainland, make-up workdays included, with their source', async () => {
    const { days, source, lastYear } = await of('2026-10-01', '2026-10-10')
    expect(days).toHaveLength(8)
    expect(days[0]).toEqual({
      date: '2026-10-01',
      nameZh: '国庆节',
      nameEn: 'National Day',
      isOff: true,
      isOwn: false,
    })
    expect(days.at(-1)).toMatchObject({ date: '2026-10-10', isOff: false })
    expect(source).toContain('State Council')
    expect(lastYear).toBe(2026)
  })

  it('of the chain’s own count before them, and only those who see every shop set them', async () => {
    const day = { nameZh: '盘点日', nameEn: 'Stocktaking', isOff: true }
    expect((await world.call('east', 'PUT', '/view-settings/holidays/2026-10-10', day)).status).toBe(403)
    expect((await world.call('chief', 'PUT', '/view-settings/holidays/2026-10-10', day)).status).toBe(200)
    expect((await of('2026-10-10', '2026-10-10')).days).toEqual([{ date: '2026-10-10', ...day, isOwn: true }])
    expect((await world.call('chief', 'DELETE', '/view-settings/holidays/2026-10-10')).status).toBe(200)
    expect((await of('2026-10-10', '2026-10-10')).days[0]).toMatchObject({ isOff: false, isOwn: false })
    expect((await world.call('chief', 'DELETE', '/view-settings/holidays/2026-10-10')).status).toBe(404)
  })

  it('are put into the table once', async () => {
    const before = await world.db.$count(holidayCalendar)
    await Promise.all([installHolidays(world.db), installHolidays(world.db)])
    expect(await world.db.$count(holidayCalendar)).toBe(before)
    expect(before).toBe(315)
  })
})
