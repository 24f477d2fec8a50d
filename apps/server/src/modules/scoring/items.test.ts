import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScoringWorld, scoringWorld } from '../../../test/scoring-world.ts'

let world: ScoringWorld
beforeEach(async () => {
  await world?.close()
  world = await scoringWorld()
  world.at('2026-10-01T02:00:00.000Z')
}, 60_000)
afterAll(() => world?.close())

type Node = { itemId: string; itemName: string; children: Node[] }
const list = async (query = '') => (await world.call('reader', 'GET', `/api/check-items${query}`)).data
const edit = (method: 'POST' | 'PUT', path: string, body: object = {}) =>
  world.call('colleague', method, `/api/check-items${path}`, body)
const names = (nodes: Node[]): string[] =>
  nodes.flatMap(node => [node.itemName, ...names(node.children ?? [])])

describe('the form', () => {
  it('is a tree whose groups are worth what their items are', async () => {
    const form = await list()
    expect(form).toMatchObject({ kind: 'evaluation', version: 1, itemCount: 3, totalScore: 15 })
    expect(form.items).toMatchObject([
      {
        itemId: 'till',
        itemScore: 9,
        isGroup: true,
        children: [
          {
            itemId: 'desk',
            itemScore: 5,
            scoring: 'partial',
            deductions: { minor: 1, medium: 2, severe: 4 },
          },
          { itemId: 'queue', itemScore: 4, scoring: 'full', deductions: null },
        ],
      },
      { itemId: 'safety', itemScore: 6, children: [{ itemId: 'exit' }] },
    ])
  })

  it('is read level by level, or as a tree, by the inherited calls', async () => {
    const top = await world.call('inspector', 'GET', 'getEvaluationItemList')
    expect(top.data).toMatchObject([
      { itemId: 'till', itemName: '收银规范', pitemId: null, itemScore: 9, children: 2 },
      { itemId: 'safety', children: 1 },
    ])
    const under = await world.call('inspector', 'GET', 'getEvaluationItemList?pid=till')
    expect(under.data).toMatchObject([
      { itemId: 'desk', pitemId: 'till', itemScore: 5, children: 0 },
      { itemId: 'queue' },
    ])
    expect((await world.call('inspector', 'GET', 'getEvaluationItemList?pid=none')).data).toEqual([])
    const tree = await world.call('inspector', 'GET', 'getInspectionItemList')
    expect(tree.data).toMatchObject([
      { itemId: 'opening', children: [{ itemId: 'lights' }, { itemId: 'doors' }] },
    ])
    expect((await world.call('nobody', 'GET', 'getInspectionItemList')).status).toBe(403)
  })

  it('grows by groups and items, each edit a version of the form', async () => {
    const { data: group } = await edit('POST', '', {
      kind: 'evaluation',
      isGroup: true,
      itemName: '商品陈列',
      itemNameEn: 'Display',
    })
    const { data: item } = await edit('POST', '', {
      kind: 'evaluation',
      pitemId: group.itemId,
      itemName: '陈列整齐度',
      itemScore: 8,
      scoring: 'partial',
      deductions: { minor: 0.5, medium: 2, severe: 4 },
      cameraGroup: 'floor',
      presetName: '通道',
      itemDuration: 60,
    })
    expect(item).toMatchObject({
      pitemId: group.itemId,
      order: 0,
      version: 1,
      cameraGroup: 'floor',
      itemDuration: 60,
    })
    expect(await list()).toMatchObject({ version: 3, itemCount: 4, totalScore: 23 })
    expect(world.audited).toContain(`colleague checkItem.created ${item.itemId}`)
  })

  it('is edited by those allowed alone', async () => {
    for (const who of ['inspector', 'reader', 'stranger'] as const)
      expect((await world.call(who, 'PUT', '/api/check-items/desk', { itemName: 'x' })).status).toBe(403)
    expect((await edit('PUT', '/none', { itemName: 'x' })).status).toBe(404)
  })

  it.each([
    ['an item without a group', { kind: 'evaluation', itemName: 'x', itemScore: 1 }, 'pitemId'],
    [
      'an item under an item',
      { kind: 'evaluation', pitemId: 'desk', itemName: 'x', itemScore: 1 },
      'pitemId',
    ],
    [
      'a group of another form',
      { kind: 'evaluation', pitemId: 'opening', itemName: 'x', itemScore: 1 },
      'pitemId',
    ],
    ['an item worth nothing', { kind: 'evaluation', pitemId: 'till', itemName: 'x' }, 'itemScore'],
    [
      'a third decimal',
      { kind: 'evaluation', pitemId: 'till', itemName: 'x', itemScore: 1.005 },
      'itemScore',
    ],
    [
      'points in an inspection',
      { kind: 'inspection', pitemId: 'opening', itemName: 'x', itemScore: 1 },
      'itemScore',
    ],
    ['a group of daily records', { kind: 'daily', isGroup: true, itemName: 'x' }, 'isGroup'],
    [
      'a deduction beyond the score',
      {
        kind: 'evaluation',
        pitemId: 'till',
        itemName: 'x',
        itemScore: 3,
        scoring: 'partial',
        deductions: { minor: 1, medium: 2, severe: 4 },
      },
      'deductions.severe',
    ],
    [
      'severities on a full scoring',
      {
        kind: 'evaluation',
        pitemId: 'till',
        itemName: 'x',
        itemScore: 9,
        deductions: { minor: 1, medium: 2, severe: 4 },
      },
      'deductions',
    ],
  ])('refuses %s by its field', async (_, body, path) => {
    expect(await edit('POST', '', body)).toMatchObject({ status: 400, errors: [{ path }] })
    expect((await list()).version).toBe(1)
  })

  it('holds a name once in a group', async () => {
    const body = { kind: 'evaluation', pitemId: 'till', itemName: '收银台台面整洁', itemScore: 1 }
    expect(await edit('POST', '', body)).toMatchObject({ code: 10001, reason: 'sameName' })
    expect((await edit('POST', '', { ...body, pitemId: 'safety' })).status).toBe(200)
    expect(await edit('PUT', '/queue', { itemName: '收银台台面整洁' })).toMatchObject({ reason: 'sameName' })
  })

  it('tells one of two editors that the other was first', async () => {
    const first = await edit('PUT', '/desk', { itemName: '台面', version: 1 })
    expect(first.data).toMatchObject({ itemName: '台面', itemScore: 5, version: 2 })
    const second = await edit('PUT', '/desk', { itemScore: 4, deductions: null, version: 1 })
    expect(second).toMatchObject({
      status: 409,
      reason: 'itemChanged',
      data: { itemName: '台面', version: 2 },
    })
  })

  it('keeps what an item was', async () => {
    await edit('PUT', '/desk', { itemName: '台面' })
    await edit('POST', '/desk/archive')
    const { data } = await world.call('reader', 'GET', '/api/check-items/desk/versions')
    expect(data).toMatchObject([
      {
        version: 3,
        action: 'archived',
        item: { itemName: '台面', archived: true },
        userName: 'colleague 名',
      },
      { version: 2, action: 'changed', item: { itemName: '台面', itemScore: 5, archived: false } },
    ])
    expect((await world.call('reader', 'GET', '/api/check-items/none/versions')).status).toBe(404)
  })

  it('moves items within a group and to another', async () => {
    await edit('POST', '/queue/move', { order: 0 })
    expect(names((await list()).items)).toEqual([
      '收银规范',
      '排队不超过 5 人',
      '收银台台面整洁',
      '消防安全',
      '安全通道畅通',
    ])
    await edit('POST', '/desk/move', { pitemId: 'safety', order: 9 })
    expect(names((await list()).items)).toEqual([
      '收银规范',
      '排队不超过 5 人',
      '消防安全',
      '安全通道畅通',
      '收银台台面整洁',
    ])
    await edit('POST', '/safety/move', { order: 0 })
    expect(names((await list()).items)[0]).toBe('消防安全')
    expect(await edit('POST', '/desk/move', { pitemId: null, order: 0 })).toMatchObject({ status: 400 })
    expect(await edit('POST', '/till/move', { pitemId: 'safety', order: 0 })).toMatchObject({ status: 400 })
  })

  it('adds at the end, also where something before was archived', async () => {
    await edit('POST', '/desk/archive')
    for (const itemName of ['甲', '乙'])
      await edit('POST', '', { kind: 'evaluation', pitemId: 'till', itemName, itemScore: 1 })
    expect(names((await list()).items).slice(0, 4)).toEqual(['收银规范', '排队不超过 5 人', '甲', '乙'])
    await edit('POST', '/desk/restore')
    expect(names((await list()).items)[4]).toBe('收银台台面整洁')
  })

  it('archives a group with its items and restores what was archived with it', async () => {
    await edit('POST', '/queue/archive')
    world.at('2026-10-01T03:00:00.000Z')
    await edit('POST', '/till/archive')
    expect(names((await list()).items)).toEqual(['消防安全', '安全通道畅通'])
    expect((await list('?archived=1')).items[0]).toMatchObject({ itemId: 'till', archived: true })
    expect(await edit('PUT', '/till', { itemName: 'x' })).toMatchObject({ reason: 'archived' })
    expect(await edit('POST', '/desk/restore')).toMatchObject({ code: 10001, reason: 'groupArchived' })
    await edit('POST', '/till/restore')
    expect(names((await list()).items)).toEqual(['消防安全', '安全通道畅通', '收银规范', '收银台台面整洁'])
    await edit('POST', '/queue/restore')
    expect(await list()).toMatchObject({ itemCount: 3, totalScore: 15 })
  })

  it('has a name of its own', async () => {
    const path = '/api/check-forms/evaluation'
    const { data } = await world.call('colleague', 'PUT', path, { name: '标准巡店表', nameEn: 'Standard' })
    expect(data).toMatchObject({ name: '标准巡店表', nameEn: 'Standard', itemCount: 3 })
    expect((await world.call('inspector', 'PUT', path, { name: 'x' })).status).toBe(403)
  })
})

describe('phrases', () => {
  it('are offered with the item, each once, and told with its versions', async () => {
    const remarkPhrases = ['台面有杂物', '台面有杂物', '电线外露']
    const { data } = await edit('PUT', '/desk', { remarkPhrases })
    expect(data.remarkPhrases).toEqual(['台面有杂物', '电线外露'])
    await edit('PUT', '/desk', { itemName: '收银台整洁' })
    const form = await list()
    expect(form.items[0].children[0].remarkPhrases).toEqual(['台面有杂物', '电线外露'])
    const { data: versions } = await world.call('reader', 'GET', '/api/check-items/desk/versions')
    expect(
      versions.map(({ item }: { item: { remarkPhrases: string[] } }) => item.remarkPhrases.length),
    ).toEqual([2, 2])
    expect((await edit('PUT', '/desk', { remarkPhrases: [' '] })).status).toBe(400)
  })
})
