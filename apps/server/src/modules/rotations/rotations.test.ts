import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsWorld } from '../../../test/settings-world.ts'

let world: Awaited<ReturnType<typeof settingsWorld>>
beforeAll(async () => {
  world = await settingsWorld()
}, 60_000)
afterAll(() => world?.close())

const pane = (id: string, presetId: string | null = null) => ({ cameraId: `${id}-camera`, presetId })
const plan = {
  name: '早班',
  groups: [{ name: '收银', panes: [pane('east', 'east-preset'), pane('west')] }],
  panesPerTurn: 4,
  seconds: 15,
  fromTime: '09:00',
  toTime: '21:30',
  isPublic: true,
}
const create = (who: 'chief' | 'east' | 'west', body: object = plan) =>
  world.call(who, 'POST', '/rotations', body)

describe('rotation plans', () => {
  it('are made of cameras in scope, with presets of those very cameras', async () => {
    expect((await create('east')).status).toBe(403)
    const crossed = { ...plan, groups: [{ name: 'a', panes: [pane('east', 'west-preset')] }] }
    expect((await create('chief', crossed)).code).toBe(10001)
    expect((await create('west', { ...plan, groups: [{ name: 'a', panes: [pane('west')] }] })).status).toBe(
      403,
    )
    expect((await create('chief')).data).toMatchObject({ own: true, isOn: true, version: 1, hiddenPanes: 0 })
  })

  it('that are shared show each viewer the cameras of the viewer’s scope alone', async () => {
    const [seen] = (await world.call('east', 'GET', '/rotations')).data
    expect(seen).toMatchObject({
      own: false,
      hiddenPanes: 1,
      groups: [{ panes: [pane('east', 'east-preset')] }],
    })
    expect((await world.call('east', 'PUT', `/rotations/${seen.id}`, { ...plan, version: 1 })).status).toBe(
      404,
    )
    expect((await world.call('east', 'DELETE', `/rotations/${seen.id}`)).status).toBe(404)
  })

  it('of one’s own that are not shared are seen by nobody else', async () => {
    const mine = { ...plan, isPublic: false, groups: [{ name: 'a', panes: [pane('east')] }] }
    const { id } = (await create('east', mine)).data
    const others = (await world.call('chief', 'GET', '/rotations')).data
    expect(others.map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await world.call('east', 'DELETE', `/rotations/${id}`)).status).toBe(200)
  })

  it('take seconds from 5 to 600, and both ends of the hours or none', async () => {
    for (const wrong of [
      { seconds: 4 },
      { seconds: 601 },
      { panesPerTurn: 6 },
      { toTime: null },
      { groups: [] },
    ])
      expect((await create('chief', { ...plan, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
    for (const right of [{ seconds: 5 }, { seconds: 600 }, { fromTime: null, toTime: null }]) {
      const made = await create('chief', { ...plan, ...right, isPublic: false })
      expect(made.status).toBe(200)
      await world.call('chief', 'DELETE', `/rotations/${made.data.id}`)
    }
  })

  it('say so where they were changed meanwhile, with the plan as it is now', async () => {
    const { id } = (await create('chief')).data
    const change = (version: number, name: string) =>
      world.call('chief', 'PUT', `/rotations/${id}`, { ...plan, name, version })
    expect((await change(1, '晚班')).data).toMatchObject({ name: '晚班', version: 2 })
    expect(await change(1, '夜班')).toMatchObject({
      status: 409,
      reason: 'changed',
      data: { name: '晚班', version: 2 },
    })
  })
})
