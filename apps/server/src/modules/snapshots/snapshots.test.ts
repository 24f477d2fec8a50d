import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { heldByUser, offline, type PlanWorld, planWorld, type Who } from '../../../test/plan-world.ts'
import { pictures, planRuns, problems, snapshotBatches } from '../../platform/schema/index.ts'

let world: PlanWorld
beforeAll(async () => {
  world = await planWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.clear()
  world.at('2026-10-01T02:00:00Z')
})

type Target = { cameraId: string; presetId?: string }
const path = '/api/snapshots/batches'
const begin = (targets: Target[], who: Who = 'planner', clientKey?: string) =>
  world.call(who, 'POST', path, { targets, ...(clientKey ? { clientKey } : {}) })
const look = (id: string, who: Who = 'planner') => world.call(who, 'GET', `${path}/${id}`)
const act = (id: string, action: string, who: Who = 'planner', body: object = {}) =>
  world.call(who, 'POST', `${path}/${id}/${action}`, body)
const turn = async (server = world.server('a')) => {
  await server.tick()
  await server.idle()
}
const shotsOf = ({ data }: { data: { shots: { cameraId: string; outcome: string }[] } }) =>
  data.shots.map(({ cameraId, outcome }) => `${cameraId} ${outcome}`)

describe('a batch of pictures', () => {
  it('is taken as plans are: to the preset, still, picture, back; filed as taken by hand by who asked', async () => {
    const { data: begun } = await begin([{ cameraId: 'gate', presetId: 'till' }, { cameraId: 'hall' }])
    expect(begun).toMatchObject({ state: 'capturing', counts: { total: 2, pending: 2 } })
    await turn()
    expect(world.moves).toEqual(
      expect.arrayContaining([
        'gate to 2',
        'wait 3000',
        'gate picture',
        'gate to 1',
        'gate free',
        'hall picture',
      ]),
    )
    const { data } = await look(begun.id)
    expect(data).toMatchObject({
      state: 'reviewing',
      counts: { total: 2, done: 2, failed: 0, pending: 0 },
      figures: { good: 0, problem: 0, unjudged: 2, problems: 0, shops: 1, shopsInScope: 1 },
    })
    expect(data.shots).toMatchObject([
      {
        cameraId: 'gate',
        presetName: '收银台',
        outcome: 'done',
        picture: { screenshotType: 1, presetId: 'till' },
      },
      { cameraId: 'hall', presetId: null, outcome: 'done', picture: { userId: 'planner', planId: null } },
    ])
  })

  it('names what failed and why, and takes it again when asked', async () => {
    world.behave('hall', { frame: () => Promise.reject(offline()) })
    const { data: begun } = await begin([{ cameraId: 'gate' }, { cameraId: 'hall' }])
    await turn()
    const failed = await look(begun.id)
    expect(shotsOf(failed)).toEqual(['gate done', 'hall offline'])
    expect(failed.data).toMatchObject({ state: 'reviewing', counts: { done: 1, failed: 1 } })
    expect(failed.data.shots[1]).toMatchObject({ reason: 'offline', message: { zh: '离线', en: 'offline' } })
    world.behave('hall', {})
    expect((await act(begun.id, 'retry')).data).toMatchObject({ state: 'capturing', counts: { pending: 1 } })
    await turn()
    expect(shotsOf(await look(begun.id))).toEqual(['gate done', 'hall done'])
    expect(await act(begun.id, 'retry')).toMatchObject({ status: 400, reason: 'nothingToRetry' })
  })

  it('leaves a camera that somebody steers to them and tries again later', async () => {
    world.behave('gate', { goTo: () => Promise.reject(heldByUser()) })
    const { data } = await begin([{ cameraId: 'gate', presetId: 'door' }])
    await turn()
    expect((await look(data.id)).data.shots[0]).toMatchObject({ outcome: 'waiting', reason: 'held' })
    world.behave('gate', {})
    world.later(10_000)
    await turn()
    expect((await look(data.id)).data.shots[0]).toMatchObject({ outcome: 'done', reason: '' })
  })

  it('takes each camera and preset once, however often it is named, and is one however often it is sent', async () => {
    const twice = [{ cameraId: 'hall' }, { cameraId: 'hall' }, { cameraId: 'gate', presetId: 'door' }]
    const first = await begin(twice, 'planner', 'k1')
    const second = await begin(twice, 'planner', 'k1')
    expect(first.data.counts.total).toBe(2)
    expect(second.data.id).toBe(first.data.id)
    expect((await begin(twice, 'everywhere', 'k1')).data.id).not.toBe(first.data.id)
    expect(await world.runsOf()).toHaveLength(4)
  })

  it('comes after plans that are due, and keeps none of them waiting', async () => {
    const { data } = await begin([{ cameraId: 'hall' }, { cameraId: 'stock' }])
    await world.call('everywhere', 'POST', '/api/plans', {
      targets: [{ cameraId: 'hall' }, { cameraId: 'gate' }],
      schedule: { times: ['10:01'] },
    })
    world.at('2026-10-01T02:01:00Z')
    await turn()
    const runs = await world.runsOf()
    expect(runs.map(run => run.state)).toEqual(['done', 'done', 'done', 'done'])
    expect(shotsOf(await look(data.id))).toEqual(['hall done', 'stock done'])
    const shot = (cameraId: string) => world.shots.findIndex(each => each.cameraId === cameraId)
    expect(shot('gate')).toBeLessThan(shot('stock'))
    expect(world.shots.filter(each => each.cameraId === 'hall')).toHaveLength(2)
  })

  it('is not among the runs and figures of plans, nor tried again as one', async () => {
    const { data } = await begin([{ cameraId: 'hall' }])
    await act(data.id, 'stop')
    expect((await world.call('everywhere', 'GET', '/api/plans/runs')).data.total).toBe(0)
    const statistics = await world.call(
      'everywhere',
      'GET',
      '/api/plans/statistics?from=2026-10-01&to=2026-10-01',
    )
    expect(statistics.data.totals.planned).toBe(0)
    const [run] = await world.runsOf()
    expect((await world.call('planner', 'POST', `/api/plans/runs/${run!.id}/retry`)).status).toBe(404)
  })

  it('counts what was judged, and each problem once', async () => {
    const { data: begun } = await begin([{ cameraId: 'gate' }, { cameraId: 'hall' }])
    await turn()
    const taken = await world.db.select().from(pictures)
    const [one, other] = taken.map(picture => picture.id)
    await world.db.update(pictures).set({ mark: 'problem' }).where(eq(pictures.id, one!))
    await world.db.insert(problems).values({
      shopId: 'jingan',
      itemName: '积灰',
      beforePictureIds: [one!, other!],
      raisedBy: 'planner',
      raisedAt: world.now(),
      raisedDate: '2026-10-01',
      sourceKind: 'hand',
      sourceId: 'x',
      itemKey: '积灰',
      updatedAt: world.now(),
    })
    const { data } = await look(begun.id)
    expect(data.figures).toMatchObject({ good: 0, problem: 1, unjudged: 1, problems: 1 })
    expect(data.shots.map((shot: { problemCount: number }) => shot.problemCount)).toEqual([1, 1])
    await world.db.delete(problems)
  })
})

describe('the states of a batch', () => {
  it('ends when its person has looked through it, not before all pictures are there', async () => {
    const { data } = await begin([{ cameraId: 'hall' }])
    expect(await act(data.id, 'finish')).toMatchObject({ status: 400, reason: 'capturing' })
    await turn()
    expect((await act(data.id, 'finish')).data).toMatchObject({
      state: 'done',
      finishedAt: '2026-10-01T02:00:00.000Z',
    })
    world.later(60_000)
    expect((await act(data.id, 'finish')).data.finishedAt).toBe('2026-10-01T02:00:00.000Z')
    expect(await act(data.id, 'retry')).toMatchObject({ status: 400, reason: 'finished' })
  })

  it('can be stopped: what was not begun is given up, and can be asked for again', async () => {
    const { data } = await begin([{ cameraId: 'hall' }, { cameraId: 'gate' }])
    const stopped = await act(data.id, 'stop')
    expect(stopped.data).toMatchObject({ state: 'reviewing', counts: { failed: 2, pending: 0 } })
    await turn()
    expect(world.shots).toEqual([])
    const [first] = stopped.data.shots
    expect((await act(data.id, 'retry', 'planner', { shotIds: [first.id] })).data.counts.pending).toBe(1)
  })
})

describe('who may', () => {
  it('nobody has pictures taken where they may not look, and nothing of such a batch is begun', async () => {
    expect((await begin([{ cameraId: 'hall' }, { cameraId: 'seine' }])).status).toBe(403)
    expect((await begin([{ cameraId: 'hall' }], 'reader')).status).toBe(403)
    expect(await begin([{ cameraId: 'none' }])).toMatchObject({
      status: 400,
      errors: [{ path: 'targets.0.cameraId' }],
    })
    expect(await begin([{ cameraId: 'hall', presetId: 'door' }])).toMatchObject({
      status: 400,
      errors: [{ path: 'targets.0.presetId' }],
    })
    expect((await begin([])).status).toBe(400)
    expect(await world.db.select().from(snapshotBatches)).toEqual([])
    expect(await world.db.select().from(planRuns)).toEqual([])
  })

  it('a batch is its own person’s: to others it is not there', async () => {
    const { data } = await begin([{ cameraId: 'hall' }])
    expect((await look(data.id, 'everywhere')).status).toBe(404)
    for (const action of ['retry', 'stop', 'finish'])
      expect((await act(data.id, action, 'everywhere')).status).toBe(404)
    expect((await world.call('everywhere', 'GET', path)).data.total).toBe(0)
    expect((await world.call('planner', 'GET', path)).data).toMatchObject({
      total: 1,
      records: [{ id: data.id, state: 'capturing', counts: { total: 1, pending: 1 } }],
    })
  })
})
