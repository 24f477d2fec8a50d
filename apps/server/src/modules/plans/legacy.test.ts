import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PlanWorld, planWorld } from '../../../test/plan-world.ts'

let world: PlanWorld
beforeAll(async () => {
  world = await planWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.clear()
  world.at('2026-10-01T02:00:00Z')
})

const gate = { shopId: 'jingan', videoNo: 'device-gate', channelNo: '1' }
const save = (body: object, who: 'planner' | 'stranger' = 'planner') =>
  world.call(who, 'POST', 'saveScreenshotPlan', { ...gate, ...body })
const savePreset = (body: object) =>
  world.call('planner', 'POST', 'savePresetPlan', { ...gate, presetId: 'till', ...body })
const presetPlans = async () =>
  (await world.call('planner', 'GET', 'findPresetPlansByVideoNoAndChannelNo?videoNo=device-gate&channelNo=1'))
    .data
const plans = async () => (await world.call('planner', 'GET', '/api/plans')).data.records

describe('the time of a screenshot plan', () => {
  it('creates a plan where there is none', async () => {
    const { status, data } = await save({ planTime: '09:30', areaId: 'floor-1' })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      planTime: '09:30',
      hour: 9,
      minute: 30,
      planTimes: ['09:30'],
      userId: 'planner',
      shopId: 'jingan',
      videoNo: 'device-gate',
      channelNo: '1',
      areaId: 'floor-1',
    })
    expect(await plans()).toMatchObject([
      { id: data.id, kind: 'screenshot', status: 'enabled', nextRunAt: '2026-10-02T01:30:00.000Z' },
    ])
    expect(world.audited).toEqual([`planner plan.saved ${data.id}`])
  })

  it('updates the plan that is there', async () => {
    const { data: first } = await save({ planTime: '09:30' })
    const { data: second } = await save({ planTime: '18:05' })
    expect(second).toMatchObject({ id: first.id, planTime: '18:05', hour: 18, minute: 5 })
    expect(await plans()).toHaveLength(1)
    const { data: third } = await world.call('planner', 'PUT', 'updateScreenshotPlan', {
      id: first.id,
      planTime: '20:15',
    })
    expect(third).toMatchObject({ id: first.id, planTime: '20:15' })
    expect(await plans()).toMatchObject([{ nextRunAt: '2026-10-01T12:15:00.000Z' }])
  })

  it.each([0, '0', '00:00', '0:00', '00:00:00'])('%j removes the plan that is there', async planTime => {
    await save({ planTime: '09:30' })
    const answer = await save({ planTime })
    expect(answer).toMatchObject({ status: 200, data: null })
    expect(await plans()).toEqual([])
  })

  it('0 does nothing where there is none', async () => {
    expect(await save({ planTime: 0 })).toMatchObject({ status: 200, data: null })
    expect(await save({ planTime: 0 })).toMatchObject({ status: 200, data: null })
    expect(await plans()).toEqual([])
  })

  it('0 removes through the update as well, and then there is nothing to update', async () => {
    const { data } = await save({ planTime: '09:30' })
    const update = (planTime: string) =>
      world.call('planner', 'PUT', 'updateScreenshotPlan', { id: data.id, planTime })
    expect(await update('00:00')).toMatchObject({ status: 200, data: null })
    expect(await update('10:00')).toMatchObject({ status: 404, code: 404 })
  })

  it('can be set again after it was removed', async () => {
    const { data: first } = await save({ planTime: '09:30' })
    await save({ planTime: 0 })
    const { data: second } = await save({ planTime: '09:30' })
    expect(second.id).not.toBe(first.id)
  })

  it('set by many at once makes one plan', async () => {
    const answers = await Promise.all(
      ['09:00', '10:00', '11:00', '12:00', '13:00'].map(planTime => save({ planTime })),
    )
    expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
    expect(await plans()).toHaveLength(1)
  })

  it('stays off in a plan that is off', async () => {
    const { data } = await save({ planTime: '09:30' })
    await world.call('planner', 'POST', '/api/plans/pause', { ids: [data.id] })
    await save({ planTime: '10:30' })
    expect(await plans()).toMatchObject([
      { status: 'paused', nextRunAt: null, schedule: { times: ['10:30'] } },
    ])
  })
})

describe('the time of a preset plan', () => {
  it('is one a preset, listed by time', async () => {
    const { data: till } = await savePreset({ planTime: '18:00' })
    await savePreset({ presetId: 'door', planTime: '09:00' })
    await savePreset({ planTime: '17:00' })
    expect(await presetPlans()).toEqual([
      expect.objectContaining({
        presetId: 'door',
        presetName: '门口',
        planTime: '09:00',
        hour: 9,
        minute: 0,
      }),
      expect.objectContaining({ id: till.id, presetId: 'till', planTime: '17:00', hour: 17 }),
    ])
  })

  it('0 removes the plan of that preset alone', async () => {
    await savePreset({ planTime: '18:00' })
    await savePreset({ presetId: 'door', planTime: '09:00' })
    expect((await savePreset({ planTime: '0' })).data).toBeNull()
    expect((await savePreset({ planTime: '0' })).data).toBeNull()
    expect(await presetPlans()).toMatchObject([{ presetId: 'door' }])
  })

  it('moves to another preset by update, not to one that has a plan', async () => {
    const { data } = await savePreset({ planTime: '18:00' })
    await savePreset({ presetId: 'door', planTime: '09:00' })
    const move = (presetId: string) =>
      world.call('planner', 'PUT', 'updatePresetPlan', { id: data.id, presetId })
    expect((await move('shelf')).data).toMatchObject({ id: data.id, presetId: 'shelf', planTime: '18:00' })
    expect(await move('door')).toMatchObject({ status: 400, errors: [{ path: 'presetId' }] })
    expect(await move('bridge')).toMatchObject({ status: 400, errors: [{ path: 'presetId' }] })
  })

  it('is refused for a preset of another camera', async () => {
    expect(await savePreset({ presetId: 'bridge', planTime: '09:00' })).toMatchObject({
      status: 400,
      errors: [{ path: 'presetId' }],
    })
  })
})

describe('removing by ids', () => {
  it('removes all or none, of its own kind only', async () => {
    const { data: screenshot } = await save({ planTime: '09:30' })
    const { data: till } = await savePreset({ planTime: '18:00' })
    const { data: door } = await savePreset({ presetId: 'door', planTime: '18:00' })
    const remove = (call: string, ids: string[]) =>
      world.call('planner', 'DELETE', `${call}/${ids.join(',')}`)
    expect((await remove('delPresetPlanByIds', [till.id, screenshot.id])).status).toBe(403)
    expect((await remove('delPresetPlanByIds', [till.id, 'none'])).status).toBe(403)
    expect(await plans()).toHaveLength(3)
    expect((await remove('delPresetPlanByIds', [till.id, door.id])).status).toBe(200)
    expect((await remove('delScreenshotPlanByIds', [screenshot.id])).status).toBe(200)
    expect(await plans()).toEqual([])
  })
})

describe('input that is not right', () => {
  it('is refused by the name of the field', async () => {
    for (const planTime of ['24:00', '9', 9, '09:60', 'noon', '', '-1', null, undefined])
      expect(await save({ planTime }), String(planTime)).toMatchObject({
        status: 400,
        errors: [{ path: 'planTime' }],
      })
    expect(await save({ planTime: '09:00', videoNo: undefined })).toMatchObject({
      status: 400,
      errors: [{ path: 'videoNo' }],
    })
    expect((await save({ planTime: '09:00', videoNo: 'device-none' })).status).toBe(404)
    expect((await save({ planTime: '09:00', shopId: 'none' })).status).toBe(404)
  })

  it('of another shop is refused and changes nothing', async () => {
    const { data } = await save({ planTime: '09:30' })
    expect((await save({ planTime: '10:00' }, 'stranger')).status).toBe(403)
    const foreign = { id: data.id, planTime: '10:00' }
    expect((await world.call('stranger', 'PUT', 'updateScreenshotPlan', foreign)).status).toBe(403)
    expect((await world.call('stranger', 'DELETE', `delScreenshotPlanByIds/${data.id}`)).status).toBe(403)
    const find = 'findPresetPlansByVideoNoAndChannelNo?videoNo=device-gate&channelNo=1'
    expect((await world.call('stranger', 'GET', find)).status).toBe(404)
    expect((await world.call('stranger', 'GET', `${find}&shopId=jingan`)).status).toBe(403)
    expect(await plans()).toMatchObject([{ schedule: { times: ['09:30'] } }])
  })

  it('by who may only look is refused', async () => {
    expect(
      (await world.call('reader', 'POST', 'saveScreenshotPlan', { ...gate, planTime: '9:00' })).status,
    ).toBe(403)
    expect((await world.call(undefined, 'POST', 'saveScreenshotPlan', gate)).status).toBe(401)
  })
})
