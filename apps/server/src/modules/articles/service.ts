import {
  AppError,
  type Article,
  type ArticleAction,
  type ArticleContent,
  articleActions,
  isAllowed,
} from '@aisle/contract'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { articles, users } from '../../platform/schema/index.ts'

const text = {
  none: { zh: '没有这篇文章', en: 'There is no such article' },
  archived: { zh: '文章已归档，恢复后才能修改', en: 'The article is archived. Restore it to change it.' },
  wrongStatus: { zh: '当前状态不能执行该操作', en: 'It cannot be done in this status' },
  changed: {
    zh: '文章已被他人修改，请查看后再保存',
    en: 'Someone else changed the article. Look at it before you save.',
  },
} as const

type Deps = { db: Database; now: () => Date }
type Row = typeof articles.$inferSelect
export type ArticleService = ReturnType<typeof articleService>

const mayEdit = ({ authorities }: Caller) => isAllowed(authorities, ['kb.edit'])

/** Articles: readers see what was published last, editors what is worked at. */
export function articleService({ db, now }: Deps) {
  const answerOf = (row: Row, content: ArticleContent, writer: string | null): Article => ({
    id: row.id,
    ...content,
    status: row.status,
    isPublic: row.published !== null,
    version: row.version,
    reads: row.reads,
    updatedBy: writer ?? '',
    updatedAt: row.updatedAt.toISOString(),
  })
  const select = () =>
    db
      .select({ row: articles, writer: users.realName })
      .from(articles)
      .leftJoin(users, eq(users.id, articles.updatedBy))
      .$dynamic()

  async function one(id: string): Promise<Article> {
    const [found] = await select().where(eq(articles.id, id))
    if (!found) throw new AppError('notFound', text.none)
    return answerOf(found.row, found.row.content, found.writer)
  }

  /** @throws AppError conflict with what stands there now */
  async function change(caller: Caller, id: string, version: number, values: Partial<Row>): Promise<Article> {
    const changed = await db
      .update(articles)
      .set({ ...values, version: version + 1, updatedBy: caller.userId, updatedAt: now() })
      .where(and(eq(articles.id, id), eq(articles.version, version)))
      .returning({ id: articles.id })
    const current = await one(id)
    if (changed.length === 0) throw new AppError('conflict', text.changed, { reason: 'changed', current })
    return current
  }

  return {
    async list(caller: Caller): Promise<Article[]> {
      const isEditor = mayEdit(caller)
      const rows = await select()
        .where(isEditor ? undefined : isNotNull(articles.published))
        .orderBy(desc(articles.updatedAt), desc(articles.id))
      return rows.map(({ row, writer }) => {
        const content = isEditor ? row.content : (row.published ?? row.content)
        const answer = answerOf(row, content, writer)
        // That somebody works at it is no business of its readers.
        return isEditor ? answer : { ...answer, status: 'published' as const }
      })
    },

    async read(id: string): Promise<{ reads: number }> {
      const [row] = await db
        .update(articles)
        .set({ reads: sql`${articles.reads} + 1` })
        .where(and(eq(articles.id, id), isNotNull(articles.published)))
        .returning({ reads: articles.reads })
      if (!row) throw new AppError('notFound', text.none)
      return row
    },

    async create(caller: Caller, content: ArticleContent): Promise<Article> {
      const [row] = await db
        .insert(articles)
        .values({ content, updatedBy: caller.userId, updatedAt: now() })
        .returning({ id: articles.id })
      return one(row?.id ?? '')
    },

    /** @throws AppError ruleBroken where it is archived; conflict */
    async save(
      caller: Caller,
      id: string,
      { version, ...content }: ArticleContent & { version: number },
    ): Promise<Article> {
      const { status } = await one(id)
      if (status === 'archived')
        throw new AppError('ruleBroken', text.archived, { reason: 'status:archived' })
      return change(caller, id, version, { content, status: 'draft' })
    },

    /** @throws AppError ruleBroken, naming the status, from any other than the step's; conflict */
    async step(caller: Caller, id: string, action: ArticleAction, version: number): Promise<Article> {
      const { from, to } = articleActions[action]
      const [row] = await db.select().from(articles).where(eq(articles.id, id))
      if (!row) throw new AppError('notFound', text.none)
      if (!from.some(status => status === row.status))
        throw new AppError('ruleBroken', text.wrongStatus, { reason: `status:${row.status}` })
      return change(caller, id, version, {
        status: to,
        ...(action === 'publish' ? { published: row.content } : {}),
        ...(action === 'archive' ? { published: null } : {}),
      })
    },
  }
}
