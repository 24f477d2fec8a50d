import { gallery as calls } from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Mount } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { GalleryService } from './gallery.ts'
import { pictureViewer } from './viewer.ts'

type Deps = { gallery: GalleryService; authenticate(token: string): Promise<Caller | undefined> }

/** The calls of the gallery, and the address that an annotated picture is shown from. */
export function galleryRoutes(app: FastifyInstance, mount: Mount, { gallery, authenticate }: Deps): void {
  mount(calls, {
    list: ({ query: { pageNumber, pageSize, ...query } }, { caller }) =>
      gallery.page(caller.scope, filterOf(query), pageNumber, pageSize),
    counts: ({ query: { top, ...query } }, { caller }) => gallery.counts(caller.scope, filterOf(query), top),
    detail: ({ params }, { caller }) => gallery.detail(caller.scope, params.pictureId),
    async annotate({ params, body }, context) {
      const detail = await gallery.annotate(context.caller, params.pictureId, body.version, body.shapes)
      await context.audit('picture.annotated', params.pictureId, { version: body.version + 1 })
      return detail
    },
    async mark({ body }, context) {
      await gallery.mark(context.caller.scope, body.ids, body.mark)
      await context.audit('pictures.marked', body.ids.join(','), { mark: body.mark })
      return null
    },
  })

  const viewer = pictureViewer(authenticate, ['inspect.view', 'inspect.plan'])
  app.get('/api/pictures/:id/annotated', async (request, reply) => {
    const { scope } = await viewer(request)
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const { data } = await gallery.annotatedPicture(scope, id)
    return reply
      .headers({ 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' })
      .type('image/jpeg')
      .send(data)
  })
}

type Query = Parameters<GalleryService['page']>[1] extends { area: infer Area }
  ? Area & Omit<Parameters<GalleryService['page']>[1], 'area'>
  : never

function filterOf({ type, id, provinceid, cityid, countyid, ...rest }: Query) {
  return { area: { type, id, provinceid, cityid, countyid }, ...rest }
}
