import type { Input, Things } from './examples.ts'

type Make = (url: string, body: object) => Promise<{ id: string }>
const body = (shopIds: string[]) => ({
  name: '周末市集',
  kind: 'show',
  from: '2031-05-01',
  to: '2031-05-05',
  shopIds,
  cost: 3000,
})

/** One good use of each call about activities, remarks on days and articles. */
export const activityExamples = ({
  make,
  remove,
}: {
  make: Make
  remove: (url: string) => Promise<unknown>
}) => {
  const made = async ({ shopId }: Things) => (await make('/api/activities', body([shopId]))).id
  const day = '2031-05-02'
  const article = { topic: 'cases', title: '例', body: '正文' }
  const written = async () => (await make('/api/articles', article)).id
  const published = async () => {
    const id = await written()
    await make(`/api/articles/${id}/step`, { action: 'publish', version: 1 })
    return id
  }
  return {
    articles: {
      list: () => ({}),
      read: async (): Promise<Input> => ({ params: { articleId: await published() } }),
      create: () => ({ body: article }),
      save: async (): Promise<Input> => ({
        params: { articleId: await written() },
        body: { ...article, title: '新题', version: 1 },
      }),
      step: async (): Promise<Input> => ({
        params: { articleId: await written() },
        body: { action: 'publish', version: 1 },
      }),
    },
    dailyRemarks: {
      read: ({ shopId }: Things) => ({ query: { date: day, shopId } }),
      write: ({ shopId }: Things) => ({ body: { date: day, shopId, text: '暴雨', version: 0 } }),
    },
    activities: {
      list: ({ shopId }: Things) => ({ query: { shopId } }),
      create: ({ shopId }: Things) => ({ body: body([shopId]) }),
      update: async (w: Things): Promise<Input> => ({
        params: { activityId: await made(w) },
        body: { ...body([w.shopId]), name: '周末大市集', version: 1 },
      }),
      cancel: async (w: Things): Promise<Input> => ({
        params: { activityId: await made(w) },
        body: { version: 1 },
      }),
      remove: async (w: Things): Promise<Input> => ({ params: { activityId: await made(w) } }),
      restore: async (w: Things): Promise<Input> => {
        const id = await made(w)
        await remove(`/api/activities/${id}`)
        return { params: { activityId: id } }
      },
    },
  }
}
