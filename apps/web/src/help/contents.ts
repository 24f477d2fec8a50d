import { type Article, articleTopics, type Text } from '@aisle/contract'
import { useMemo } from 'react'
import type { Dictionary, MetricEntry } from '../lib/figures/use-question.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { words } from './text.ts'

/** What an address names: `figure:visits`, or the id of an article. */
export type Entry = { key: string; title: string; isDraft: boolean }
export type Chapter = { key: string; title: string; isArticles: boolean; entries: readonly Entry[] }

const prefix = 'figure:'
const figureKey = (id: string) => `${prefix}${id}`
export const figureIn = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length) : undefined

/** The chapters of the knowledge base with what matches a search: articles by topic, then what figures mean. */
export function useChapters(
  articles: readonly Article[],
  metrics: readonly MetricEntry[],
  dictionary: Dictionary | undefined,
  search: string,
): Chapter[] {
  const t = useText()
  const name = useName()
  const matches = useMatcher()
  return useMemo(() => {
    const chapters = [
      ...Object.entries(articleTopics).map(([topic, title]) => ({
        key: topic,
        title: t(title),
        isArticles: true,
        entries: articles
          .filter(one => one.topic === topic)
          .map(one => ({
            key: one.id,
            title: name(one.title, one.titleEn),
            isDraft: one.status !== 'published',
          })),
      })),
      ...[...Map.groupBy(metrics, ({ sources: [source] }) => source ?? '')].map(([source, own]) => ({
        key: `source ${source}`,
        title: `${t(words.figures)} · ${sourceName(dictionary, source, t)}`,
        isArticles: false,
        entries: own.map(({ id, label }) => ({ key: figureKey(id), title: t(label), isDraft: false })),
      })),
    ]
    return chapters
      .map(chapter => ({
        ...chapter,
        entries: chapter.entries.filter(({ title }) => search.trim() === '' || matches(title, search)),
      }))
      .filter(({ entries }) => entries.length > 0)
  }, [articles, metrics, dictionary, search, matches, t, name])
}

export const sourceName = (
  dictionary: Dictionary | undefined,
  id: string,
  t: (text: Text) => string,
): string => {
  const source = dictionary?.source(id)
  return source ? t(source.label) : id
}
