import {
  type ProblemAction,
  type ProblemStatus,
  problemActionNames,
  problemActions,
  problemStatuses,
} from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Who } from '../../../test/inspection-world.ts'
import { callerOf, type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import { checkItems, problemEvents, problems } from '../../platform/schema/index.ts'

let world: ProblemWorld
beforeAll(async () => {
  world = await problemWorld()
})
afterAll(() => world.close())
beforeEach(() => world.at('2026-10-01T02:00:00.000Z'))

const mess = { shopId: 'jingan', itemName: '通道堆物', questionType: '陈列', remark: '三个纸箱' }
const raise = async (body: object = {}, who: Who = 'inspector') =>
  world.call(who, 'POST', '/api/problems', { ...mess, ...body })
const act = (who: Who, id: string, action: string, body: object) =>
  world.call(who, 'POST', `/api/problems/${id}/${action}`, body)
const doerOf = (action: ProblemAction): Who =>
  problemActions[action].authority === 'problem.handle' ? 'colleague' : 'inspector'
/** The way to each status. */
const paths: Record<ProblemStatus, ProblemAction[]> = {
  rectification: [],
  pending: ['submit'],
  closed: ['submit', 'close'],
}

async function problemIn(status: ProblemStatus, body: object = {}) {
  let { data } = await raise(body)
  for (const action of paths[status])
    data = (await act(doerOf(action), data.id, action, { version: data.version })).data
  expect(data.status).toBe(status)
  return data
}

describe('the type of a problem', () => {
  it('has the English name of the group it is called after, and the one typed has none', async () => {
    await world.db.insert(checkItems).values([
      { id: 'type-1', kind: 'evaluation', isGroup: true, name: '收银规范', nameEn: 'Till routine' },
      { id: 'type-2', kind: 'inspection', isGroup: true, name: '收银规范', nameEn: '' },
    ])
    expect((await raise({ questionType: '收银规范' })).data.questionTypeEn).toBe('Till routine')
    expect((await raise({ questionType: 'AI 巡店' })).data.questionTypeEn).toBe('AI shop')
    expect((await raise({ questionType: '自己写的' })).data.questionTypeEn).toBe('')
  })
})

describe('a problem', () => {
  it('is raised under rectification, with what is known about it', async () => {
    const { data } = await raise({
      cameraId: 'ezviz-camera',
      presetId: 'till',
      itemId: 'desk',
      itemName: '收银台台面整洁',
      pictureIds: ['before'],
      ownerStaffId: 'manager',
      dueAt: '2026-10-03T18:00:00+08:00',
    })
    expect(data).toMatchObject({
      version: 1,
      status: 'rectification',
      shopId: 'jingan',
      shopname: '静安寺店',
      cameraName: 'ezviz 门口',
      presetId: 'till',
      itemNameEn: 'Tidy till',
      raisedDate: '2026-10-01',
      raisedBy: { userId: 'inspector', userName: 'inspector 名' },
      owner: { kind: 'staff', id: 'manager', name: '周敏', phone: '13800000000' },
      dueAt: '2026-10-03T10:00:00.000Z',
      overdue: false,
      closedAt: null,
      actions: ['change'],
      source: { kind: 'hand' },
    })
    expect(data.beforePictures.map((picture: { id: string }) => picture.id)).toEqual(['before'])
    expect(data.history).toMatchObject([
      {
        action: 'raise',
        from: null,
        to: 'rectification',
        by: { userId: 'inspector' },
        at: '2026-10-01T02:00:00.000Z',
        remark: '三个纸箱',
        pictures: [{ id: 'before' }],
      },
    ])
    expect(world.audited).toContain(`inspector problem.raise ${data.id}`)
  })

  it('keeps who did what when on its whole way, with pictures before and after', async () => {
    const { id } = (await raise({ pictureIds: ['before'] })).data
    const way = [
      ['submit', 1, { remark: '已清走', pictureIds: 'after' }],
      ['sendBack', 2, { remark: '还有一箱', dueAt: '2026-10-05T00:00:00Z' }],
      ['submit', 3, {}],
      ['close', 4, { remark: '好' }],
      ['reopen', 5, { remark: '又堆了' }],
    ] as const
    for (const [hour, [action, version, body]] of way.entries()) {
      world.at(`2026-10-01T0${hour + 3}:00:00.000Z`)
      expect(await act(doerOf(action), id, action, { version, ...body })).toMatchObject({ status: 200 })
    }
    const { data } = await world.call('inspector', 'GET', `/api/problems/${id}`)
    expect(data).toMatchObject({ status: 'rectification', version: 6, closedAt: null, submittedAt: null })
    expect(data.dueAt).toBe('2026-10-05T00:00:00.000Z')
    expect(data.afterPictures).toMatchObject([{ id: 'after' }])
    expect(
      data.history.map((event: Record<string, unknown> & { by: { userId: string } }) => [
        event.action,
        event.from,
        event.to,
        event.by.userId,
        event.remark,
        event.at,
      ]),
    ).toEqual([
      ['raise', null, 'rectification', 'inspector', '三个纸箱', '2026-10-01T02:00:00.000Z'],
      ['submit', 'rectification', 'pending', 'colleague', '已清走', '2026-10-01T03:00:00.000Z'],
      ['sendBack', 'pending', 'rectification', 'inspector', '还有一箱', '2026-10-01T04:00:00.000Z'],
      ['submit', 'rectification', 'pending', 'colleague', '', '2026-10-01T05:00:00.000Z'],
      ['close', 'pending', 'closed', 'inspector', '好', '2026-10-01T06:00:00.000Z'],
      ['reopen', 'closed', 'rectification', 'inspector', '又堆了', '2026-10-01T07:00:00.000Z'],
    ])
  })
})

describe('each step', () => {
  const cases = problemActionNames.flatMap(action => problemStatuses.map(status => ({ action, status })))

  it.each(cases)(
    '$action from $status is done or refused as the state model says',
    async ({ action, status }) => {
      const { from, to } = problemActions[action]
      const problem = await problemIn(status)
      const answer = await act(doerOf(action), problem.id, action, { version: problem.version })
      if (from === status) {
        expect(answer).toMatchObject({ status: 200, data: { status: to, version: problem.version + 1 } })
        return
      }
      const names = { rectification: '整改中', pending: '待复核', closed: '已关闭' }
      expect(answer).toMatchObject({ status: 400, code: 10001, reason: `status:${status}` })
      expect(answer.msg).toContain(`「${names[status]}」`)
      const { data } = await world.call('reader', 'GET', `/api/problems/${problem.id}`)
      expect(data).toMatchObject({ status, version: problem.version })
      expect(data.history).toHaveLength(problem.history.length)
    },
  )

  it.each(problemActionNames)(
    '%s needs its authority, and the answer offers it to whoever holds that',
    async action => {
      const { from, authority } = problemActions[action]
      const problem = await problemIn(from)
      const other = doerOf(action) === 'inspector' ? 'colleague' : 'inspector'
      for (const who of [other, 'reader', 'nobody'] as const)
        expect(await act(who, problem.id, action, { version: problem.version })).toMatchObject({
          status: 403,
          reason: authority,
        })
      await expect(
        world.problems.step(callerOf(other), problem.id, action, {
          version: problem.version,
          remark: '',
          pictureIds: [],
        }),
      ).rejects.toMatchObject({ problem: 'forbidden' })
      const offered = async (who: Who) =>
        (await world.call(who, 'GET', `/api/problems/${problem.id}`)).data.actions
      expect(await offered(doerOf(action))).toContain(action)
      expect(await offered(other)).not.toContain(action)
      expect(await offered('reader')).toEqual([])
    },
  )

  it('needs a shop in scope, a problem that is there and a version', async () => {
    const { id, version } = (await raise()).data
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/submit'],
      ['POST', '/comments'],
    ] as const) {
      const body = method === 'GET' ? undefined : { version, content: 'x' }
      const url = (problem: string) => `/api/problems/${problem}${path}`
      expect((await world.call('stranger', method, url(id), body)).status).toBe(403)
      expect((await world.call('stranger', method, url('none'), body)).status).toBe(404)
    }
    expect(await act('colleague', id, 'submit', {})).toMatchObject({
      status: 400,
      errors: [{ path: 'version' }],
    })
  })

  it.each([
    ['of another shop', 'foreign'],
    ['that was deleted', 'gone'],
    ['that is not there', 'none'],
  ])('refuses a picture %s', async (_, picture) => {
    const wrong = { status: 400, errors: [{ path: 'pictureIds' }] }
    expect(await raise({ pictureIds: [picture] })).toMatchObject(wrong)
    const { id, version } = (await raise()).data
    expect(await act('colleague', id, 'submit', { version, pictureIds: [picture] })).toMatchObject(wrong)
    const comment = { content: '看', pictureIds: [picture] }
    expect(await world.call('colleague', 'POST', `/api/problems/${id}/comments`, comment)).toMatchObject(
      wrong,
    )
  })
})

describe('two people', () => {
  it('who act on the same state: the second is told what the first did', async () => {
    const { id, version } = await problemIn('pending')
    const [first, second] = await Promise.all([
      act('inspector', id, 'close', { version }),
      act('inspector', id, 'sendBack', { version }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const [won, lost] = first.status === 200 ? [first, second] : [second, first]
    expect(lost).toMatchObject({
      code: 409,
      reason: 'changed',
      data: { id, version: won.data.version, status: won.data.status },
    })
    expect(lost.data.history).toHaveLength(won.data.history.length)
  })

  it('who press the same button twenty times in one moment make one step', async () => {
    const { id, version } = (await raise()).data
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => act('colleague', id, 'submit', { version })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await world.db.select().from(problemEvents).where(eq(problemEvents.problemId, id))).toHaveLength(2)
  })
})

describe('raising', () => {
  it('the same source and item again answers the same problem, also all at once', async () => {
    const request = {
      ...mess,
      itemId: 'desk',
      pictureIds: [],
      source: { kind: 'evaluation' as const, id: 'evaluation-7' },
    }
    await world.forgetNotices()
    const raised = await Promise.all(
      Array.from({ length: 8 }, () => world.problems.raise(callerOf('inspector'), request)),
    )
    expect(new Set(raised.map(({ id }) => id)).size).toBe(1)
    expect(await world.told()).toEqual(['colleague problem.raised'])
    const other = await world.problems.raise(callerOf('inspector'), { ...request, itemId: 'queue' })
    expect(other.id).not.toBe(raised[0]?.id)
  })

  it('by hand with the same client key is once, also when it is sent after its due date', async () => {
    const body = { clientKey: 'k1', dueAt: '2026-10-01T03:00:00Z' }
    const first = (await raise(body)).data
    world.at('2026-10-02T00:00:00.000Z')
    expect((await raise(body)).data.id).toBe(first.id)
    expect((await raise({ clientKey: 'k2' })).data.id).not.toBe(first.id)
    expect((await raise({ clientKey: 'k1', shopId: 'paris' }, 'stranger')).data.id).not.toBe(first.id)
  })

  it('about one picture is once an item, and shows the picture', async () => {
    const first = (await raise({ pictureId: 'before' })).data
    expect((await raise({ pictureId: 'before' })).data.id).toBe(first.id)
    expect((await raise({ pictureId: 'before', itemName: '灯未开' })).data.id).not.toBe(first.id)
    expect(first).toMatchObject({
      source: { kind: 'picture', id: 'before' },
      beforePictures: [{ id: 'before' }],
    })
    const { data } = await world.call('reader', 'GET', '/api/problems?pictureId=before&itemName=灯未开')
    expect(data.total).toBe(1)
  })

  it('for another module leaves out what does not belong to the shop rather than losing the problem', async () => {
    const problem = await world.problems.raise(callerOf('inspector'), {
      ...mess,
      cameraId: 'paris-camera',
      presetId: 'till',
      pictureIds: ['before', 'foreign', 'gone'],
      ownerUserId: 'inspector',
      source: { kind: 'daily', id: 'd1' },
    })
    expect(problem).toMatchObject({ cameraId: null, presetId: null, owner: null })
    expect(problem.beforePictures.map(({ id }) => id)).toEqual(['before'])
  })

  it.each([
    ['cameraId', { cameraId: 'paris-camera' }],
    ['presetId', { cameraId: 'huiyan-camera', presetId: 'till' }],
    ['presetId', { presetId: 'till' }],
    ['pictureId', { pictureId: 'foreign' }],
    ['ownerUserId', { ownerUserId: 'stranger' }],
    ['ownerUserId', { ownerUserId: 'inspector' }],
    ['ownerStaffId', { ownerStaffId: 'claire' }],
    ['ownerStaffId', { ownerStaffId: 'manager', ownerUserId: 'colleague' }],
    ['dueAt', { dueAt: '2026-10-01T01:59:00Z' }],
    ['dueAt', { dueAt: 'tomorrow' }],
    ['itemName', { itemName: ' ' }],
  ])('refuses a wrong %s by its name', async (path, body) => {
    expect(await raise(body)).toMatchObject({ status: 400, code: 400, errors: [{ path }] })
  })

  it('needs a shop of the scope, and the authority', async () => {
    expect((await raise({ shopId: 'paris' })).status).toBe(403)
    expect((await raise({ shopId: 'none' })).status).toBe(404)
    expect((await raise({}, 'colleague')).status).toBe(403)
    const request = { ...mess, pictureIds: [], source: { kind: 'finding' as const, id: 'f' } }
    await expect(world.problems.raise(callerOf('colleague'), request)).rejects.toMatchObject({
      problem: 'forbidden',
    })
  })
})

describe('changing who is in charge and until when', () => {
  const change = (id: string, body: object, who: Who = 'inspector') =>
    world.call(who, 'PUT', `/api/problems/${id}`, body)

  it('is noted with what was before, and tells the new one', async () => {
    const { id } = (await raise({ ownerStaffId: 'manager' })).data
    await world.forgetNotices()
    const { data } = await change(id, {
      version: 1,
      ownerUserId: 'colleague',
      dueAt: '2026-10-04T00:00:00Z',
    })
    expect(data).toMatchObject({ version: 2, owner: { kind: 'user', id: 'colleague' } })
    expect(data.history[1]).toMatchObject({
      action: 'change',
      from: 'rectification',
      to: 'rectification',
      changes: {
        owner: { from: '周敏', to: 'colleague 名' },
        dueAt: { from: null, to: '2026-10-04T00:00:00.000Z' },
      },
    })
    expect(await world.told()).toEqual(['colleague problem.charged'])
    const cleared = (await change(id, { version: 2, ownerUserId: null, dueAt: null })).data
    expect(cleared).toMatchObject({ owner: null, dueAt: null, version: 3 })
    expect((await change(id, { version: 2, dueAt: null })).status).toBe(409)
  })

  it('is refused for a closed one, for a handler, and for a stranger to the shop', async () => {
    const { id, version } = await problemIn('closed')
    expect(await change(id, { version, dueAt: null })).toMatchObject({ code: 10001, reason: 'status:closed' })
    expect((await change(id, { version }, 'colleague')).status).toBe(403)
    const open = (await raise()).data
    expect(await change(open.id, { version: 1, ownerUserId: 'stranger' })).toMatchObject({
      status: 400,
      errors: [{ path: 'ownerUserId' }],
    })
  })

  it('offers the handlers and the staff of the shop', async () => {
    const { data } = await world.call('inspector', 'GET', '/api/problems/owners?shopId=jingan')
    expect(data.map(({ kind, id }: Record<string, string>) => `${kind} ${id}`).sort()).toEqual([
      'staff clerk',
      'staff manager',
      'user colleague',
    ])
    expect((await world.call('inspector', 'GET', '/api/problems/owners?shopId=paris')).status).toBe(403)
  })
})

describe('comments', () => {
  it('are added once a client key, and told to those who are part of it', async () => {
    const { id } = (await raise({ ownerStaffId: 'clerk' })).data
    await world.forgetNotices()
    const say = (content: string, clientKey?: string) =>
      world.call('colleague', 'POST', `/api/problems/${id}/comments`, {
        content,
        clientKey,
        pictureIds: ['after'],
      })
    const first = (await say('明天处理', 'c1')).data
    expect(first).toMatchObject({
      content: '明天处理',
      by: { userId: 'colleague' },
      pictures: [{ id: 'after' }],
    })
    expect((await say('明天处理', 'c1')).data.id).toBe(first.id)
    expect((await say('又一条')).data.id).not.toBe(first.id)
    const { data } = await world.call('reader', 'GET', `/api/problems/${id}`)
    expect(data.comments.map((comment: { content: string }) => comment.content)).toEqual([
      '明天处理',
      '又一条',
    ])
    expect(data).toMatchObject({ commentCount: 2, version: 1 })
    // The clerk has an account: reader's.
    expect(await world.told()).toEqual([
      'inspector problem.comment',
      'inspector problem.comment',
      'reader problem.comment',
      'reader problem.comment',
    ])
    expect(
      (await world.call('reader', 'POST', `/api/problems/${id}/comments`, { content: 'x' })).status,
    ).toBe(403)
  })
})

describe('who is told of a step', () => {
  it('is who has to act next, never who acted', async () => {
    const { id } = (await raise({ ownerUserId: 'colleague' })).data
    await world.forgetNotices()
    await act('colleague', id, 'submit', { version: 1 })
    await act('inspector', id, 'sendBack', { version: 2 })
    await act('colleague', id, 'submit', { version: 3 })
    await act('inspector', id, 'close', { version: 4 })
    await act('inspector', id, 'reopen', { version: 5 })
    expect(await world.told()).toEqual([
      'colleague problem.closed',
      'colleague problem.reopened',
      'colleague problem.sentBack',
      'inspector problem.submitted',
      'inspector problem.submitted',
    ])
  })

  it('a step whose notice cannot be written is not taken either', async () => {
    const { problemService } = await import('./service.ts')
    const failing = problemService({
      db: world.db,
      pictures: world.pictures,
      now: () => new Date(),
      notices: { publish: () => Promise.reject(new Error('no room')) },
    })
    const { id, version } = (await raise()).data
    const step = { version, remark: '', pictureIds: [] }
    await expect(failing.step(callerOf('colleague'), id, 'submit', step)).rejects.toThrow('no room')
    const { data } = await world.call('reader', 'GET', `/api/problems/${id}`)
    expect(data).toMatchObject({ status: 'rectification', version, history: [{ action: 'raise' }] })
    expect((await act('colleague', id, 'submit', step)).status).toBe(200)
  })
})

describe('reminders', () => {
  beforeEach(async () => {
    await world.db.delete(problems)
    await world.forgetNotices()
  })
  const dueOn = async (dueAt: string, body: object = {}) =>
    (await raise({ dueAt, ownerUserId: 'colleague', ...body })).data

  it('come a day before and when it is late, once each, however often and on however many servers they run', async () => {
    await dueOn('2026-10-03T10:00:00Z')
    await world.forgetNotices()
    const run = () => Promise.all([world.problems.remind(), world.problems.remind(), world.problems.remind()])
    await run()
    expect(await world.told()).toEqual([])
    world.at('2026-10-02T10:00:00.000Z')
    await run()
    await run()
    expect(await world.told()).toEqual(['colleague problem.due'])
    world.at('2026-10-03T10:00:00.000Z')
    await run()
    await run()
    expect(await world.told()).toEqual([
      'colleague problem.due',
      'colleague problem.overdue',
      'inspector problem.overdue',
    ])
  })

  it('come again for a new due date, and never once it was put right', async () => {
    const { id } = await dueOn('2026-10-01T12:00:00Z')
    await world.forgetNotices()
    await world.problems.remind()
    await world.call('inspector', 'PUT', `/api/problems/${id}`, { version: 1, dueAt: '2026-10-01T20:00:00Z' })
    await world.problems.remind()
    expect(await world.told()).toEqual(['colleague problem.due', 'colleague problem.due'])
    await act('colleague', id, 'submit', { version: 2 })
    await world.forgetNotices()
    world.at('2026-10-09T00:00:00.000Z')
    await world.problems.remind()
    expect(await world.told()).toEqual([])
  })

  it('go to all who handle problems there where nobody is in charge', async () => {
    await dueOn('2026-10-01T12:00:00Z', { ownerUserId: undefined })
    await world.forgetNotices()
    await world.problems.remind()
    expect(await world.told()).toEqual(['colleague problem.due'])
  })

  it('reach more problems than are taken at once', async () => {
    const row = (await world.db.select().from(problems))[0]
    expect(row).toBeUndefined()
    const { id } = await dueOn('2026-10-01T12:00:00Z')
    const [first] = await world.db.select().from(problems).where(eq(problems.id, id))
    if (!first) throw new Error('not raised')
    const copies = Array.from({ length: 230 }, (_, index) => ({
      ...first,
      id: `copy-${index}`,
      sourceId: `copy-${index}`,
    }))
    await world.db.insert(problems).values(copies)
    await world.forgetNotices()
    await Promise.all([world.problems.remind(), world.problems.remind()])
    expect(await world.told()).toHaveLength(231)
  })
})
