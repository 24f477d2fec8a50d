import { randomUUID } from 'node:crypto'
import type { Input, Things } from './examples.ts'

type Fields = Record<string, unknown>
type Deps = {
  make(path: string, body: object): Promise<Fields & { id: string }>
  call(method: 'GET' | 'PUT', path: string, body?: object): Promise<{ data: Fields }>
  upload(things: Things): Promise<string>
}
type Node = { itemId: string; isGroup: boolean; children: Node[] }

const base = '/api/monitor/checkShop'

/** One good use of each call about scores. */
export function scoringExamples({ make, call, upload }: Deps) {
  const leaves = async (kind: string) => {
    const { data } = await call('GET', `/api/check-items?kind=${kind}`)
    return (data.items as Node[]).flatMap(node => (node.isGroup ? node.children : [node]))
  }
  const first = async (kind: string) => (await leaves(kind))[0]?.itemId ?? ''
  const group = async () =>
    String(
      (await make('/api/check-items', { kind: 'evaluation', isGroup: true, itemName: randomUUID() })).itemId,
    )
  const evaluationBody = async (w: Things) => ({
    shopId: w.shopId,
    clientKey: randomUUID(),
    useTime: 600,
    evaluationDetails: (await leaves('evaluation')).map(({ itemId }) => ({ itemId, result: 'pass' })),
  })
  const inspectionBody = async (w: Things) => ({
    shopId: w.shopId,
    inspectionDetails: [
      { itemId: await first('inspection'), result: 'abnormal', remark: '例', pictureIds: [await upload(w)] },
    ],
  })
  const dailyBody = async (w: Things) => ({ shopId: w.shopId, typeId: await first('daily'), content: '例' })
  const evaluation = async (w: Things) => (await make(`${base}/saveEvaluation`, await evaluationBody(w))).id
  const inspection = async (w: Things) => (await make(`${base}/saveInspection`, await inspectionBody(w))).id
  const daily = async (w: Things) => (await make(`${base}/saveDailyrecord`, await dailyBody(w))).id
  const draftOf = (w: Things) => ({ kind: 'evaluation', shopId: w.shopId })
  /** The draft of the shop, made anew. */
  const draft = async (w: Things) => {
    const path = `/api/score-drafts/evaluation/${w.shopId}`
    const { data: old } = await call('GET', path)
    const version = Number((old as Fields | null)?.version ?? 0)
    return (await call('PUT', path, { version, content: await evaluationBody(w) })).data
  }
  const day = (w: Things): Input => ({ query: { shopid: w.shopId, checkdate: '2026-10-01' } })
  const range = { checkdate_beg: '2026-01-01', checkdate_end: '2036-01-01', pageSize: 2 }

  return {
    scoring: {
      getEvaluationItemList: () => ({ query: { pid: '' } }),
      getInspectionItemList: () => ({}),
      getEvaluation: async w => ({ params: { id: await evaluation(w) } }),
      getEvaluationList: day,
      getInspectionList: day,
      getDailyrecordDetailList: day,
      saveEvaluation: async w => ({ body: await evaluationBody(w) }),
      saveInspection: async w => ({ body: await inspectionBody(w) }),
      saveDailyrecord: async w => ({ body: await dailyBody(w) }),
      revoke: async w => ({ params: { id: await evaluation(w) }, body: { reason: '例' } }),
      updateStatus: async w => ({ params: { id: await evaluation(w) }, body: { status: 'confirmed' } }),
      delInspectionByIds: async w => ({ params: { id: await inspection(w) } }),
    },
    checkItems: {
      list: () => ({ query: { kind: 'evaluation' } }),
      rename: () => ({ params: { kind: 'daily' }, body: { name: '日常记录', nameEn: 'Daily records' } }),
      create: () => ({ body: { kind: 'evaluation', isGroup: true, itemName: randomUUID() } }),
      update: async () => ({ params: { itemId: await group() }, body: { itemName: randomUUID() } }),
      move: async () => ({ params: { itemId: await group() }, body: { order: 0 } }),
      archive: async () => ({ params: { itemId: await group() } }),
      restore: async () => ({ params: { itemId: await group() } }),
      versions: async () => ({ params: { itemId: await group() } }),
      setStandardPicture: async w => ({
        params: { itemId: await first('evaluation') },
        body: { pictureId: await upload(w) },
      }),
      removeStandardPicture: async () => ({ params: { itemId: await first('evaluation') } }),
      places: w => ({ params: { shopId: w.shopId }, query: { kind: 'evaluation' } }),
      bindPlace: async w => ({
        params: { shopId: w.shopId, itemId: await first('evaluation') },
        body: { cameraId: w.cameras.ezviz.id },
      }),
      unbindPlace: async w => ({ params: { shopId: w.shopId, itemId: await first('evaluation') } }),
    },
    evaluations: { list: () => ({ query: { ...range, status: 'saved' } }) },
    inspections: {
      list: () => ({ query: range }),
      detail: async w => ({ params: { id: await inspection(w) } }),
      restore: async w => ({ params: { ids: await inspection(w) } }),
    },
    dailyRecords: {
      list: () => ({ query: range }),
      remove: async w => ({ params: { ids: await daily(w) } }),
      restore: async w => ({ params: { ids: await daily(w) } }),
    },
    scoreDrafts: {
      list: () => ({}),
      get: w => ({ params: draftOf(w) }),
      async save(w) {
        const { version } = await draft(w)
        return { params: draftOf(w), body: { version, content: { remark: '例' } } }
      },
      async discard(w) {
        const { version } = await draft(w)
        return { params: draftOf(w), query: { version } }
      },
      async submit(w) {
        const { version, key } = await draft(w)
        return { params: draftOf(w), body: { version, key } }
      },
    },
  } satisfies Record<string, Record<string, (w: Things) => Input | Promise<Input>>>
}
