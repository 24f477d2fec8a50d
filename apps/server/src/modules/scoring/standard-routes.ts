import { AppError } from '@aisle/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../platform/http/request.ts'
import type { StandardPictures } from './standards.ts'
import { text } from './text.ts'

type Deps = {
  standards: StandardPictures
  /** The caller by header or by the pictures' cookie. @throws sessionEnded, forbidden */
  viewer(request: FastifyRequest): Promise<Caller>
}

const params = z.object({ itemId: z.string().regex(/^[\w-]{1,64}$/), at: z.coerce.number().int().min(0) })

/** Standard pictures of items, for an `<img>`. What lies under an address never changes. */
export function standardRoutes(app: FastifyInstance, { standards, viewer }: Deps): void {
  app.get('/api/pictures/standard/:itemId/:at', async (request, reply) => {
    await viewer(request)
    const { data: asked } = params.safeParse(request.params)
    if (!asked) throw new AppError('notFound', text.noStandard)
    return reply
      .header('Cache-Control', 'private, max-age=31536000, immutable')
      .header('X-Content-Type-Options', 'nosniff')
      .type('image/webp')
      .send(await standards.content(asked.itemId, asked.at))
  })
}
