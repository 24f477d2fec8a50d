import { type ProblemStatus, problemStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ClipboardList, Megaphone, TriangleAlert } from 'lucide-react'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import { useOfferedTable } from '../../../../lib/figures/notebook.ts'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { useHolidayMarks } from '../../../../shell/date-picker/holiday-marks.ts'
import { everything } from '../../../../shell/scope.ts'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { useActivities } from '../activities/use-activities.ts'
import { type Matter, MatterList } from '../matter-list.tsx'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { useWhere, warningQueries } from '../warnings/queries.ts'
import { severityTones, useWarningWords } from '../warnings/words.ts'

const most = 5
const isStatus = (id: string): id is ProblemStatus => Object.hasOwn(problemStatusNames, id)

/** What happened on a day: its holiday, activities that were on, warnings, and problems that were found. */
export function DayMatters({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const name = useName()
  const say = useWarningWords()
  const links = useLinks()
  const { can } = useSession()
  const scope = asking?.scope ?? everything
  const { from, to } = asking?.period ?? { from: '', to: '' }
  const where = useWhere(asking)
  const mayWarn = can('warning.view', 'warning.handle')
  const marks = useHolidayMarks(from === '' ? [] : [from.slice(0, 7)])
  const { query: activities } = useActivities(asking)
  const warnings = useQuery({
    ...warningQueries.list({ ...where, from, to }, 1, most),
    enabled: mayWarn && where !== undefined,
  })
  const mayProblem = dictionary.metric('problems')?.allowed === true
  const problems = useFigures(
    asking && mayProblem
      ? questionOf({ ...panel, metrics: ['problems'] }, asking, dictionary.knows)
      : { metrics: [], period: { preset: 'today' } },
  )
  const holiday = marks.get(from)
  const days = { from, to }
  const matters: Matter[] = [
    ...(holiday && from === to
      ? [
          {
            key: 'holiday',
            Icon: CalendarDays,
            tone: 'primary',
            title: holiday.name,
            detail: t(holiday.isOff ? { zh: '休息', en: 'day off' } : { zh: '调休上班', en: 'working day' }),
          } satisfies Matter,
        ]
      : []),
    ...(activities.data ?? [])
      .filter(one => one.from <= to && one.to >= from && (one.cancelledOn === null || one.cancelledOn > from))
      .map(
        (one): Matter => ({
          key: `activity ${one.id}`,
          Icon: Megaphone,
          tone: 'primary',
          title: name(one.name, one.nameEn),
          detail: t(
            {
              zh: '{from} 至 {to} · {count} 家门店',
              en: '{from} to {to} · {count, plural, one {# shop} other {# shops}}',
            },
            { from: one.from, to: one.to, count: one.shopCount },
          ),
          href: links('activityAnalysis', scope, { activity: one.id }),
        }),
      ),
    ...(warnings.data?.records ?? []).map(
      (one): Matter => ({
        key: `warning ${one.id}`,
        Icon: TriangleAlert,
        tone: severityTones[one.severity],
        title: `${say.what(one)} · ${say.where(one)}`,
        detail: say.why(one),
        href: links('x_2FlowWarning', scope, { warning: one.id, ...days }),
      }),
    ),
    ...((warnings.data?.total ?? 0) > most
      ? [
          {
            key: 'warnings',
            Icon: TriangleAlert,
            tone: 'neutral',
            title: t(
              { zh: '共 {count} 条预警', en: '{count} warnings in all' },
              { count: warnings.data?.total ?? 0 },
            ),
            href: links('x_2FlowWarning', scope, days),
          } satisfies Matter,
        ]
      : []),
    ...(problems.answer?.rows ?? []).flatMap((row): Matter[] => {
      const { id } = memberOf(row, 'status')
      const count = cellOf(row, 'problems').current
      if (!count || !isStatus(id)) return []
      return [
        {
          key: `problem ${id}`,
          Icon: ClipboardList,
          tone: id === 'closed' ? 'positive' : 'warning',
          title: t(
            {
              zh: '当日发现 {count} 个问题 · {status}',
              en: '{count, plural, one {# problem} other {# problems}} found · {status}',
            },
            { count, status: t(problemStatusNames[id]) },
          ),
          href: links('problems', scope, { status: id, ...days }),
        },
      ]
    }),
  ]
  useOfferedTable(
    asking &&
      (async () => ({
        title: t(panel.title),
        columns: [
          { title: t({ zh: '事项', en: 'What' }), kind: 'text' },
          { title: t({ zh: '说明', en: 'Details' }), kind: 'text' },
        ],
        rows: matters.map(({ title, detail }) => [title, typeof detail === 'string' ? detail : '']),
      })),
  )
  const failed = [activities, ...(mayWarn ? [warnings] : [])].find(
    query => query.isError && query.data === undefined,
  )
  const isWaiting =
    asking === undefined ||
    activities.data === undefined ||
    (mayWarn && warnings.data === undefined) ||
    (mayProblem && problems.state === 'loading')
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={failed ? 'error' : isWaiting ? 'loading' : matters.length === 0 ? 'empty' : 'ready'}
      error={failed?.error}
      onRetry={() => void failed?.refetch()}
      nothing={t({ zh: '当日没有预警、问题与活动', en: 'No warnings, problems or activities on that day' })}
    >
      <MatterList matters={matters} most={5} />
    </SpecialCard>
  )
}
