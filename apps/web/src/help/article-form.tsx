import { type Article, type ArticleContent, type ArticleTopic, articleTopics } from '@aisle/contract'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { isProblem } from '../lib/problem.ts'
import { queryClient } from '../lib/queries.ts'
import { useRegistry } from '../shell/registry.ts'
import { LeaveGuard } from '../shell/settings/settings-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast.tsx'
import { type Conflict, ConflictPanel, contentOf, differing } from './article-conflict.tsx'
import { articleQueries, articlesChanged } from './queries.ts'
import { words } from './text.ts'

const topics = Object.keys(articleTopics) as ArticleTopic[]
const empty: ArticleContent = { topic: 'pages', title: '', titleEn: '', body: '', bodyEn: '', pages: [] }

/** An article that is written: what it was read as, undefined while it is new, and what stands in its form. */
export type Editing = { of: Article | undefined; content: ArticleContent }
export const editingOf = (of: Article | undefined): Editing => ({ of, content: of ? contentOf(of) : empty })
export const isChanged = ({ of, content }: Editing): boolean => differing(content, of ?? empty).length > 0

/**
 * An article while it is written, in both languages; saved as a draft. Where somebody else saved meanwhile, both texts stand beside
 * each other, and what is saved then goes on top of theirs.
 */
export function ArticleForm({
  editing,
  onChange,
  onSaved,
  onCancel,
}: {
  editing: Editing
  onChange(editing: Editing): void
  onSaved(id: string): void
  onCancel(): void
}) {
  const t = useText()
  const id = useId()
  const { pages } = useRegistry()
  const { of: article, content } = editing
  const [conflict, meet] = useState<Conflict>()
  const [isBusy, setBusy] = useState(false)
  const set = (values: Partial<ArticleContent>) =>
    onChange({ ...editing, content: { ...content, ...values } })
  const base = conflict?.theirs ?? article

  async function save() {
    setBusy(true)
    try {
      const saved =
        article && base
          ? await api.articles.save({
              params: { articleId: article.id },
              body: { ...content, version: base.version },
            })
          : await api.articles.create({ body: content })
      toast.success(words.saved)
      await articlesChanged()
      onSaved(saved.id)
    } catch (error) {
      toast.error(error)
      if (isProblem(error) && error.reason === 'changed') await meetOther()
    } finally {
      setBusy(false)
    }
  }
  /** What stands on the server now, beside what stands in the form. */
  async function meetOther() {
    try {
      const list = await queryClient.fetchQuery({ ...articleQueries.list(), staleTime: 0 })
      const theirs = list.find(one => one.id === article?.id)
      if (theirs) meet({ theirs, mine: content })
    } catch (error) {
      toast.error(error)
    }
  }
  const line = (key: 'title' | 'titleEn', label: string) => (
    <div className="help-field">
      <label htmlFor={`${id}-${key}`}>{label}</label>
      <Input
        id={`${id}-${key}`}
        value={content[key]}
        maxLength={120}
        onChange={({ target }) => set({ [key]: target.value })}
      />
    </div>
  )
  const long = (key: 'body' | 'bodyEn', label: string) => (
    <div className="help-field">
      <label htmlFor={`${id}-${key}`}>{label}</label>
      <Input.TextArea
        id={`${id}-${key}`}
        value={content[key]}
        maxLength={20_000}
        autoSize={{ minRows: 8, maxRows: 24 }}
        onChange={({ target }) => set({ [key]: target.value })}
      />
    </div>
  )
  return (
    <Panel
      id="p4"
      className="span-6"
      title={t(article ? words.editing : words.create)}
      state="ready"
      actions={
        <>
          <Button size="small" onClick={onCancel}>
            {t(words.cancel)}
          </Button>
          <Button
            size="small"
            type="primary"
            loading={isBusy}
            disabled={
              content.title.trim() === '' ||
              (conflict !== undefined && differing(content, conflict.theirs).length === 0)
            }
            onClick={() => void save()}
          >
            {t(conflict ? words.saveOnTop : words.save)}
          </Button>
        </>
      }
    >
      <div className="panel-body help-form">
        <LeaveGuard isChanged={isChanged(editing)} />
        {conflict && <ConflictPanel conflict={conflict} content={content} onTake={set} />}
        <div className="help-field">
          <span>{t(words.topic)}</span>
          <Select<ArticleTopic>
            aria-label={t(words.topic)}
            value={content.topic}
            options={topics.map(topic => ({ value: topic, label: t(articleTopics[topic]) }))}
            onChange={topic => set({ topic })}
          />
        </div>
        {line('title', t(words.title))}
        {long('body', t(words.body))}
        {line('titleEn', t(words.titleEn))}
        {long('bodyEn', t(words.bodyEn))}
        <small>{t(words.markup)}</small>
        <div className="help-field">
          <span>{t(words.pages)}</span>
          <Select
            mode="multiple"
            aria-label={t(words.pages)}
            value={content.pages}
            maxCount={12}
            showSearch={{ optionFilterProp: 'label' }}
            options={pages.map(page => ({ value: page.id, label: t(page.title) }))}
            onChange={about => set({ pages: about })}
          />
        </div>
      </div>
    </Panel>
  )
}
