import type { Correction, QualityEvent } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { type CountWindow, day, lines, qualityWorld } from '../../../test/quality-world.ts'
import { corrections, imputations, qualityEvents, users } from '../../platform/schema/index.ts'
import { dayBefore } from '../../platform/time.ts'

const world = await qualityWorld()
afterAll(world.close)
const { quality, rows, call } = world

const lineOf = (deviceId: number) => lines.find(line => line.deviceId === deviceId)!
const isMissing = ({ device_id, biz_date, slot }: CountWindow) =>
  device_id === 9012 && biz_date === day && slot >= 170 && slot < 195
/** What was done to sound counters: see the first test. */
await world.live(window => {
  const { device_id, biz_date, slot } = window
  if (isMissing(window)) return undefined
  if (device_id === 9021 && biz_date === day && slot >= 180 && slot < 216)
    return { ...window, in_n: 0, out_n: 0 }
  if (device_id === 9013 && biz_date === dayBefore(day, 1) && slot >= 132 && slot < 156)
    return { ...window, pass_n: 31 }
  if (device_id === 9011 && biz_date === dayBefore(day, 2) && slot >= 204 && slot < 216)
    return { ...window, in_n: window.in_n * 6 }
  if (device_id === 9032 && biz_date >= dayBefore(day, 5))
    return { ...window, out_n: Math.round(window.out_n * 0.5) }
  return window
})
await world.client.insert({
  table: 'heartbeat',
  values: Array.from({ length: 12 }, (_, index) => ({
    biz_date: day,
    shop_id: 902,
    device_id: 9022,
    at: `${day} ${String(2 + index).padStart(2, '0')}:00:00`,
    slot: 120 + index * 12,
    state: 'online',
    clock_skew_ms: 290_000 + index * 1000,
    ver: 1,
  })),
  format: 'JSONEachRow',
})

const week = `from=${dayBefore(day, 6)}&to=${day}`
const events = async (more = ''): Promise<QualityEvent[]> =>
  (await call('reader', 'GET', `/events?${week}&pageSize=100${more}`)).data.records
const told = (event: QualityEvent) =>
  `${event.date} ${event.kind} ${event.deviceId} ${event.from}–${event.to} ${event.status}`
const of = (kind: string, list: readonly QualityEvent[]) => list.find(event => event.kind === kind)!
type DayRow = {
  node_id: number
  in_n: number
  out_n: number
  pass_n: number
  imputed_n: number
  got_n: number
  expected_n: number
}
const dayOf = async (shopId: number, nodeId: number, date = day): Promise<DayRow> =>
  (
    await rows<DayRow>(
      `SELECT node_id, in_n, out_n, pass_n, imputed_n, got_n, expected_n FROM flow_day FINAL WHERE shop_id = ${shopId} AND node_id = ${nodeId} AND biz_date = '${date}'`,
    )
  )[0]!
const total = (windows: readonly CountWindow[], of: (window: CountWindow) => number) =>
  windows.reduce((sum, window) => sum + of(window), 0)
const middle = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

describe('what is looked for', () => {
  it('is found where it was put, once, and nowhere else', async () => {
    expect(await quality.finder.catchUp()).toBeGreaterThan(100)
    expect((await events()).map(told).sort()).toEqual(
      [
        `${day} gap 9012 14:10–16:15 open`,
        `${day} frozen 9021 15:00–18:00 open`,
        `${dayBefore(day, 1)} frozen 9013 11:00–13:00 open`,
        `${dayBefore(day, 2)} spike 9011 17:00–18:00 open`,
        `${day} clock 9022 10:00–22:00 open`,
        ...[0, 1, 2, 3, 4, 5].map(back => `${dayBefore(day, back)} imbalance 9032 10:00–22:00 open`),
      ].sort(),
    )
    const older = (await call('reader', 'GET', `/events?from=2026-01-15&to=${dayBefore(day, 7)}`)).data
    expect(older.total).toBe(0)
  })

  it('is listed for any of several shops or devices', async () => {
    const ofShops = await events('&shopIds=901,902')
    expect(new Set(ofShops.map(({ shopId }) => shopId))).toEqual(new Set(['901', '902']))
    const ofDevices = await events('&deviceIds=9012,9021,nobody')
    expect(ofDevices.map(({ deviceId }) => deviceId).sort()).toEqual(['9012', '9021'])
  })

  it('carries the figures that show it', async () => {
    const list = await events()
    const gap = of('gap', list)
    expect(gap.evidence).toMatchObject({ missingMinutes: 125, dueMinutes: 720 })
    const spike = of('spike', list)
    const counted = total(
      world.ordinary(lineOf(9011), spike.date).filter(({ slot }) => slot >= 204 && slot < 216),
      ({ in_n }) => in_n * 6,
    )
    expect(spike.evidence.value).toBe(counted)
    expect(spike.evidence.ratio).toBeGreaterThan(4)
    expect(of('clock', list).evidence.skewSeconds).toBe(296)
    const { data } = await call('reader', 'GET', `/events/${gap.id}`)
    const hours = new Map(data.hours.map((one: { hour: number }) => [one.hour, one]))
    expect(hours.get(15)).toMatchObject({ value: null, out: null })
    expect(hours.get(11)).toMatchObject({ value: expect.any(Number), expected: expect.any(Number) })
  })

  it('stays as it is when it is looked for again', async () => {
    const before = await world.db.select().from(qualityEvents)
    world.wait(60_000)
    await quality.finder.nightly()
    await quality.finder.catchUp()
    const after = await world.db.select().from(qualityEvents)
    const byId = (list: typeof before) => list.toSorted((a, b) => Number(a.id) - Number(b.id))
    expect(byId(after)).toEqual(byId(before))
  })

  it('can be explained by whoever may, by one at a time, and opened again', async () => {
    const spike = of('spike', await events())
    const explain = (who: 'asker' | 'reader', version: number) =>
      call(who, 'POST', `/events/${spike.id}/acknowledge`, { version, remark: '团购活动' })
    expect(await explain('reader', spike.version)).toMatchObject({ status: 403 })
    expect(await explain('asker', spike.version)).toMatchObject({
      status: 200,
      data: { status: 'acknowledged', remark: '团购活动', decidedBy: { userId: 'asker' } },
    })
    expect(await explain('asker', spike.version)).toMatchObject({ status: 409, reason: 'changed' })
    await quality.finder.examine(spike.date, [901])
    expect(of('spike', await events('&status=acknowledged')).id).toBe(spike.id)
    const reopened = await call('asker', 'POST', `/events/${spike.id}/reopen`, { version: spike.version + 1 })
    expect(reopened.data).toMatchObject({ status: 'open', decidedBy: null })
    expect(world.audited).toEqual(
      expect.arrayContaining(['asker quality.acknowledged', 'asker quality.reopened']),
    )
  })
})

/** A sign of life every quarter of an hour. */
const tellsOf = (deviceId: number, from: number, count: number, state: string, ver: number) =>
  world.client.insert({
    table: 'heartbeat',
    values: Array.from({ length: count }, (_, index) => from + 3 * index).map(slot => ({
      biz_date: day,
      shop_id: 901,
      device_id: deviceId,
      at: new Date(Date.parse(`${day}T00:00:00+08:00`) + slot * 300_000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' '),
      slot,
      state,
      ver,
    })),
    format: 'JSONEachRow',
  })

describe('estimates', () => {
  const missing = () => world.ordinary(lineOf(9012), day).filter(isMissing)
  const there = () => world.ordinary(lineOf(9012), day).filter(window => !isMissing(window))
  /** The same by plain arithmetic: medians of eight Wednesdays by hour, cut by slots, times what the other door did. */
  function byHand() {
    const weeks = Array.from({ length: 8 }, (_, index) => dayBefore(day, 7 * (index + 1)))
    const hour = (deviceId: number, date: string, at: number) =>
      total(
        world.ordinary(lineOf(deviceId), date).filter(({ slot }) => Math.floor(slot / 12) === at),
        ({ in_n }) => in_n,
      )
    const usual = (deviceId: number, at: number) => middle(weeks.map(date => hour(deviceId, date, at)))
    const hours = [14, 15, 16]
    const factor =
      hours.reduce((sum, at) => sum + hour(9011, day, at), 0) /
      hours.reduce((sum, at) => sum + usual(9011, at), 0)
    return { weeks, factor, hour15: usual(9012, 15) * factor, hours: hours.map(at => usual(9012, at)) }
  }

  it('fill what is missing from like weeks and the neighbours, marked and explained', async () => {
    await world.rollups.run()
    const { weeks, factor, hour15, hours } = byHand()
    const filled = await rows<{ slot: number; in_n: number; quality: string }>(
      `SELECT slot, in_n, toString(quality) AS quality FROM flow_raw FINAL WHERE quality = 'imputed' ORDER BY slot`,
    )
    expect(filled.map(row => row.slot)).toEqual(missing().map(({ slot }) => slot))
    const inHour15 = filled
      .filter(({ slot }) => slot >= 180 && slot < 192)
      .reduce((sum, row) => sum + row.in_n, 0)
    expect(Math.abs(inHour15 - hour15)).toBeLessThanOrEqual(1)
    const imputed = filled.reduce((sum, row) => sum + row.in_n, 0)
    const roughly = (hours[0]! * (10 / 12) + hours[1]! + hours[2]! * (3 / 12)) * factor
    expect(Math.abs(imputed - roughly)).toBeLessThan(roughly * 0.03)
    expect(await dayOf(901, 2)).toMatchObject({
      in_n: total(there(), ({ in_n }) => in_n) + imputed,
      imputed_n: imputed,
      got_n: 144 - 25,
      expected_n: 144,
    })
    const { data } = await call('reader', 'GET', `/imputations?${week}`)
    expect(data.records).toMatchObject([
      {
        deviceId: '9012',
        from: '14:10',
        to: '16:15',
        in: imputed,
        slots: 25,
        scaledBy: 'neighbours',
        weeks: weeks.toSorted(),
      },
    ])
    expect(data.records[0].factor).toBeCloseTo(factor, 3)
  })

  it('are taken away when estimating is switched off, and come back the same', async () => {
    const before = await dayOf(901, 2)
    const { data: settings } = await call('owner', 'GET', '/settings')
    const off = await call('owner', 'PUT', '/settings', { ...settings, isImputing: false })
    expect(off.status).toBe(200)
    expect(await quality.settings.examinedUpTo()).toBe(0)
    world.wait(5000)
    await quality.finder.examine(day, [901, 902, 903])
    await world.rollups.run()
    expect(await dayOf(901, 2)).toMatchObject({ in_n: total(there(), ({ in_n }) => in_n), imputed_n: 0 })
    expect(await world.db.select().from(imputations)).toEqual([])
    await call('owner', 'PUT', '/settings', { ...settings, version: off.data.version })
    await quality.finder.examine(day, [901, 902, 903])
    await world.rollups.run()
    expect(await dayOf(901, 2)).toEqual(before)
  })

  it('wait for an hour, and are not made of a device that is well', async () => {
    const { data: settings } = await call('owner', 'GET', '/settings')
    expect(
      (
        await call('owner', 'PUT', '/settings', {
          ...settings,
          thresholds: { ...settings.thresholds, imputeAfterMinutes: 30 },
        })
      ).status,
    ).toBe(400)
    await tellsOf(9012, 120, 48, 'online', 2)
    await quality.finder.examine(day, [901])
    await world.rollups.run()
    expect(await dayOf(901, 2)).toMatchObject({ imputed_n: 0 })
    // A day later nobody waits for them any more.
    world.wait(5 * 3_600_000)
    await quality.finder.examine(day, [901])
    await world.rollups.run()
    expect((await dayOf(901, 2)).imputed_n).toBeGreaterThan(50)
    world.wait(-5 * 3_600_000)
    await quality.finder.examine(day, [901])
    await tellsOf(9012, 168, 12, 'offline', 3)
    await quality.finder.examine(day, [901])
    await world.rollups.run()
    expect((await dayOf(901, 2)).imputed_n).toBeGreaterThan(50)
  })

  it('give way to the truth at once, whatever its windows and version, before they are taken away', async () => {
    const late = missing()
    // The part that is sent first comes as windows of a quarter of an hour, with a version of its own that is low.
    const quarters = [180, 183, 186, 189].map(slot => {
      const part = late.filter(one => one.slot >= slot && one.slot < slot + 3)
      return { ...part[0]!, span_s: 900, in_n: total(part, w => w.in_n), out_n: total(part, w => w.out_n) }
    })
    const imputedBefore = (await dayOf(901, 2)).imputed_n
    await world.receive(quarters, 2 ** 33)
    const hour15 = await rows<{ in_n: number; imputed_n: number }>(
      `SELECT in_n, imputed_n FROM flow_hour FINAL WHERE shop_id = 901 AND node_id = 2 AND biz_date = '${day}' AND hour = 15`,
    )
    expect(hour15).toEqual([
      {
        in_n: total(
          late.filter(({ slot }) => slot >= 180 && slot < 192),
          w => w.in_n,
        ),
        imputed_n: 0,
      },
    ])
    expect((await dayOf(901, 2)).imputed_n).toBeLessThan(imputedBefore)
    await world.receive(late)
    const whole = world.ordinary(lineOf(9012), day)
    const truth = {
      in_n: total(whole, w => w.in_n),
      out_n: total(whole, w => w.out_n),
      imputed_n: 0,
      got_n: 144,
    }
    expect(await dayOf(901, 2)).toMatchObject(truth)
    // Estimates that come after the truth, of a job that had not seen it, change nothing.
    await quality.finder.examine(day, [901])
    await world.rollups.run()
    expect(await dayOf(901, 2)).toMatchObject(truth)
    expect(await rows(`SELECT 1 FROM flow_raw FINAL WHERE quality = 'imputed' AND shop_id = 901`)).toEqual([])
    expect(of('gap', await events()).status).toBe('closed')
  })
})

describe('corrections', () => {
  const shopId = '901'
  const base = {
    shopId,
    deviceId: '9011',
    line: 1,
    date: day,
    fromHour: 12,
    toHour: 15,
    reason: '与人工计数不符',
  }
  const everything = () =>
    rows(
      `SELECT * FROM (
         SELECT 'hour' AS t, node_id, hour AS h, in_n, out_n, pass_n, got_n, staff_n FROM flow_hour FINAL WHERE shop_id = 901 AND biz_date = '${day}'
         UNION ALL SELECT 'day', node_id, 0, in_n, out_n, pass_n, got_n, staff_n FROM flow_shop_day FINAL WHERE shop_id = 901 AND biz_date = '${day}'
         UNION ALL SELECT 'inside', node_id, hour, inside_sum, inside_peak, inside_last, slots, 0 FROM presence_hour FINAL WHERE shop_id = 901 AND biz_date = '${day}')
       ORDER BY t, node_id, h, pass_n`,
    )
  const ask = async (
    more: object,
    who: 'owner' | 'asker' | 'alone' = 'asker',
  ): Promise<{ status: number; data: Correction; reason?: string }> =>
    call(who, 'POST', '/corrections', { ...base, ...more })
  const step = (who: 'owner' | 'second' | 'asker' | 'alone', { id, version }: Correction, name: string) =>
    call(who, 'POST', `/corrections/${id}/${name}`, { version })
  const hoursOf9011 = (from: number, to: number) =>
    world.ordinary(lineOf(9011), day).filter(({ slot }) => slot >= from * 12 && slot < to * 12)

  it('count only once somebody else approved, to the figure; undone they leave no trace', async () => {
    const before = await everything()
    const truth = hoursOf9011(12, 15)
    const asked = await ask({ kind: 'set', wanted: { in: 400, out: 390 } })
    expect(asked.data).toMatchObject({
      status: 'requested',
      before: { in: total(truth, w => w.in_n), out: total(truth, w => w.out_n) },
      after: { in: 400, out: 390 },
      requestedBy: { userId: 'asker' },
      actions: ['reject'],
    })
    expect(await everything()).toEqual(before)
    expect(await step('asker', asked.data, 'approve')).toMatchObject({ status: 403 })
    const approved = await step('owner', asked.data, 'approve')
    expect(approved).toMatchObject({
      status: 200,
      data: { status: 'applied', decidedBy: { userId: 'owner' } },
    })
    const [sums] = await rows(
      `SELECT sum(in_n) AS i, sum(out_n) AS o FROM flow_hour FINAL WHERE shop_id = 901 AND node_id = 1 AND biz_date = '${day}' AND hour BETWEEN 12 AND 14`,
    )
    expect(sums).toEqual({ i: 400, o: 390 })
    const whole = world.ordinary(lineOf(9011), day)
    expect((await dayOf(901, 1)).in_n).toBe(total(whole, w => w.in_n) - total(truth, w => w.in_n) + 400)
    const undone = await step('second', approved.data, 'undo')
    expect(undone.data).toMatchObject({ status: 'undone', undoneBy: { userId: 'second' }, actions: [] })
    expect(await everything()).toEqual(before)
    expect(world.audited.slice(-3)).toEqual([
      'asker correction.requested',
      'owner correction.approved',
      'second correction.undone',
    ])
  })

  it('count in hours of which another was taken out in the same moment', async () => {
    const before = await everything()
    for (const entered of [300, 310]) {
      const { data } = await ask({ kind: 'set', wanted: { in: entered, out: 0 } })
      const approved = await step('owner', data, 'approve')
      const [sums] = await rows(
        `SELECT sum(in_n) AS i FROM flow_hour FINAL WHERE shop_id = 901 AND node_id = 1 AND biz_date = '${day}' AND hour BETWEEN 12 AND 14`,
      )
      expect(sums).toEqual({ i: entered })
      await step('second', approved.data, 'undo')
    }
    expect(await everything()).toEqual(before)
  })

  it('leave no trace where they are undone while their approval is still being written', async () => {
    const before = await everything()
    const { data: asked } = await ask({ kind: 'set', wanted: { in: 500, out: 500 } })
    const { client } = world
    const insert = client.insert
    let undoing: ReturnType<typeof step> | undefined
    client.insert = async params => {
      const written = await insert.call(client, params)
      if (params.table === 'flow_correction' && !undoing) {
        undoing = step('second', { ...asked, version: asked.version + 1 }, 'undo')
        await expect
          .poll(async () => {
            const [row] = await world.db.select().from(corrections).where(eq(corrections.id, asked.id))
            return row?.status
          })
          .toBe('undone')
      }
      return written
    }
    try {
      expect((await step('owner', asked, 'approve')).status).toBe(200)
    } finally {
      client.insert = insert
    }
    expect((await undoing)?.data).toMatchObject({ status: 'undone' })
    expect(await everything()).toEqual(before)
  })

  it('that cannot be finished hold up no other', async () => {
    const before = await everything()
    const { data: stuck } = await ask({ kind: 'exclude', fromHour: 12, toHour: 13 })
    const { data: sound } = await ask({ kind: 'exclude', fromHour: 14, toHour: 15 })
    // Approved on a server that died, the first one of a line that nobody knows any more.
    const left = { status: 'applied' as const, isSettled: false }
    await world.db
      .update(corrections)
      .set({ ...left, line: 77 })
      .where(eq(corrections.id, stuck.id))
    await world.db.update(corrections).set(left).where(eq(corrections.id, sound.id))
    await expect(quality.corrections.settleAll()).rejects.toMatchObject({ problem: 'notFound' })
    const [row] = await world.db.select().from(corrections).where(eq(corrections.id, sound.id))
    expect(row?.isSettled).toBe(true)
    await world.db.delete(corrections).where(eq(corrections.id, stuck.id))
    await step('second', sound, 'undo')
    expect(await everything()).toEqual(before)
  })

  it('keep what counters send meanwhile: undone, the latest truth counts', async () => {
    const asked = await ask({ kind: 'exclude', fromHour: 20, toHour: 21 }, 'owner')
    const { data } = await step('second', asked.data, 'approve')
    const hour = () =>
      rows<{ in_n: number; got_n: number }>(
        `SELECT in_n, got_n FROM flow_hour FINAL WHERE shop_id = 901 AND node_id = 1 AND biz_date = '${day}' AND hour = 20`,
      )
    expect(await hour()).toEqual([{ in_n: 0, got_n: 0 }])
    world.wait(1000)
    const newer = hoursOf9011(20, 21).map(window => ({ ...window, in_n: window.in_n + 1 }))
    await world.receive(newer)
    expect(await hour()).toEqual([{ in_n: 0, got_n: 0 }])
    await step('owner', data, 'undo')
    expect(await hour()).toEqual([{ in_n: total(newer, w => w.in_n), got_n: 12 }])
  })

  it('scale in whole people, and settle the events of their hours until they are undone', async () => {
    const found = of(
      'frozen',
      (await events()).filter(event => event.date === day),
    )
    const asked = await ask({
      deviceId: '9021',
      shopId: '902',
      fromHour: 15,
      toHour: 18,
      kind: 'estimate',
      eventId: found.id,
    })
    const { data } = await step('owner', asked.data, 'approve')
    expect((await call('reader', 'GET', `/events/${found.id}`)).data.event).toMatchObject({
      status: 'corrected',
      correctionId: data.id,
    })
    expect((await dayOf(902, 3)).in_n).toBeGreaterThan(
      total(
        world.ordinary(lineOf(9021), day).filter(({ slot }) => slot < 180 || slot >= 216),
        w => w.in_n,
      ) + 100,
    )
    await step('owner', data, 'undo')
    expect((await call('reader', 'GET', `/events/${found.id}`)).data.event.status).toBe('open')
    const scaled = await ask({ kind: 'scale', wanted: { factor: 1.25 } })
    const { data: applied } = await step('owner', scaled.data, 'approve')
    expect(applied.after.in).toBe(Math.round(total(hoursOf9011(12, 15), w => w.in_n) * 1.25))
    await step('owner', applied, 'undo')
  })

  it('do not lie over each other, and are refused where they mean nothing', async () => {
    const first = await ask({ kind: 'exclude' })
    const beside = await ask({ kind: 'exclude', fromHour: 14, toHour: 16 })
    const { data } = await step('owner', first.data, 'approve')
    expect(await step('owner', beside.data, 'approve')).toMatchObject({ status: 400, reason: 'overlap' })
    expect(await ask({ kind: 'exclude', fromHour: 14, toHour: 16 })).toMatchObject({ reason: 'overlap' })
    expect(await step('asker', beside.data, 'reject')).toMatchObject({ data: { status: 'rejected' } })
    expect(await step('owner', first.data, 'approve')).toMatchObject({ status: 409 })
    await step('owner', data, 'undo')
    expect(await ask({ kind: 'scale' })).toMatchObject({ status: 400 })
    expect(await ask({ kind: 'set', wanted: { pass: 3 } })).toMatchObject({ reason: 'wrongFigures' })
    expect(await ask({ kind: 'exclude', deviceId: '1' })).toMatchObject({ status: 404 })
    expect(await ask({ kind: 'exclude', date: '2026-03-20' })).toMatchObject({ reason: 'future' })
    expect(await ask({ kind: 'exclude', shopId: '902' }, 'alone')).toMatchObject({ status: 403 })
  })

  it('may be approved by whoever asked only where nobody else could', async () => {
    const place = { shopId: '903', deviceId: '9031', kind: 'exclude' }
    const asked = await ask(place, 'owner')
    expect(asked.data.actions).toEqual(['reject'])
    expect(await step('owner', asked.data, 'approve')).toMatchObject({ status: 403, reason: 'ownRequest' })
    await world.db.update(users).set({ disabled: true }).where(eq(users.id, 'second'))
    expect(await step('owner', asked.data, 'approve')).toMatchObject({ data: { status: 'applied' } })
    await world.db.update(users).set({ disabled: false }).where(eq(users.id, 'second'))
  })
})

describe('coverage', () => {
  it('is told by shop and day and by node, with what was estimated and found', async () => {
    const { data } = await call('reader', 'GET', `/coverage?${week}`)
    expect(data.rows.map((row: { shopId: string }) => row.shopId)).toEqual(['901', '902', '903'])
    const nodes = (await call('reader', 'GET', `/coverage?${week}&shopId=903`)).data.rows
    expect(nodes.map((row: { nodeId: string }) => row.nodeId)).toEqual(['4', '5'])
    expect(nodes[1].days.at(-1)).toEqual({ date: day, expected: 144, got: 144, imputed: 0, events: 1 })
    const { data: summary } = await call('reader', 'GET', `/summary?${week}`)
    expect(summary.coverage).toBeGreaterThan(0.99)
    expect(summary.open).toBe(summary.total)
    expect((await call('alone', 'GET', `/events?${week}`)).data.total).toBe(6)
  })
})
