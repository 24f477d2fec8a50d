import type { FullQuestion } from '@aisle/contract'
import { inArray } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { zones } from '../../platform/schema/index.ts'

const prefix = 'kind:'
/** No zone has it: a kind of which there is none leaves nothing. */
const nowhere = '4294967295'

/** A question whose filters name kinds of zones (`kind:fitting`) asks for the zones of these kinds. */
export async function withZonesOfKinds(db: Database, question: FullQuestion): Promise<FullQuestion> {
  const kindsOf = ({ member, values }: FullQuestion['filters'][number]): string[] =>
    member === 'zone'
      ? values.map(String).flatMap(value => (value.startsWith(prefix) ? value.slice(prefix.length) : []))
      : []
  const kinds = question.filters.flatMap(kindsOf)
  if (kinds.length === 0) return question
  const found = await db
    .select({ id: zones.id, kind: zones.kind })
    .from(zones)
    .where(inArray(zones.kind, kinds))
  return {
    ...question,
    filters: question.filters.map(filter => {
      const wanted = kindsOf(filter)
      if (wanted.length === 0) return filter
      const ids = found.filter(({ kind }) => wanted.includes(kind)).map(({ id }) => id)
      const others = filter.values.map(String).filter(value => !value.startsWith(prefix))
      return { ...filter, values: ids.length + others.length > 0 ? [...others, ...ids] : [nowhere] }
    }),
  }
}
