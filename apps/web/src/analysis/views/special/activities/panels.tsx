import { useText } from '../../../../lib/i18n.ts'
import type { Special } from '../../kinds/special.ts'
import { ViewPanelCard } from '../../view-panel.tsx'
import { visiblePanel } from '../../visible.ts'
import { SpecialCard } from '../special-card.tsx'
import { askingOf } from './activities.ts'
import { words } from './text.ts'
import { useActivities } from './use-activities.ts'

/** A panel as it is declared, about the days and shops of the activity that the page shows. */
export function DuringActivity(props: Special) {
  const { asking } = props
  const t = useText()
  const { query, chosen } = useActivities(asking)
  if (!query.data || !asking || !chosen)
    return (
      <SpecialCard
        {...props}
        state={query.isError ? 'error' : query.data ? 'empty' : 'loading'}
        error={query.error}
        onRetry={() => void query.refetch()}
        nothing={t(words.choose)}
      />
    )
  return <Drawn {...props} asking={askingOf(asking, chosen)} />
}

/** All activities of the page's days, or the one that was chosen in its own days. */
export function AllActivities(props: Special) {
  const { asking } = props
  const { chosen, isPicked } = useActivities(asking)
  return <Drawn {...props} asking={asking && isPicked && chosen ? askingOf(asking, chosen) : asking} />
}

function Drawn({ panel, asking, dictionary, className, width = 12, onPick, hrefOf }: Special) {
  const shown = visiblePanel(panel, dictionary)
  if (!shown) return <SpecialCard panel={panel} className={className} state="forbidden" />
  return (
    <ViewPanelCard
      panel={shown}
      asking={asking}
      dictionary={dictionary}
      width={width}
      onPick={onPick}
      hrefOf={hrefOf ?? nowhere}
    />
  )
}

const nowhere = () => undefined
