import { type ReactNode, use } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { PageFactsContext } from './panel-tools.ts'
import type { ViewPanel } from './view.ts'

type Props = {
  /** Whose sources are named. */
  panels: readonly Pick<ViewPanel, 'source' | 'metrics'>[]
  /** The name of the page as a title, for a picture of all of it. */
  isPage?: boolean
  children: ReactNode
}

/** A picture by itself says what it is of: page, place, days and filters above, sources and time below. */
export function PictureSheet({ panels, isPage = false, children }: Props) {
  const t = useText()
  const { moment } = useFormat()
  const facts = use(PageFactsContext)
  if (!facts) return children
  const { name, scope, period, filters, dictionary } = facts
  const sources = new Set(
    panels.flatMap(
      ({ source, metrics }) => source ?? metrics.flatMap(id => dictionary.metric(id)?.sources[0] ?? []),
    ),
  )
  const labels = [...sources].flatMap(id => dictionary.source(String(id))?.label ?? [])
  const days = period.from === period.to ? period.from : `${period.from} – ${period.to}`
  return (
    <figure className="picture-sheet">
      <figcaption>
        <strong data-page={isPage || undefined}>{name}</strong>
        <span>{[scope, days, ...filters.map(({ label, value }) => `${label}: ${value}`)].join(' · ')}</span>
      </figcaption>
      {children}
      <footer>
        <span>
          {labels.length > 0 &&
            t(
              { zh: '数据来源：{names}', en: 'Source: {names}' },
              { names: [...new Set(labels.map(label => t(label)))].join(t({ zh: '、', en: ', ' })) },
            )}
        </span>
        <span>{t({ zh: '制图 {time}', en: 'Made {time}' }, { time: moment(new Date()) })} · Aisle</span>
      </footer>
    </figure>
  )
}
