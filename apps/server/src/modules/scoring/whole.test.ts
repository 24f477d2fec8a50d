import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'

const server = await aisle()
const inspector = await server.as('inspector')
const base = '/api/monitor/checkShop'

type Node = { itemId: string; itemName: string; children: Node[] }

describe('a check of the demo shop on the whole server', () => {
  it('is scored from a draft, and its deduction becomes a problem of the shop', async () => {
    const { data: found } = await inspector.call('GET', `${base}/getCheckShopList?searchKey=jas`)
    const shopId: string = found.records[0].shopid
    const { data: form } = await inspector.call('GET', '/api/check-items?kind=evaluation')
    expect(form).toMatchObject({ name: '标准巡店表', version: 3, itemCount: 18, totalScore: 100 })
    const items: Node[] = form.items.flatMap((group: Node) => group.children)
    const { data: visit } = await inspector.call('POST', `${base}/saveCheckshopRecord`, { shopId })
    const draftPath = `/api/score-drafts/evaluation/${shopId}`
    const evaluationDetails = items.map(({ itemId, itemName }) =>
      itemName === '收银台台面整洁'
        ? { itemId, severity: 'medium', remark: '纸箱未归位', raise: { questionType: '卫生' } }
        : { itemId, result: 'pass' },
    )
    const { data: draft } = await inspector.call('PUT', draftPath, {
      version: 0,
      content: { useTime: 600, recordId: visit.id, evaluationDetails },
    })
    const { data: submitted } = await inspector.call('POST', `${draftPath}/submit`, {
      version: draft.version,
      key: draft.key,
    })
    const { evaluation } = submitted
    expect(evaluation).toMatchObject({ score: 98, lostScore: 2, passCount: 17, deductCount: 1 })
    const deducted = evaluation.evaluationDetails.find((detail: Node) => detail.itemName === '收银台台面整洁')
    expect(deducted).toMatchObject({ problem: 'raised' })
    const { data: problems } = await inspector.call('GET', `/api/problems?shopid=${shopId}&pageSize=100`)
    const raised = problems.records.filter(
      (one: { itemId: string; remark: string }) => one.remark === '纸箱未归位',
    )
    expect(raised).toMatchObject([{ itemId: deducted.itemId, status: 'rectification', visitId: visit.id }])
    const { data: today } = await inspector.call('GET', `${base}/getEvaluationList?shopid=${shopId}`)
    expect(today[0]).toEqual(evaluation)
  })

  it('has a history of evaluations that end before today, with a report of each', async () => {
    const { data } = await inspector.call('GET', '/api/evaluations?searchKey=jas&pageNumber=2&pageSize=1')
    expect(data.records[0]).toMatchObject({ shopname: '静安寺店', score: 92.4 })
    const report = await server.app.inject({
      method: 'GET',
      url: `/api/evaluations/${data.records[0].id}/report.pdf`,
      headers: { accesstoken: inspector.token },
    })
    expect(report.statusCode).toBe(200)
    expect(report.rawPayload.length).toBeGreaterThan(20_000)
  })
})
