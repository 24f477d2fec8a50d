import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScoringWorld, scoringWorld } from '../../../test/scoring-world.ts'
import { checkItems, evaluationDetails, evaluations, pictures } from '../../platform/schema/index.ts'

let world: ScoringWorld
beforeAll(async () => {
  world = await scoringWorld()
}, 60_000)
afterAll(() => world?.close())
beforeEach(() => {
  // A Thursday.
  world.at('2026-10-01T02:00:00.000Z')
  world.failing.on = false
})

const pass = (itemId: string) => ({ itemId, result: 'pass' })
const allPassed = [pass('desk'), pass('queue'), pass('exit')]
const save = (body: object, who: 'inspector' | 'colleague' | 'stranger' | 'reader' = 'inspector') =>
  world.call(who, 'POST', 'saveEvaluation', { shopId: 'jingan', ...body })
const answered = (detail: { itemId: string }[], itemId: string) => detail.find(one => one.itemId === itemId)

describe('saving an evaluation', () => {
  it('answers the specification’s entity with details in the order of the form', async () => {
    const { data } = await save({
      evaluationTime: '2026-10-01 09:42:00',
      useTime: 608,
      evaluationDetails: [
        { ...pass('exit'), publishTime: '2026-10-01 09:41:00', presetId: 'till' },
        {
          itemId: 'desk',
          severity: 'medium',
          remark: '台面左侧纸箱未归位',
          pictureIds: ['p1'],
          cameraId: 'ezviz-camera',
        },
        { itemId: 'queue', result: 'na' },
      ],
    })
    expect(data).toMatchObject({
      shopId: 'jingan',
      shopname: '静安寺店',
      userId: 'inspector',
      recordId: null,
      evaluationStatus: 'saved',
      evaluationTime: '2026-10-01 09:42:00',
      statusUpdatetime: '2026-10-01 10:00:00',
      isHoliday: 0,
      useTime: 608,
      score: 81.8,
      earnedScore: 9,
      maxScore: 11,
      lostScore: 2,
      passCount: 1,
      deductCount: 1,
      naCount: 1,
      unscoredCount: 0,
      pictureCount: 1,
    })
    expect(data.evaluationDetails).toMatchObject([
      {
        itemId: 'desk',
        itemName: '收银台台面整洁',
        pitemId: 'till',
        pitemName: '收银规范',
        itemScore: 5,
        result: 'deduct',
        severity: 'medium',
        score: 3,
        lostScore: 2,
        remark: '台面左侧纸箱未归位',
        cameraId: 'ezviz-camera',
        publishTime: '2026-10-01 09:42:00',
        pictures: [{ id: 'p1', fileAddr: '/api/pictures/p1/content' }],
        problem: 'none',
      },
      { itemId: 'queue', result: 'na', score: null, lostScore: 0 },
      { itemId: 'exit', presetId: 'till', cameraId: 'ezviz-camera', publishTime: '2026-10-01 09:41:00' },
    ])
    expect((await world.call('reader', 'GET', `getEvaluation/${data.id}`)).data).toEqual(data)
    const list = await world.call('inspector', 'GET', 'getEvaluationList?shopid=jingan&checkdate=2026-10-01')
    expect(list.data).toContainEqual(data)
  })

  it('leaves what nobody scored out of both sides, and refuses it where all must be scored', async () => {
    const { data } = await save({ evaluationDetails: [{ itemId: 'desk', score: 4.5 }] })
    expect(data).toMatchObject({ score: 90, earnedScore: 4.5, maxScore: 5, unscoredCount: 2, itemCount: 3 })
    const refused = await save({ evaluationDetails: [pass('desk')], allowUnscored: false })
    expect(refused).toMatchObject({
      status: 400,
      code: 10001,
      reason: 'unscored',
      msg: '还有 2 项未评，仍要提交？',
    })
  })

  it('takes the evaluation of one item as the specification writes it', async () => {
    const { data } = await save({
      itemId: 'desk',
      score: 3,
      presetId: 'till',
      evaluationDetails: [{ publishTime: '2026-10-01 09:41:00', pictureIds: 'p1' }],
    })
    expect(data).toMatchObject({
      itemId: 'desk',
      itemName: '收银台台面整洁',
      itemScore: 5,
      pitemId: 'till',
      pitemName: '收银规范',
      presetId: 'till',
      score: 60,
      itemCount: 1,
      unscoredCount: 0,
      evaluationDetails: [{ itemId: 'desk', score: 3, presetId: 'till', publishTime: '2026-10-01 09:41:00' }],
    })
  })

  it.each([
    ['2026-09-05 00:10:00', 'jingan', 'inspector', 1, 'a Saturday in Shanghai that is still Friday in UTC'],
    ['2026-09-06 23:50:00', 'jingan', 'inspector', 1, 'a Sunday'],
    ['2026-09-07 00:10:00', 'jingan', 'inspector', 0, 'a Monday in Shanghai that is still Sunday in UTC'],
    ['2026-09-05 00:10:00', 'paris', 'stranger', 1, 'a Saturday in Paris'],
    ['2026-09-07 01:10:00', 'paris', 'stranger', 0, 'a Monday in Paris that is still Sunday in UTC'],
  ] as const)('on %s in %s by %s has isHoliday %i: %s', async (evaluationTime, shopId, who, isHoliday, _) => {
    const { data } = await save({ shopId, evaluationTime, evaluationDetails: allPassed }, who)
    expect(data).toMatchObject({ isHoliday, evaluationTime })
  })

  it('with one client key is one evaluation, also when sent at once', async () => {
    const body = { clientKey: 'key-1', evaluationDetails: allPassed }
    const both = await Promise.all([save(body), save(body), save(body)])
    const again = await save({ ...body, evaluationDetails: [pass('desk')] })
    expect(new Set([...both, again].map(({ data }) => data.id)).size).toBe(1)
    const rows = await world.db.select().from(evaluations).where(eq(evaluations.clientKey, 'key-1'))
    expect(rows).toHaveLength(1)
    const details = await world.db
      .select()
      .from(evaluationDetails)
      .where(eq(evaluationDetails.evaluationId, rows[0]!.id))
    expect(details).toHaveLength(3)
    expect(world.audited.filter(entry => entry === `inspector evaluation.saved ${rows[0]!.id}`)).toHaveLength(
      1,
    )
    expect((await save(body, 'colleague')).data.id).not.toBe(rows[0]!.id)
    const elsewhere = await save({ ...body, shopId: 'paris' }, 'colleague')
    expect(elsewhere).toMatchObject({ status: 409, reason: 'keyUsed' })
  })

  it.each([
    ['more points than the item has', [{ itemId: 'desk', score: 5.5 }], 'evaluationDetails.0.score'],
    ['a part of a full scoring', [pass('desk'), { itemId: 'queue', score: 2 }], 'evaluationDetails.1.score'],
    ['negative points', [{ itemId: 'desk', score: -1 }], 'evaluationDetails.0.score'],
    ['an item twice', [pass('desk'), pass('desk')], 'evaluationDetails.1.itemId'],
    ['an unknown item', [pass('desk'), pass('none')], 'evaluationDetails.1.itemId'],
    ['a group', [pass('till')], 'evaluationDetails.0.itemId'],
    ['an item of another form', [pass('lights')], 'evaluationDetails.0.itemId'],
    [
      'a picture of another shop',
      [{ ...pass('desk'), pictureIds: ['p2'] }],
      'evaluationDetails.0.pictureIds',
    ],
    [
      'a picture that is not there',
      [{ ...pass('desk'), pictureIds: ['p1', 'x'] }],
      'evaluationDetails.0.pictureIds',
    ],
    [
      'a camera of another shop',
      [{ ...pass('desk'), cameraId: 'paris-camera' }],
      'evaluationDetails.0.cameraId',
    ],
    [
      'a preset of another camera',
      [{ ...pass('desk'), cameraId: 'huawei-camera', presetId: 'till' }],
      'evaluationDetails.0.presetId',
    ],
    ['a problem about a pass', [{ ...pass('desk'), raise: {} }], 'evaluationDetails.0.raise'],
    [
      'a remark of 201 letters',
      [{ ...pass('desk'), remark: '字'.repeat(201) }],
      'evaluationDetails.0.remark',
    ],
  ])('refuses %s by its field', async (_, evaluationDetails, path) => {
    expect(await save({ evaluationDetails }, 'colleague')).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('refuses a form on which nothing counts', async () => {
    const nothing = ['desk', 'queue', 'exit'].map(itemId => ({ itemId, result: 'na' }))
    for (const evaluationDetails of [nothing, []])
      expect(await save({ evaluationDetails })).toMatchObject({ code: 10001, reason: 'nothingScored' })
  })

  it('refuses the future, a foreign shop, a foreign check, and those who may not score', async () => {
    const body = { evaluationDetails: allPassed }
    expect(await save({ ...body, evaluationTime: '2026-10-01 11:00:00' })).toMatchObject({
      status: 400,
      errors: [{ path: 'evaluationTime' }],
    })
    expect((await save({ ...body, shopId: 'paris' })).status).toBe(403)
    expect((await save({ ...body, shopId: 'none' })).status).toBe(404)
    expect((await save(body, 'reader')).status).toBe(403)
    expect((await world.call(undefined, 'POST', 'saveEvaluation', body)).status).toBe(401)
    const { data: check } = await world.call('colleague', 'POST', 'saveCheckshopRecord', { shopId: 'jingan' })
    expect((await save({ ...body, recordId: check.id })).status).toBe(403)
    expect((await save({ ...body, recordId: 'none' })).status).toBe(404)
    expect((await save({ ...body, recordId: check.id }, 'colleague')).data.recordId).toBe(check.id)
  })

  it('keeps names and scores of its day, whatever becomes of the items', async () => {
    const { data: before } = await save({ evaluationDetails: allPassed })
    await world.call('colleague', 'PUT', '/api/check-items/exit', { itemName: '通道', itemScore: 9 })
    const { data: after } = await world.call('inspector', 'GET', `getEvaluation/${before.id}`)
    expect(after).toEqual(before)
    expect(answered(after.evaluationDetails, 'exit')).toMatchObject({
      itemName: '安全通道畅通',
      itemScore: 6,
    })
    const { data: next } = await save({ evaluationDetails: allPassed })
    expect(answered(next.evaluationDetails, 'exit')).toMatchObject({ itemName: '通道', itemScore: 9 })
    expect(next.formVersion).toBe(before.formVersion + 1)
    await world.db.update(checkItems).set({ name: '安全通道畅通', score: 6 }).where(eq(checkItems.id, 'exit'))
  })

  it('shows what it was saved with less a picture that was deleted', async () => {
    await world.db.insert(pictures).values({
      id: 'p3',
      key: 'k3',
      mime: 'image/jpeg',
      width: 1,
      height: 1,
      sizeBytes: 1,
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      videoNo: 'ezviz-1',
      channelNo: '1',
      takenAt: world.now(),
    })
    const { data } = await save({ evaluationDetails: [{ ...pass('desk'), pictureIds: ['p3', 'p1'] }] })
    expect(data.evaluationDetails[0].pictures.map((one: { id: string }) => one.id)).toEqual(['p3', 'p1'])
    await world.pictures.remove({ all: true }, ['p3'])
    const { data: later } = await world.call('inspector', 'GET', `getEvaluation/${data.id}`)
    expect(later.evaluationDetails[0].pictures.map((one: { id: string }) => one.id)).toEqual(['p1'])
  })
})

describe('the state of an evaluation', () => {
  const saved = async () => (await save({ evaluationDetails: allPassed })).data.id as string
  const confirm = (id: string) =>
    world.call('inspector', 'POST', `updateStatus/${id}`, { status: 'confirmed' })
  const revoke = (id: string, body = {}) => world.call('inspector', 'POST', `revoke/${id}`, body)

  it('goes from saved to confirmed to revoked, each noted with its time', async () => {
    const id = await saved()
    world.at('2026-10-01T03:00:00.000Z')
    expect((await confirm(id)).data).toMatchObject({
      evaluationStatus: 'confirmed',
      evaluationTime: '2026-10-01 10:00:00',
      statusUpdatetime: '2026-10-01 11:00:00',
    })
    expect((await revoke(id, { reason: '评错门店' })).data).toMatchObject({
      evaluationStatus: 'revoked',
      revokeReason: '评错门店',
    })
    const { data } = await world.call('reader', 'GET', `getEvaluation/${id}`)
    const by = { userId: 'inspector', userName: data.userName }
    expect(data.history).toEqual([
      { status: 'saved', time: '2026-10-01 10:00:00', reason: '', ...by },
      { status: 'confirmed', time: '2026-10-01 11:00:00', reason: '', ...by },
      { status: 'revoked', time: '2026-10-01 11:00:00', reason: '评错门店', ...by },
    ])
    expect(world.audited).toEqual(
      expect.arrayContaining([`inspector evaluation.confirmed ${id}`, `inspector evaluation.revoked ${id}`]),
    )
  })

  it('takes the number of a status as well', async () => {
    const answer = await world.call('inspector', 'POST', `updateStatus/${await saved()}`, { status: 2 })
    expect(answer.data.evaluationStatus).toBe('confirmed')
  })

  it('refuses every other way, and says why', async () => {
    const id = await saved()
    await confirm(id)
    expect(await confirm(id)).toMatchObject({
      code: 10001,
      reason: 'confirmed',
      msg: '评估已确认，不能再确认',
    })
    await revoke(id)
    expect(await revoke(id)).toMatchObject({ code: 10001, reason: 'revoked', msg: '评估已撤销，不能再撤销' })
    expect(await confirm(id)).toMatchObject({ code: 10001, reason: 'revoked' })
    const { data } = await world.call('inspector', 'GET', `getEvaluation/${id}`)
    expect(data.history).toHaveLength(3)
    for (const status of ['revoked', 'saved'])
      expect(
        await world.call('inspector', 'POST', `updateStatus/${await saved()}`, { status }),
      ).toMatchObject({
        code: 10001,
        reason: 'onlyConfirm',
      })
    expect((await world.call('inspector', 'POST', `updateStatus/${id}`, { status: 'odd' })).status).toBe(400)
  })

  it('is left to one of two who change it at once', async () => {
    const id = await saved()
    const answers = await Promise.all([revoke(id), revoke(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('belongs to the scope', async () => {
    const id = await saved()
    for (const path of [`revoke/${id}`, `updateStatus/${id}`])
      expect((await world.call('stranger', 'POST', path, { status: 'confirmed' })).status).toBe(403)
    expect((await world.call('stranger', 'GET', `getEvaluation/${id}`)).status).toBe(403)
    expect((await world.call('inspector', 'GET', 'getEvaluation/none')).status).toBe(404)
    expect((await revoke('none')).status).toBe(404)
    expect((await world.call('reader', 'POST', `revoke/${id}`, {})).status).toBe(403)
  })
})

describe('problems about deductions', () => {
  const withRaise = {
    evaluationDetails: [
      {
        itemId: 'desk',
        severity: 'minor',
        remark: '纸箱',
        pictureIds: ['p1'],
        cameraId: 'ezviz-camera',
        raise: { questionType: '卫生', ownerUserId: 'colleague', dueAt: '2026-10-02T10:00:00Z' },
      },
    ],
  }

  it('are raised with what the detail says, once however often it is sent', async () => {
    world.raised.length = 0
    const { data } = await save({ ...withRaise, clientKey: 'raise-1' })
    await save({ ...withRaise, clientKey: 'raise-1' })
    await world.scoring.raises.sweep()
    expect(world.raised).toEqual([
      {
        by: 'inspector',
        shopId: 'jingan',
        cameraId: 'ezviz-camera',
        itemId: 'desk',
        itemName: '收银台台面整洁',
        questionType: '卫生',
        remark: '纸箱',
        pictureIds: ['p1'],
        ownerUserId: 'colleague',
        dueAt: '2026-10-02T10:00:00Z',
        source: { kind: 'evaluation', id: data.id },
      },
    ])
    expect(answered(data.evaluationDetails, 'desk')).toMatchObject({ problem: 'raised' })
  })

  it('that cannot be raised now are raised later, and the evaluation stands', async () => {
    world.raised.length = 0
    world.failing.on = true
    const { data } = await save(withRaise)
    expect(answered(data.evaluationDetails, 'desk')).toMatchObject({ problem: 'pending' })
    world.failing.on = false
    await world.scoring.raises.sweep()
    expect(world.raised).toEqual([])
    world.at('2026-10-01T02:01:00.000Z')
    await world.scoring.raises.sweep()
    expect(world.raised).toMatchObject([{ by: 'inspector', source: { id: data.id } }])
    const { data: later } = await world.call('inspector', 'GET', `getEvaluation/${data.id}`)
    expect(answered(later.evaluationDetails, 'desk')).toMatchObject({ problem: 'raised' })
  })
})

describe('the list of evaluations', () => {
  it('pages through what is in scope, latest first, narrowed by shop, days, person and status', async () => {
    await world.db.delete(evaluations)
    for (const [shopId, evaluationTime] of [
      ['jingan', '2026-09-01 10:00:00'],
      ['jingan', '2026-09-03 10:00:00'],
      ['paris', '2026-09-02 10:00:00'],
    ])
      await save({ shopId, evaluationTime, evaluationDetails: allPassed }, 'colleague')
    const list = async (query: string, who: 'inspector' | 'reader' = 'reader') =>
      (await world.call(who, 'GET', `/api/evaluations?${query}`)).data
    const times = (page: { records: { evaluationTime: string }[] }) =>
      page.records.map(({ evaluationTime }) => evaluationTime.slice(0, 10))
    expect(times(await list(''))).toEqual(['2026-09-03', '2026-09-02', '2026-09-01'])
    expect(await list('', 'inspector')).toMatchObject({ total: 2 })
    expect(times(await list('pageSize=1&pageNumber=2'))).toEqual(['2026-09-02'])
    expect(times(await list('checkdate_beg=2026-09-02&checkdate_end=2026-09-02'))).toEqual(['2026-09-02'])
    expect(times(await list('shopid=paris'))).toEqual(['2026-09-02'])
    expect(times(await list('type=0&id=west'))).toEqual(['2026-09-02'])
    expect(await list('userId=inspector')).toMatchObject({ total: 0 })
    expect(await list('status=saved&searchKey=%E9%9D%99%E5%AE%89')).toMatchObject({ total: 2 })
    expect(await list('status=revoked')).toMatchObject({ total: 0, records: [] })
  })
})
