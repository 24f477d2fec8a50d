import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { devices, outsideCodes, staff } from '../../platform/schema/index.ts'
import { type Code, type CodeKind, codeSpaces, type Place, type Poster } from './kind.ts'

type Wanted = Code & { space: string }
const keyOf = (kind: CodeKind, space: string, code: string) => `${kind}\n${space}\n${code}`

/** Entries that are kept in memory: what is known never changes its number. */
const rememberedMost = 200_000
const atOnce = 5000

/**
 * Numbers of what sources name by codes of their own, given at the first time and for ever. A till that is a device of the shop, and
 * staff named by our ids, have the numbers that they have here.
 */
export function codeNumbers(db: Database) {
  let known = new Map<string, { number: number; name: string }>()

  function spaceOf(kind: CodeKind, place: Place, source: Poster): string {
    if (codeSpaces[kind] === 'shop') return String(place.shopId)
    return codeSpaces[kind] === 'library' ? (source.library ?? '') : ''
  }

  return {
    /** Looks up what a post names, and numbers what is new. Answers how to find each. */
    async numbersOf(source: Poster, named: readonly { place: Place; codes: readonly Code[] }[]) {
      const wanted = new Map<string, Wanted>()
      for (const { place, codes } of named)
        for (const code of codes) {
          const space = spaceOf(code.kind, place, source)
          const key = keyOf(code.kind, space, code.code)
          const before = known.get(key)
          if (before && (code.name === undefined || code.name === '' || code.name === before.name)) continue
          wanted.set(key, { ...code, space })
        }
      if (known.size > rememberedMost) known = new Map()
      const list = [...wanted.values()]
      for (let at = 0; at < list.length; at += atOnce) await learn(list.slice(at, at + atOnce))
      return (place: Place, kind: CodeKind, code: string | undefined): number =>
        code === undefined ? 0 : (known.get(keyOf(kind, spaceOf(kind, place, source), code))?.number ?? 0)
    },
  }

  async function learn(wanted: readonly Wanted[]): Promise<void> {
    const ours = await numbersHere(wanted)
    for (const [key, number] of ours) known.set(key, { number, name: '' })
    const rows = wanted
      .filter(({ kind, space, code }) => !ours.has(keyOf(kind, space, code)))
      .map(({ kind, space, code, name = '' }) => ({ kind, space, code, name }))
      // In one order, so that two posts at once wait for each other and not in a circle.
      .sort((a, b) => (keyOf(a.kind, a.space, a.code) < keyOf(b.kind, b.space, b.code) ? -1 : 1))
    if (rows.length === 0) return
    const column = (of: (row: (typeof rows)[number]) => string) => sql`${sql.param(rows.map(of))}::text[]`
    const there = await db
      .select()
      .from(outsideCodes)
      .where(
        sql`(${outsideCodes.kind}, ${outsideCodes.space}, ${outsideCodes.code}) in (select * from unnest(${column(row => row.kind)}, ${column(row => row.space)}, ${column(row => row.code)}))`,
      )
    const old = new Map(there.map(row => [`${row.kind}\n${row.space}\n${row.code}`, row]))
    const news = rows.filter(row => {
      const before = old.get(keyOf(row.kind, row.space, row.code))
      return !before || (row.name !== '' && row.name !== before.name)
    })
    const made =
      news.length === 0
        ? []
        : await db
            .insert(outsideCodes)
            .values(news)
            .onConflictDoUpdate({
              target: [outsideCodes.kind, outsideCodes.space, outsideCodes.code],
              set: {
                name: sql`case when excluded.name = '' then ${outsideCodes.name} else excluded.name end`,
              },
            })
            .returning()
    for (const { kind, space, code, number, name } of [...there, ...made])
      known.set(`${kind}\n${space}\n${code}`, { number, name })
  }

  /** Tills that are devices of the shop, and staff that are named by our ids. */
  async function numbersHere(wanted: readonly Wanted[]): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const tills = wanted.filter(({ kind }) => kind === 'till')
    const people = wanted.filter(({ kind, code }) => kind === 'staff' && /^\d{1,10}$/.test(code))
    if (tills.length > 0) {
      const rows = await db
        .select({ id: devices.id, sn: devices.sn, shopId: devices.shopId })
        .from(devices)
        .where(
          and(
            eq(devices.kind, 'till'),
            inArray(
              devices.sn,
              tills.map(({ code }) => code.toLowerCase()),
            ),
          ),
        )
      for (const { code, space } of tills) {
        const device = rows.find(row => row.sn === code.toLowerCase() && row.shopId === space)
        if (device) found.set(keyOf('till', space, code), Number(device.id))
      }
    }
    if (people.length > 0) {
      const rows = await db
        .select({ id: staff.id, shopId: staff.shopId })
        .from(staff)
        .where(
          inArray(
            staff.id,
            people.map(({ code }) => code),
          ),
        )
      for (const row of rows) found.set(keyOf('staff', row.shopId, row.id), Number(row.id))
    }
    return found
  }
}
