import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { ReportService } from './report.ts'

type Deps = {
  report: ReportService
  /** The caller by header or by the pictures' cookie. @throws sessionEnded, forbidden */
  viewer(request: FastifyRequest): Promise<Caller>
}
type Asked = { Params: { id: string }; Querystring: { language?: string } }

/**
 * The printed report of an evaluation. The second address lies where the session's cookie is sent, for a plain link;
 * `language` is zh or en, else what the browser prefers.
 */
export function reportRoutes(app: FastifyInstance, { report, viewer }: Deps): void {
  app.get<Asked>('/api/evaluations/:id/report.pdf', send)
  app.get<Asked>('/api/pictures/evaluations/:id/report.pdf', send)

  async function send(request: FastifyRequest<Asked>, reply: FastifyReply) {
    const caller = await viewer(request)
    const { language } = request.query
    const wanted = language === 'zh' || language === 'en' ? language : languageOf(request)
    const { data, name } = await report.pdf(caller, request.params.id, wanted)
    return reply
      .header(
        'Content-Disposition',
        `inline; filename="report.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .header('Cache-Control', 'private, no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .type('application/pdf')
      .send(data)
  }
}
