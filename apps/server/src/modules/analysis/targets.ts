import { dayOf, type MonthTarget, presetSpan, textOf } from '@aisle/analysis'
import type { FullQuestion } from '@aisle/contract'
import { and, gte, lte } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { shopTargets } from '../../platform/schema/index.ts'

/** Whether a question asks how far targets were reached. */
const isAboutTargets = ({ calc, metrics }: FullQuestion): boolean =>
  calc.includes('progress') || metrics.some(one => typeof one !== 'string' && one.calc === 'progress')

/** What shops should reach in the months of a question's period; nothing is read for questions that do not ask for it. */
export async function targetsOf(db: Database, question: FullQuestion, today: number): Promise<MonthTarget[]> {
  if (!isAboutTargets(question)) return []
  const { period } = question
  const { from, to } = 'preset' in period ? presetSpan(period.preset, today) : spanOf(period)
  const monthOf = (day: number) => textOf(day).slice(0, 7)
  const rows = await db
    .select({
      shop: shopTargets.shopId,
      month: shopTargets.month,
      visits: shopTargets.visits,
      sales: shopTargets.sales,
    })
    .from(shopTargets)
    .where(and(gte(shopTargets.month, monthOf(from)), lte(shopTargets.month, monthOf(to))))
  return rows.map(row => ({ ...row, shop: Number(row.shop) }))
}

const spanOf = ({ from, to }: { from: string; to: string }) => ({ from: dayOf(from), to: dayOf(to) })
