import type { Camera, Picture, Video } from '@aisle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/queries.ts'

/** How a camera is called in the inherited calls. */
export type VideoKey = { videoNo: string; channelNo: string; areaname: string }

/** How a picture came about (`screenshotType`). */
export const screenshotTypes = { hand: 1, plan: 2 } as const
export type PictureWish = {
  page: number
  kind?: keyof typeof screenshotTypes | undefined
  video?: Pick<VideoKey, 'videoNo' | 'channelNo'> | undefined
}

const keyOf = (video: Video): VideoKey => ({
  videoNo: video.devicecode || video.serialnumber,
  channelNo: video.channelno,
  areaname: video.areaname,
})

export const inspectionQueries = {
  presets: (cameraId: string) =>
    queryOptions({
      queryKey: ['presets', cameraId],
      queryFn: ({ signal }) => api.cameras.presets({ params: { cameraId }, signal }),
    }),
  shop: (shopId: string) =>
    queryOptions({
      queryKey: ['shop', shopId],
      queryFn: ({ signal }) => api.shops.detail({ params: { shopId }, signal }),
    }),
  /** The inherited names of a shop's cameras, by camera id. */
  videoKeys: (shopId: string) =>
    queryOptions({
      queryKey: ['videoKeys', shopId],
      queryFn: async ({ signal }) => {
        const { records } = await api.checkShop.getVideosByShop({
          query: { shopid: shopId, pageSize: 1000 },
          signal,
        })
        return new Map(records.map(video => [video.onlyId, keyOf(video)]))
      },
      staleTime: 300_000,
    }),
  /** Newest pictures of a shop. */
  pictures: (shopId: string) =>
    queryOptions({
      queryKey: ['pictures', shopId],
      queryFn: ({ signal }) =>
        api.checkShop.findCheckShopFileList2({ query: { shopId, pageSize: 40 }, signal }),
    }),
  /** A page of a shop's pictures, 20 of them. They stand below the shop's pictures, so that what renews those renews these. */
  picturePage: (shopId: string, wanted: PictureWish) =>
    queryOptions({
      queryKey: ['pictures', shopId, 'page', wanted],
      queryFn: ({ signal }) =>
        api.checkShop.findCheckShopFileList2({
          query: {
            shopId,
            pageNumber: wanted.page,
            pageSize: 20,
            screenshotType: wanted.kind && screenshotTypes[wanted.kind],
            videoNo: wanted.video?.videoNo,
            channelNo: wanted.video?.channelNo,
          },
          signal,
        }),
    }),
  checkShops: () =>
    queryOptions({
      queryKey: ['checkShops'],
      queryFn: ({ signal }) => api.checkShop.getCheckShopList({ query: {}, signal }),
    }),
  walls: () => queryOptions({ queryKey: ['walls'], queryFn: ({ signal }) => api.walls.list({ signal }) }),
}

/** The inherited name of one camera, from the cache where its shop was asked before. */
export async function videoKeyOf(camera: Pick<Camera, 'id' | 'shopId'>): Promise<VideoKey | undefined> {
  const keys = await queryClient.ensureQueryData(inspectionQueries.videoKeys(camera.shopId))
  return keys.get(camera.id)
}

/** Pictures of a shop changed: what shows them asks again. */
export function refreshPictures(shopId: string) {
  return queryClient.invalidateQueries({ queryKey: inspectionQueries.pictures(shopId).queryKey })
}

/** Puts a new picture in front of those of its shop, without asking for all of them. */
export function addPicture(picture: Picture) {
  queryClient.setQueryData(inspectionQueries.pictures(picture.shopId).queryKey, page =>
    page ? { ...page, total: page.total + 1, records: [picture, ...page.records] } : page,
  )
}
