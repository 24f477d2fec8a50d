import { z } from 'zod'
import type { Authority } from './authorities.ts'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import { answerId, id, isoTime } from './shared.ts'

/** What articles are about; definitions of figures and the list of pages come from the console itself. */
export const articleTopics = {
  pages: { zh: '页面与操作', en: 'Pages and how to use them' },
  devices: { zh: '设备与数据', en: 'Devices and data' },
  cases: { zh: '经营案例', en: 'Cases' },
} as const satisfies Record<string, Text>
export type ArticleTopic = keyof typeof articleTopics
const topics = Object.keys(articleTopics) as [ArticleTopic, ...ArticleTopic[]]

export const articleStatuses = {
  draft: { zh: '草稿', en: 'Draft' },
  published: { zh: '已发布', en: 'Published' },
  archived: { zh: '已归档', en: 'Archived' },
} as const satisfies Record<string, Text>
export type ArticleStatus = keyof typeof articleStatuses
const statuses = Object.keys(articleStatuses) as [ArticleStatus, ...ArticleStatus[]]

const editor = ['kb.edit'] as const
/** Steps of the state model; saving makes a draft of what is published, which stands until the draft is published. */
export const articleActions = {
  publish: { label: { zh: '发布', en: 'Publish' }, from: ['draft'], to: 'published' },
  archive: { label: { zh: '归档', en: 'Archive' }, from: ['published'], to: 'archived' },
  restore: { label: { zh: '恢复', en: 'Restore' }, from: ['archived'], to: 'draft' },
} as const satisfies Record<
  string,
  { label: Text; from: readonly ArticleStatus[]; to: ArticleStatus; authority?: Authority }
>
export type ArticleAction = keyof typeof articleActions
const actions = Object.keys(articleActions) as [ArticleAction, ...ArticleAction[]]

/** In both languages. A body has paragraphs, `## headings`, `- lines of a list` and `[words](/address)`. */
const content = z.strictObject({
  topic: z.enum(topics),
  title: z.string().trim().min(1).max(120),
  titleEn: z.string().trim().max(120).default(''),
  body: z.string().trim().max(20_000).default(''),
  bodyEn: z.string().trim().max(20_000).default(''),
  /** Ids of pages that it is about. */
  pages: z.array(z.string().max(60)).max(12).default([]),
})
export type ArticleContent = z.infer<typeof content>

export const article = content.extend({
  id: answerId,
  status: z.enum(statuses),
  /** Whether readers see it; of an editor's draft they see what was published before. */
  isPublic: z.boolean(),
  version: z.number(),
  reads: z.number(),
  updatedBy: z.string(),
  updatedAt: isoTime,
})
export type Article = z.infer<typeof article>

const tag = 'articles'
const params = z.object({ articleId: id })
const version = z.number().int().min(1).max(1_000_000)
const base = '/api/articles'

/** Articles of the knowledge base. */
export const articleCalls = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary:
      'Every article that the caller may read, the last changed first: published ones, and for editors all of them.',
    tag,
    authority: [],
    answer: z.array(article),
  }),
  read: endpoint({
    method: 'POST',
    path: `${base}/:articleId/read`,
    summary: 'Counts that somebody read it, which is what popular means.',
    tag,
    authority: [],
    params,
    answer: z.object({ reads: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Begins an article as a draft.',
    tag,
    authority: editor,
    bodyLimit: 200_000,
    body: content,
    answer: article,
  }),
  save: endpoint({
    method: 'PUT',
    path: `${base}/:articleId`,
    summary:
      'Saves a draft, or a published article as one. 409 with the present one where it was changed meanwhile.',
    tag,
    authority: editor,
    bodyLimit: 200_000,
    params,
    body: content.extend({ version }),
    answer: article,
  }),
  step: endpoint({
    method: 'POST',
    path: `${base}/:articleId/step`,
    summary: 'Publishes, archives or restores an article. Refused from any other status than the step’s.',
    tag,
    authority: editor,
    params,
    body: z.object({ action: z.enum(actions), version }),
    answer: article,
  }),
}
