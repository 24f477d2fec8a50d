import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { busy, heldByUser, jpeg, offline, type PlanWorld, planWorld } from '../../../test/plan-world.ts'
import { cameras, pictures, planLanes, planRuns, plans, presets } from '../../platform/schema/index.ts'
import { runStore } from './run-store.ts'

let world: PlanWorld
beforeAll(async () => {
  world = await planWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.clear()
  world.at('2026-10-01T02:00:00Z')
})

type Schedule = {
  times?: string[]
  everyMinutes?: 30 | 60 | 120
  from?: string
  to?: string
  weekdays?: number[]
}
/** Puts a plan on a camera; times are Beijing's, ten o'clock is 02:00 UTC. */
async function plan(cameraId: string, schedule: Schedule, presetId?: string): Promise<string> {
  const targets = [{ cameraId, ...(presetId ? { presetId } : {}) }]
  const answer = await world.call('everywhere', 'POST', '/api/plans', { targets, schedule })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data.ids[0]
}
const turn = async (server: ReturnType<PlanWorld['server']>) => {
  await server.tick()
  await server.idle()
}
const outcomes = async (planId: string) => (await world.runsOf(planId)).map(run => run.state)

describe('a run', () => {
  it('is made in its minute, takes the picture and files it as taken by the plan', async () => {
    const id = await plan('hall', { times: ['10:01'] })
    const server = world.server('a')
    world.at('2026-10-01T02:00:59Z')
    await turn(server)
    expect(await world.runsOf(id)).toEqual([])
    world.at('2026-10-01T02:01:00Z')
    await turn(server)
    const [run] = await world.runsOf(id)
    expect(run).toMatchObject({
      state: 'done',
      tries: 1,
      reason: '',
      dueAt: new Date('2026-10-01T02:01:00Z'),
      durationMs: 0,
    })
    const { data } = await world.call('everywhere', 'GET', `/api/plans/runs?planId=${id}`)
    expect(data).toMatchObject({ total: 1, records: [{ outcome: 'done', pictureId: expect.any(String) }] })
    expect(data.records[0].thumbnailUrl).toContain(data.records[0].pictureId)
    const { data: listed } = await world.call('everywhere', 'GET', '/api/plans')
    expect(listed.records[0]).toMatchObject({
      nextRunAt: '2026-10-02T02:01:00.000Z',
      lastRun: { outcome: 'done' },
    })
    await turn(server)
    expect(world.shots).toHaveLength(1)
  })

  it('goes to the preset, waits until it is still, takes the picture, goes home and frees the camera', async () => {
    await plan('gate', { times: ['10:01'] }, 'till')
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    expect(world.moves).toEqual(['gate to 2', 'wait 3000', 'gate picture', 'gate to 1', 'gate free'])
  })

  it('of the home preset has nowhere to go back to', async () => {
    await plan('gate', { times: ['10:01'] }, 'door')
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    expect(world.moves).toEqual(['gate to 1', 'wait 3000', 'gate picture', 'gate free'])
  })

  it('is one a camera at a time: presets of one camera come one after the other', async () => {
    await plan('gate', { times: ['10:01'] })
    for (const preset of ['door', 'till', 'shelf']) await plan('gate', { times: ['10:01'] }, preset)
    let inside = 0
    let most = 0
    world.behave('gate', {
      async frame() {
        inside += 1
        most = Math.max(most, inside)
        await new Promise(resolve => setTimeout(resolve, 5))
        inside -= 1
        return { data: jpeg, takenAt: world.now() }
      },
    })
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    expect(world.shots).toHaveLength(4)
    expect(most).toBe(1)
  })

  it('of a plan that is off, removed, or whose camera is gone is not made', async () => {
    const off = await plan('hall', { times: ['10:01'] })
    const removed = await plan('stock', { times: ['10:01'] })
    const gone = await plan('seine', { times: ['04:01'] })
    await world.call('everywhere', 'POST', '/api/plans/pause', { ids: [off] })
    await world.call('everywhere', 'DELETE', `/api/plans/${removed}`)
    await world.db.update(cameras).set({ removedAt: world.now() }).where(eq(cameras.id, 'seine'))
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    await world.db.update(cameras).set({ removedAt: null }).where(eq(cameras.id, 'seine'))
    expect(await world.runsOf()).toEqual([])
    expect(await world.db.select().from(plans).where(eq(plans.id, gone))).toMatchObject([{ nextDueAt: null }])
  })

  it('follows a preset that was stored anew under its name; without one the plan ends', async () => {
    await world.db.insert(presets).values({ id: 'old', cameraId: 'hall', name: '展台', index: 4 })
    await world.db.insert(presets).values({ id: 'lost', cameraId: 'hall', name: '角落', index: 5 })
    const moved = await plan('hall', { times: ['10:01'] }, 'old')
    const lost = await plan('hall', { times: ['10:01'] }, 'lost')
    await world.db.delete(presets).where(eq(presets.cameraId, 'hall'))
    await world.db.insert(presets).values({ id: 'new', cameraId: 'hall', name: '展台', index: 6 })
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    await world.db.delete(presets).where(eq(presets.cameraId, 'hall'))
    expect(world.moves).toContain('hall to 6')
    expect(await outcomes(moved)).toEqual(['done'])
    expect(await outcomes(lost)).toEqual([])
    const [row] = await world.db.select().from(plans).where(eq(plans.id, lost))
    expect(row?.deletedAt).toEqual(world.now())
  })
})

describe('a run that fails', () => {
  it('because someone steers waits a moment, then comes again within the minute', async () => {
    const id = await plan('gate', { times: ['10:01'] }, 'till')
    let asked = 0
    world.behave('gate', {
      async goTo() {
        asked += 1
        if (asked <= 2) throw heldByUser()
      },
    })
    const server = world.server('a')
    world.at('2026-10-01T02:01:00Z')
    await turn(server)
    expect(world.moves).toEqual(['wait 3000', 'gate free'])
    expect(await world.runsOf(id)).toMatchObject([{ state: 'waiting', reason: 'held' }])
    await turn(server)
    expect(asked).toBe(2)
    world.later(10_000)
    await turn(server)
    expect(await world.runsOf(id)).toMatchObject([
      { state: 'done', tries: 2, reason: '', durationMs: 10_000 },
    ])
  })

  it('because someone steers all the minute is held, and the user was never disturbed', async () => {
    const id = await plan('gate', { times: ['10:01'] }, 'till')
    world.behave('gate', { goTo: async () => Promise.reject(heldByUser()) })
    const server = world.server('a')
    world.at('2026-10-01T02:01:00Z')
    for (let tries = 0; tries < 8; tries++) {
      await turn(server)
      world.later(10_000)
    }
    expect(await world.runsOf(id)).toMatchObject([{ state: 'held', reason: 'held', tries: 4 }])
    expect(world.shots).toEqual([])
    expect(world.moves.filter(move => move.startsWith('gate to'))).toEqual([])
  })

  it('because the camera is offline says so at once', async () => {
    const id = await plan('hall', { times: ['10:01'] })
    world.behave('hall', { frame: async () => Promise.reject(offline()) })
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    expect(await world.runsOf(id)).toMatchObject([
      { state: 'offline', reason: 'offline', message: { zh: '离线', en: 'offline' }, tries: 1 },
    ])
  })

  it('because the platform is busy is tried again, later each time, within a minute', async () => {
    const id = await plan('hall', { times: ['10:01'] })
    const at: number[] = []
    world.behave('hall', {
      async frame() {
        at.push(world.now().getTime())
        throw busy()
      },
    })
    const server = world.server('a')
    world.at('2026-10-01T02:01:00Z')
    const first = world.now().getTime()
    for (let second = 0; second < 70; second++) {
      await turn(server)
      world.later(1000)
    }
    expect(at.map(time => (time - first) / 1000)).toEqual([0, 5, 15, 30])
    expect(await world.runsOf(id)).toMatchObject([{ state: 'failed', reason: 'busy', tries: 4 }])
  })

  it('still goes home and frees the camera', async () => {
    await plan('gate', { times: ['10:01'] }, 'till')
    world.behave('gate', { frame: async () => Promise.reject(offline()) })
    world.at('2026-10-01T02:01:00Z')
    await turn(world.server('a'))
    expect(world.moves).toEqual(['gate to 2', 'wait 3000', 'gate to 1', 'gate free'])
  })

  it('three times in a row is told to who made the plan, once; a picture begins the count anew', async () => {
    const id = await plan('hall', { everyMinutes: 30 })
    const server = world.server('a')
    world.behave('hall', { frame: async () => Promise.reject(offline()) })
    const half = async () => {
      world.later(30 * 60_000)
      await turn(server)
    }
    await half()
    await half()
    expect(world.told).toEqual([])
    await half()
    await half()
    expect(world.told).toEqual([
      expect.objectContaining({
        to: { userIds: ['everywhere'] },
        kind: 'plan.failing',
        link: `/x_2_SnapPlan/x_2_SnapPlanList?plan=${id}`,
        body: {
          zh: '静安寺店 · hall 名：连续 3 次未拍到图片（离线）',
          en: 'Jing’an · hall: no picture 3 times in a row (offline)',
        },
      }),
    ])
    world.behave('hall', {})
    await half()
    const { data } = await world.call('everywhere', 'GET', '/api/plans')
    expect(data.records).toMatchObject([{ id, failuresInARow: 0 }])
  })

  it('can be asked for again by hand, one that is done cannot', async () => {
    const id = await plan('hall', { times: ['10:01'] })
    world.behave('hall', { frame: async () => Promise.reject(offline()) })
    const server = world.server('a')
    world.at('2026-10-01T02:01:00Z')
    await turn(server)
    const [run] = await world.runsOf(id)
    world.later(3_600_000)
    const retry = (who: 'planner' | 'stranger') => world.call(who, 'POST', `/api/plans/runs/${run?.id}/retry`)
    expect((await retry('stranger')).status).toBe(403)
    expect((await retry('planner')).data).toMatchObject({ outcome: 'waiting', tries: 0 })
    expect(await retry('planner')).toMatchObject({ code: 10001, reason: 'nothingToRetry' })
    world.behave('hall', {})
    await turn(server)
    expect(await outcomes(id)).toEqual(['done'])
    expect(await retry('planner')).toMatchObject({ code: 10001, reason: 'nothingToRetry' })
    expect((await world.call('planner', 'POST', '/api/plans/runs/none/retry')).status).toBe(404)
  })
})

describe('ten servers', () => {
  it('run each plan once, whoever looks at the same time', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `crowd-${index}`)
    for (const [index, id] of ids.entries())
      await world.addCamera(id, 'jingan', index % 3 === 0 ? 'two' : 'one')
    await world.call('everywhere', 'POST', '/api/plans', {
      targets: ids.map(cameraId => ({ cameraId })),
      schedule: { times: ['10:01', '10:02'] },
    })
    for (const id of ids)
      world.behave(id, {
        async frame() {
          await new Promise(resolve => setTimeout(resolve, 2))
          return { data: jpeg, takenAt: world.now() }
        },
      })
    const servers = Array.from({ length: 10 }, (_, index) => world.server(`s${index}`, { own: true }))
    for (const minute of ['2026-10-01T02:01:00Z', '2026-10-01T02:02:00Z']) {
      world.at(minute)
      await Promise.all(servers.map(turn))
      await Promise.all(servers.map(turn))
    }
    const runs = await world.runsOf()
    expect(runs).toHaveLength(240)
    expect(new Set(runs.map(run => run.state))).toEqual(new Set(['done']))
    expect(world.shots).toHaveLength(240)
    for (const id of ids) expect(world.shots.filter(shot => shot.cameraId === id)).toHaveLength(2)
    await Promise.all(servers.map(server => server.close()))
  }, 60_000)

  it('leave an account to one of them, so that its limits hold', async () => {
    await plan('hall', { times: ['10:01'] })
    await plan('stock', { times: ['10:01'] })
    const [a, b] = [world.server('a', { own: true }), world.server('b', { own: true })]
    let open: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    for (const id of ['hall', 'stock'])
      world.behave(id, {
        async frame() {
          await gate
          return { data: jpeg, takenAt: world.now() }
        },
      })
    world.at('2026-10-01T02:01:00Z')
    await a.tick()
    await b.tick()
    expect(await world.db.select().from(planLanes)).toMatchObject([{ accountId: 'one', holder: 'a' }])
    await b.idle()
    open()
    await a.idle()
    expect(world.shots.map(shot => shot.holder)).toEqual(['a', 'a'])
    expect(await world.db.select().from(planLanes)).toEqual([])
  })
})

describe('a server that is killed', () => {
  /** As a server left it that took runs and was not heard of again. */
  async function leftBehind(planId: string, holder = 'dead'): Promise<void> {
    const runs = runStore(world.db)
    await world.db.insert(planRuns).values({
      planId,
      kind: 'screenshot',
      shopId: 'jingan',
      cameraId: 'hall',
      accountId: 'one',
      dueAt: world.now(),
      notBefore: world.now(),
      expiresAt: new Date(world.now().getTime() + 600_000),
    })
    const lease = new Date(world.now().getTime() + 20_000)
    expect(await runs.takeLane('one', holder, world.now(), lease)).toBe(true)
    expect(await runs.claim('one', holder, world.now(), lease, 10)).toHaveLength(1)
  }

  it('has its run taken over when its lease is over, not before', async () => {
    const id = await plan('hall', { times: ['10:30'] })
    await leftBehind(id)
    const server = world.server('b')
    world.later(19_000)
    await turn(server)
    expect(await outcomes(id)).toEqual(['running'])
    world.later(2_000)
    await turn(server)
    expect(await world.runsOf(id)).toMatchObject([{ state: 'done', takeovers: 1, tries: 2 }])
    expect(world.shots).toHaveLength(1)
  })

  it('after it filed the picture leaves one picture: it is not taken again', async () => {
    const id = await plan('hall', { times: ['10:30'] })
    await leftBehind(id)
    const [run] = await world.runsOf(id)
    await insertPicture(run?.id ?? '')
    world.later(21_000)
    await turn(world.server('b'))
    expect(await outcomes(id)).toEqual(['done'])
    expect(world.shots).toEqual([])
    expect(await world.pictureRuns()).toEqual([run?.id])
  })

  it('twice in the same run ends it as failed: it is taken over once', async () => {
    const id = await plan('hall', { times: ['10:30'] })
    await leftBehind(id)
    world.later(21_000)
    const runs = runStore(world.db)
    await runs.settleStale(world.now())
    const lease = new Date(world.now().getTime() + 20_000)
    await runs.takeLane('one', 'dead too', world.now(), lease)
    expect(await runs.claim('one', 'dead too', world.now(), lease, 10)).toHaveLength(1)
    world.later(21_000)
    await turn(world.server('c'))
    expect(await world.runsOf(id)).toMatchObject([{ state: 'failed', reason: 'interrupted' }])
    expect(world.shots).toEqual([])
  })

  it('and comes back late cannot end a run that another has taken over', async () => {
    const id = await plan('hall', { times: ['10:30'] })
    await leftBehind(id)
    const runs = runStore(world.db)
    world.later(21_000)
    await turn(world.server('b'))
    const [run] = await world.runsOf(id)
    const stale = {
      id: run?.id ?? '',
      planId: id,
      kind: 'screenshot' as const,
      shopId: 'jingan',
      cameraId: 'hall',
      presetId: null,
      presetName: '',
      userId: null,
      tries: 1,
      takeovers: 0,
      startedAt: world.now(),
    }
    const end = { state: 'failed' as const, reason: 'late', message: null, at: world.now() }
    expect(await runs.finish(stale, 'dead', end)).toBeUndefined()
    expect(await outcomes(id)).toEqual(['done'])
  })

  it('that leaves in order gives back what it began, as if it had not', async () => {
    const id = await plan('hall', { times: ['10:30'] })
    await leftBehind(id, 'a')
    await world.server('a').close()
    expect(await world.runsOf(id)).toMatchObject([{ state: 'waiting', tries: 0, takeovers: 0 }])
    await turn(world.server('b'))
    expect(await outcomes(id)).toEqual(['done'])
  })

  async function insertPicture(runId: string): Promise<void> {
    await world.db.insert(pictures).values({
      key: 'k',
      mime: 'image/jpeg',
      width: 1,
      height: 1,
      sizeBytes: 1,
      shopId: 'jingan',
      cameraId: 'hall',
      videoNo: '',
      channelNo: '1',
      planRunId: runId,
      takenAt: world.now(),
    })
  }
})

describe('after a stop of all servers', () => {
  it('what is younger than ten minutes is caught up once; what is older is missed', async () => {
    const young = await plan('hall', { times: ['10:10'] })
    const old = await plan('stock', { times: ['10:09'] })
    world.at('2026-10-01T02:19:30Z')
    await turn(world.server('a'))
    expect(await world.runsOf(young)).toMatchObject([
      { state: 'done', dueAt: new Date('2026-10-01T02:10:00Z') },
    ])
    expect(await world.runsOf(old)).toMatchObject([
      { state: 'missed', reason: 'stopped', message: { zh: '服务停机期间错过' } },
    ])
    expect(world.shots).toHaveLength(1)
  })

  it('of many missed times the latest is caught up, the others are missed, and the next is to come', async () => {
    const id = await plan('hall', { everyMinutes: 60 })
    world.at('2026-10-01T05:02:00Z')
    await turn(world.server('a'))
    expect(await outcomes(id)).toEqual(['missed', 'missed', 'done'])
    const { data } = await world.call('everywhere', 'GET', '/api/plans')
    expect(data.records[0].nextRunAt).toBe('2026-10-01T06:00:00.000Z')
  })

  it('the limit is a setting', async () => {
    const id = await plan('hall', { times: ['10:09'] })
    world.at('2026-10-01T02:30:00Z')
    await turn(world.server('a', { catchUpMs: 30 * 60_000 }))
    expect(await outcomes(id)).toEqual(['done'])
  })

  it('a run that was begun and never ended is missed when it is too old to be taken over', async () => {
    const id = await plan('hall', { times: ['10:01'] })
    const server = world.server('a')
    world.at('2026-10-01T02:01:00Z')
    world.behave('hall', { frame: async () => Promise.reject(busy()) })
    await turn(server)
    await server.close()
    world.later(24 * 60_000)
    await turn(world.server('b'))
    expect(await world.runsOf(id)).toMatchObject([{ state: 'missed', reason: 'stopped' }])
  })

  it('a stop of months writes down the last week', async () => {
    const id = await plan('hall', { times: ['10:01'] })
    world.at('2026-12-01T04:00:00Z')
    await turn(world.server('a'))
    expect(await outcomes(id)).toEqual(Array(7).fill('missed'))
  })
})

describe('the clock of the shop', () => {
  it('decides when a plan is due, also on the days when it is changed', async () => {
    world.at('2026-03-27T12:00:00Z')
    const id = await plan('seine', { times: ['02:30'] })
    const server = world.server('a')
    for (const at of ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z']) {
      world.at(new Date(Date.parse(at) - 1000).toISOString())
      await turn(server)
      world.at(at)
      await turn(server)
    }
    expect((await world.runsOf(id)).map(run => run.dueAt.toISOString())).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(await outcomes(id)).toEqual(['done', 'done', 'done'])
  })
})
