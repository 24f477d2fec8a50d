import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScoringWorld, scoringWorld } from '../../../test/scoring-world.ts'
import { checkItems, evaluations, scoreDrafts } from '../../platform/schema/index.ts'

let world: ScoringWorld
beforeAll(async () => {
  world = await scoringWorld()
}, 60_000)
afterAll(() => world?.close())
beforeEach(async () => {
  world.at('2026-10-01T02:00:00.000Z')
  await world.db.delete(scoreDrafts)
})

type Who = 'inspector' | 'colleague' | 'stranger' | 'reader'
const path = '/api/score-drafts/evaluation/jingan'
const full = {
  evaluationDetails: [
    { itemId: 'desk', severity: 'minor', pictureIds: ['p1'] },
    { itemId: 'queue', result: 'pass' },
    { itemId: 'exit', result: 'pass' },
  ],
}
const put = (version: number, content: object, who: Who = 'inspector', more: object = {}) =>
  world.call(who, 'PUT', path, { version, content, ...more })
const kept = async (who: Who = 'inspector') => (await world.call(who, 'GET', path)).data
const submit = (version: number, key: string, more: object = {}) =>
  world.call('inspector', 'POST', `${path}/submit`, { version, key, ...more })

describe('a draft', () => {
  it('is kept on the server for its user, shop and kind', async () => {
    expect(await kept()).toBeNull()
    const { data: first } = await put(0, { remark: '一' })
    expect(first).toMatchObject({ kind: 'evaluation', shopId: 'jingan', shopname: '静安寺店', version: 1 })
    world.at('2026-10-01T02:05:00.000Z')
    const { data: second } = await put(1, { remark: '二' })
    expect(second).toMatchObject({ version: 2, key: first.key, updatedAt: '2026-10-01T02:05:00.000Z' })
    expect(await kept()).toEqual(second)
    expect(await kept('colleague')).toBeNull()
    expect((await world.call('inspector', 'GET', '/api/score-drafts/inspection/jingan')).data).toBeNull()
    expect((await world.call('inspector', 'GET', '/api/score-drafts')).data).toEqual([second])
  })

  it('takes the key that its client made for it', async () => {
    expect((await put(0, {}, 'inspector', { key: 'from the browser' })).data.key).toBe('from the browser')
  })

  it('is never overwritten by an older tab, which is told the newer one', async () => {
    await put(0, { remark: '旧标签页' })
    const { data: newer } = await put(1, { remark: '新标签页' })
    for (const version of [0, 1]) {
      const answer = await put(version, { remark: '旧标签页再存' })
      expect(answer).toMatchObject({ status: 409, code: 409, reason: 'draftChanged', data: newer })
    }
    expect(await kept()).toEqual(newer)
  })

  it('goes to one of two tabs that save at once', async () => {
    await put(0, {})
    const answers = await Promise.all([put(1, { remark: 'a' }), put(1, { remark: 'b' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('that is saved again, its answer having been lost, is answered as it was', async () => {
    const content = { remark: '一', evaluationDetails: [{ itemId: 'desk', score: 4 }] }
    const { data: first } = await put(0, content)
    expect((await put(0, content)).data).toEqual(first)
    const { data: second } = await put(1, { ...content, remark: '二' })
    expect((await put(1, { ...content, remark: '二' })).data).toEqual(second)
  })

  it('that is gone does not come back from an older tab', async () => {
    await put(0, {})
    expect((await world.call('inspector', 'DELETE', `${path}?version=1`)).status).toBe(200)
    expect(await put(1, { remark: '旧' })).toMatchObject({ status: 409, reason: 'draftGone', data: null })
    expect(await kept()).toBeNull()
  })

  it('is discarded only as the caller knows it, and twice is once', async () => {
    await put(0, {})
    const { data: newer } = await put(1, { remark: '新' })
    expect(await world.call('inspector', 'DELETE', `${path}?version=1`)).toMatchObject({
      status: 409,
      data: newer,
    })
    expect((await world.call('inspector', 'DELETE', path)).status).toBe(200)
    expect((await world.call('inspector', 'DELETE', path)).status).toBe(200)
  })

  it('needs a shop in scope, the authority, and reasonable content', async () => {
    expect((await put(0, {}, 'stranger')).status).toBe(403)
    expect((await put(0, {}, 'reader')).status).toBe(403)
    expect((await world.call('inspector', 'GET', '/api/score-drafts/evaluation/none')).status).toBe(404)
    expect((await world.call('inspector', 'GET', '/api/score-drafts/other/jingan')).status).toBe(400)
    expect(await put(0, { remark: '字'.repeat(200_001) })).toMatchObject({
      status: 400,
      errors: [{ path: 'content' }],
    })
  })
})

describe('odd content', () => {
  it.each([1000, 100_000])('nested %i deep is refused or kept, never our fault', async depth => {
    const answer = await world.app.inject({
      method: 'PUT',
      url: path,
      headers: { accesstoken: 'inspector', 'content-type': 'application/json' },
      payload: `{"version":0,"content":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    })
    expect([200, 400]).toContain(answer.statusCode)
  })

  it('that no text of a database can hold is refused or kept, never our fault', async () => {
    for (const odd of ['half \ud83d of a face', 'a\u0000b'])
      for (const content of [{ remark: odd }, { [odd.slice(0, 5)]: 1 }, { deep: [{ [odd]: odd }] }]) {
        await world.db.delete(scoreDrafts)
        expect([200, 400]).toContain((await put(0, content)).status)
      }
  })
})

describe('submitting a draft', () => {
  it('makes it the evaluation, and the draft is gone', async () => {
    const { data: draft } = await put(0, full)
    const { data } = await submit(1, draft.key)
    expect(data).toMatchObject({ kind: 'evaluation', evaluation: { score: 93.3, shopId: 'jingan' } })
    expect(await kept()).toBeNull()
    expect((await world.call('inspector', 'GET', `getEvaluation/${data.id}`)).data).toEqual(data.evaluation)
  })

  it('again, also at once, answers the same evaluation', async () => {
    const { data: draft } = await put(0, full)
    const answers = await Promise.all([submit(1, draft.key), submit(1, draft.key), submit(1, draft.key)])
    answers.push(await submit(1, draft.key))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    const rows = await world.db.select().from(evaluations).where(eq(evaluations.clientKey, draft.key))
    expect(rows).toHaveLength(1)
  })

  it('asks about items that nobody scored, and keeps the draft meanwhile', async () => {
    const { data: draft } = await put(0, { evaluationDetails: full.evaluationDetails.slice(0, 1) })
    expect(await submit(1, draft.key)).toMatchObject({ code: 10001, reason: 'unscored' })
    expect(await kept()).toEqual(draft)
    expect((await submit(1, draft.key, { allowUnscored: true })).data.evaluation).toMatchObject({
      unscoredCount: 2,
      score: 80,
    })
  })

  it('refuses another version or key than is kept, with what is', async () => {
    const { data: draft } = await put(0, full)
    const { data: newer } = await put(1, { ...full, remark: '新' })
    expect(await submit(1, draft.key)).toMatchObject({ status: 409, data: newer })
    expect(await submit(2, 'another key')).toMatchObject({ status: 409, data: newer })
    expect(await kept()).toEqual(newer)
  })

  it('says what is wrong in it, and keeps it', async () => {
    const { data: draft } = await put(0, { evaluationDetails: [{ itemId: 'desk', score: 9 }] })
    expect(await submit(1, draft.key, { allowUnscored: true })).toMatchObject({
      status: 400,
      errors: [{ path: 'evaluationDetails.0.score' }],
    })
    await put(1, { evaluationDetails: 'nothing' })
    expect(await submit(2, draft.key)).toMatchObject({
      status: 400,
      errors: [{ path: 'evaluationDetails' }],
    })
    expect(await kept()).toMatchObject({ version: 2 })
  })

  it('still takes an item that was archived after the inspector began', async () => {
    const { data: draft } = await put(0, full)
    await world.call('colleague', 'POST', '/api/check-items/queue/archive', {})
    const { data } = await submit(1, draft.key)
    expect(data.evaluation).toMatchObject({ itemCount: 3, maxScore: 15 })
    await world.call('colleague', 'POST', '/api/check-items/queue/restore', {})
    expect(await world.db.select().from(checkItems).where(eq(checkItems.id, 'queue'))).toMatchObject([
      { archivedAt: null },
    ])
  })

  it('turns drafts of the other kinds into theirs', async () => {
    const drafts = '/api/score-drafts'
    const lights = { inspectionDetails: [{ itemId: 'lights', result: 'abnormal', remark: '两盏不亮' }] }
    const note = { typeId: 'delivery', content: '到货 12 箱' }
    for (const [kind, content, answer] of [
      ['inspection', lights, { inspection: { abnormalCount: 1 } }],
      ['daily', note, { dailyRecord: { content: '到货 12 箱', typeName: '到货' } }],
    ] as const) {
      const { data: draft } = await world.call('inspector', 'PUT', `${drafts}/${kind}/jingan`, {
        version: 0,
        content,
      })
      const body = { version: 1, key: draft.key }
      const once = await world.call('inspector', 'POST', `${drafts}/${kind}/jingan/submit`, body)
      expect(once.data).toMatchObject({ kind, ...answer })
      const twice = await world.call('inspector', 'POST', `${drafts}/${kind}/jingan/submit`, body)
      expect(twice.data).toEqual(once.data)
    }
  })
})
