/** A small table beside the facts, and the columns it brings. */
export type Join = {
  readonly columns: readonly string[]
  readonly sql: string
  readonly needs: readonly string[]
}

/** In the order in which they are joined: weather is found by the shop's city. */
const joins: readonly Join[] = [
  {
    columns: [
      'region_id',
      'province_id',
      'city_id',
      'county_id',
      'format',
      'shop_brand_id',
      'area_m2',
      'time_zone',
    ],
    needs: ['shop_id'],
    sql: `ANY LEFT JOIN (
  SELECT shop_id AS joined_shop, region_id, province_id, city_id, county_id, format, brand_id AS shop_brand_id, area_m2, time_zone
  FROM shop FINAL
) AS shops ON shop_id = joined_shop`,
  },
  {
    columns: ['from_format', 'from_brand_id'],
    needs: ['from_id'],
    sql: `ANY LEFT JOIN (
  SELECT shop_id AS from_shop, format AS from_format, brand_id AS from_brand_id FROM shop FINAL
) AS origins ON from_id = from_shop`,
  },
  {
    columns: ['weather', 'temperature'],
    needs: ['city_id', 'biz_date'],
    sql: `ANY LEFT JOIN (
  SELECT city_id AS weather_city, biz_date AS weather_date, weather, temperature FROM weather_day FINAL
) AS weathers ON city_id = weather_city AND biz_date = weather_date`,
  },
  {
    columns: ['activity_id'],
    needs: ['shop_id', 'biz_date'],
    sql: `INNER JOIN (
  SELECT shop_id AS activity_shop, biz_date AS activity_date, activity_id FROM activity_day FINAL
) AS activities ON shop_id = activity_shop AND biz_date = activity_date`,
  },
]

export const joinedColumns = joins.flatMap(({ columns }) => columns)

/** The joins that bring some columns, and those that these need, in order. */
export function joinsFor(columns: readonly string[]): Join[] {
  const wanted = new Set(columns)
  for (const join of [...joins].reverse())
    if (join.columns.some(name => wanted.has(name))) for (const name of join.needs) wanted.add(name)
  return joins.filter(join => join.columns.some(name => wanted.has(name)))
}
