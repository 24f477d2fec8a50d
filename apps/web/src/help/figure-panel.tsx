import { type Article, type Authority, authorities } from '@aisle/contract'
import type { Dictionary } from '../lib/figures/use-question.ts'
import { useName, useText } from '../lib/i18n.ts'
import { Panel } from '../ui/panel.tsx'
import { Bone, EmptyState, Loading } from '../ui/states.tsx'
import { sourceName } from './contents.ts'
import { words } from './text.ts'

const isAuthority = (name: string): name is Authority => Object.hasOwn(authorities, name)

/** What a figure means: how it is worked out, from what, whether parts add up, by what it can be split, who sees it. */
export function FigurePanel({
  id,
  articles,
  dictionary,
  onChoose,
}: {
  id: string
  articles: readonly Article[]
  dictionary: Dictionary | undefined
  onChoose(key: string): void
}) {
  const t = useText()
  const name = useName()
  const metric = dictionary?.metric(id)
  if (!dictionary || !metric)
    return (
      <Panel id="p2" className="span-6" title={t(words.article)} state={dictionary ? 'empty' : 'loading'}>
        {dictionary ? (
          <EmptyState text={t(words.gone)} />
        ) : (
          <div className="panel-body">
            <Loading>
              <Bone height={240} />
            </Loading>
          </div>
        )}
      </Panel>
    )
  const label = t(metric.label)
  const joint = t({ zh: '、', en: ', ' })
  const facts: [string, string][] = [
    [t(words.formula), t(metric.formula)],
    [t(words.unit), t(metric.unitLabel)],
    [t(words.adds), t(metric.additivityLabel)],
    [t(words.sources), metric.sources.map(source => sourceName(dictionary, source, t)).join(joint)],
    [t(words.groups), groupsOf(metric.dimensions, dictionary, t).join(joint)],
    [
      t(words.needs),
      metric.authority.length === 0
        ? t(words.everyone)
        : metric.authority.map(one => (isAuthority(one) ? t(authorities[one]) : one)).join(' / '),
    ],
  ]
  const about = articles.filter(
    one => one.isPublic && `${one.title}${one.titleEn}${one.body}${one.bodyEn}`.includes(label),
  )
  return (
    <Panel id="p2" className="span-6" title={label} hint={t(words.figures)} state="ready">
      <article className="panel-body help-article">
        {!metric.allowed && <p className="help-note">{t(words.locked)}</p>}
        <dl>
          {facts
            .filter(([, value]) => value !== '')
            .map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {about.length > 0 && (
          <p className="help-related">
            <strong>{t(words.about)}</strong>
            {about.map(one => (
              <button key={one.id} type="button" className="link-button" onClick={() => onChoose(one.id)}>
                {name(one.title, one.titleEn)}
              </button>
            ))}
          </p>
        )}
      </article>
    </Panel>
  )
}

const groupsOf = (ids: readonly string[], dictionary: Dictionary, t: ReturnType<typeof useText>): string[] =>
  ids.flatMap(id => dictionary.dimension(id)?.label ?? []).map(label => t(label))
