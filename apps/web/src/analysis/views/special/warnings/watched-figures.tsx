import { useQuery } from '@tanstack/react-query'
import { useName, useText } from '../../../../lib/i18n.ts'
import type { Special } from '../../kinds/special.ts'
import { ViewPanelCard } from '../../view-panel.tsx'
import { SpecialCard, WaitingCard } from '../special-card.tsx'
import { useWhere, warningQueries } from './queries.ts'
import { watchedBy } from './watch-list.tsx'

/**
 * A panel of figures over the watched places alone, unless the filter bar names others: floors beside their targets, zones with the days
 * on which something was changed in them.
 */
export function WatchedFigures({ view, panel, className, asking, dictionary, onPick }: Special) {
  const t = useText()
  const name = useName()
  const kind = watchedBy[view.path] ?? 'floor'
  const where = useWhere(asking)
  const query = useQuery({ ...warningQueries.watches(where ?? {}, kind), enabled: where !== undefined })
  const changes = useQuery({
    ...warningQueries.changes(where ?? {}),
    enabled: where !== undefined && kind === 'zone',
  })
  const chosen = asking?.members[kind] ?? []
  const ids = chosen.length > 0 ? chosen : query.data?.map(({ nodeId }) => nodeId)
  if (query.isError)
    return (
      <SpecialCard
        panel={panel}
        className={className}
        state="error"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!asking || !ids) return <WaitingCard panel={panel} className={className} />
  if (ids.length === 0)
    return (
      <SpecialCard
        panel={panel}
        className={className}
        state="empty"
        nothing={t({ zh: '还没有关注项', en: 'Nothing is watched yet' })}
      />
    )
  const notes = (changes.data ?? [])
    .filter(({ zoneId }) => ids.includes(zoneId))
    .map(change => ({ time: change.date, text: name(change.zoneName, change.zoneNameEn) }))
  return (
    <ViewPanelCard
      panel={kind === 'floor' ? { ...panel, calc: [...(panel.calc ?? []), 'progress'] } : panel}
      notes={notes}
      asking={{ ...asking, members: { ...asking.members, [kind]: ids } }}
      dictionary={dictionary}
      width={Number(/span-(\d+)/.exec(className)?.[1] ?? 12)}
      onPick={onPick}
      hrefOf={() => undefined}
    />
  )
}
