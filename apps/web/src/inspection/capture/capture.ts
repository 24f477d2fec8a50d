import type { Camera, Picture } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import type { Shown } from '../player/live-feed.ts'
import { grabFrame } from '../player/still.ts'
import { videoKeyOf } from '../queries.ts'
import { shopTime } from './shop-time.ts'

/** Where pictures of each kind of platform are sent (`ys`, specification section 7). */
const uploads = {
  0: api.checkShop.uploadCheckShopFile,
  1: api.checkShop.uploadCheckShopFile_shilian,
  2: api.checkShop.uploadCheckShopFile_huawei,
  3: api.checkShop.uploadHuiyanCheckShopFile,
} as const

const uploadOf = (ys: number) => Object.entries(uploads).find(([key]) => Number(key) === ys)?.[1]

/** Where a picture comes from: live video or a recording. `lastPictureAt` is the time that the picture shows. */
export type PictureSource = {
  readonly stage: HTMLElement
  shown(): Shown | undefined
  state(): { lastPictureAt?: number | undefined }
}

/**
 * Taken with the picture: the preset the camera stands at, and the zone of the shop's clock. In place of a recording
 * that cannot be read the platform has nothing to offer: its pictures are of now.
 */
export type Circumstances = { presetId?: string | undefined; timeZone: string; isRecording?: boolean }

/**
 * Saves what the viewer sees: the frame on the screen where the browser may read it, otherwise a picture that the
 * server takes from the platform. Throws what the server says; undefined where there is no picture to take.
 */
export async function capture(
  camera: Camera,
  feed: PictureSource | undefined,
  { presetId, timeZone, isRecording = false }: Circumstances,
): Promise<Picture | undefined> {
  const shown = feed?.shown()
  if (shown?.canReadFrame) {
    const takenAt = new Date(feed?.state().lastPictureAt ?? Date.now())
    const frame = await grabFrame(shown.element)
    const key = frame && (await videoKeyOf(camera))
    const upload = uploadOf(camera.ys)
    if (frame && key && upload) {
      const body = new FormData()
      body.set('shopId', camera.shopId)
      body.set('videoNo', key.videoNo)
      body.set('channelNo', key.channelNo)
      body.set('areaname', key.areaname)
      body.set('fileTime', shopTime(takenAt, timeZone))
      if (presetId) body.set('presetId', presetId)
      body.set('file', frame, `${camera.number}-${takenAt.getTime()}.jpg`)
      return upload({ body })
    }
  }
  if (!shown || isRecording) return undefined
  return api.cameras.snapshot({
    params: { cameraId: camera.id },
    body: presetId === undefined ? {} : { presetId },
  })
}
