import { afterAll, describe, expect, it } from 'vitest'
import { personWorld } from '../../../test/person-world.ts'
import { copyRecords } from '../facts/record-copy.ts'

const world = await personWorld()
afterAll(world.close)
const { call, client, rows } = world

type Seen = {
  shop?: number
  day: number
  person: number
  dwell?: number
  identity?: string
  gender?: string
  age?: number
  hour?: number
  picture?: string
  zones?: number[]
  since?: number
}
let visits = 0
const first = new Map<number, string>()
/** Visits, each with its stops, and a track of those that stopped anywhere. */
async function comes(...list: Seen[]): Promise<string[]> {
  const made = list.map(one => ({ ...one, visit: ++visits }))
  const date = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
  const key = ({ shop = 801, day, person, visit, identity = 'customer' }: (typeof made)[number]) => ({
    biz_date: date(day),
    shop_id: shop,
    visit_id: visit,
    person_id: person,
    identity,
    ver: 1,
  })
  const at = ({ day, hour = 3 }: Seen) => `${date(day)} ${String(hour).padStart(2, '0')}:00:00`
  for (const { person, day } of made) if (!first.has(person)) first.set(person, date(day))
  await client.insert({
    table: 'face_visit',
    format: 'JSONEachRow',
    values: made.flatMap(one => {
      const {
        shop = 801,
        person,
        age = 34,
        gender = 'woman',
        dwell = 600,
        hour = 3,
        picture = '',
        zones = [],
      } = one
      const row = {
        ...key(one),
        place_kind: 'shop',
        place_id: 0,
        gender,
        age,
        age_band: Math.max(0, Math.min(6, Math.ceil(age / 10) - 1)),
        entrance_id: Number(`${shop}2`),
        device_id: Number(`${shop}5`),
        first_date: first.get(person),
        since_days: one.since ?? 0,
        enter_at: at(one),
        slot: (hour + 8) * 12,
        dwell_s: dwell,
        picture,
      }
      // Zones that were touched are rows of the same visit: they are not further visits.
      return [
        row,
        ...zones.map(zone => ({ ...row, place_kind: 'zone', place_id: zone, dwell_s: 60, picture: '' })),
      ]
    }),
  })
  const stopped = made.filter(({ zones = [] }) => zones.length > 0)
  await client.insert({
    table: 'stay',
    format: 'JSONEachRow',
    values: stopped.flatMap(one =>
      (one.zones ?? []).map((zone, index) => ({
        ...key(one),
        zone_id: zone,
        stay_id: one.visit * 10 + index,
        at: at(one).replace(':00:00', `:${String(index * 5).padStart(2, '0')}:00.000`),
        slot: 130,
        dwell_s: 60 + index,
      })),
    ),
  })
  await client.insert({
    table: 'track',
    format: 'JSONEachRow',
    values: stopped.map(one => ({
      ...key(one),
      map_id: Number(`${one.shop ?? 801}6`),
      track_id: one.visit,
      at: `${at(one)}.000`,
      slot: 130,
      dt_ms: [0, 1000, 500],
      x_cm: [10, 500, 900],
      y_cm: [20, 400, 100],
      zone_path: one.zones,
    })),
  })
  return made.map(({ visit }) => String(visit))
}

const [ann, bea, clara, dan] = [11, 12, 13, 14]
const ids = await comes(
  { person: ann, day: 2, dwell: 300, picture: 'sketch:w33' },
  { person: ann, day: 5, dwell: 700, hour: 2, zones: [8013, 8014], since: 3, picture: 'sketch:w34' },
  { person: ann, day: 5, dwell: 100, hour: 9, picture: 'sketch:w36', since: 3 },
  { person: ann, day: 6, shop: 802, dwell: 50 },
  { person: bea, day: 4, gender: 'man', age: 61, dwell: 4000, zones: [8013], picture: 'sketch:m58' },
  {
    person: clara,
    day: 6,
    shop: 802,
    identity: 'vip',
    zones: [8023],
    picture: 'https://pictures.example/c.jpg',
  },
  { person: dan, day: 6, identity: 'clerk', gender: 'man', age: 25 },
  { person: 0, day: 6, gender: 'unknown', age: 255 },
)
const march = 'from=2026-03-01&to=2026-03-31'
const names = (answer: { data: { records: { personId: string }[] } }) =>
  answer.data.records.map(({ personId }) => Number(personId))

describe('the list of persons', () => {
  it('says of each how often, how long and when last, as the raw rows do', async () => {
    const { data } = await call('guard', 'GET', `?${march}`)
    expect(data.total).toBe(4)
    const raw = await rows<{ person_id: number; n: number; dwell: number }>(
      `SELECT person_id, count() AS n, toUInt32(sum(dwell_s)) AS dwell FROM face_visit FINAL
       WHERE place_kind = 'shop' AND person_id > 0 GROUP BY person_id ORDER BY person_id`,
    )
    const told = data.records
      .map((row: { personId: string; visits: number; dwellSeconds: number }) => ({
        person_id: Number(row.personId),
        n: row.visits,
        dwell: row.dwellSeconds,
      }))
      .toSorted((a: { person_id: number }, b: { person_id: number }) => a.person_id - b.person_id)
    expect(told).toEqual(raw)
    const one = data.records.find(({ personId }: { personId: string }) => personId === '11')
    expect(one).toMatchObject({
      shops: 2,
      sameDayVisits: 1,
      firstSeen: '2026-03-02',
      last: { shopId: '802', at: '2026-03-06T03:00:00.000Z', entrance: { name: '东门' }, hasPicture: false },
    })
  })

  it('is cut to the shops of the caller, also in what it says of each', async () => {
    const { data } = await call('local', 'GET', `?${march}`)
    expect(names({ data }).toSorted()).toEqual([ann, bea, dan])
    expect(data.records.find(({ personId }: { personId: string }) => personId === '11')).toMatchObject({
      visits: 3,
      shops: 1,
      sameDayVisits: 2,
      last: { shopId: '801' },
    })
  })

  it.each([
    ['identities=vip', [clara]],
    ['genders=man&ageBands=6', [bea]],
    ['dwellBands=60', [bea]],
    ['frequencyBands=3', [ann]],
    ['keyword=%2313', [clara]],
    ['shopIds=802', [ann, clara]],
    ['entranceIds=8022', [ann, clara]],
    ['deviceIds=8015', [ann, bea, dan]],
    ['areaId=2', undefined],
  ])('is narrowed by %s', async (filter, expected) => {
    const answer = await call('guard', 'GET', `?${march}&${filter}`)
    if (expected) expect(names(answer).toSorted()).toEqual(expected)
    else expect(answer).toMatchObject({ status: 400, code: 10001 })
  })

  it('comes in pages of ten in an order that holds, and is sorted as asked', async () => {
    await comes(...Array.from({ length: 13 }, (_, index) => ({ person: 100 + index, day: 20 })))
    const pages = await Promise.all(
      [1, 2, 3].map(number => call('guard', 'GET', `?from=2026-03-20&to=2026-03-20&pageNumber=${number}`)),
    )
    expect(pages.map(page => names(page).length)).toEqual([10, 3, 0])
    expect(pages.map(page => page.data.total)).toEqual([13, 13, 13])
    expect(new Set(pages.flatMap(names)).size).toBe(13)
    expect(names(await call('guard', 'GET', `?${march}&sort=dwell`))[0]).toBe(bea)
    expect(names(await call('guard', 'GET', `?${march}&sort=visits`))[0]).toBe(ann)
  })

  it('is for those alone who may see single persons', async () => {
    for (const path of ['', '/11', '/11/visits', '/captures', '/samples', '/samples/confusion'])
      expect(await call('analyst', 'GET', `${path}?${march}`)).toMatchObject({
        status: 403,
        reason: 'customer.face',
      })
    expect(await call('desk', 'GET', `/tracks?${march}`)).toMatchObject({ status: 403, reason: 'track.view' })
  })
})

it('captures are single visits, also of people whom nobody recognised', async () => {
  const all = await call('guard', 'GET', '/captures?from=2026-03-01&to=2026-03-10')
  expect(all.data.total).toBe(8)
  const { data } = await call('guard', 'GET', '/captures?from=2026-03-01&to=2026-03-10&matched=no')
  expect(data.records).toMatchObject([
    { personId: '0', gender: 'unknown', age: null, device: { name: '人脸 801' } },
  ])
})

describe('one person', () => {
  it('has visits, days and stops within the period, and is written to the audit log', async () => {
    const { data } = await call('guard', 'GET', `/11?from=2026-03-05&to=2026-03-05`)
    expect(data).toMatchObject({
      visits: 2,
      days: 1,
      shops: 1,
      dwellSeconds: 800,
      firstSeen: '2026-03-02',
      marked: null,
    })
    expect(data.latestTrack).toMatchObject({ shopId: '801', trackId: ids[1] })
    const found = await call('guard', 'GET', `/11/visits?from=2026-03-05&to=2026-03-05`)
    expect(found.data.records).toMatchObject([
      { visitId: ids[2], stops: [], trackId: null },
      {
        visitId: ids[1],
        stops: [{ zone: { name: '鞋墙' }, dwellSeconds: 60 }, { zone: { name: '收银台' } }],
        trackId: ids[1],
      },
    ])
    expect(await world.audited()).toContainEqual(
      expect.objectContaining({ userId: 'guard', action: 'person.opened', target: '11' }),
    )
  })

  it('shows no way to who may not see ways', async () => {
    expect((await call('desk', 'GET', `/11?${march}`)).data.latestTrack).toBeNull()
    const { data } = await call('desk', 'GET', `/11/visits?${march}`)
    expect(data.records.every(({ trackId }: { trackId: string | null }) => trackId === null)).toBe(true)
  })

  it('does not exist for who sees none of the shops', async () => {
    expect(await call('local', 'GET', `/13?${march}`)).toMatchObject({ status: 404 })
    expect(await call('local', 'PUT', '/13/identity', { identity: 'clerk' })).toMatchObject({ status: 404 })
    expect(await call('guard', 'GET', `/no-number?${march}`)).toMatchObject({ status: 404 })
  })

  it('that is marked counts as that in all rows, also in those that come later', async () => {
    await call('guard', 'PUT', '/12/identity', { identity: 'vip' })
    const identities = () =>
      rows(
        `SELECT toString(identity) AS identity, count() AS n FROM
           (SELECT identity FROM face_visit FINAL WHERE person_id = 12 UNION ALL SELECT identity FROM stay FINAL WHERE person_id = 12
            UNION ALL SELECT identity FROM track FINAL WHERE person_id = 12) GROUP BY identity`,
      )
    expect(await identities()).toEqual([{ identity: 'vip', n: 4 }])
    expect((await call('guard', 'GET', `/12?${march}`)).data).toMatchObject({
      identity: 'vip',
      marked: { by: 'guard' },
    })
    await comes({ person: bea, day: 12 })
    await world.persons.keepMarks()
    expect(await identities()).toEqual([{ identity: 'vip', n: 5 }])
    expect(await world.rollups.run()).toBeGreaterThan(0)
  })
})

describe('pictures', () => {
  it('are handed out for visits in scope alone, and each is written to the audit log', async () => {
    const wanted = {
      visits: [ids[1], ids[4], ids[5]].map((visitId, index) => ({
        shopId: index === 2 ? '802' : '801',
        visitId,
      })),
    }
    const { data } = await call('guard', 'POST', '/pictures', wanted)
    expect(data).toHaveLength(3)
    expect(data.find(({ shopId }: { shopId: string }) => shopId === '802').picture).toBe(
      'https://pictures.example/c.jpg',
    )
    const own = await call('local', 'POST', '/pictures', wanted)
    expect(own.data).toHaveLength(2)
    expect(own.data[0].picture).toMatch(/^data:image\/svg\+xml,/)
    expect((await world.audited()).at(-1)).toMatchObject({
      action: 'person.pictures',
      target: expect.stringContaining(`801/${ids[1]}`),
    })
  })
})

describe('ways', () => {
  it('are listed by visit with the floors they went over', async () => {
    const { data } = await call('guard', 'GET', `/tracks?${march}`)
    expect(data.records).toMatchObject([
      { personId: '13', trackId: ids[5], seconds: 2, zones: 1, floors: [{ name: '一层' }] },
      { personId: '11', trackId: ids[1], zones: 2 },
      { personId: '12', trackId: ids[4] },
    ])
    expect(names(await call('guard', 'GET', `/tracks?${march}&floorIds=8011`)).toSorted()).toEqual([ann, bea])
    expect(names(await call('local', 'GET', `/tracks?${march}&personIds=11`))).toEqual([ann])
  })

  it('are opened with a reason, which the audit log keeps', async () => {
    const key = { shopId: '801', trackId: ids[1] }
    expect(await call('guard', 'POST', '/tracks/open', key)).toMatchObject({ status: 400 })
    const { data } = await call('guard', 'POST', '/tracks/open', { ...key, reason: '寻找失物' })
    expect(data.parts).toEqual([
      {
        mapId: 8016,
        floor: { id: '8011', name: '一层', nameEn: 'Ground floor' },
        points: [
          [0, 10, 20],
          [1000, 500, 400],
          [1500, 900, 100],
        ],
      },
    ])
    expect(data.stops).toMatchObject([
      { zone: { id: '8013' }, dwellSeconds: 60 },
      { zone: { id: '8014' }, dwellSeconds: 61 },
    ])
    expect(data.captures).toMatchObject([
      { place: { name: '东门' }, picture: expect.stringMatching(/^data:image/) },
    ])
    expect((await world.audited()).at(-1)).toMatchObject({
      action: 'person.track',
      target: '11',
      details: { reason: '寻找失物' },
    })
  })

  it('of other shops do not exist', async () => {
    const reason = '寻人'
    expect(
      await call('local', 'POST', '/tracks/open', { shopId: '802', trackId: ids[5], reason }),
    ).toMatchObject({ status: 404 })
    expect(
      await call('guard', 'POST', '/tracks/open', { shopId: '801', trackId: '999', reason }),
    ).toMatchObject({ status: 404 })
  })
})

describe('checks of recognition', () => {
  const sample = async (who: 'guard' | 'local' = 'guard') =>
    (await call(who, 'GET', `/samples?from=2026-03-01&to=2026-03-10&seed=7`)).data

  it('are of captures with a picture that nobody judged, beside an earlier picture of the same person', async () => {
    const { samples, total, checked } = await sample()
    expect({ total, checked, found: samples.length }).toEqual({ total: 5, checked: 0, found: 5 })
    const again = samples.find(({ visitId }: { visitId: string }) => visitId === ids[2])
    expect(again.earlier).toMatchObject({ visitId: ids[0] })
    expect((await sample('local')).total).toBe(4)
    expect(
      (await call('guard', 'GET', '/samples?from=2026-03-01&to=2026-03-10&shopIds=802')).data.total,
    ).toBe(1)
  })

  it('are kept, replaced and taken back, and make the figures of accuracy', async () => {
    const judge = (visit: string | undefined, body: object) =>
      call('guard', 'PUT', `/samples/801/${visit}`, body)
    await judge(ids[1], { attribute: 'gender', verdict: 'right' })
    await judge(ids[1], { attribute: 'age', verdict: 'wrong', actual: '4' })
    await judge(ids[4], { attribute: 'gender', verdict: 'wrong' })
    await judge(ids[4], { attribute: 'age', verdict: 'right' })
    await judge(ids[2], { attribute: 'age', verdict: 'unsure' })
    const { data } = await judge(ids[4], { attribute: 'identity', verdict: 'right' })
    expect(data).toEqual([
      { attribute: 'gender', recognised: 'man', verdict: 'wrong', actual: 'woman' },
      { attribute: 'age', recognised: '6', verdict: 'right', actual: '6' },
      { attribute: 'identity', recognised: 'vip', verdict: 'right', actual: 'vip' },
    ])
    expect(await sample()).toMatchObject({ total: 5, checked: 3 })
    expect((await call('guard', 'GET', `/samples/confusion?${march}`)).data).toEqual([
      { recognised: 3, actual: 4, count: 1 },
      { recognised: 6, actual: 6, count: 1 },
    ])
    await copyRecords(world)
    const copied = () =>
      rows(
        `SELECT toString(attribute) AS attribute, count() AS n, countIf(is_checked = 1) AS checked, countIf(is_done = 1) AS good
         FROM record FINAL WHERE kind = 'sample' AND device_id = 8015 GROUP BY attribute ORDER BY attribute`,
      )
    expect(await copied()).toEqual([
      { attribute: 'age', n: 3, checked: 2, good: 1 },
      { attribute: 'gender', n: 2, checked: 2, good: 1 },
      { attribute: 'identity', n: 1, checked: 1, good: 1 },
    ])
    await judge(ids[2], { attribute: 'age', verdict: null })
    expect(await sample()).toMatchObject({ checked: 2 })
  })

  it('are refused for what the caller does not see, and for values that an attribute lacks', async () => {
    const good = { attribute: 'gender', verdict: 'wrong', actual: 'man' }
    expect(await call('local', 'PUT', `/samples/802/${ids[5]}`, good)).toMatchObject({ status: 404 })
    expect(await call('guard', 'PUT', `/samples/801/${ids[1]}`, { ...good, actual: 'vip' })).toMatchObject({
      status: 400,
    })
  })
})
