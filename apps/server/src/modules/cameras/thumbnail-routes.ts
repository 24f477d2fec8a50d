import { AppError } from '@aisle/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { CameraStore } from './store.ts'
import { text } from './text.ts'
import type { ThumbnailKeeper } from './thumbnails.ts'

type Deps = {
  store: CameraStore
  thumbnails: ThumbnailKeeper
  disk: PictureDisk
  /** The caller by header or by the pictures' cookie. @throws sessionEnded, forbidden */
  viewer(request: FastifyRequest): Promise<Caller>
}

/** Posters of cameras and pictures of presets, for <img>: the address carries a version, so they may be kept. */
export function thumbnailRoutes(app: FastifyInstance, { store, thumbnails, disk, viewer }: Deps): void {
  app.get<{ Params: { id: string } }>('/api/pictures/poster/:id', async (request, reply) => {
    const { scope } = await viewer(request)
    const found = await store.find(scope, request.params.id)
    if (!found?.camera.posterAt) throw new AppError('notFound', text.noCamera)
    return send(reply, thumbnails.key('camera', found.camera.id))
  })
  app.get<{ Params: { id: string } }>('/api/pictures/preset/:id', async (request, reply) => {
    const { scope } = await viewer(request)
    const [entry] = await store.presetsById(scope, [request.params.id])
    if (!entry?.preset.thumbnailAt) throw new AppError('notFound', text.noPreset)
    return send(reply, thumbnails.key('preset', entry.preset.id))
  })

  async function send(reply: FastifyReply, key: string) {
    const file = await disk.read(key)
    if (!file) throw new AppError('notFound', text.noFrame)
    return reply
      .header('Content-Type', 'image/webp')
      .header('Cache-Control', 'private, max-age=86400')
      .header('X-Content-Type-Options', 'nosniff')
      .send(file)
  }
}
