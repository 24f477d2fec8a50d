import { type ActivitySpan, isAboutModels, presetSpan, textOf } from '@aisle/analysis'
import type { FullQuestion } from '@aisle/contract'
import type { Database } from '../../platform/postgres.ts'
import { dayBefore } from '../../platform/time.ts'
import { activitySpans } from '../activities/service.ts'

/** Days before a period that the model of days may look at: eight weeks before the longest activity that reaches into it. */
const lookBackDays = 56 + 366

/** What was on in the days that the model of a question looks at; nothing is read for questions that do not ask for it. */
export async function activitiesOf(
  db: Database,
  question: FullQuestion,
  today: number,
): Promise<ActivitySpan[]> {
  if (!isAboutModels(question)) return []
  const { period } = question
  const span = 'preset' in period ? presetSpan(period.preset, today) : undefined
  const from = span ? textOf(span.from) : 'from' in period ? period.from : textOf(today)
  const to = span ? textOf(span.to) : 'to' in period ? period.to : textOf(today)
  return activitySpans(db, { from: dayBefore(from, lookBackDays), to })
}
