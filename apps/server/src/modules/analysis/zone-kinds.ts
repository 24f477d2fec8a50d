import type { FullQuestion } from '@aisle/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { shops, zones } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

const prefix = 'kind:'
/** No zone has it: a kind of which there is none leaves nothing. */
const nowhere = '4294967295'

/** A question whose filters name kinds of zones (`kind:fitting`) asks for the zones of these kinds that are in scope. */
export async function withZonesOfKinds(
  db: Database,
  question: FullQuestion,
  scope: Scope,
): Promise<FullQuestion> {
  const kindsOf = ({ member, values }: FullQuestion['filters'][number]): string[] =>
    member === 'zone'
      ? values.map(String).flatMap(value => (value.startsWith(prefix) ? value.slice(prefix.length) : []))
      : []
  const kinds = question.filters.flatMap(kindsOf)
  if (kinds.length === 0) return question
  const found = await db
    .select({ id: zones.id, kind: zones.kind })
    .from(zones)
    .innerJoin(shops, eq(shops.id, zones.shopId))
    .where(and(inArray(zones.kind, kinds), inScope(scope)))
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
