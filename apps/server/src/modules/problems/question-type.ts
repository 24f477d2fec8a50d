import { sql } from 'drizzle-orm'
import { outer } from '../../platform/postgres.ts'
import { problems } from '../../platform/schema/index.ts'
import { text as findings } from '../findings/text.ts'

/**
 * The English name of a problem's type: that of the group of a check form that it is called after, also of one that was put away.
 * Empty where somebody typed it. Groups of several forms may share a name, so it is looked up and not joined.
 */
export const questionTypeEn = sql<string>`case when ${outer(problems.questionType)} = ${findings.questionType.zh}::text
  then ${findings.questionType.en}::text
  else coalesce((select max(g.name_en) from check_items g where g.is_group and g.name = ${outer(problems.questionType)}), '') end`
