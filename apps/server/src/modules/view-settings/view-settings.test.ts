import { defaultBusinessView, defaultTotalView } from '@aisle/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settingsWorld } from '../../../test/settings-world.ts'
import { viewSettings } from '../../platform/schema/index.ts'

let world: Awaited<ReturnType<typeof settingsWorld>>
beforeAll(async () => {
  world = await settingsWorld()
}, 60_000)
afterAll(() => world?.close())
beforeEach(async () => {
  await world.db.delete(viewSettings)
})

const url = '/view-settings/totalView'
const read = async (who: 'chief' | 'east' | 'west' | 'reader') => (await world.call(who, 'GET', url)).data
const save = (who: 'chief' | 'east' | 'reader', layer: string, more: object = {}) =>
  world.call(who, 'PUT', url, { layer, version: 0, value: { ...defaultTotalView, period: 'today' }, ...more })

describe('settings in layers', () => {
  it('begin with the built-in ones', async () => {
    expect(await read('reader')).toMatchObject({ from: 'default', value: defaultTotalView, layers: [] })
  })

  it('take one’s own before the role’s before everyone’s', async () => {
    expect((await save('chief', 'everyone')).status).toBe(200)
    expect(await read('west')).toMatchObject({ from: 'everyone', value: { period: 'today' } })
    await save('chief', 'role', { roleId: 'duty', value: { ...defaultTotalView, period: 'last7' } })
    expect(await read('east')).toMatchObject({ from: 'role', value: { period: 'last7' } })
    expect(await read('west')).toMatchObject({ from: 'everyone' })
    await save('east', 'me', { value: { ...defaultTotalView, period: 'thisMonth' } })
    expect(await read('east')).toMatchObject({ from: 'me', value: { period: 'thisMonth' } })
    expect(await read('west')).toMatchObject({ from: 'everyone' })
    await save('east', 'me', { version: 1, value: null })
    expect(await read('east')).toMatchObject({ from: 'role' })
  })

  it('of roles and of everyone are set by user administrators alone, and what was done is audited', async () => {
    expect(await save('east', 'everyone')).toMatchObject({ status: 403, reason: 'admin.users' })
    expect(await save('east', 'role', { roleId: 'duty' })).toMatchObject({ status: 403 })
    expect(await save('chief', 'role', { roleId: 'none' })).toMatchObject({ status: 404 })
    expect((await save('reader', 'me')).status).toBe(403)
    await save('chief', 'role', { roleId: 'duty' })
    expect(world.audited).toContain('chief settings.totalView role duty')
    expect((await read('chief')).maySetOthers).toBe(true)
    expect((await read('west')).layers).toEqual([])
  })

  it('say so where someone saved meanwhile, with what is there now', async () => {
    expect(await save('chief', 'everyone')).toMatchObject({ status: 200, data: { version: 1 } })
    const late = await save('chief', 'everyone', { value: { ...defaultTotalView, period: 'last7' } })
    expect(late).toMatchObject({
      status: 409,
      reason: 'changed',
      data: { version: 1, value: { period: 'today' } },
    })
    expect(await save('chief', 'everyone', { version: 1 })).toMatchObject({
      status: 200,
      data: { version: 2 },
    })
  })

  it('are saved once when two save at the same moment', async () => {
    const answers = await Promise.all([save('chief', 'everyone'), save('chief', 'everyone')])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  })

  it('that an older release kept and this one cannot read are passed over', async () => {
    await world.db
      .insert(viewSettings)
      .values({ target: 'totalView', layer: 'everyone', value: { cards: 'all' } })
    expect(await read('east')).toMatchObject({ from: 'default', value: defaultTotalView })
  })

  it('refuse what makes no sense', async () => {
    const twice = { ...defaultTotalView, metrics: ['score', 'score'] }
    expect((await save('east', 'me', { value: twice })).status).toBe(400)
    const upsideDown = structuredClone(defaultBusinessView)
    upsideDown.thresholds.score = { good: 60, warning: 80 }
    const body = { layer: 'me', version: 0, value: upsideDown }
    expect((await world.call('east', 'PUT', '/view-settings/businessView', body)).status).toBe(400)
    const fine = { ...body, value: defaultBusinessView }
    expect((await world.call('east', 'PUT', '/view-settings/businessView', fine)).status).toBe(200)
  })
})
