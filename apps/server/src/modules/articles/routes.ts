import { articleCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { ArticleService } from './service.ts'

export function articleRoutes(mount: Mount, articles: ArticleService): void {
  mount(articleCalls, {
    list: (_, { caller }) => articles.list(caller),
    read: ({ params }) => articles.read(params.articleId),
    async create({ body }, { caller, audit }) {
      const made = await articles.create(caller, body)
      await audit('article.created', made.id, { title: made.title })
      return made
    },
    async save({ params, body }, { caller, audit }) {
      const saved = await articles.save(caller, params.articleId, body)
      await audit('article.saved', saved.id, { title: saved.title })
      return saved
    },
    async step({ params, body }, { caller, audit }) {
      const moved = await articles.step(caller, params.articleId, body.action, body.version)
      await audit(`article.${body.action}`, moved.id, { title: moved.title })
      return moved
    },
  })
}
