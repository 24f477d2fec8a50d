import type { FullQuestion } from '@aisle/contract'
import { AppError } from '@aisle/contract'
import { and, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { text } from './text.ts'

export type VisibleShop = {
  readonly id: string
  readonly name: string
  readonly nameEn: string
  readonly format: string
  readonly timeZone: string
  readonly openTime: string
  readonly closeTime: string
  readonly areaIds: readonly string[]
}

const keptMs = 3000

/** The open shops of a scope, and whether these are all that figures could be of. */
export type Visible = { readonly shops: readonly VisibleShop[]; readonly isEvery: boolean }

/** Remembered for a moment: a page asks many questions at once. */
export function shopReader(db: Database, now: () => Date) {
  const kept = new Map<string, { at: number; visible: Promise<Visible> }>()
  const read = async (scope: Scope): Promise<Visible> => {
    const rows = await db
      .select()
      .from(shops)
      .where(and(isNull(shops.closedAt), inScope(scope)))
    const closed = scope.all ? await db.$count(shops, isNotNull(shops.closedAt)) : 0
    const open = rows.map(
      ({
        id,
        name,
        nameEn,
        format,
        timeZone,
        openTime,
        closeTime,
        regionId,
        provinceId,
        cityId,
        countyId,
      }) => ({
        id,
        name,
        nameEn,
        format,
        timeZone,
        openTime,
        closeTime,
        areaIds: [regionId, provinceId, cityId, countyId],
      }),
    )
    return { shops: open, isEvery: scope.all && closed === 0 }
  }
  return (scope: Scope): Promise<Visible> => {
    const at = now().getTime()
    const key = JSON.stringify(scope)
    const known = kept.get(key)
    if (known && at - known.at < keptMs) return known.visible
    for (const [old, { at: since }] of kept) if (at - since >= keptMs) kept.delete(old)
    const found = read(scope)
    kept.set(key, { at, visible: found })
    found.catch(() => kept.delete(key))
    return found
  }
}

const members: Readonly<Record<string, (shop: VisibleShop) => readonly string[]>> = {
  shop: ({ id }) => [id],
  format: ({ format }) => [format],
  area: ({ areaIds }) => areaIds,
  region: ({ areaIds }) => areaIds.slice(0, 1),
  province: ({ areaIds }) => areaIds.slice(1, 2),
  city: ({ areaIds }) => areaIds.slice(2, 3),
  county: ({ areaIds }) => areaIds.slice(3, 4),
}

/** The shops that a question's filters by place leave of those one may see. @throws AppError invalidInput for an operator of sizes */
export function chosenShops(visible: readonly VisibleShop[], question: FullQuestion): VisibleShop[] {
  const tests = question.filters.flatMap(({ member, op, values }, index) => {
    const valuesOf = members[member]
    if (!valuesOf || values.some(value => value === 'all')) return []
    const wanted = new Set(values.map(String))
    const has = (shop: VisibleShop) => valuesOf(shop).some(value => wanted.has(value))
    if (op === 'in' || op === 'eq') return [has]
    if (op === 'notIn' || op === 'ne') return [(shop: VisibleShop) => !has(shop)]
    const { zh, en } = text.unknownMember
    throw new AppError('invalidInput', text.unknownMember, {
      errors: [{ path: `filters.${index}.op`, message: `${zh} / ${en}` }],
    })
  })
  return visible.filter(shop => tests.every(test => test(shop)))
}

/** The zone that most shops keep, and whether there are others. */
export function mainZone(chosen: readonly VisibleShop[]): { zone: string; several: boolean } {
  const counts = new Map<string, number>()
  for (const { timeZone } of chosen) counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return { zone: first?.[0] ?? 'Asia/Shanghai', several: counts.size > 1 }
}
