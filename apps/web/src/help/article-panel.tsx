import {
  type Article,
  type ArticleAction,
  articleActions,
  articleStatuses,
  articleTopics,
} from '@aisle/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { pathOf, useRegistry } from '../shell/registry.ts'
import { Tag } from '../ui/bits.tsx'
import { ExportMenu } from '../ui/export/export-menu.tsx'
import { Panel } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { type Block, blocksOf, type Span } from './markup.ts'
import { articlesChanged } from './queries.ts'
import { words } from './text.ts'

const actions = Object.keys(articleActions) as ArticleAction[]
/** Articles that were opened in this visit: each is counted once. */
const opened = new Set<string>()

/** One article as its readers see it; editors see what they work at, and the steps that are allowed now. */
export function ArticlePanel({
  id,
  articles,
  onEdit,
}: {
  id: string
  articles: UseQueryResult<Article[]>
  onEdit: ((article: Article) => void) | undefined
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const article = articles.data?.find(one => one.id === id)
  const isPublic = article?.isPublic === true
  useEffect(() => {
    if (!isPublic || opened.has(id)) return
    opened.add(id)
    void api.articles.read({ params: { articleId: id } }).catch(() => opened.delete(id))
  }, [id, isPublic])
  if (!article)
    return (
      <Panel
        id="p2"
        className="span-6"
        title={t(words.article)}
        state={articles.isPending ? 'loading' : articles.isError ? 'error' : 'empty'}
      >
        {articles.isPending && (
          <div className="panel-body">
            <Loading>
              <Bone height={320} />
            </Loading>
          </div>
        )}
        {articles.isError && <ErrorState error={articles.error} onRetry={() => void articles.refetch()} />}
        {articles.data && <EmptyState text={t(words.gone)} />}
      </Panel>
    )
  const title = name(article.title, article.titleEn)
  const blocks = blocksOf(name(article.body, article.bodyEn))
  return (
    <Panel
      id="p2"
      className="span-6"
      title={title}
      state="ready"
      hint={t(articleTopics[article.topic])}
      actions={
        <ExportMenu
          name={title}
          formats={['pdf']}
          parts={async () => [
            {
              title: t(articleTopics[article.topic]),
              columns: [{ title, kind: 'text' }],
              rows: blocks.flatMap(linesOf).map(line => [line.slice(0, 5000)]),
            },
          ]}
        />
      }
    >
      <article className="panel-body help-article">
        {onEdit && article.status !== 'published' && (
          <p className="help-note">
            <Tag tone="warning">{t(articleStatuses[article.status])}</Tag>{' '}
            {article.status === 'draft' && t(isPublic ? words.isDraft : words.neverPublished)}
          </p>
        )}
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no names and never move
          <Shown key={index} block={block} />
        ))}
        <Related pages={article.pages} />
        <footer>
          {article.updatedBy} {format.moment(new Date(article.updatedAt))} ·{' '}
          {t(words.reads, { count: article.reads })}
        </footer>
        {onEdit && <Steps article={article} onEdit={() => onEdit(article)} />}
      </article>
    </Panel>
  )
}

const wordsOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')
const linesOf = (block: Block): string[] =>
  block.kind === 'list' ? block.items.map(item => `· ${wordsOf(item)}`) : [wordsOf(block.spans)]

function Shown({ block }: { block: Block }) {
  if (block.kind === 'list')
    return (
      <ul>
        {block.items.map(item => (
          <li key={wordsOf(item)}>
            <Spans spans={item} />
          </li>
        ))}
      </ul>
    )
  const content = <Spans spans={block.spans} />
  return block.kind === 'heading' ? <h3>{content}</h3> : <p>{content}</p>
}

const Spans = ({ spans }: { spans: readonly Span[] }) =>
  spans.map(({ text, href }) =>
    href === undefined ? (
      text
    ) : (
      <Link key={`${text} ${href}`} to={href}>
        {text}
      </Link>
    ),
  )

/** Pages that the reader may open. */
function Related({ pages: ids }: { pages: readonly string[] }) {
  const t = useText()
  const { pages } = useRegistry()
  const { user } = useSession()
  const found = ids.flatMap(id => {
    const page = pages.find(one => one.id === id)
    const path = pathOf(pages, id, user)
    return page && path !== undefined ? [{ id, path, title: t(page.title) }] : []
  })
  if (found.length === 0) return null
  return (
    <p className="help-related">
      <strong>{t(words.related)}</strong>
      {found.map(({ id, path, title }) => (
        <Link key={id} to={path}>
          {title}
        </Link>
      ))}
    </p>
  )
}

function Steps({ article, onEdit }: { article: Article; onEdit(): void }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  async function take(action: ArticleAction) {
    setBusy(true)
    try {
      await api.articles.step({
        params: { articleId: article.id },
        body: { action, version: article.version },
      })
      toast.success(words.done, { action: t(articleActions[action].label) })
    } catch (error) {
      toast.error(error)
    } finally {
      await articlesChanged()
      setBusy(false)
    }
  }
  return (
    <div className="help-steps">
      {article.status !== 'archived' && (
        <Button size="small" icon={<Pencil size={14} aria-hidden />} onClick={onEdit}>
          {t(words.edit)}
        </Button>
      )}
      {actions
        .filter(action => articleActions[action].from.some(one => one === article.status))
        .map(action => (
          <Button
            key={action}
            size="small"
            type={action === 'publish' ? 'primary' : 'default'}
            loading={isBusy}
            onClick={() => void take(action)}
          >
            {t(articleActions[action].label)}
          </Button>
        ))}
    </div>
  )
}
