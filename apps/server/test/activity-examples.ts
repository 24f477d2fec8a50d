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

/** One good use of each call about activities. */
export const activityExamples = ({
  make,
  remove,
}: {
  make: Make
  remove: (url: string) => Promise<unknown>
}) => {
  const made = async ({ shopId }: Things) => (await make('/api/activities', body([shopId]))).id
  return {
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
