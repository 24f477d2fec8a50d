import type { Camera, Picture } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { isProblem, unreachable } from '../../lib/problem.ts'
import { sessionStore } from '../../lib/session.ts'
import type { Shown } from '../player/live-feed.ts'
import { grabFrame } from '../player/still.ts'
import { videoKeyOf } from '../queries.ts'
import { shopTime } from './shop-time.ts'
import type { TakenFrame } from './upload-queue.ts'

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

/** What to do with a frame that could not be sent because nothing answers. */
export type KeepFrame = (taken: TakenFrame) => Promise<void>

/**
 * Saves what the viewer sees: the frame on the screen where the browser may read it, otherwise a picture that the
 * server takes from the platform. Throws what the server says; undefined where there is no picture to take, `kept` where
 * the frame waits for the network.
 */
export async function capture(
  camera: Camera,
  feed: PictureSource | undefined,
  { presetId, timeZone, isRecording = false }: Circumstances,
  keep: KeepFrame,
): Promise<Picture | 'kept' | undefined> {
  const shown = feed?.shown()
  if (shown?.canReadFrame) {
    const takenAt = new Date(feed?.state().lastPictureAt ?? Date.now())
    const frame = await grabFrame(shown.element)
    if (frame) {
      const { id, shopId, ys, number } = camera
      const session = sessionStore.get()
      const taken: TakenFrame = {
        id: crypto.randomUUID(),
        userId: 'user' in session ? session.user.id : '',
        camera: { id, shopId, ys, number },
        fileTime: shopTime(takenAt, timeZone),
        presetId,
        frame,
      }
      try {
        const picture = await sendFrame(taken)
        if (picture) return picture
      } catch (error) {
        if (!isProblem(error) || error.code !== unreachable) throw error
        await keep(taken)
        return 'kept'
      }
    }
  }
  if (!shown || isRecording) return undefined
  return api.cameras.snapshot({
    params: { cameraId: camera.id },
    body: presetId === undefined ? {} : { presetId },
  })
}

/** Uploads a frame; undefined where its camera or platform is not known. */
export async function sendFrame({
  camera,
  frame,
  fileTime,
  presetId,
}: TakenFrame): Promise<Picture | undefined> {
  const key = await videoKeyOf(camera)
  const upload = uploadOf(camera.ys)
  if (!key || !upload) return undefined
  const body = new FormData()
  body.set('shopId', camera.shopId)
  body.set('videoNo', key.videoNo)
  body.set('channelNo', key.channelNo)
  body.set('areaname', key.areaname)
  body.set('fileTime', fileTime)
  if (presetId) body.set('presetId', presetId)
  body.set('file', frame, `${camera.number}-${fileTime.replace(/[-: ]/g, '')}.jpg`)
  return upload({ body })
}
