import { dayOf, type MonthTarget, type PlaceTarget, presetSpan, textOf } from '@aisle/analysis'
import { type FullQuestion, watchedKinds } from '@aisle/contract'
import { and, gte, inArray, lte } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/postgres.ts'
import { placeTargets, shopTargets } from '../../platform/schema/index.ts'

/** Whether a question asks how far targets were reached. */
const isAboutTargets = ({ calc, metrics }: FullQuestion): boolean =>
  calc.includes('progress') || metrics.some(one => typeof one !== 'string' && one.calc === 'progress')

type Targets = { targets: MonthTarget[]; placeTargets: PlaceTarget[] }

/** What shops and places should reach in the months of a question's period; nothing is read for questions that do not ask for it. */
export async function targetsOf(db: Database, question: FullQuestion, today: number): Promise<Targets> {
  if (!isAboutTargets(question)) return { targets: [], placeTargets: [] }
  const { period } = question
  const { from, to } = 'preset' in period ? presetSpan(period.preset, today) : spanOf(period)
  const monthOf = (day: number) => textOf(day).slice(0, 7)
  const isWithin = (month: PgColumn) => and(gte(month, monthOf(from)), lte(month, monthOf(to)))
  const kinds = watchedKinds.filter(kind => question.dimensions.includes(kind))
  if (kinds.length > 0) {
    const rows = await db
      .select({
        kind: placeTargets.nodeKind,
        id: placeTargets.nodeId,
        month: placeTargets.month,
        visits: placeTargets.visits,
      })
      .from(placeTargets)
      .where(and(isWithin(placeTargets.month), inArray(placeTargets.nodeKind, kinds)))
    return { targets: [], placeTargets: rows }
  }
  const rows = await db
    .select({
      shop: shopTargets.shopId,
      month: shopTargets.month,
      visits: shopTargets.visits,
      sales: shopTargets.sales,
    })
    .from(shopTargets)
    .where(isWithin(shopTargets.month))
  return { targets: rows.map(row => ({ ...row, shop: Number(row.shop) })), placeTargets: [] }
}

const spanOf = ({ from, to }: { from: string; to: string }) => ({ from: dayOf(from), to: dayOf(to) })
