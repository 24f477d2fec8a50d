import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { shops } from '../../platform/schema/index.ts'

const server = await aisle()
const admin = await server.as('admin')
const { client } = await server.measures()
const [first, second, third] = await server.database.db.select().from(shops).orderBy(shops.id).limit(3)

type Visit = [day: string, shop: string, person: number, gender: string, band: number, more?: object]
const visits: Visit[] = [
  // This week: two men (one twice), one woman, one clerk.
  ['2026-10-01', first!.id, 1, 'man', 2],
  ['2026-10-02', first!.id, 1, 'man', 2],
  ['2026-10-02', first!.id, 2, 'man', 6, { is_new: 1 }],
  ['2026-10-03', first!.id, 3, 'woman', 0, { is_new: 1, identity: 'vip' }],
  ['2026-10-03', first!.id, 9, 'woman', 3, { identity: 'clerk' }],
  // What they are held against.
  ['2026-09-01', first!.id, 1, 'man', 2],
  ['2026-09-04', first!.id, 4, 'woman', 2],
  ['2026-09-04', first!.id, 5, 'woman', 2],
  ['2026-10-02', second!.id, 7, 'woman', 3],
]
await client.insert({
  table: 'face_visit',
  format: 'JSONEachRow',
  values: visits.map(([biz_date, shop_id, person_id, gender, age_band, more], index) => ({
    biz_date,
    shop_id: Number(shop_id),
    visit_id: index + 1,
    person_id,
    gender,
    age_band,
    identity: 'customer',
    place_kind: 'shop',
    place_id: Number(shop_id),
    enter_at: `${biz_date} 04:00:00`,
    first_date: biz_date,
    slot: 144,
    ver: 1,
    ...more,
  })),
})
await client.command({
  query: `INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, floor_id, persons, new_persons, returning_persons, visit_n, dwell_sum_s, ver)
    SELECT biz_date, shop_id, place_kind, place_id, 0, groupBitmapState(person_id), groupBitmapStateIf(person_id, is_new = 1),
      groupBitmapStateIf(person_id, is_returning = 1), count(), sum(dwell_s), 1
    FROM face_visit FINAL WHERE identity != 'clerk' GROUP BY biz_date, shop_id, place_kind, place_id`,
})
const days = ['2025-01-01', '2026-10-01', '2026-10-02', '2026-10-03', '2026-09-01', '2026-09-04']
await client.insert({
  table: 'source_day',
  format: 'JSONEachRow',
  values: days.map(biz_date => ({
    biz_date,
    shop_id: Number(first!.id),
    source: 'face',
    expected_n: 1,
    got_n: 1,
    last_at: `${biz_date} 14:00:00`,
    ver: 1,
  })),
})

// Single visits are kept for a while, the counts of days for ever.
await client.command({
  query: `INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, floor_id, persons, new_persons, returning_persons, visit_n, dwell_sum_s, ver)
    SELECT toDate('2025-01-01'), shop_id, place_kind, place_id, floor_id, persons, new_persons, returning_persons, visit_n, dwell_sum_s, ver
    FROM people_day FINAL WHERE biz_date = '2026-10-01'`,
})

const flowPath = '/xinchengfacedata/queryPlazeFlowCompare'
const customerPath = '/xinchengfacedata/queryPlazeCustomerCompare'
const holiday = {
  shopIds: first!.id,
  beginDate: '2026-10-01',
  endDate: '2026-10-03',
  compareBeginDate: '2026-09-01',
  compareEndDate: '2026-09-04',
  isCompare: '1',
}
/** As the old pages send it: a form. */
const send = (path: string, fields: Record<string, string>, token = admin.token) =>
  server.call('POST', path, new URLSearchParams(fields).toString(), {
    accesstoken: token,
    'content-type': 'application/x-www-form-urlencoded',
  })

describe('queryPlazeFlowCompare', () => {
  it('answers each figure as current, compared and the rate with one decimal', async () => {
    const { data } = await send(flowPath, holiday)
    expect(data).toEqual({
      data: [
        {
          shopName: first!.name,
          rnum: '4,3,33.3',
          num: '3,3,0.0',
          man: '2,1,100.0',
          woman: '1,2,-50.0',
          age0: '1,0,',
          age1: '0,0,',
          age2: '1,3,-66.7',
          age3: '0,0,',
          age4: '0,0,',
          age5: '0,0,',
          age6: '1,0,',
        },
      ],
      compareDate: '2026-10-01~2026-10-03,2026-09-01~2026-09-04',
    })
  })

  it('leaves what is compared empty with the flag 0, whatever dates came with it', async () => {
    const { data } = await send(flowPath, { ...holiday, isCompare: '0' })
    expect(data.data[0]).toMatchObject({ rnum: '4,,', man: '2,,', age1: '0,,' })
    expect(data.compareDate).toBe('2026-10-01~2026-10-03,')
    const { beginDate, endDate, shopIds } = holiday
    expect((await send(flowPath, { beginDate, endDate, shopIds, compareBeginDate: '' })).data).toEqual(data)
  })

  it('counts only those of an identity, clerks too where they are asked for', async () => {
    const num = async (identity: string) => (await send(flowPath, { ...holiday, identity })).data.data[0].num
    expect(await num('vip')).toBe('1,0,')
    expect(await num('clerk')).toBe('1,0,')
    expect(await num('customer')).toBe('2,3,-33.3')
    expect((await send(flowPath, { ...holiday, identity: 'thief' })).status).toBe(400)
  })

  it('has no number, not 0, for genders of days whose single visits are no longer kept', async () => {
    const old = { compareBeginDate: '2025-01-01', compareEndDate: '2025-01-01' }
    const { data } = await send(flowPath, { ...holiday, ...old })
    expect(data.data[0]).toMatchObject({ num: '3,1,200.0', man: '2,,', age6: '1,,' })
  })

  it('gives every shop a row in the order it was asked for, empty where nothing was received', async () => {
    const { data } = await send(flowPath, {
      ...holiday,
      shopIds: [third!.id, second!.id, first!.id, second!.id].join(),
    })
    expect(data.data.map((row: { shopName: string; rnum: string }) => [row.shopName, row.rnum])).toEqual([
      [third!.name, ',,'],
      [second!.name, '1,,'],
      [first!.name, '4,3,33.3'],
    ])
  })

  it('is one call by either path, and takes the times of the inherited calls for days', async () => {
    const times = { ...holiday, beginDate: '2026-10-01 00:00:00', endDate: '2026-10-03 23:59:59' }
    const bare = await send(flowPath, holiday)
    expect((await admin.call('POST', `/api${flowPath}`, times)).data).toEqual(bare.data)
  })

  it('refuses days that do not fit together, and shops outside the scope', async () => {
    const paths = async (fields: Record<string, string>) =>
      (await send(flowPath, { ...holiday, ...fields })).errors?.map(({ path }) => path)
    expect(await paths({ endDate: '2026-09-30' })).toEqual(['endDate'])
    expect(await paths({ compareEndDate: '' })).toEqual(['compareEndDate'])
    expect(await paths({ beginDate: '2026-02-30' })).toEqual(['beginDate'])
    expect(await send(flowPath, { ...holiday, shopIds: '0' })).toMatchObject({ status: 400, code: 10001 })
    const inspector = await server.as('inspector')
    expect(await send(flowPath, holiday, inspector.token)).toMatchObject({
      status: 403,
      reason: 'flow.face|customer.view',
    })
  })
})

describe('queryPlazeCustomerCompare', () => {
  it('tells new and existing customers apart, by gender', async () => {
    const { data } = await send(customerPath, holiday)
    expect(data).toEqual({
      data: [
        {
          shopName: first!.name,
          oldMan: '1,1,0.0',
          oldWoman: '0,2,-100.0',
          newMan: '1,0,',
          newWoman: '1,0,',
        },
      ],
      compareDate: '2026-10-01~2026-10-03,2026-09-01~2026-09-04',
    })
  })
})
