import type { TableName } from '@aisle/analysis'
import type { Chain } from './chain.ts'

type Insert = (table: TableName, rows: object[]) => Promise<unknown>

const at = (day: string, slot: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day} ${two(Math.floor(slot / 12))}:${two((slot % 12) * 5)}:00`
}
const money = (cents: number) => (cents / 100).toFixed(2)
const base = ({ shop, day }: { shop: number; day: string }) => ({ shop_id: shop, biz_date: day })

/** Writes the raw rows of a chain as they would have come in; counts of doors twice, the first time wrong. */
export async function store(chain: Chain, insert: Insert): Promise<void> {
  for (const [ver, wrong] of [
    [1, 3],
    [2, 0],
  ] as const)
    await insert(
      'flow_raw',
      chain.doors.map(row => ({
        ...base(row),
        node_kind: row.kind,
        node_id: row.node,
        floor_id: row.floor,
        device_id: row.node + 1,
        line_id: 1,
        at: at(row.day, row.slot),
        span_s: 1800,
        slot: row.slot,
        in_n: row.in + wrong,
        out_n: row.out,
        pass_n: row.pass,
        has_pass: row.kind === 'outside' ? 1 : 0,
        staff_n: row.staff,
        quality: 'measured',
        source: 'counts',
        ver,
      })),
    )
  await insert(
    'face_visit',
    chain.visits.map(row => ({
      ...base(row),
      place_kind: row.place,
      place_id: row.placeId,
      floor_id: row.floor,
      entrance_id: row.entrance,
      visit_id: row.visit,
      person_id: row.person,
      clerk_id: row.identity === 'clerk' ? row.person : 0,
      identity: row.identity,
      gender: row.gender,
      age_band: row.ageBand,
      is_new: row.isNew ? 1 : 0,
      is_returning: row.isReturning ? 1 : 0,
      first_date: row.day,
      enter_at: at(row.day, row.slot),
      slot: row.slot,
      dwell_s: row.seconds,
      since_days: row.since,
      stops: row.stops,
      key_stops: row.keyStops,
      toured: row.toured ? 1 : 0,
      received: row.wasReceived ? 1 : 0,
      deals: row.deals,
      spent: money(row.cents),
      device_id: row.device,
      captures: row.captures,
      matched: row.matched,
      upload_delay_s: row.delay,
      ver: 1,
    })),
  )
  await insert(
    'stay',
    chain.stays.map(row => ({
      ...base(row),
      zone_id: row.zone,
      floor_id: row.floor,
      stay_id: row.stay,
      at: at(row.day, row.slot),
      slot: row.slot,
      dwell_s: row.seconds,
      is_first: row.isFirst ? 1 : 0,
      ver: 1,
    })),
  )
  await insert(
    'move',
    chain.moves.map(row => ({
      ...base(row),
      kind: row.kind,
      from_id: row.from,
      to_id: row.to,
      move_id: row.move,
      gender: row.gender,
      age_band: row.ageBand,
      is_new: row.isNew ? 1 : 0,
      slot: row.slot,
      ver: 1,
    })),
  )
  await insert(
    'sale',
    chain.sales.map(row => ({
      ...base(row),
      receipt_id: row.receipt,
      at: at(row.day, row.slot),
      slot: row.slot,
      till_id: 1,
      floor_id: row.floor,
      clerk_id: row.clerk,
      kind: row.kind,
      net: money(row.cents),
      gross: money(row.cents),
      discount: '0',
      items: row.items,
      tender: 'card',
      member: row.member,
      ver: 1,
    })),
  )
  await insert(
    'sale_line',
    chain.lines.map(row => ({
      ...base(row),
      receipt_id: row.receipt,
      line: row.line,
      slot: row.slot,
      till_id: 1,
      zone_id: row.zone,
      goods_id: row.goods,
      category_id: row.category,
      is_deal: row.isDeal ? 1 : 0,
      items: row.items,
      net: money(row.cents),
      ver: 1,
    })),
  )
  await insert(
    'touch',
    chain.touches.map(row => ({
      ...base(row),
      touch_id: row.touch,
      kind: row.kind,
      zone_id: row.zone,
      entrance_id: row.entrance,
      goods_id: row.goods,
      category_id: row.category,
      gender: row.gender,
      age_band: row.ageBand,
      is_new: row.isNew ? 1 : 0,
      at: at(row.day, row.slot),
      slot: row.slot,
      seconds: 3,
      ver: 1,
    })),
  )
  await insert(
    'heat_hour',
    chain.heat.map(row => ({
      ...base(row),
      map_id: row.map,
      floor_id: row.floor,
      hour: row.slot / 12,
      cols: 2,
      rows: 2,
      seconds: row.seconds,
      hits: row.seconds,
      walkable: [],
      ver: 1,
    })),
  )
  await insert(
    'record',
    chain.records.map(row => ({
      ...base(row),
      kind: row.kind,
      record_id: row.record,
      slot: row.slot,
      status: row.status,
      is_done: row.isDone ? 1 : 0,
      is_checked: row.isChecked ? 1 : 0,
      rule_id: row.rule,
      device_id: row.device,
      attribute: row.attribute,
      score: row.score,
      has_score: row.kind === 'evaluation' ? 1 : 0,
      minutes: row.minutes,
      ver: 1,
    })),
  )
  await insert(
    'reception',
    chain.receptions.map(row => ({
      ...base(row),
      reception_id: row.reception,
      clerk_id: row.clerk,
      slot: row.slot,
      seconds: 30,
      ver: 1,
    })),
  )
  await insert(
    'track',
    chain.tracks.map(row => ({
      ...base(row),
      map_id: 1,
      track_id: row.track,
      at: at(row.day, row.slot),
      slot: row.slot,
      zone_path: row.path.split('>').map(Number),
      ver: 1,
    })),
  )
  const devices = [...new Map(chain.devices.map(row => [row.device, row])).values()]
  await insert(
    'device',
    devices.map(row => ({
      ...{ shop_id: row.shop, device_id: row.device, kind: 'camera', provider: '' },
      ...{ first_on: chain.devices.find(({ device }) => device === row.device)?.day, ver: 1 },
    })),
  )
  await insert(
    'heartbeat',
    chain.devices.flatMap(row =>
      row.beats.map(slot => ({
        ...{ ...base(row), device_id: row.device, at: at(row.day, slot), slot },
        ...{ state: 'online', ver: 1 },
      })),
    ),
  )
  await insert(
    'weather_day',
    [...chain.weather].map(([key, weather]) => {
      const [city = '', day = ''] = key.split(' ')
      const temperature = chain.temperature.get(key)
      return { city_id: Number(city), biz_date: day, weather, temperature, ver: 1 }
    }),
  )
}
