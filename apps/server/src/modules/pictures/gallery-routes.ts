import { AppError, gallery as calls, isAllowed } from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { languageOf, type Mount, type MountOptions } from '../../platform/http/mount.ts'
import { text } from '../../platform/http/text.ts'
import type { GalleryService } from './gallery.ts'
import { pictureViewer } from './viewer.ts'

type Deps = { gallery: GalleryService } & Pick<MountOptions, 'authenticate' | 'audit'>

/** The calls of the gallery, the address that an annotated picture is shown from, and many pictures as one file. */
export function galleryRoutes(
  app: FastifyInstance,
  mount: Mount,
  { gallery, authenticate, audit }: Deps,
): void {
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

  app.post('/api/pictures/zip', async (request, reply) => {
    const caller = await viewer(request)
    if (!isAllowed(caller.authorities, ['export.run']))
      throw new AppError('forbidden', text.forbidden, { reason: 'export.run' })
    const { data: body, error } = zipBody.safeParse(request.body)
    if (!body)
      throw new AppError('invalidInput', text.invalidInput, {
        errors: error.issues.map(issue => ({ path: issue.path.join('.'), message: issue.message })),
      })
    const stream = await gallery.zip(caller.scope, body.ids, languageOf(request))
    await audit({
      userId: caller.userId,
      address: request.ip,
      action: 'pictures.exported',
      target: '',
      details: { pictures: body.ids.length },
    })
    return reply
      .headers({
        'Content-Disposition': 'attachment; filename="pictures.zip"',
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .type('application/zip')
      .send(stream)
  })
}

const zipBody = z.object({
  ids: z
    .array(z.string().regex(/^[\w-]{1,64}$/))
    .min(1)
    .max(20_000),
})

type Query = Parameters<GalleryService['page']>[1] extends { area: infer Area }
  ? Area & Omit<Parameters<GalleryService['page']>[1], 'area'>
  : never

function filterOf({ type, id, provinceid, cityid, countyid, ...rest }: Query) {
  return { area: { type, id, provinceid, cityid, countyid }, ...rest }
}
