import type { FlowRule, FlowWarning, RuleInput, Watch } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { type CountWindow, day, lines, qualityWorld, type Who } from '../../../test/quality-world.ts'
import {
  entrances,
  flowRules,
  flowWarningSteps,
  flowWarnings,
  notices,
  shopTargets,
  watches,
  zones,
} from '../../platform/schema/index.ts'
import { dayBefore } from '../../platform/time.ts'

const world = await qualityWorld()
afterAll(world.close)
const { db, send } = world

const lineOf = (deviceId: number) => lines.find(line => line.deviceId === deviceId)!
/** Shop 901 is crowded from 15:00, shop 902 has half of a week ago from 16:00 to 18:00, shop 903 nobody from 12:00 to 14:00. */
await world.live(window => {
  const { shop_id, device_id, biz_date, slot } = window
  if (biz_date !== day) return window
  if (shop_id === 902 && slot >= 192 && slot < 216)
    return { ...window, in_n: Math.floor(window.in_n * 0.4), out_n: Math.floor(window.out_n * 0.4) }
  if (shop_id === 903 && slot >= 144 && slot < 168) return { ...window, in_n: 0, out_n: 0 }
  if (device_id === 9011 && slot >= 180 && slot < 186) return { ...window, in_n: window.in_n + 40 }
  return window
})
const windowsOf = (shopId: number, date = day): CountWindow[] =>
  lines
    .filter(line => line.shopId === shopId && line.nodeKind === 'entrance')
    .flatMap(line => world.ordinary(line, date))
const visitsIn = (shopId: number, date: string, from: number, to: number, of = (n: number) => n) =>
  windowsOf(shopId, date)
    .filter(({ slot }) => slot >= from && slot < to)
    .reduce((sum, { in_n }) => sum + of(in_n), 0)

const base = { hours: null, shopIds: [], severity: 'high', userIds: [], isActive: true } as const
const make = async (who: Who, rule: Partial<RuleInput> & Pick<RuleInput, 'name' | 'kind' | 'limits'>) =>
  send(who, 'POST', '/api/warnings/rules', { ...base, ...rule })
/** Rules begin on the day on which they are made; these look back. */
const lookBack = () => db.update(flowRules).set({ since: dayBefore(day, 2), examinedUpTo: 0 })
const range = `from=${dayBefore(day, 30)}&to=${dayBefore(day, -2)}&pageSize=100`
const list = async (who: Who = 'reader', more = ''): Promise<FlowWarning[]> =>
  (await send(who, 'GET', `/api/warnings?${range}${more}`)).data.records
const of = (kind: string, all: readonly FlowWarning[], date = day) =>
  all.find(one => one.kind === kind && one.date === date)!

describe('rules', () => {
  it('are set by whoever handles warnings, of shops in sight alone', async () => {
    const rule = { name: '拥挤', kind: 'crowding', limits: { people: 150 } } as const
    expect((await make('reader', rule)).status).toBe(403)
    expect((await make('alone', rule)).status).toBe(403)
    expect((await make('alone', { ...rule, shopIds: ['901', '903'] })).status).toBe(403)
    const own = await make('alone', { ...rule, name: '自己的店', shopIds: ['903'] })
    expect(own.data).toMatchObject({ shopIds: ['903'], canChange: true, version: 1 })
    const chain = await make('asker', rule)
    expect(chain.data).toMatchObject({ shopIds: [], canChange: true })
    expect((await make('asker', { ...rule, kind: 'fall' })).status).toBe(400)
    const seen: FlowRule[] = (await send('alone', 'GET', '/api/warnings/rules')).data
    expect(seen.map(one => [one.name, one.canChange])).toEqual([
      ['拥挤', false],
      ['自己的店', true],
    ])
    expect((await send('alone', 'DELETE', `/api/warnings/rules/${chain.data.id}`)).status).toBe(403)
    expect((await send('asker', 'DELETE', `/api/warnings/rules/${own.data.id}`)).status).toBe(200)
    expect(
      (await send('asker', 'PUT', `/api/warnings/rules/${own.data.id}`, { ...base, ...rule, version: 1 }))
        .status,
    ).toBe(404)
    const back = await send('alone', 'POST', `/api/warnings/rules/${own.data.id}/restore`)
    expect(back.data.name).toBe('自己的店')
    await send('alone', 'DELETE', `/api/warnings/rules/${own.data.id}`)
  })

  it('are saved on the version that was seen', async () => {
    const [rule]: FlowRule[] = (await send('asker', 'GET', '/api/warnings/rules')).data
    const { id, version } = rule!
    const body = { ...base, name: '拥挤', kind: 'crowding', limits: { people: 150 }, version }
    expect((await send('asker', 'PUT', `/api/warnings/rules/${id}`, body)).data.version).toBe(version + 1)
    const late = await send('owner', 'PUT', `/api/warnings/rules/${id}`, body)
    expect([late.status, late.data.version]).toEqual([409, version + 1])
  })
})

describe('what goes beyond a limit', () => {
  it('is found once, with the figures that the counts themselves give, whoever looks and however often', async () => {
    await make('asker', {
      name: '骤降',
      kind: 'fall',
      limits: { percent: 50, hours: 2, atLeast: 60 },
      severity: 'middle',
    })
    await make('asker', { name: '无客流', kind: 'silence', limits: { minutes: 90 } })
    await make('asker', { name: '未达标', kind: 'offTarget', limits: { share: 95 }, severity: 'low' })
    const month = day.slice(0, 7)
    await db
      .insert(shopTargets)
      .values({ shopId: '901', month, visits: 31 * 2000, sales: null, updatedAt: world.now() })
    await lookBack()
    await Promise.all([world.warnings.watch(), world.warnings.watch()])
    await world.warnings.watch()
    await lookBack()
    expect(await world.warnings.watch()).toBe(0)
    const all = await list()
    expect(new Set(all.map(one => `${one.ruleId} ${one.shopId} ${one.date}`)).size).toBe(all.length)

    // 901: entries less exits of both doors, the highest after any window.
    let [inside, peak, first] = [0, 0, 0]
    for (let slot = 120; slot < 264; slot++) {
      const more = slot >= 180 && slot < 186 ? 40 : 0
      const own = windowsOf(901).filter(window => window.slot === slot)
      inside += own.reduce((sum, { in_n, out_n }) => sum + in_n - out_n, more)
      if (inside > 150 && first === 0) first = slot
      peak = Math.max(peak, inside)
    }
    const clock = (slot: number) =>
      `${String(Math.floor(slot / 12)).padStart(2, '0')}:${String((slot % 12) * 5).padStart(2, '0')}`
    expect(of('crowding', all)).toMatchObject({ shopId: '901', value: peak, limit: 150, from: clock(first) })

    const before = visitsIn(902, dayBefore(day, 7), 192, 216)
    expect(of('fall', all)).toMatchObject({
      shopId: '902',
      from: '16:00',
      to: '18:00',
      value: visitsIn(902, day, 192, 216, n => Math.floor(n * 0.4)),
      limit: before,
    })
    expect(of('silence', all)).toMatchObject({ shopId: '903', from: '12:00', to: '14:00', value: 120 })
    expect(of('offTarget', all)).toMatchObject({
      shopId: '901',
      value: visitsIn(901, day, 0, 288) + 6 * 40,
      limit: 2000,
    })
  })

  it('is told once to whoever handles warnings of the shop, and nobody of what is long past', async () => {
    const told = await db.select().from(notices).where(eq(notices.kind, 'warning.raised'))
    const silence = of('silence', await list())
    expect(told.every(({ createdAt }) => createdAt !== null)).toBe(true)
    const recent = (await list()).filter(
      one => world.now().getTime() - Date.parse(one.raisedAt) <= 24 * 3_600_000,
    )
    const about = new Set(told.map(({ link }) => link.split('=')[1]))
    expect(about).toEqual(new Set(recent.map(({ id }) => id)))
    expect(about.has(silence.id)).toBe(world.now().getTime() - Date.parse(silence.raisedAt) <= 24 * 3_600_000)
    expect(new Set(told.map(({ userId }) => userId))).not.toContain('reader')
    expect(new Set(told.map(({ userId, link }) => `${userId} ${link}`)).size).toBe(told.length)
  })

  it('is seen within the scope alone', async () => {
    const seen = await list('alone')
    expect(new Set(seen.map(one => one.shopId))).toEqual(new Set(['903']))
    const foreign = of('crowding', await list())
    expect((await send('alone', 'GET', `/api/warnings/${foreign.id}`)).status).toBe(404)
    const step = { action: 'resolve', version: 1 }
    expect((await send('alone', 'POST', `/api/warnings/${foreign.id}/step`, step)).status).toBe(404)
  })
})

describe('a warning', () => {
  const step = (who: Who, id: string, action: string, version: number, more = {}) =>
    send(who, 'POST', `/api/warnings/${id}/step`, { action, version, ...more })

  it('goes the way of its statuses, each step with who and why, and no other way', async () => {
    const { id } = of('silence', await list())
    expect((await step('reader', id, 'acknowledge', 1)).status).toBe(403)
    expect(await step('asker', id, 'reopen', 1)).toMatchObject({ status: 400, reason: 'status:open' })
    expect((await step('asker', id, 'acknowledge', 1, { remark: '在看' })).data.warning.status).toBe(
      'acknowledged',
    )
    expect(await step('asker', id, 'acknowledge', 2)).toMatchObject({ reason: 'status:acknowledged' })
    const late = await step('owner', id, 'resolve', 1)
    expect([late.status, late.data.warning.version]).toEqual([409, 2])
    expect((await step('owner', id, 'resolve', 2, { remark: '门禁已修' })).data.warning).toMatchObject({
      status: 'resolved',
      handledBy: 'owner',
      remark: '门禁已修',
    })
    expect((await step('asker', id, 'mute', 3)).reason).toBe('status:resolved')
    expect((await step('asker', id, 'reopen', 3)).data.warning).toMatchObject({
      status: 'open',
      handledBy: '',
      handledAt: null,
    })
    const { data } = await send('reader', 'GET', `/api/warnings/${id}`)
    expect(
      data.steps.map((one: { action: string; from: string; to: string; userName: string }) => [
        one.action,
        one.from,
        one.to,
        one.userName,
      ]),
    ).toEqual([
      ['acknowledge', 'open', 'acknowledged', 'asker'],
      ['resolve', 'acknowledged', 'resolved', 'owner'],
      ['reopen', 'resolved', 'open', 'asker'],
    ])
  })

  it('is taken by one of two who act at once', async () => {
    const { id, version } = of('fall', await list())
    const both = await Promise.all([
      step('asker', id, 'acknowledge', version),
      step('owner', id, 'resolve', version),
    ])
    expect(both.map(one => one.status).sort()).toEqual([200, 409])
    expect(await db.select().from(flowWarningSteps).where(eq(flowWarningSteps.warningId, id))).toHaveLength(1)
  })

  it('that is muted keeps the next ones of its rule and place quiet', async () => {
    const { id, version, ruleId } = of('crowding', await list())
    const { data } = await step('asker', id, 'mute', version, { days: 7 })
    expect(Date.parse(data.warning.mutedUntil) - world.now().getTime()).toBe(7 * 86_400_000)
    const before = (await db.select().from(notices)).length
    const today = dayBefore(day, -1)
    await world.receive(
      world
        .ordinary(lineOf(9011), today)
        .map(window =>
          window.slot >= 180 && window.slot < 192 ? { ...window, in_n: window.in_n + 40 } : window,
        ),
    )
    await world.warnings.watch()
    const next = of('crowding', await list('reader', `&ruleId=${ruleId}`), today)
    expect(next).toMatchObject({ status: 'muted', mutedUntil: data.warning.mutedUntil })
    expect(await db.select().from(notices)).toHaveLength(before)
  })

  it('is settled by the console where the counts say otherwise by now, and stays what people made of it', async () => {
    const silence = of('silence', await list())
    world.wait(60_000)
    // The windows come after all.
    await world.receive(world.ordinary(lineOf(9031), day))
    await world.warnings.watch()
    const { data } = await send('reader', 'GET', `/api/warnings/${silence.id}`)
    expect(data.warning.status).toBe('resolved')
    expect(data.steps.at(-1)).toMatchObject({ action: 'resolve', userName: '', from: 'open' })
  })

  it('is left whole by a run that dies: what is not committed is found again', async () => {
    const kept = (await list()).length
    const [one] = await db.select().from(flowWarnings).where(eq(flowWarnings.kind, 'offTarget'))
    await db.delete(flowWarnings).where(eq(flowWarnings.id, one!.id))
    await lookBack()
    // Two servers, one of which begins where the other has not finished.
    await Promise.all([world.warnings.watch(), world.warnings.watch()])
    expect(await list()).toHaveLength(kept)
  })
})

describe('a watched place', () => {
  const put = async (who: Who, more: object) =>
    send(who, 'POST', '/api/warnings/watches', { limits: {}, ownerId: null, targets: [], ...more })
  const step = (id: string, action: string, version: number, more = {}) =>
    send('asker', 'POST', `/api/warnings/watches/${id}/step`, { action, version, ...more })

  it('is put on the list once, of shops in sight', async () => {
    await db.insert(entrances).values([
      { id: '1', shopId: '901', name: '正门', nameEn: 'Main door' },
      { id: '4', shopId: '903', name: '侧门' },
    ])
    const door = {
      shopId: '901',
      nodeKind: 'entrance',
      nodeId: '1',
      limits: { crowd: 40, idle: 600, tolerance: 5 },
    }
    expect((await put('reader', door)).status).toBe(403)
    expect((await put('alone', door)).status).toBe(403)
    expect((await put('asker', { ...door, nodeId: '4' })).status).toBe(404)
    const made = await put('asker', {
      ...door,
      ownerId: 'asker',
      targets: [{ month: '2026-03', visits: 31_000 }],
    })
    expect(made.data).toMatchObject({
      status: 'onTarget',
      nodeNameEn: 'Main door',
      limits: { crowd: 40, idle: 600 },
      ownerName: 'asker',
      targets: [{ month: '2026-03', visits: 31_000 }],
    })
    expect(await put('asker', door)).toMatchObject({ status: 400, reason: 'watched' })
    expect((await send('alone', 'GET', '/api/warnings/watches?nodeKind=entrance')).data).toEqual([])
  })

  it('deviates by its counts, is handled by people, recovers by its counts and ends', async () => {
    const seen = async (): Promise<Watch> =>
      (await send('reader', 'GET', '/api/warnings/watches?nodeKind=entrance')).data[0]
    const { id } = await seen()
    await db.update(watches).set({ since: dayBefore(day, 1), examinedUpTo: 0 })
    await world.warnings.watch()
    const crowds = (await list('reader', '&watched=1')).filter(one => one.kind === 'crowd')
    // Six windows at 15:00 with 40 more than usual, on the day, and twelve on the next.
    const over = (date: string, to: number) =>
      world
        .ordinary(lineOf(9011), date)
        .filter(({ slot, in_n }) => in_n + (slot >= 180 && slot < to ? 40 : 0) > 40).length
    expect(crowds.map(one => [one.date, one.times])).toEqual([
      [dayBefore(day, -1), over(dayBefore(day, -1), 192)],
      [day, over(day, 186)],
    ])
    const deviating = await seen()
    expect(deviating.status).toBe('deviating')
    expect(await step(id, 'end', deviating.version)).toMatchObject({ reason: 'status:deviating' })
    expect((await step(id, 'handle', deviating.version, { reason: '促销' })).status).toBe(400)
    const handled = await step(id, 'handle', deviating.version, { reason: '促销', remark: '加开侧门' })
    expect(handled.data.status).toBe('handled')
    expect(
      (await list('reader', '&watched=1')).every(
        one => one.status === 'acknowledged' && one.remark === '加开侧门',
      ),
    ).toBe(true)
    await world.warnings.watch()
    expect((await seen()).status).toBe('handled')
    // A quiet day follows.
    world.wait(2 * 86_400_000)
    await world.receive(world.ordinary(lineOf(9011), dayBefore(day, -2)))
    await world.warnings.watch()
    const back = await seen()
    expect(back.status).toBe('onTarget')
    expect((await list('reader', '&watched=1')).every(one => one.status === 'resolved')).toBe(true)
    expect((await step(id, 'end', back.version)).data.status).toBe('ended')
    expect(await seen()).toBeUndefined()
  })

  it('keeps changes of zones, and takes their entries away and back', async () => {
    await db.insert(zones).values({ id: '7', shopId: '901', name: '堆头' })
    const change = { shopId: '901', zoneId: '7', date: day, what: '换陈列' }
    expect((await send('alone', 'POST', '/api/warnings/changes', change)).status).toBe(403)
    expect(
      (await send('asker', 'POST', '/api/warnings/changes', { ...change, date: '2027-01-01' })).reason,
    ).toBe('future')
    const { data } = await send('asker', 'POST', '/api/warnings/changes', change)
    expect(data).toMatchObject({ zoneName: '堆头', date: day, createdBy: 'asker' })
    await send('asker', 'DELETE', `/api/warnings/changes/${data.id}`)
    expect((await send('reader', 'GET', '/api/warnings/changes')).data).toEqual([])
    await send('asker', 'POST', `/api/warnings/changes/${data.id}/restore`)
    expect((await send('reader', 'GET', '/api/warnings/changes')).data).toHaveLength(1)
  })
})
