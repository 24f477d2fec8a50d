import { type Article, type ArticleContent, articleTopics } from '@aisle/contract'
import { Button } from 'antd'
import { useId } from 'react'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { useRegistry } from '../shell/registry.ts'
import { words } from './text.ts'

const fields = [
  'topic',
  'title',
  'body',
  'titleEn',
  'bodyEn',
  'pages',
] as const satisfies readonly (keyof ArticleContent)[]
type Field = (typeof fields)[number]

/** What somebody else saved while an article was written, and what one had oneself at that moment. */
export type Conflict = { theirs: Article; mine: ArticleContent }

/** What an article says, without who wrote it and when. */
export const contentOf = ({
  topic,
  title,
  titleEn,
  body,
  bodyEn,
  pages,
}: ArticleContent): ArticleContent => ({
  topic,
  title,
  titleEn,
  body,
  bodyEn,
  pages,
})

/** Where two texts differ, in the order of the form. */
export const differing = (one: ArticleContent, other: ArticleContent): Field[] =>
  fields.filter(field => JSON.stringify(one[field]) !== JSON.stringify(other[field]))

/**
 * Both texts beside each other, field by field, each of which can be put into the form. They stand here until one of them, or what
 * was made of both, is saved.
 */
export function ConflictPanel({
  conflict: { theirs, mine },
  content,
  onTake,
}: {
  conflict: Conflict
  /** What stands in the form. */
  content: ArticleContent
  onTake(values: Partial<ArticleContent>): void
}) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const { pages } = useRegistry()
  const changed = differing(theirs, mine)
  const textOf = (of: ArticleContent, field: Field): string => {
    if (field === 'topic') return t(articleTopics[of.topic])
    if (field !== 'pages') return of[field]
    return of.pages
      .map(page => t(pages.find(one => one.id === page)?.title ?? { zh: page, en: page }))
      .join(', ')
  }
  const side = (of: ArticleContent, field: Field, name: 'theirs' | 'mine') => {
    const isTaken = JSON.stringify(of[field]) === JSON.stringify(content[field])
    const label = t(words[field])
    return (
      <div className="help-side" data-taken={isTaken || undefined}>
        <span>{t(words[name])}</span>
        <p>{textOf(of, field) || t(words.nothing)}</p>
        <Button
          size="small"
          aria-pressed={isTaken}
          aria-label={t(name === 'theirs' ? words.takeTheirsOf : words.takeMineOf, { field: label })}
          onClick={() => onTake({ [field]: of[field] })}
        >
          {t(isTaken ? words.taken : words.take)}
        </Button>
      </div>
    )
  }
  return (
    <section className="help-conflict" aria-labelledby={id}>
      <p id={id} role="alert">
        {t(words.conflict, { who: theirs.updatedBy, when: format.moment(new Date(theirs.updatedAt)) })}
      </p>
      {changed.length === 0 && <p>{t(words.same)}</p>}
      {changed.map(field => (
        <fieldset key={field}>
          <legend>{t(words[field])}</legend>
          {side(theirs, field, 'theirs')}
          {side(mine, field, 'mine')}
        </fieldset>
      ))}
      {changed.length > 0 && (
        <div className="help-steps">
          <Button size="small" onClick={() => onTake(contentOf(theirs))}>
            {t(words.takeTheirs)}
          </Button>
          <Button size="small" onClick={() => onTake(mine)}>
            {t(words.takeMine)}
          </Button>
        </div>
      )}
    </section>
  )
}
