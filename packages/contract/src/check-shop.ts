import { z } from 'zod'
import { defaultPresetName, maxPresets } from './camera-words.ts'
import { picture } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import {
  answerId,
  areaQuery,
  done,
  id,
  idList,
  numeric,
  optionalId,
  optionalText,
  optionalTime,
  page,
  pageQuery,
} from './shared.ts'
import { checkShop, shopDetail } from './shops.ts'

/** The inherited calls of the inspection area. Their field names are the specification's and go no further than here. */
const tag = 'inspection'
const base = '/api/monitor/checkShop'

export const videoPreset = z.object({
  id: answerId,
  presetName: z.string(),
  presetIndex: z.number(),
  userId: answerId.nullable(),
  shopId: answerId,
  videoNo: z.string(),
  channelNo: z.string(),
})
export type VideoPreset = z.infer<typeof videoPreset>

/** The specification's video entity. `token` is always empty: vendor secrets stay on the server. */
export const video = z.object({
  onlyId: answerId,
  name: z.string(),
  /** The same in English; the Chinese one where it has none. */
  nameEn: z.string(),
  serialnumber: z.string(),
  devicecode: z.string(),
  channelno: z.string(),
  ys: z.number(),
  ysAccountId: z.number().nullable(),
  token: z.string(),
  videoInfos: z.array(z.object({ status: z.number(), name: z.string(), channelNo: z.string() })),
  presets: z.array(videoPreset),
  selectPrenestId: answerId.nullable(),
  areaname: z.string(),
  areaid: answerId.nullable(),
  planTime: z.string().nullable(),
  planId: answerId.nullable(),
  shopId: answerId,
})
export type Video = z.infer<typeof video>

export const checkRecord = z.object({
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  userId: answerId,
  userName: z.string(),
  checkshopBeg: z.string(),
  checkshopEnd: z.string().nullable(),
  durationMinutes: z.number().nullable(),
  videoCount: z.number(),
})
const checkVideoRecord = z.object({
  id: answerId,
  shopId: answerId,
  userId: answerId,
  videoNo: z.string(),
  channelNo: z.string(),
  operateTime: z.string(),
  recordId: answerId.nullable(),
})
const collect = z.object({ id: answerId, shopId: answerId, shopname: z.string(), operateTime: z.string() })

/** How a favourite shop stands. */
export const favouriteFigures = z.object({
  shopId: answerId,
  /** Of the latest evaluation that counts, and when it was made on the shop's clock; null where there is none. */
  score: z.number().nullable(),
  scoredAt: z.string().nullable(),
  lastPatrol: z.string().nullable(),
  openProblems: z.number(),
  overdueProblems: z.number(),
})
export type FavouriteFigures = z.infer<typeof favouriteFigures>

const videoKey = {
  videoNo: z.string().trim().min(1).max(64),
  channelNo: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64)),
}

const uploadBody = z.object({
  shopId: id,
  ...videoKey,
  presetId: optionalId,
  areaname: optionalText(100),
  fileTime: optionalTime,
  fileType: numeric(z.number().int().min(0).max(999)).default(1),
  fileTypeName: z.string().default('图片'),
  screenshotType: numeric(z.number().int().min(0).max(999)).default(1),
  /** `data:image/jpeg;base64,…` where the picture is not sent as a multipart file. */
  file: z.string().optional(),
})
const upload = (name: string, what: string) =>
  endpoint({
    method: 'POST',
    path: `${base}/${name}` as '/api/',
    summary: `Saves a picture of a ${what} camera: JPEG, PNG or WebP of up to 10 MB.`,
    tag,
    authority: ['inspect.operate'],
    upload: true,
    bodyLimit: 15_000_000,
    body: uploadBody,
    answer: picture,
  })

export const checkShopCalls = {
  getVideosByShop: endpoint({
    method: 'GET',
    path: `${base}/getVideosByShop`,
    summary: 'Videos of a shop; 4 a page on the shop home, 1000 in monitoring.',
    tag,
    authority: ['inspect.view'],
    query: z.object({
      ...pageQuery(4),
      shopid: id,
      ys: numeric(z.number().int().min(0).max(3).optional()),
      searchKey: optionalText(60),
    }),
    answer: page(video),
  }),
  getShopByid: endpoint({
    method: 'GET',
    path: `${base}/getShopByid`,
    summary: 'One shop.',
    tag,
    authority: ['inspect.view'],
    query: z.object({ shopid: id }),
    answer: shopDetail,
  }),
  getCheckShopList: endpoint({
    method: 'GET',
    path: `${base}/getCheckShopList`,
    summary: 'Shops the user may inspect, in an area or all; searched by name, code, pinyin or initials.',
    tag,
    authority: ['inspect.view'],
    query: z.object({ ...pageQuery(9999), searchKey: optionalText(60), ...areaQuery }),
    answer: page(checkShop),
  }),
  getShopCollectsByUserId: endpoint({
    method: 'GET',
    path: `${base}/getShopCollectsByUserId`,
    summary: 'Favourite shops of the user in the order that the user gave them, those added since first.',
    tag,
    authority: ['inspect.view', 'flow.view'],
    answer: z.array(collect),
  }),
  saveShopCollect: endpoint({
    method: 'POST',
    path: `${base}/saveShopCollect`,
    summary: 'Keeps a shop as a favourite; twice is once.',
    tag,
    authority: ['inspect.view', 'flow.view'],
    body: z.object({ shopId: id }),
    answer: collect,
  }),
  delShopCollectByIds: endpoint({
    method: 'DELETE',
    path: `${base}/delShopCollectByIds/:id`,
    summary: 'Removes favourites.',
    tag,
    authority: ['inspect.view', 'flow.view'],
    params: z.object({ id: idList }),
    answer: done,
  }),
  sortShopCollects: endpoint({
    method: 'PUT',
    path: '/api/shop-collects/order',
    summary: 'Gives the favourites of the user an order; those that are not named keep theirs, behind them.',
    tag,
    authority: ['inspect.view', 'flow.view'],
    body: z.object({ shopIds: z.array(id).max(1000) }),
    answer: z.array(collect),
  }),
  favouriteFigures: endpoint({
    method: 'GET',
    path: '/api/shop-collects/figures',
    summary: 'Last score, last patrol and open problems of the favourites of the user.',
    tag,
    authority: ['inspect.view'],
    answer: z.array(favouriteFigures),
  }),
  saveCheckshopRecord: endpoint({
    method: 'POST',
    path: `${base}/saveCheckshopRecord`,
    summary: 'Begins a check-shop record; with an id and an end time, ends it.',
    tag,
    authority: ['inspect.view'],
    body: z.object({
      id: optionalId,
      shopId: id,
      checkshopBeg: optionalTime,
      checkshopEnd: optionalTime,
    }),
    answer: checkRecord,
  }),
  updateCheckshopRecord: endpoint({
    method: 'PUT',
    path: `${base}/updateCheckshopRecord`,
    summary: 'Ends a check-shop record; a missing begin becomes 10 hours before now.',
    tag,
    authority: ['inspect.view'],
    body: z.object({
      id,
      shopId: optionalId,
      checkshopBeg: optionalTime,
      checkshopEnd: optionalTime,
    }),
    answer: checkRecord,
  }),
  saveCheckvideoRecord: endpoint({
    method: 'POST',
    path: `${base}/saveCheckvideoRecord`,
    summary: 'Notes that a video was watched.',
    tag,
    authority: ['inspect.view'],
    body: z.object({ shopId: id, ...videoKey, operateTime: optionalTime, recordId: optionalId }),
    answer: checkVideoRecord,
  }),
  savePreset: endpoint({
    method: 'POST',
    path: `${base}/savePreset`,
    summary:
      'Saves the present position as a preset, on the camera and here; the lowest free number from 1 to 12.',
    tag,
    authority: ['inspect.operate'],
    body: z.object({
      shopId: id,
      ...videoKey,
      presetName: z
        .string()
        .trim()
        .max(40)
        .default('')
        .transform(name => name || defaultPresetName),
      presetIndex: numeric(z.number().int().min(1).max(maxPresets).optional()),
    }),
    answer: videoPreset,
  }),
  updatePreset: endpoint({
    method: 'PUT',
    path: `${base}/updatePreset`,
    summary: 'Renames a preset.',
    tag,
    authority: ['inspect.operate'],
    body: z.object({ id, presetName: z.string().trim().min(1).max(40) }),
    answer: videoPreset,
  }),
  updateHuiyanPreset: endpoint({
    method: 'POST',
    path: `${base}/updateHuiyanPreset`,
    summary: 'Records a preset of a GB28181 camera after its front-end command, by number.',
    tag,
    authority: ['inspect.operate'],
    body: z.object({
      id: optionalId,
      shopId: id,
      ...videoKey,
      presetIndex: numeric(z.number().int().min(1).max(maxPresets)),
      presetName: z
        .string()
        .trim()
        .max(40)
        .default('')
        .transform(name => name || defaultPresetName),
    }),
    answer: videoPreset,
  }),
  delPresetByIds: endpoint({
    method: 'DELETE',
    path: `${base}/delPresetByIds/:ids`,
    summary: 'Removes presets from cameras and here; all or none.',
    tag,
    authority: ['inspect.operate'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
  uploadCheckShopFile: upload('uploadCheckShopFile', 'first-provider'),
  uploadCheckShopFile_shilian: upload('uploadCheckShopFile_shilian', 'second-provider'),
  uploadCheckShopFile_huawei: upload('uploadCheckShopFile_huawei', 'third-provider'),
  uploadHuiyanCheckShopFile: upload('uploadHuiyanCheckShopFile', 'GB28181'),
  findCheckShopFileList2: endpoint({
    method: 'GET',
    path: `${base}/findCheckShopFileList2`,
    summary: 'Pictures, newest first, 20 a page.',
    tag,
    authority: ['inspect.view'],
    query: z.object({
      ...pageQuery(20),
      shopId: optionalId,
      videoNo: optionalText(64),
      channelNo: optionalText(64),
      presetId: optionalId,
      screenshotType: numeric(z.number().int().min(0).max(999).optional()),
      beg: optionalTime,
      end: optionalTime,
    }),
    answer: page(picture),
  }),
  delCheckShopFileByIds: endpoint({
    method: 'DELETE',
    path: `${base}/delCheckShopFileByIds/:ids`,
    summary: 'Deletes pictures (restorable for 30 days); all or none.',
    tag,
    authority: ['inspect.operate'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
}
