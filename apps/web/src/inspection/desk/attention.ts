import type { Attention } from '@aisle/contract'

/** One thing to look at, or a shop where so many cameras went off together that the cause is likely one. */
export type Concern = { key: string; item: Attention; count: number }

const together = 3

/** What asks for attention, in its order; cameras of a shop that are off stand in one line where there are more than three. */
export function concernsOf(attention: readonly Attention[]): Concern[] {
  const off = Map.groupBy(
    attention.filter(each => each.kind === 'offline'),
    each => each.shopId,
  )
  const told = new Set<string>()
  return attention.flatMap(item => {
    const count = item.kind === 'offline' ? (off.get(item.shopId)?.length ?? 1) : 1
    if (count <= together) return [{ key: `${item.kind} ${item.id}`, item, count: 1 }]
    if (told.has(item.shopId)) return []
    told.add(item.shopId)
    return [{ key: `shop ${item.shopId}`, item, count }]
  })
}
