import { useQuery } from '@tanstack/react-query'
import { Bell, CalendarClock, ClipboardCheck, ClipboardList, ScanEye, Wrench } from 'lucide-react'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { everything } from '../../../shell/scope.ts'
import type { Special } from '../kinds/special.ts'
import { type Matter, MatterList, matterCard } from './matter-list.tsx'
import { placeQueries, usePlace } from './place-queries.ts'
import { SpecialCard } from './special-card.tsx'
import { useLinks } from './use-links.ts'

/** What waits for the reader: problems to review, to put right and due soon, findings to decide on, notices. */
export function WaitingMatters({ panel, asking, className }: Special) {
  const t = useText()
  const links = useLinks()
  const { can } = useSession()
  const scope = asking?.scope ?? everything
  const place = usePlace(asking?.scope)
  const isKnown = asking !== undefined
  const mays = {
    problems: can('problem.view', 'problem.handle', 'inspect.view'),
    findings: can('ai.view') && can('inspect.score'),
    notices: can('notice.view', 'notice.handle'),
  }
  const problems = useQuery({ ...placeQueries.problemCounts(place), enabled: isKnown && mays.problems })
  const findings = useQuery({ ...placeQueries.newFindings(place), enabled: isKnown && mays.findings })
  const notices = useQuery({ ...placeQueries.notices(), enabled: mays.notices })
  const asked = [
    ...(mays.problems ? [problems] : []),
    ...(mays.findings ? [findings] : []),
    ...(mays.notices ? [notices] : []),
  ]
  const since = { period: 'last3Months' }
  const matter = (
    count: number | undefined,
    of: Omit<Matter, 'title'> & { title: Parameters<typeof t>[0] },
  ) => (count ? [{ ...of, title: t(of.title, { count }) }] : [])

  const matters: Matter[] = [
    ...matter(problems.data?.overdue, {
      key: 'overdue',
      Icon: ClipboardList,
      tone: 'error',
      title: {
        zh: '{count} 个问题超期未整改',
        en: '{count, plural, one {# problem is} other {# problems are}} overdue',
      },
      href: links('problems', scope, { status: 'overdue', ...since }),
      action: t({ zh: '处理', en: 'Handle' }),
    }),
    ...matter(problems.data?.pending, {
      key: 'pending',
      Icon: ClipboardCheck,
      tone: 'primary',
      title: {
        zh: '{count} 个问题待复核',
        en: '{count, plural, one {# problem} other {# problems}} to review',
      },
      href: links('problems', scope, { status: 'pending', ...since }),
      action: t({ zh: '复核', en: 'Review' }),
    }),
    ...matter(problems.data?.dueTomorrow, {
      key: 'tomorrow',
      Icon: CalendarClock,
      tone: 'warning',
      title: {
        zh: '{count} 个问题明日到期',
        en: '{count, plural, one {# problem is} other {# problems are}} due tomorrow',
      },
      href: links('problems', scope, { status: 'rectification', ...since }),
    }),
    ...matter(problems.data?.rectification, {
      key: 'open',
      Icon: Wrench,
      tone: 'neutral',
      title: {
        zh: '{count} 个问题整改中',
        en: '{count, plural, one {# problem} other {# problems}} under rectification',
      },
      href: links('problems', scope, { status: 'rectification', ...since }),
    }),
    ...matter(findings.data?.total, {
      key: 'findings',
      Icon: ScanEye,
      tone: 'primary',
      title: {
        zh: '{count} 条 AI 发现待确认',
        en: '{count, plural, one {# AI finding} other {# AI findings}} to decide on',
      },
      href: links('aiLog', scope, { status: 'new' }),
      action: t({ zh: '确认', en: 'Decide' }),
    }),
    ...matter(notices.data?.unhandled, {
      key: 'notices',
      Icon: Bell,
      tone: 'neutral',
      title: {
        zh: '{count} 条通知未处理',
        en: '{count, plural, one {# notice} other {# notices}} to handle',
      },
      href: links('notice', everything),
    }),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      {...matterCard(asked, isKnown, matters.length)}
      nothing={t({ zh: '没有待办', en: 'Nothing to do' })}
    >
      <MatterList matters={matters} />
    </SpecialCard>
  )
}
