import { describe, expect, it } from 'vitest'
import { dialects, SensorError, understood } from './index.ts'

const shanghai = { offsetAt: () => 8 * 3_600_000, contentType: 'application/json' }
const at = (iso: string) => Date.parse(iso)
const read = (name: keyof typeof dialects, body: unknown) =>
  dialects[name].read(typeof body === 'string' ? body : JSON.stringify(body), shanghai)

const alert = (counting: string, more = '', type = 'PeopleCounting') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<ipAddress>192.0.2.7</ipAddress><macAddress>AA:BB:CC:00:11:22</macAddress><channelID>1</channelID>
<dateTime>2026-03-02T10:15:03+08:00</dateTime><eventType>${type}</eventType><eventState>inactive</eventState>
${more}${counting}</EventNotificationAlert>`
const windowOf = (enter: number, exit: number, inside = '') =>
  `<peopleCounting><statisticalMethods>timeRange</statisticalMethods>
<TimeRange><startTime>2026-03-02T10:00:00+08:00</startTime><endTime>2026-03-02T10:14:59+08:00</endTime></TimeRange>
<enter>${enter}</enter><exit>${exit}</exit><pass>7</pass>${inside}</peopleCounting>`

describe('hikvision', () => {
  it('takes timeRange for a window of its own, whose last second is inside', () => {
    const { counts, readings, sentAt } = read('hikvision', alert(windowOf(12, 9)))
    expect(readings).toEqual([])
    expect(sentAt).toBe(at('2026-03-02T02:15:03Z'))
    expect(counts).toEqual([
      {
        device: 'aa:bb:cc:00:11:22',
        line: '1',
        from: at('2026-03-02T02:00:00Z'),
        to: at('2026-03-02T02:15:00Z'),
        in: 12,
        out: 9,
        pass: 7,
        isLate: false,
      },
    ])
  })

  it('takes realTime for a running counter, never for a window', () => {
    const counting =
      '<peopleCounting><statisticalMethods>realTime</statisticalMethods><RealTime><time>2026-03-02T10:15:02+08:00</time></RealTime><enter>512</enter><exit>498</exit></peopleCounting>'
    const { counts, readings } = read('hikvision', alert(counting))
    expect(counts).toEqual([])
    expect(readings).toEqual([
      { device: 'aa:bb:cc:00:11:22', line: '1', at: at('2026-03-02T02:15:02Z'), in: 512, out: 498 },
    ])
  })

  it('reads the offset -5:00, which is no RFC 3339, and whatever namespace a message has', () => {
    const body = alert(windowOf(1, 2))
      .replaceAll('+08:00', '-5:00')
      .replace('http://www.hikvision.com/ver20/XMLSchema', 'urn:psialliance-org')
      .replaceAll('<enter>', '<hik:enter>')
      .replaceAll('</enter>', '</hik:enter>')
    expect(read('hikvision', body).counts[0]).toMatchObject({ from: at('2026-03-02T15:00:00Z'), in: 1 })
  })

  it('finds the counts in a multipart body with a picture', () => {
    const body = `--b\r\nContent-Type: application/xml\r\n\r\n${alert(windowOf(3, 1))}\r\n--b\r\nContent-Type: image/jpeg\r\n\r\n\u0000\u0001\r\n--b--`
    expect(read('hikvision', body).counts[0]).toMatchObject({ in: 3, out: 1 })
  })

  it('counts the regions of a device and not their sum as well', () => {
    const regions =
      '<RegionList><Region><id>1</id><name>east</name><enter>4</enter><exit>1</exit></Region><Region><id>2</id><enter>8</enter><exit>8</exit></Region></RegionList>'
    expect(
      read('hikvision', alert(windowOf(12, 9, regions))).counts.map(({ line, in: entered }) => [
        line,
        entered,
      ]),
    ).toEqual([
      ['1.1', 4],
      ['1.2', 8],
    ])
  })

  it('knows what was kept through an outage, and children', () => {
    const more =
      '<isDataRetransmission>true</isDataRetransmission><childCounting><enter>2</enter></childCounting>'
    expect(read('hikvision', alert(windowOf(12, 9), more)).counts[0]).toMatchObject({
      isLate: true,
      child: 2,
    })
  })

  it('takes videoloss that is inactive for a sign of life', () => {
    expect(read('hikvision', alert('', '', 'videoloss'))).toMatchObject({
      counts: [],
      heartbeats: [{ device: 'aa:bb:cc:00:11:22', at: at('2026-03-02T02:15:03Z') }],
    })
  })

  it.each([
    ['another event', alert('', '', 'linedetection')],
    [
      'no window',
      alert('<peopleCounting><statisticalMethods>signalTrigger</statisticalMethods></peopleCounting>'),
    ],
    ['no XML', '{"enter": 1}'],
    ['a figure below nought', alert(windowOf(-3, 0))],
    ['a date that is none', alert(windowOf(1, 1)).replaceAll('2026-03-02', '2026-02-30')],
    [
      'XML that is cut off within a tag',
      '<?xml version="1.0"?><EventNotificationAlert><a b="</EventNotificationAlert>',
    ],
    [
      'a document type of its own',
      `<?xml?><!DOCTYPE x [ <!ENTITY a SYSTEM "file:///etc/passwd"> ]>${alert('')}`,
    ],
    ['XML nested without end', `<EventNotificationAlert>${'<a>'.repeat(200_000)}</EventNotificationAlert>`],
  ])('does not understand %s', (_, body) => {
    expect(() => read('hikvision', body)).toThrow(SensorError)
  })
})

describe('axis', () => {
  const body = (measurements: object[]) => ({
    apiName: 'Axis Retail Data',
    apiVersion: '0.4',
    utcSent: '2026-03-02T02:16:00Z',
    sensor: { serial: 'ACCC8E000001' },
    data: { utcFrom: '2026-03-02T02:00:00Z', utcTo: '2026-03-02T02:15:00Z', measurements },
  })
  it('adds up the items of a window, children being who is no adult', () => {
    const window = {
      kind: 'people-counts',
      utcFrom: '2026-03-02T02:00:00Z',
      utcTo: '2026-03-02T02:15:00Z',
      items: [
        { direction: 'in', count: 10, adults: 8 },
        { direction: 'in', count: 1, adults: 1 },
        { direction: 'out', count: 6, adults: 6 },
      ],
    }
    expect(read('axis', body([window])).counts).toEqual([
      {
        device: 'ACCC8E000001',
        line: '1',
        from: at('2026-03-02T02:00:00Z'),
        to: at('2026-03-02T02:15:00Z'),
        in: 11,
        out: 6,
        child: 2,
        isLate: false,
      },
    ])
  })
  it('takes no measurements for a test of the connection', () => {
    expect(read('axis', body([]))).toMatchObject({ counts: [], heartbeats: [{ device: 'ACCC8E000001' }] })
  })
})

describe('milesight', () => {
  const body = (time: object, lines: object = {}) => ({
    event: 'people_counting',
    report_type: 'interval',
    device_info: { device: 'door', device_sn: '6757B000', device_mac: '24:E1:24:00:00:01' },
    time_info: time,
    ...lines,
  })
  const lines = {
    line_periodic_data: [
      { line: 1, in: 5, out: 4 },
      { line: 2, in: 0, out: 1 },
    ],
  }
  it('reads local times by the zone that stands beside them', () => {
    const time = {
      timezone: 'UTC+8:00',
      dst_status: false,
      start_time: '2026/03/02 10:00:00',
      end_time: '2026/03/02 10:10:00',
    }
    const { counts } = read('milesight', body(time, lines))
    expect(counts.map(count => [count.line, count.in, count.out, count.from, count.to])).toEqual([
      ['1', 5, 4, at('2026-03-02T02:00:00Z'), at('2026-03-02T02:10:00Z')],
      ['2', 0, 1, at('2026-03-02T02:00:00Z'), at('2026-03-02T02:10:00Z')],
    ])
  })
  it('by the clock of the shop where there is none, and an hour on in summer time', () => {
    const time = { start_time: '2026/03/02 10:00:00', end_time: '2026/03/02 10:10:00' }
    expect(read('milesight', body(time, lines)).counts[0]?.from).toBe(at('2026-03-02T02:00:00Z'))
    const summer = { ...time, timezone: 'UTC+1:00', dst_status: true }
    expect(read('milesight', body(summer, lines)).counts[0]?.from).toBe(at('2026-03-02T08:00:00Z'))
  })
  const iso = {
    start_time: '2026-03-02T10:00:00+08:00',
    end_time: '2026-03-02T10:01:00+08:00',
    time_zone: 'UTC+8:00 China Standard Time (CT/CST)',
    enable_dst: true,
    dst_status: false,
  }
  it('reads the figures below total, with their groups, and the time with its own offset', () => {
    const periodic = {
      line_periodic_data: [
        { line: 1, line_name: 'Line1', line_uuid: 'u', total: { in: 7, out: 6 }, group: { in: 2, out: 1 } },
      ],
      line_total_data: [
        { line: 1, total: { in_counted: 8442, out_counted: 15_583, capacity_counted: -7141 } },
      ],
    }
    expect(read('milesight', body(iso, periodic))).toMatchObject({
      counts: [
        {
          line: '1',
          in: 7,
          out: 6,
          group: 2,
          from: at('2026-03-02T02:00:00Z'),
          to: at('2026-03-02T02:01:00Z'),
        },
      ],
      readings: [],
    })
    const local = { ...iso, start_time: '2026-03-02 10:00:00', end_time: '2026-03-02 10:01:00' }
    expect(read('milesight', body(local, periodic)).counts[0]?.from).toBe(at('2026-03-02T02:00:00Z'))
  })
  it('takes totals alone for running counters', () => {
    const below = { line_total_data: [{ line: 1, total: { in_counted: 12, out_counted: 14 } }] }
    const beside = { line_total_data: [{ line: 1, in_counted: 12, out_counted: 14, capacity_counted: -2 }] }
    for (const total of [below, beside])
      expect(read('milesight', body(iso, total))).toMatchObject({
        counts: [],
        readings: [{ line: '1', in: 12, out: 14, at: at('2026-03-02T02:01:00Z') }],
      })
  })
  it('takes a crossing for its own second', () => {
    const crossing = { line_trigger_data: [{ line: 3, total: { in: 1, out: 0 }, group: { in: 0, out: 0 } }] }
    const [counted] = read('milesight', body({ time: '2026-03-02T10:00:08+08:00' }, crossing)).counts
    expect(counted).toMatchObject({ line: '3', in: 1, out: 0, from: at('2026-03-02T02:00:07Z') })
  })
  it('that tells no figures of a line is not understood: that is not nought', () => {
    for (const odd of [{}, { total: {} }, { in: 3 }, { in: null, out: '' }, { total: { in: 1 } }])
      expect(() => read('milesight', body(iso, { line_periodic_data: [{ line: 1, ...odd }] }))).toThrow(
        SensorError,
      )
  })
  it('without lines is a sign of life', () => {
    expect(read('milesight', body({ time: '2026/03/02 10:00:00' }))).toMatchObject({
      counts: [],
      heartbeats: [{ device: '6757B000' }],
    })
  })
})

describe('vivotek', () => {
  it('takes a figure that the lite mode leaves out for nought', () => {
    const body = {
      Source: {
        UtcTime: '2026-03-02T02:16:00Z',
        DeviceID: 'cam',
        MacAddress: '0002D1000001',
        TimeZone: '+08:00',
      },
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
        { RuleType: 'ZoneDetection' },
      ],
    }
    expect(read('vivotek', body).counts).toEqual([
      {
        device: '0002D1000001',
        line: 'door',
        from: at('2026-03-02T02:00:00Z'),
        to: at('2026-03-02T02:15:00Z'),
        in: 3,
        out: 0,
        isLate: false,
      },
    ])
  })
})

describe('xovis', () => {
  const frame = (time: number, ...events: [number, number][]) => ({
    framenumber: time,
    time,
    events: events.map(([counter_id, counter_value]) => ({
      category: 'COUNT',
      type: 'x',
      attributes: { counter_id, counter_value, track_id: 1 },
    })),
  })
  const live = (...frames: object[]) =>
    JSON.stringify({ live_data: { sensor_info: { serial_number: '80:1F:12:00:00:01' }, frames } })

  it('keeps the last value of each counter, by line and direction', () => {
    const { readings } = read(
      'xovis',
      live(frame(1000, [3001, 40], [3002, 38]), frame(1080, [3001, 41]), frame(1160)),
    )
    expect(readings).toEqual([{ device: '80:1F:12:00:00:01', line: '3', at: 1080, in: 41, out: 38 }])
  })
  it('reads objects that follow each other without a separator, braces in texts included', () => {
    const body = `${live(frame(1000, [1001, 1]))}${live(frame(2000, [1001, 2])).replace('"x"', '"a } {"')}`
    expect(read('xovis', body).readings[0]).toMatchObject({ at: 2000, in: 2 })
    expect(() => read('xovis', body.slice(0, -3))).toThrow(SensorError)
  })
})

describe('xovis, by windows', () => {
  const logic = (id: number, info: string, ...records: [number, Record<string, number>][]) => ({
    id,
    name: `Logic ${id}`,
    info,
    geometries: [{ id: 2, type: 'LINE', name: 'Line 0' }],
    records: records.map(([from, counts]) => ({
      from,
      to: from + 60_000,
      counts: Object.entries(counts).map(([name, value], index) => ({ id: index, name, value })),
    })),
  })
  const pushed = (...logics: object[]) => ({
    logics_data: {
      package_info: { version: '5.0', id: 28, agent_id: 1008 },
      sensor_info: { serial_number: '80:1F:12:00:00:01', type: 'SINGLE_SENSOR', timezone: 'Europe/Zurich' },
      logics,
    },
  })

  it('counts what crossed each line, and no zone, group or bicycle', () => {
    const body = pushed(
      logic(1, 'XLT_4X_ZONE_COUNT', [0, { balance: -3 }]),
      logic(2, 'XLT_4X_LINE_IN_OUT_COUNT', [0, { fw: 4, bw: 1 }], [60_000, { fw: 0, bw: 0 }]),
      logic(3, 'XLT_LINE_IN_OUT_COUNT', [0, { fw: 2, bw: 2 }]),
      logic(4, 'XLT_GROUP_LINE_IN_OUT_COUNT', [0, { fw: 1, bw: 0 }]),
      logic(5, 'XLT_BICYCLE_LINE_IN_OUT_COUNT', [0, { fw: 1, bw: 0 }]),
    )
    const { counts, heartbeats } = read('xovis', body)
    expect(counts.map(count => [count.line, count.from, count.to, count.in, count.out])).toEqual([
      ['2', 0, 60_000, 4, 1],
      ['2', 60_000, 120_000, 0, 0],
      ['3', 0, 60_000, 2, 2],
    ])
    expect(heartbeats).toEqual([{ device: '80:1F:12:00:00:01', at: 120_000 }])
  })
  it('does not take a direction that is missing for nought', () => {
    expect(() => read('xovis', pushed(logic(2, 'XLT_LINE_IN_OUT_COUNT', [0, { fw: 1 }])))).toThrow(
      SensorError,
    )
  })
  it('takes a push of states for a sign of life', () => {
    const time = {
      state: { details: { time: '2026-03-02T03:00:00+01:00', tz_offset_sec: 3600 }, state: 'OK' },
    }
    const body = { status_data: { sensor_info: { serial_number: 'x' }, states: { time } } }
    expect(read('xovis', body)).toMatchObject({
      counts: [],
      heartbeats: [{ device: 'x', at: at('2026-03-02T02:00:00Z') }],
    })
  })
})

describe('footfallcam', () => {
  it.each([
    ['EventEndUTCTime', '2026-03-02 02:00:00'],
    ['EventEndTimeUTC', '2026-03-02T02:00:00Z'],
    ['UTCTime', '2026-03-02T02:00:00Z'],
    ['EventEndTime', 1_772_416_800],
  ])('reads the moment from %s', (key, value) => {
    const one = { CameraSerial: 'FFC1', MetricId: 1, PeopleId: 1, [key]: value }
    const [counted] = read('footfallcam', one).counts
    expect(Math.floor((counted?.from ?? 0) / 1000) * 1000).toBe(at('2026-03-02T02:00:00Z'))
  })

  it('counts one person a message, children and staff known', () => {
    const one = {
      CameraSerial: 'FFC1',
      RoiId: 2,
      MetricId: 1,
      PeopleTypeId: 2,
      EventEndTimeUTC: '2026-03-02T02:00:00Z',
    }
    expect(read('footfallcam', [one, { ...one, MetricId: 2, PeopleTypeId: 1 }]).counts).toMatchObject([
      { line: '2', in: 1, out: 0, child: 1, staff: 0 },
      { line: '2', in: 0, out: 1 },
    ])
  })
  it('tells people of one second apart, and knows each again', () => {
    const person = (PeopleId: number) => ({
      CameraSerial: 'FFC1',
      MetricId: 1,
      PeopleId,
      UTCTime: '2026-03-02T02:00:00Z',
    })
    const begins = (...ids: number[]) => read('footfallcam', ids.map(person)).counts.map(count => count.from)
    expect(new Set(begins(1, 2, 3)).size).toBe(3)
    expect(begins(2)).toEqual([begins(1, 2)[1]])
    expect(begins(1)[0]).toBeGreaterThanOrEqual(at('2026-03-02T02:00:00Z'))
    expect(begins(1)[0]).toBeLessThan(at('2026-03-02T02:00:01Z'))
  })
})

describe('dahua', () => {
  it('reads the hours of a search, to the full hour', () => {
    const body = {
      DeviceID: 'DH1',
      infos: [
        {
          RuleName: 'NumberStat',
          AreaID: 1,
          Channel: 0,
          StartTime: '2026-03-02 10:00:00',
          EndTime: '2026-03-02 10:59:59',
          EnteredSubtotal: 30,
          ExitedSubtotal: 29,
          PassedSubtotal: 4,
        },
        {
          RuleName: 'ManNumDetection',
          StartTime: '2026-03-02 10:00:00',
          EndTime: '2026-03-02 10:59:59',
          EnteredSubtotal: 1,
          ExitedSubtotal: 1,
        },
      ],
    }
    expect(read('dahua', body).counts).toEqual([
      {
        device: 'DH1',
        line: '0.1',
        from: at('2026-03-02T02:00:00Z'),
        to: at('2026-03-02T03:00:00Z'),
        in: 30,
        out: 29,
        pass: 4,
        isLate: true,
      },
    ])
  })

  it('reads the same as lines, with the clock of the device', () => {
    const body = [
      'DeviceID=DH1',
      'CurrentTime=2026-03-02 11:04:09',
      'found=1',
      'info[0].AreaID=1',
      'info[0].Channel=0',
      'info[0].EndTime=2026-03-02 10:59:59',
      'info[0].EnteredSubtotal=30',
      'info[0].ExitedSubtotal=29',
      'info[0].PassedSubtotal=4',
      'info[0].RuleName=NumberStat',
      'info[0].StartTime=2026-03-02 10:00:00',
      '',
    ].join('\r\n')
    expect(read('dahua', body)).toMatchObject({
      counts: [{ device: 'DH1', line: '0.1', from: at('2026-03-02T02:00:00Z'), in: 30, out: 29, pass: 4 }],
      heartbeats: [{ device: 'DH1', at: at('2026-03-02T03:04:09Z') }],
      sentAt: at('2026-03-02T03:04:09Z'),
    })
    expect(() => read('dahua', 'DeviceID=DH1\r\nError')).toThrow('neither JSON nor name=value: Error')
    expect(() => read('dahua', `${body}info[1].StartTime=2026-03-02 11:00:00`)).toThrow('infos.1')
  })
})

it('a device or a figure that is left empty is not understood, and is no name and no nought', () => {
  const window = {
    RuleName: 'door',
    In: '',
    StartTime: '2026-03-02T10:00:00Z',
    EndTime: '2026-03-02T10:15:00Z',
  }
  const vivotek = { Source: { DeviceID: 'cam' }, Data: [{ RuleType: 'Counting', CountingInfo: [window] }] }
  expect(() => read('vivotek', vivotek)).toThrow(SensorError)
  expect(() => read('axis', { apiName: 'Axis Retail Data', sensor: {}, data: {} })).toThrow(SensorError)
})

it('what a dialect trips over is not understood, and stops nothing behind it', () => {
  const trips = {
    read: (body: string) => {
      if (body === 'odd') throw new SensorError('odd')
      throw new RangeError('Invalid time value')
    },
  }
  expect(() => understood(trips, 'odd', shanghai)).toThrow(new SensorError('odd'))
  expect(() => understood(trips, '', shanghai)).toThrow(new SensorError('cannot be read: Invalid time value'))
})

describe('whatever comes', () => {
  const bodies = [
    '',
    '{}',
    '[]',
    'null',
    '1',
    '"x"',
    '<a/>',
    '{"data":',
    `${'['.repeat(3000)}`,
    '{"live_data":{}}',
  ]
  it.each(Object.keys(dialects) as (keyof typeof dialects)[])(
    '%s refuses what it does not understand by name',
    name => {
      for (const body of bodies) {
        let said: unknown
        try {
          const told = read(name, body)
          expect(told.counts).toEqual([])
        } catch (error) {
          said = error
        }
        if (said !== undefined) expect(said).toBeInstanceOf(SensorError)
      }
    },
  )
})
