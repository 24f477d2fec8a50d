import { problemStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { CameraOff, ClipboardList, ScanEye } from 'lucide-react'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { everything } from '../../../../shell/scope.ts'
import type { Special } from '../../kinds/special.ts'
import { type Matter, MatterList, matterCard } from '../matter-list.tsx'
import { placeQueries, usePlace } from '../place-queries.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'

const most = 20

/** What is not settled at a shop: problems that are open, findings nobody has decided on, cameras that are away. */
export function OpenMatters({ panel, asking, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks()
  const { can } = useSession()
  const scope = asking?.scope ?? everything
  const shopId = scope.kind === 'shop' ? scope.shopId : undefined
  const place = usePlace(asking?.scope)
  const isKnown = asking !== undefined
  const mays = {
    problems: can('problem.view', 'problem.handle'),
    findings: can('ai.view'),
    cameras: can('inspect.view', 'device.view'),
  }
  const problems = useQuery({
    ...placeQueries.openProblems(place, most),
    enabled: isKnown && mays.problems,
  })
  const findings = useQuery({ ...placeQueries.newFindings(place), enabled: isKnown && mays.findings })
  const cameras = useQuery({
    ...sharedQueries.cameras(shopId ?? ''),
    enabled: shopId !== undefined && mays.cameras,
  })
  const asked = [
    ...(mays.problems ? [problems] : []),
    ...(mays.findings ? [findings] : []),
    ...(mays.cameras && shopId !== undefined ? [cameras] : []),
  ]
  const away = cameras.data?.filter(camera => camera.status === 'offline') ?? []

  const matters: Matter[] = [
    ...(away.length > 0
      ? [
          {
            key: 'cameras',
            Icon: CameraOff,
            tone: 'error',
            title: t(
              {
                zh: '{count} 路摄像头离线',
                en: '{count, plural, one {# camera} other {# cameras}} offline',
              },
              { count: away.length },
            ),
            detail: away
              .slice(0, 4)
              .map(camera => `${camera.number} ${name(camera.name, camera.nameEn)}`)
              .join(t({ zh: '、', en: ', ' })),
            href: links('monitor', scope),
          } satisfies Matter,
        ]
      : []),
    ...(problems.data?.records ?? [])
      .toSorted((a, b) => Number(b.overdue) - Number(a.overdue))
      .map((problem): Matter => {
        const due = problem.dueAt && format.moment(new Date(problem.dueAt), problem.timeZone)
        return {
          key: `problem ${problem.id}`,
          Icon: ClipboardList,
          tone: problem.overdue ? 'error' : problem.status === 'pending' ? 'primary' : 'warning',
          title: name(problem.itemName, problem.itemNameEn),
          detail: [
            shopId === undefined ? name(problem.shopname, problem.shopnameEn) : undefined,
            t(problem.overdue ? { zh: '已超期', en: 'Overdue' } : problemStatusNames[problem.status]),
            problem.status === 'rectification' && due
              ? t({ zh: '期限 {due}', en: 'due {due}' }, { due })
              : undefined,
            problem.owner?.name,
          ]
            .filter(part => part !== undefined)
            .join(' · '),
          href: links('problems', scope, { problemId: problem.id, period: 'last3Months' }),
          action: t({ zh: '处理', en: 'Handle' }),
        }
      }),
    ...(findings.data && findings.data.total > 0
      ? [
          {
            key: 'findings',
            Icon: ScanEye,
            tone: 'primary',
            title: t(
              {
                zh: '{count} 条 AI 发现待确认',
                en: '{count, plural, one {# AI finding} other {# AI findings}} to decide on',
              },
              { count: findings.data.total },
            ),
            href: links('aiLog', scope, { status: 'new' }),
            action: t({ zh: '确认', en: 'Decide' }),
          } satisfies Matter,
        ]
      : []),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      {...matterCard(asked, isKnown, matters.length)}
      nothing={t({
        zh: '没有未结事项：问题均已关闭，发现均已处理，摄像头均在线',
        en: 'Nothing is open: problems are closed, findings decided on, cameras online',
      })}
      hint={
        matters.length > 0 &&
        t(
          { zh: '{count} 项', en: '{count, plural, one {# item} other {# items}}' },
          { count: matters.length },
        )
      }
    >
      <MatterList matters={matters} most={6} />
    </SpecialCard>
  )
}
