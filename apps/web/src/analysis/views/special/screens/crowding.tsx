import type { Question } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Footprints, ScanEye } from 'lucide-react'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { everything } from '../../../../shell/scope.ts'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { useClock } from '../../live-mark.tsx'
import { type Matter, MatterList } from '../matter-list.tsx'
import { placeQueries, usePlace } from '../place-queries.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { crowdedZones, hourBefore } from './crowds.ts'

/** Zones with clearly more people in the hour that is going on than a week before, and what the cameras found. */
export function Crowding({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const links = useLinks()
  const { can } = useSession()
  const window = hourBefore(new Date(useClock(60_000)))
  const compare = { type: 'lastWeekSameDay' as const }
  const question: Question | undefined =
    asking && window
      ? {
          ...questionOf(
            { ...panel, compare: [compare.type] },
            { ...asking, compare, timeWindow: window },
            dictionary.knows,
          ),
        }
      : undefined
  const figures = useFigures(question ?? { metrics: ['visits'], period: { preset: 'today' } }, {
    everyMs: 60_000,
  })
  const scope = asking?.scope ?? everything
  const place = usePlace(asking?.scope)
  const mayFind = can('ai.view')
  const findings = useQuery({
    ...placeQueries.newFindings(place),
    enabled: mayFind && asking !== undefined,
    refetchInterval: 60_000,
  })
  const crowded = window ? crowdedZones(figures.answer?.rows ?? []) : []
  const found = findings.data?.total ?? 0
  const matters: Matter[] = [
    ...crowded.map(({ id, name, visits, growth }) => ({
      key: id,
      Icon: Footprints,
      tone: growth >= 100 ? ('error' as const) : ('warning' as const),
      title: name,
      detail: t(
        {
          zh: '近一小时 {visits} 人次，比上周同时段多 {growth}%',
          en: '{visits} in an hour, {growth}% above last week',
        },
        { visits, growth: Math.round(growth) },
      ),
    })),
    ...(found > 0
      ? [
          {
            key: 'findings',
            Icon: ScanEye,
            tone: 'primary' as const,
            title: t(
              {
                zh: '{count} 条 AI 发现待确认',
                en: '{count, plural, one {# AI finding} other {# AI findings}} to decide on',
              },
              { count: found },
            ),
            href: links('aiLog', scope, { status: 'new' }),
          },
        ]
      : []),
  ]
  const isKnown = figures.state === 'ready' || figures.state === 'empty'
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={!asking ? 'loading' : isKnown ? (matters.length === 0 ? 'empty' : 'ready') : figures.state}
      error={figures.error}
      onRetry={figures.again}
      nothing={t({
        zh: '各区域近一小时不比上周同时段拥挤',
        en: 'No zone is busier this hour than a week ago',
      })}
    >
      <MatterList matters={matters} most={4} />
    </SpecialCard>
  )
}
