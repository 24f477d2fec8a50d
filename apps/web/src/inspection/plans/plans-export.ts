import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { type PlanQuery, planQueries } from './queries.ts'
import { daysText, timesText } from './schedule-words.ts'
import { outcomeNames, words } from './text.ts'

/** All plans under the filters. */
export async function planParts(filter: PlanQuery, t: Translate): Promise<ExportPart[]> {
  const { records } = await queryClient.fetchQuery(
    planQueries.list({ ...filter, pageNumber: 1, pageSize: 9999 }),
  )
  const name = (zh: string, en: string) => t({ zh, en: en === '' ? zh : en })
  const text = (title: string) => ({ title, kind: 'text' as const })
  return [
    {
      title: t(words.list),
      columns: [
        text(t(words.shop)),
        text(t(words.camera)),
        text(t(words.preset)),
        text(t(words.times)),
        text(t(words.days)),
        text(t(words.last)),
        text(t(words.outcome)),
        text(t(words.next)),
        text(t(words.status)),
      ],
      rows: records.map(plan => [
        name(plan.shopname, plan.shopnameEn),
        `${plan.cameraNumber} ${name(plan.cameraName, plan.cameraNameEn)}`,
        plan.presetName === '' ? t(words.asItStands) : plan.presetName,
        timesText(t, plan.schedule),
        daysText(t, plan.schedule),
        plan.lastRun?.dueAt.slice(0, 16).replace('T', ' ') ?? '',
        plan.lastRun ? t(outcomeNames[plan.lastRun.outcome].text) : '',
        plan.nextRunAt?.slice(0, 16).replace('T', ' ') ?? '',
        t(plan.status === 'enabled' ? words.enabled : words.off),
      ]),
    },
  ]
}
