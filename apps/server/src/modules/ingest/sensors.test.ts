import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { quarantine, sensorCounters, shops } from '../../platform/schema/index.ts'

const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.timeZone, 'Asia/Shanghai'))
const shopId = shop?.id ?? ''
const lines = (...names: string[]) => names.map(line => ({ line }))
const register = (sn: string, ...names: string[]) =>
  admin.call('POST', '/api/devices', { sn, name: sn, kind: 'counter', shopId, lines: lines(...names) })
const source = async (kind: string): Promise<string> =>
  (await admin.call('POST', '/api/ingest/sources', { name: kind, kind, allShops: true })).data.token

async function push(
  dialect: string,
  body: string | object,
  headers: Record<string, string>,
  path = `/api/ingest/${dialect}/push`,
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    headers,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, ...answer.json() }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const basic = (token: string) => ({
  authorization: `Basic ${Buffer.from(`sensor:${token}`).toString('base64')}`,
})
/** What the store holds of a device: line, slot, in, out. */
async function held(sn: string) {
  const { client } = await server.measures()
  const [device] = (await admin.call('GET', `/api/devices?keyword=${encodeURIComponent(sn)}`)).data.records
  const answer = await client.query({
    query: `SELECT line_id, slot, span_s, in_n, out_n FROM flow_raw FINAL WHERE device_id = ${device.id} ORDER BY line_id, at`,
    format: 'JSONCompactEachRow',
  })
  return answer.json()
}
const waiting = (kind: string) => db.select().from(quarantine).where(eq(quarantine.kind, kind))

const alert = (counting: string, mac = 'AA:BB:CC:00:11:22') =>
  `<?xml version="1.0" encoding="UTF-8"?><EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<macAddress>${mac}</macAddress><channelID>1</channelID><dateTime>2026-03-02T10:15:03+08:00</dateTime>
<eventType>PeopleCounting</eventType><peopleCounting>${counting}</peopleCounting></EventNotificationAlert>`
const timeRange = `<statisticalMethods>timeRange</statisticalMethods><TimeRange><startTime>2026-03-02T10:00:00+08:00</startTime>
<endTime>2026-03-02T10:14:59+08:00</endTime></TimeRange><enter>12</enter><exit>9</exit>`
const realTime = (time: string, enter: number, exit: number) =>
  `<statisticalMethods>realTime</statisticalMethods><RealTime><time>2026-03-02T${time}+08:00</time></RealTime><enter>${enter}</enter><exit>${exit}</exit>`

describe('hikvision', async () => {
  const token = await source('hikvision')
  const to = `/api/ingest/hikvision/push/${token}`
  await register('aa:bb:cc:00:11:22')
  await register('aa:bb:cc:00:11:33')

  it('posts windows as XML or multipart to an address with the token in it; once however often', async () => {
    const xml = { 'content-type': 'application/xml' }
    expect(await push('hikvision', alert(timeRange), xml, to)).toMatchObject({
      status: 200,
      data: { accepted: 1, duplicates: 0 },
    })
    const parts = `--b\r\nContent-Type: application/xml\r\n\r\n${alert(timeRange)}\r\n--b\r\nContent-Type: image/jpeg\r\n\r\n\u0000\u00ff\r\n--b--`
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await push('hikvision', parts, multipart, to)).data).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await held('aa:bb:cc:00:11:22')).toEqual([[1, 120, 900, 12, 9]])
  })

  it('posts running counters, which become windows of five minutes, resets and all', async () => {
    const mac = 'AA:BB:CC:00:11:33'
    const say = (time: string, enter: number, exit: number) =>
      push('hikvision', alert(realTime(time, enter, exit), mac), {}, to)
    await say('10:01:00', 500, 480)
    await say('10:02:00', 503, 480)
    expect((await say('10:02:00', 503, 480)).data).toMatchObject({ accepted: 0, duplicates: 1 })
    await say('10:04:00', 505, 481)
    await say('10:06:00', 3, 1)
    await say('10:05:30', 1, 1)
    expect(await held('aa:bb:cc:00:11:33')).toEqual([
      [1, 120, 300, 7, 2],
      [1, 121, 300, 1, 0],
    ])
    const [kept] = await db
      .select()
      .from(sensorCounters)
      .where(eq(sensorCounters.device, 'aa:bb:cc:00:11:33'))
    expect(kept?.seen).toMatchObject({ in: 3, out: 1 })
  })

  it('that nobody understands, or of a device that nobody knows, waits in quarantine', async () => {
    expect(await push('hikvision', '<html>login</html>', {}, to)).toMatchObject({
      status: 202,
      data: { accepted: 0, rejected: [{ index: 0 }] },
    })
    await push('hikvision', '<html>login</html>', {}, to)
    expect(await waiting('hikvision')).toMatchObject([{ body: { text: '<html>login</html>' }, times: 2 }])
    const stranger = await push('hikvision', alert(realTime('10:00:00', 1, 1), '00:00:00:00:00:01'), {}, to)
    expect(stranger.data.rejected).toMatchObject([{ path: 'device' }])
    expect(await waiting('hikvision')).toHaveLength(2)
    expect(
      (await push('hikvision', alert(timeRange, '00:00:00:00:00:02'), {}, to)).data.rejected,
    ).toHaveLength(1)
    expect(await waiting('counts')).toMatchObject([{ path: 'device', body: { in: 12 } }])
  })
})

it('axis posts with the token as Bearer', async () => {
  await register('ACCC8E000001')
  const body = {
    apiName: 'Axis Retail Data',
    utcSent: '2026-03-02T02:16:00Z',
    sensor: { serial: 'ACCC8E000001' },
    data: {
      measurements: [
        {
          kind: 'people-counts',
          utcFrom: '2026-03-02T02:00:00Z',
          utcTo: '2026-03-02T02:15:00Z',
          items: [
            { direction: 'in', count: 10, adults: 8 },
            { direction: 'out', count: 6 },
          ],
        },
      ],
    },
  }
  const token = await source('axis')
  expect((await push('axis', body, bearer(token))).data).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
  expect((await push('axis', body, bearer(token))).data).toMatchObject({ duplicates: 1 })
  expect(await held('accc8e000001')).toEqual([[1, 120, 900, 10, 6]])
})

it('xovis posts running counters of frames, several objects at once', async () => {
  await register('80:1f:12:00:00:01', '3')
  const live = (time: string, into: number, out: number) =>
    JSON.stringify({
      live_data: {
        sensor_info: { serial_number: '80:1F:12:00:00:01' },
        frames: [
          {
            time: Date.parse(time),
            events: [
              { category: 'COUNT', attributes: { counter_id: 3001, counter_value: into } },
              { category: 'COUNT', attributes: { counter_id: 3002, counter_value: out } },
            ],
          },
        ],
      },
    })
  const token = await source('xovis')
  await push('xovis', live('2026-03-02T02:00:01Z', 40, 38), basic(token))
  await push(
    'xovis',
    live('2026-03-02T02:01:00Z', 44, 39) + live('2026-03-02T02:02:00Z', 47, 40),
    basic(token),
  )
  await push('xovis', live('2026-03-02T02:07:00Z', 47, 44), basic(token))
  const counted = (await held('80:1f:12:00:00:01')) as number[][]
  expect(counted.map(([, slot]) => slot)).toEqual([120, 121])
  expect(counted.reduce((sum, row) => sum + (row[3] ?? 0), 0)).toBe(7)
  expect(counted.reduce((sum, row) => sum + (row[4] ?? 0), 0)).toBe(6)
})

it('a running counter whose clock is ahead is told so, and counts on by its true clock', async () => {
  await register('80:1f:12:00:00:02', '3')
  const token = await source('xovis')
  const show = async (time: number, value: number) => {
    const events = [{ category: 'COUNT', attributes: { counter_id: 3001, counter_value: value } }]
    const body = {
      live_data: { sensor_info: { serial_number: '80:1F:12:00:00:02' }, frames: [{ time, events }] },
    }
    return (await push('xovis', body, bearer(token))).data
  }
  const ahead = await show(Date.now() + 86_400_000 * 365, 40)
  expect(ahead).toMatchObject({ accepted: 0, rejected: [{ path: 'at', message: 'in the future' }] })
  await show(Date.parse('2026-03-02T02:01:00Z'), 41)
  await show(Date.parse('2026-03-02T02:02:00Z'), 44)
  expect(await held('80:1f:12:00:00:02')).toEqual([[1, 120, 300, 3, 0]])
})

it('milesight posts local times, which are those of its shop', async () => {
  await register('6757b000', '1', '2')
  const token = await source('milesight')
  const body = {
    event: 'people_counting',
    report_type: 'interval',
    device_info: { device_sn: '6757B000' },
    time_info: { start_time: '2026/03/02 10:00:00', end_time: '2026/03/02 10:10:00' },
    line_periodic_data: [
      { line: 1, in: 5, out: 4 },
      { line: 2, in: 0, out: 1 },
    ],
  }
  expect((await push('milesight', body, {}, `/api/ingest/milesight/push?token=${token}`)).data.accepted).toBe(
    2,
  )
  expect(await held('6757b000')).toEqual([
    [1, 120, 600, 5, 4],
    [2, 120, 600, 0, 1],
  ])
})

it('vivotek and footfallcam post their windows and people', async () => {
  await register('0002d1000001', 'door')
  await register('ffc1', '2')
  const vivotek = {
    Source: { MacAddress: '0002D1000001' },
    Data: [
      {
        RuleType: 'Counting',
        CountingInfo: [
          {
            RuleName: 'door',
            In: 3,
            StartTime: '2026-03-02T10:00:00+08:00',
            EndTime: '2026-03-02T10:15:00+08:00',
          },
        ],
      },
    ],
  }
  expect((await push('vivotek', vivotek, basic(await source('vivotek')))).data.accepted).toBe(1)
  expect(await held('0002d1000001')).toEqual([[1, 120, 900, 3, 0]])
  const person = (PeopleId: number, MetricId: number) => ({
    CameraSerial: 'FFC1',
    RoiId: 2,
    PeopleId,
    MetricId,
    UTCTime: '2026-03-02T02:00:00Z',
  })
  const token = await source('footfallcam')
  const people = [person(1, 1), person(2, 1), person(3, 2)]
  expect((await push('footfallcam', people, {}, `/api/ingest/footfallcam/push/${token}`)).data.accepted).toBe(
    3,
  )
  expect(
    (await push('footfallcam', people.slice(1), {}, `/api/ingest/footfallcam/push/${token}`)).data,
  ).toMatchObject({
    accepted: 0,
    duplicates: 2,
  })
  expect(((await held('ffc1')) as number[][]).map(row => row.slice(3)).sort()).toEqual([
    [0, 1],
    [1, 0],
    [1, 0],
  ])
})

it('a sensor without a valid token, or with that of another make, is not heard', async () => {
  const token = await source('axis')
  expect((await push('axis', '{}', {})).status).toBe(401)
  expect((await push('axis', '{}', bearer('none'))).status).toBe(401)
  expect((await push('xovis', '{}', bearer(token))).status).toBe(403)
  expect((await push('nobody', '{}', bearer(token))).status).toBe(400)
})
