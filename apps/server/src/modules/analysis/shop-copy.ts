import { isNull } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Database } from '../../platform/postgres.ts'
import { shops } from '../../platform/schema/index.ts'

type Deps = { db: Database; measures: () => Promise<ClickHouse>; now: () => Date }
type Copy = {
  shop_id: number
  region_id: number
  province_id: number
  city_id: number
  county_id: number
  format: string
  brand_id: number
  time_zone: string
  area_m2: number
}
const columns = 'shop_id, region_id, province_id, city_id, county_id, format, brand_id, time_zone, area_m2'

/** Keeps what figures are grouped by (area, format, brand, floor area) as PostgreSQL has it. Answers how many shops changed. */
export async function copyShops({ db, measures, now }: Deps): Promise<number> {
  const { client } = await measures()
  const answer = await client.query({ query: `SELECT ${columns} FROM shop FINAL`, format: 'JSONEachRow' })
  const there = new Map((await answer.json<Copy>()).map(row => [row.shop_id, row]))
  const rows = await db.select().from(shops).where(isNull(shops.closedAt))
  const wanted = rows.map(
    (row): Copy => ({
      shop_id: Number(row.id),
      region_id: Number(row.regionId),
      province_id: Number(row.provinceId),
      city_id: Number(row.cityId),
      county_id: Number(row.countyId),
      format: row.format,
      brand_id: Number(row.brandId ?? 0),
      time_zone: row.timeZone,
      area_m2: row.areaM2 ?? 0,
    }),
  )
  const changed = wanted.filter(row => !isSame(row, there.get(row.shop_id)))
  const ver = now().getTime()
  if (changed.length > 0)
    await client.insert({
      table: 'shop',
      values: changed.map(row => ({ ...row, ver })),
      format: 'JSONEachRow',
    })
  return changed.length
}

/** Both have their columns in the order of `columns`. */
const isSame = (a: Copy, b: Copy | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

export const analysisJobs = (deps: Deps): Job[] => [
  { name: 'copy-shops', every: '* * * * *', run: () => copyShops(deps).then(() => undefined) },
]
