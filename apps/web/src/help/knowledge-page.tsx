import type { Article } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { analysisQueries, useDictionary } from '../lib/figures/use-question.ts'
import { useFormat } from '../lib/format.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { words as anyWords, useAddressFilter } from '../shell/filters.ts'
import { PageBody } from '../shell/page.tsx'
import { Tag } from '../ui/bits.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { ArticleForm, type Editing, editingOf, isChanged } from './article-form.tsx'
import { ArticlePanel } from './article-panel.tsx'
import { type Chapter, figureIn, useChapters } from './contents.ts'
import { FigurePanel } from './figure-panel.tsx'
import { articleQueries } from './queries.ts'
import { words } from './text.ts'
import './help.css'

const none: readonly never[] = []
const listed = 5

/** What figures mean, how pages are used, and what people have learned: read by everyone, written by editors. */
export function KnowledgePage() {
  const t = useText()
  const { can } = useSession()
  const mayEdit = can('kb.edit')
  const articles = useQuery(articleQueries.list())
  const entries = useQuery(analysisQueries.dictionary())
  const dictionary = useDictionary()
  const [search, setSearch] = useAddressFilter('keyword', anyWords)
  const [chosen, setChosen] = useAddressFilter('article', anyWords)
  const [edited, edit] = useState<Editing>()
  const list = articles.data ?? none
  const chapters = useChapters(list, entries.data?.metrics ?? none, dictionary, search)
  /** Closes the form; what was typed and not saved has a way back. */
  const leave = () => {
    edit(undefined)
    if (edited && isChanged(edited)) toast.undo(words.left, () => edit(edited))
  }
  const choose = (key: string) => {
    leave()
    setChosen(key)
  }
  const shown = chosen === '' ? (list.find(({ isPublic }) => isPublic)?.id ?? '') : chosen
  const figure = figureIn(shown)
  return (
    <PageBody
      className="help-page"
      filters={
        <Input.Search
          allowClear
          className="help-search"
          aria-label={t(words.search)}
          placeholder={t(words.search)}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      }
      actions={
        mayEdit && (
          <Button
            icon={<Plus size={14} aria-hidden />}
            onClick={() => {
              leave()
              edit(editingOf(undefined))
            }}
          >
            {t(words.create)}
          </Button>
        )
      }
    >
      <Panel
        id="p1"
        className="span-3"
        title={t(words.contents)}
        state={stateOf(articles, () => chapters.length === 0)}
      >
        {articles.isPending && (
          <div className="panel-body">
            <Loading>
              <Bone height={320} />
            </Loading>
          </div>
        )}
        {articles.isError && articles.data === undefined && (
          <ErrorState error={articles.error} onRetry={() => void articles.refetch()} />
        )}
        {articles.data && chapters.length === 0 && <EmptyState text={t(words.noMatch)} />}
        {chapters.length > 0 && (
          <Contents chapters={chapters} chosen={shown} isOpen={search.trim() !== ''} onChoose={choose} />
        )}
      </Panel>
      {edited ? (
        <ArticleForm
          key={edited.of?.id ?? 'new'}
          editing={edited}
          onChange={edit}
          onSaved={id => {
            edit(undefined)
            setChosen(id)
          }}
          onCancel={leave}
        />
      ) : figure === undefined ? (
        <ArticlePanel
          id={shown}
          articles={articles}
          onEdit={mayEdit ? article => edit(editingOf(article)) : undefined}
        />
      ) : (
        <FigurePanel id={figure} articles={list} dictionary={dictionary} onChoose={choose} />
      )}
      <Panel id="p3" className="span-3" title={t(words.popularAndFresh)} state={stateOf(articles)}>
        <div className="panel-body help-lists">
          <h3>{t(words.popular)}</h3>
          <ShortList
            articles={list
              .filter(({ isPublic }) => isPublic)
              .toSorted((a, b) => b.reads - a.reads)
              .slice(0, listed)}
            by="reads"
            onChoose={choose}
          />
          <h3>{t(words.fresh)}</h3>
          <ShortList articles={list.slice(0, listed)} by="updatedAt" onChoose={choose} />
        </div>
      </Panel>
    </PageBody>
  )
}

/** Chapters that open; those with the chosen entry, and all of them while something is searched. */
function Contents({
  chapters,
  chosen,
  isOpen,
  onChoose,
}: {
  chapters: readonly Chapter[]
  chosen: string
  isOpen: boolean
  onChoose(key: string): void
}) {
  return (
    <nav className="panel-body help-contents">
      {chapters.map(({ key, title, entries, isArticles }) => (
        <details
          key={`${key} ${isOpen}`}
          open={isOpen || isArticles || entries.some(one => one.key === chosen)}
        >
          <summary>
            {title} <span className="help-count">{entries.length}</span>
          </summary>
          <ul>
            {entries.map(entry => (
              <li key={entry.key}>
                <button
                  type="button"
                  aria-current={entry.key === chosen ? 'true' : undefined}
                  onClick={() => onChoose(entry.key)}
                >
                  {entry.title}
                  {entry.isDraft && ' *'}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

function ShortList({
  articles,
  by,
  onChoose,
}: {
  articles: readonly Article[]
  by: 'reads' | 'updatedAt'
  onChoose(key: string): void
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  return (
    <ul>
      {articles.map(article => (
        <li key={article.id}>
          <button type="button" onClick={() => onChoose(article.id)}>
            {name(article.title, article.titleEn)}
          </button>
          <span>
            {by === 'reads'
              ? t(words.reads, { count: article.reads })
              : format.moment(new Date(article.updatedAt))}
          </span>
          {article.status === 'draft' && <Tag>{t({ zh: '草稿', en: 'Draft' })}</Tag>}
        </li>
      ))}
    </ul>
  )
}
