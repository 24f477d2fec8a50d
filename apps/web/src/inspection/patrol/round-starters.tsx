import type { RoundSource } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CalendarClock, History, type LucideIcon, Star } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { toast } from '../../ui/toast.tsx'
import { patrolText as words } from './patrol-text.ts'
import { patrolPlans } from './round-dialog.tsx'
import { lastRoundQuery, type Round } from './use-round.ts'

type Starter = { key: string; icon: LucideIcon; label: string; source: RoundSource; shopIds: string[] }
const mostPlans = 4

/** A day without a round: what it usually begins with, one click each. */
export function RoundStarters({ round, onOther }: { round: Round; onOther: () => void }) {
  const t = useText()
  const written = useWritten()
  const format = useFormat()
  const [starting, start] = useState<string>()
  const favourites = useQuery(sharedQueries.favourites())
  const last = useQuery(lastRoundQuery(round.day))
  const plans = useQuery(patrolPlans())
  const starters = [
    {
      key: 'favourites',
      icon: Star,
      label: t(words.beginFavourites),
      source: { kind: 'favourites' as const, name: '' },
      shopIds: (favourites.data ?? []).map(each => each.shopId),
    },
    ...(last.data
      ? [
          {
            key: 'last',
            icon: History,
            label: t(words.beginLast, { day: format.date(new Date(`${last.data.day}T00:00:00`)) }),
            source: last.data.source,
            shopIds: last.data.stops.map(stop => stop.shopId),
          },
        ]
      : []),
    ...(plans.data ?? []).slice(0, mostPlans).map(plan => ({
      key: plan.id,
      icon: CalendarClock,
      label: t(words.beginPlan, { name: written(plan.name) }),
      source: { kind: 'plan' as const, name: plan.name },
      shopIds: [...new Set(plan.stops.map(stop => stop.shopId))],
    })),
  ].filter(starter => starter.shopIds.length > 0)

  async function begin({ key, source, shopIds }: Starter) {
    start(key)
    try {
      await round.begin({ source, shopIds })
    } catch (error) {
      toast.error(error)
      start(undefined)
    }
  }
  return (
    <div className="state round-starters">
      <p>{t(starters.length > 0 ? words.beginWith : words.none)}</p>
      {starters.length > 0 && (
        <ul>
          {starters.map(starter => (
            <li key={starter.key}>
              <button
                type="button"
                disabled={starting !== undefined}
                aria-busy={starting === starter.key}
                onClick={() => void begin(starter)}
              >
                <starter.icon size={16} aria-hidden />
                <span className="ellipsis">{starter.label}</span>
                <small>{t(words.chosen, { n: starter.shopIds.length })}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button type={starters.length > 0 ? 'default' : 'primary'} onClick={onOther}>
        {t(starters.length > 0 ? words.beginOther : words.begin)}
      </Button>
    </div>
  )
}
