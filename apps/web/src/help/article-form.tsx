import { type Article, type ArticleContent, type ArticleTopic, articleTopics } from '@aisle/contract'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { isProblem } from '../lib/problem.ts'
import { useRegistry } from '../shell/registry.ts'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast.tsx'
import { articlesChanged } from './queries.ts'
import { words } from './text.ts'

const topics = Object.keys(articleTopics) as ArticleTopic[]
const empty: ArticleContent = { topic: 'pages', title: '', titleEn: '', body: '', bodyEn: '', pages: [] }

/** An article while it is written, in both languages; saved as a draft. */
export function ArticleForm({
  article,
  onSaved,
  onCancel,
}: {
  /** Undefined: a new one. */
  article: Article | undefined
  onSaved(id: string): void
  onCancel(): void
}) {
  const t = useText()
  const id = useId()
  const { pages } = useRegistry()
  const [content, change] = useState<ArticleContent>(() => {
    if (!article) return empty
    const { topic, title, titleEn, body, bodyEn, pages: about } = article
    return { topic, title, titleEn, body, bodyEn, pages: about }
  })
  const [isBusy, setBusy] = useState(false)
  const set = (values: Partial<ArticleContent>) => change({ ...content, ...values })

  async function save() {
    setBusy(true)
    try {
      const saved = article
        ? await api.articles.save({
            params: { articleId: article.id },
            body: { ...content, version: article.version },
          })
        : await api.articles.create({ body: content })
      toast.success(words.saved)
      await articlesChanged()
      onSaved(saved.id)
    } catch (error) {
      toast.error(error)
      if (isProblem(error) && error.code === 409) await articlesChanged()
    } finally {
      setBusy(false)
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
            disabled={content.title.trim() === ''}
            onClick={() => void save()}
          >
            {t(words.save)}
          </Button>
        </>
      }
    >
      <div className="panel-body help-form">
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
