import { Suspense } from 'react'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { PictureStudio } from '../../ui/picture/picture-studio.tsx'
import type { Asking } from '../views/ask.ts'
import { filterFacts } from '../views/filter-facts.ts'
import { specialOf } from '../views/kinds/names.ts'
import { special } from '../views/kinds/special.ts'
import { type PageFacts, PageFactsContext } from '../views/panel-tools.ts'
import { WaitingCard } from '../views/special/special-card.tsx'
import type { Asked } from '../views/use-asking.ts'
import type { View, ViewPanel } from '../views/view.ts'
import { ViewExport } from '../views/view-export.tsx'
import { ViewPanelCard } from '../views/view-panel.tsx'
import { visiblePanel } from '../views/visible.ts'
import { onBoard } from './board-asking.ts'

const nobody = () => undefined

/** What a screen shows, on paper: each panel drawn light and in numbers, of the days that it has on the screen. */
export function BoardExport({
  view,
  asked,
  dictionary,
  daysOf = (_, { period }) => period,
}: {
  view: View
  asked: Asked
  dictionary: Dictionary
  /** The days of a panel that has its own. */
  daysOf?: (panel: ViewPanel, asking: Asking) => Asking['period']
}) {
  const t = useText()
  const { asking, scopeName, isKnown } = asked
  if (!isKnown || view.exports.length === 0) return null
  const askingOf = (panel: ViewPanel): Asking =>
    onBoard(panel, { ...asking, period: daysOf(panel, asking) }).asking
  const panels = view.panels.flatMap(panel => {
    if (panel.kind === 'canvas') return []
    if (specialOf(view, panel.id)) return panel
    const seen = visiblePanel(panel, dictionary)
    return seen ? onBoard(seen, asking).panel : []
  })
  const facts: PageFacts = {
    name: t(view.title),
    scope: scopeName,
    period: asking.period,
    filters: filterFacts(asking, dictionary, t),
    dictionary,
  }
  const drawn = (panel: ViewPanel, width: number) => {
    const name = specialOf(view, panel.id)
    const Own = name === undefined ? undefined : special[name]
    if (!Own)
      return (
        <ViewPanelCard
          key={panel.id}
          panel={panel}
          asking={askingOf(panel)}
          dictionary={dictionary}
          width={width}
          onPick={nobody}
          hrefOf={nobody}
        />
      )
    return (
      <Suspense key={panel.id} fallback={<WaitingCard panel={panel} className="span-12" />}>
        <Own
          view={view}
          panel={panel}
          asking={{ ...asking, period: daysOf(panel, asking) }}
          dictionary={dictionary}
          className="span-12"
          onPick={nobody}
        />
      </Suspense>
    )
  }
  return (
    <PageFactsContext value={facts}>
      <PictureStudio>
        <ViewExport
          view={view}
          panels={panels}
          widths={panels.map(() => 12)}
          asking={asking}
          askingOf={askingOf}
          facts={facts}
          questionsOf={() => []}
          drawn={drawn}
        />
      </PictureStudio>
    </PageFactsContext>
  )
}
