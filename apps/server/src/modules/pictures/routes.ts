import {
  AppError,
  checkShopCalls,
  isAllowed,
  type ProviderName,
  pictures as pictureCalls,
} from '@aisle/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Handler, Mount } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureService } from './service.ts'
import { text } from './text.ts'
import { uploadedPicture } from './upload.ts'
import { pictureViewer } from './viewer.ts'

/** Other modules read the picture of a call the same way. */
export { uploadedPicture }

type Deps = { pictures: PictureService; authenticate(token: string): Promise<Caller | undefined> }

/** The calls about pictures, and the two addresses that pictures are shown from. */
export function pictureRoutes(app: FastifyInstance, mount: Mount, { pictures, authenticate }: Deps): void {
  const upload =
    (provider: ProviderName): Handler<typeof checkShopCalls.uploadCheckShopFile> =>
    async ({ body: { file, fileTypeName: _, ...body } }, context) =>
      pictures.upload(context.caller, { ...body, provider, data: uploadedPicture(context, file) })

  mount(
    {
      uploadCheckShopFile: checkShopCalls.uploadCheckShopFile,
      uploadCheckShopFile_shilian: checkShopCalls.uploadCheckShopFile_shilian,
      uploadCheckShopFile_huawei: checkShopCalls.uploadCheckShopFile_huawei,
      uploadHuiyanCheckShopFile: checkShopCalls.uploadHuiyanCheckShopFile,
      findCheckShopFileList2: checkShopCalls.findCheckShopFileList2,
      delCheckShopFileByIds: checkShopCalls.delCheckShopFileByIds,
      restore: pictureCalls.restore,
    },
    {
      uploadCheckShopFile: upload('ezviz'),
      uploadCheckShopFile_shilian: upload('shilian'),
      uploadCheckShopFile_huawei: upload('huawei'),
      uploadHuiyanCheckShopFile: upload('huiyan'),
      findCheckShopFileList2: ({ query: { beg, ...query } }, { caller }) =>
        pictures.page(caller.scope, { ...query, begin: beg }),
      async delCheckShopFileByIds({ params: { ids } }, context) {
        await pictures.remove(context.caller.scope, ids)
        await context.audit('pictures.deleted', ids.join(','))
        return null
      },
      async restore({ params: { ids } }, context) {
        const restored = await pictures.restore(context.caller.scope, ids)
        await context.audit('pictures.restored', ids.join(','))
        return restored
      },
    },
  )

  const viewer = pictureViewer(authenticate, ['inspect.view', ...seesProblems])
  show('content', pictures.content)
  show('thumbnail', pictures.thumbnail)

  /** A plain address for an `<img>`. */
  function show(part: string, open: PictureService['content' | 'thumbnail']): void {
    app.get(`/api/pictures/:id/${part}`, async (request, reply) => {
      const { scope, authorities } = await viewer(request)
      const { data: params } = pictureParams.safeParse(request.params)
      if (!params) throw new AppError('notFound', text.gone)
      if (!isAllowed(authorities, ['inspect.view']) && !(await pictures.isOfProblem(params.id)))
        throw new AppError('forbidden', text.notYours)
      const { stream, mime, sizeBytes } = await open(scope, params.id)
      const tag = `"${params.id}-${part}"`
      reply.headers({
        ETag: tag,
        // A picture never changes, and it is the user's alone.
        'Cache-Control': 'private, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      })
      if (isHeld(request, tag)) {
        stream.destroy()
        return reply.status(304).send()
      }
      if (sizeBytes !== undefined) reply.header('Content-Length', sizeBytes)
      return reply.type(mime).send(stream)
    })
  }
}

/** Who puts problems right without inspecting sees the pictures of problems, and no others. */
const seesProblems = ['problem.view', 'problem.handle'] as const

const pictureParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) })

function isHeld(request: FastifyRequest, tag: string): boolean {
  const held = request.headers['if-none-match'] ?? ''
  return held.split(',').some(each => each.trim().replace(/^W\//, '') === tag)
}
