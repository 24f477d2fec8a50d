import { algorithms } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import { outer } from '../../platform/postgres.ts'
import { checkItems, problems } from '../../platform/schema/index.ts'
import { text as findings } from '../findings/text.ts'

/**
 * The English name of a problem's type: that of the group of a check form that it is called after, also of one that was put away.
 * Empty where somebody typed it. Groups of several forms may share a name, so it is looked up and not joined.
 */
export const questionTypeEn = sql<string>`case when ${outer(problems.questionType)} = ${findings.questionType.zh}::text
  then ${findings.questionType.en}::text
  else coalesce((select max(g.name_en) from check_items g where g.is_group and g.name = ${outer(problems.questionType)}), '') end`

const ofFindings = sql.join(
  Object.values(algorithms).map(({ label }) => sql`when ${label.zh}::text then ${label.en}::text`),
  sql` `,
)
/** The English name of what a problem is about, beside `check_items` joined to it: a check item's or a detector's; else null. */
export const itemNameEn = sql<
  string | null
>`coalesce(nullif(${checkItems.nameEn}, ''), case ${problems.itemName} ${ofFindings} end)`
