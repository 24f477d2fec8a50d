import { dimensionOf } from '@aisle/analysis'
import type { PersonGender, PersonIdentity } from '@aisle/contract'
import { type Measures, rowReader } from '../../platform/measure-rows.ts'

export type Days = { from: string; to: string }
export type Traits = {
  entranceIds?: readonly number[] | undefined
  deviceIds?: readonly number[] | undefined
  genders?: readonly PersonGender[] | undefined
  ageBands?: readonly number[] | undefined
  identities?: readonly PersonIdentity[] | undefined
}
type Part = { offset: number; limit: number }

/** A visit of a shop as the measure store has it. Numbers of visits are texts: a double does not hold them all. */
export type VisitRow = {
  shop_id: number
  visit: string
  day: string
  person_id: number
  identity: PersonIdentity
  gender: PersonGender
  age: number
  age_band: number
  entrance_id: number
  device_id: number
  /** Seconds since 1970. */
  at: number
  dwell_s: number
  is_new: number
  since_days: number
  captures: number
  matched: number
  upload_delay_s: number
  picture: string
}
export type PersonRow = {
  person_id: number
  visits: number
  same_day: number
  shops: number
  dwell: number
  first_seen: string
  last: Pick<VisitRow, 'shop_id' | 'visit' | 'identity' | 'gender' | 'age' | 'entrance_id' | 'at' | 'picture'>
}
export type StopRow = { visit: string; zone_id: number; at: number; dwell_s: number }
export type WayRow = {
  shop_id: number
  way: string
  day: string
  person_id: number
  identity: PersonIdentity
  at: number
  ends: number
  zones: number
  maps: number[]
}

const visitColumns = `shop_id, toString(visit_id) AS visit, toString(biz_date) AS day, person_id, toString(identity) AS identity,
  toString(gender) AS gender, age, age_band, entrance_id, device_id, toUnixTimestamp(enter_at) AS at, dwell_s, is_new, since_days,
  captures, matched, upload_delay_s, picture`
/** The visit of the shop itself: those of its floors and zones are parts of it. */
const whole = "place_kind = 'shop'"
const inShops = 'shop_id IN {shopIds:Array(UInt32)}'
const inDays = 'biz_date BETWEEN {from:Date} AND {to:Date}'
/** Tracks of one visit are one way; a track of nobody's visit is one by itself. */
const wayId = 'if(visit_id > 0, visit_id, track_id)'
/** A face that was caught a little before or after somebody was followed is the same person's. */
const nearSeconds = 300
const limits = 'SETTINGS max_execution_time = 20, do_not_merge_across_partitions_select_final = 1'

const bandOf = (name: 'dwellBand' | 'frequencyBand') => dimensionOf(name).by[0] ?? "''"

/** Conditions on a visit, of what is asked for only. */
function has({ entranceIds, deviceIds, genders, ageBands, identities }: Traits): string {
  const parts = [
    entranceIds?.length && 'entrance_id IN {entranceIds:Array(UInt32)}',
    deviceIds?.length && 'device_id IN {deviceIds:Array(UInt32)}',
    genders?.length && 'toString(gender) IN {genders:Array(String)}',
    ageBands?.length && 'age_band IN {ageBands:Array(UInt8)}',
    identities?.length && 'toString(identity) IN {identities:Array(String)}',
  ]
  return parts.flatMap(part => (part ? [` AND ${part}`] : [])).join('')
}

/** All that is read of single persons in the measure store. Shops are an argument of each: those that the caller may see. */
export function personStore(measures: Measures) {
  const read = rowReader(measures)
  const rows = <T>(query: string, params: Record<string, unknown>) => read<T>(`${query} ${limits}`, params)
  const counted = async (query: string, params: Record<string, unknown>) =>
    Number((await rows<{ n: number }>(`SELECT count() AS n FROM (${query})`, params))[0]?.n ?? 0)

  return {
    async persons(
      shopIds: number[],
      days: Days,
      filter: Traits & {
        keyword: string
        dwellBands?: readonly string[] | undefined
        frequencyBands?: readonly string[] | undefined
        sort: 'last' | 'visits' | 'dwell'
      },
      { offset, limit }: Part,
    ): Promise<{ total: number; found: PersonRow[] }> {
      const { dwellBands = [], frequencyBands = [], keyword, sort } = filter
      const params = { ...filter, dwellBands, frequencyBands, shopIds, ...days, offset, limit }
      const grouped = `SELECT person_id, count() AS times_seen, sum(dwell_s) AS dwell_sum
        FROM face_visit FINAL WHERE ${inShops} AND ${inDays} AND ${whole} AND person_id > 0${has(filter)}
        ${dwellBands.length > 0 ? `AND ${bandOf('dwellBand')} IN {dwellBands:Array(String)}` : ''}
        ${keyword === '' ? '' : 'AND startsWith(toString(person_id), {keyword:String})'}
        GROUP BY person_id
        ${frequencyBands.length > 0 ? `HAVING ${bandOf('frequencyBand')} IN {frequencyBands:Array(String)}` : ''}`
      const order = { last: 'max(enter_at)', visits: 'times_seen', dwell: 'dwell_sum' }[sort]
      const more = `, count() AS visits, countEqual(groupArray(biz_date), argMax(biz_date, enter_at)) AS same_day, uniqExact(shop_id) AS shops,
        toUInt64(sum(dwell_s)) AS dwell, toString(min(first_date)) AS first_seen,
        CAST(argMax((shop_id, toString(visit_id), toString(identity), toString(gender), age, entrance_id, toUnixTimestamp(enter_at), picture), (enter_at, visit_id)),
          'Tuple(shop_id UInt32, visit String, identity String, gender String, age UInt8, entrance_id UInt32, at UInt32, picture String)') AS last`
      const [found, total] = await Promise.all([
        rows<PersonRow>(
          `${grouped.replace(' AS dwell_sum', ` AS dwell_sum${more}`)} ORDER BY ${order} DESC, person_id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
          params,
        ),
        counted(grouped, params),
      ])
      return { total, found }
    },

    async captures(
      shopIds: number[],
      days: Days,
      filter: Traits & { matched?: 'yes' | 'no' | undefined },
      { offset, limit }: Part,
    ): Promise<{ total: number; found: VisitRow[] }> {
      const params = { ...filter, shopIds, ...days, offset, limit }
      const matched =
        filter.matched === undefined ? '' : ` AND person_id ${filter.matched === 'yes' ? '>' : '='} 0`
      const where = `FROM face_visit FINAL WHERE ${inShops} AND ${inDays} AND ${whole}${has(filter)}${matched}`
      const [found, total] = await Promise.all([
        rows<VisitRow>(
          `SELECT ${visitColumns} ${where} ORDER BY enter_at DESC, visit_id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
          params,
        ),
        counted(`SELECT 1 ${where}`, params),
      ])
      return { total, found }
    },

    /** A person over all kept time, and how much of that lies within some days; undefined where nobody was seen here. */
    async person(shopIds: number[], personId: number, days: Days) {
      const [row] = await rows<{
        visits: number
        days: number
        shops: number
        dwell: number
        first_seen: string
        last: PersonRow['last']
        ever: number
      }>(
        `SELECT count() AS ever, countIf(${inDays}) AS visits, uniqExactIf(biz_date, ${inDays}) AS days, uniqExactIf(shop_id, ${inDays}) AS shops,
          toUInt64(sumIf(dwell_s, ${inDays})) AS dwell, toString(min(first_date)) AS first_seen,
          CAST(argMax((shop_id, toString(visit_id), toString(identity), toString(gender), age, entrance_id, toUnixTimestamp(enter_at), picture), (enter_at, visit_id)),
            'Tuple(shop_id UInt32, visit String, identity String, gender String, age UInt8, entrance_id UInt32, at UInt32, picture String)') AS last
        FROM face_visit FINAL WHERE ${inShops} AND ${whole} AND person_id = {personId:UInt32}`,
        { shopIds, personId, ...days },
      )
      return row && Number(row.ever) > 0 ? row : undefined
    },

    async visits(shopIds: number[], personId: number, days: Days, { offset, limit }: Part) {
      const params = { shopIds, personId, ...days, offset, limit }
      const where = `FROM face_visit FINAL WHERE ${inShops} AND ${inDays} AND ${whole} AND person_id = {personId:UInt32}`
      const [found, total] = await Promise.all([
        rows<VisitRow>(
          `SELECT ${visitColumns} ${where} ORDER BY enter_at DESC, visit_id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
          params,
        ),
        counted(`SELECT 1 ${where}`, params),
      ])
      return { total, found }
    },

    /** Visits of shops by their numbers. */
    visitsByIds: (shopIds: number[], visits: readonly string[]) =>
      rows<VisitRow>(
        `SELECT ${visitColumns} FROM face_visit FINAL WHERE ${inShops} AND ${whole} AND toString(visit_id) IN {visits:Array(String)}`,
        { shopIds, visits },
      ),

    /** Stops of some visits of a person between two days, in time. */
    stops: (shopIds: number[], days: Days, visits: readonly string[]) =>
      rows<StopRow>(
        `SELECT toString(visit_id) AS visit, zone_id, toUnixTimestamp64Milli(at) / 1000 AS at, dwell_s FROM stay FINAL
        WHERE ${inShops} AND ${inDays} AND toString(visit_id) IN {visits:Array(String)} ORDER BY at, zone_id`,
        { shopIds, visits, ...days },
      ),

    /** Ways through shops that ceilings saw, latest first. */
    async ways(
      shopIds: number[],
      days: Days,
      filter: {
        identities?: readonly PersonIdentity[] | undefined
        mapIds?: readonly number[] | undefined
        personIds?: readonly number[] | undefined
        keyword?: string
      },
      { offset, limit }: Part,
    ): Promise<{ total: number; found: WayRow[] }> {
      const { identities = [], mapIds, personIds = [], keyword = '' } = filter
      const params = { identities, mapIds: mapIds ?? [], personIds, keyword, shopIds, ...days, offset, limit }
      const where = `FROM track FINAL WHERE ${inShops} AND ${inDays} AND person_id > 0
        ${identities.length > 0 ? 'AND toString(identity) IN {identities:Array(String)}' : ''}
        ${mapIds === undefined ? '' : 'AND map_id IN {mapIds:Array(UInt32)}'}
        ${personIds.length > 0 ? 'AND person_id IN {personIds:Array(UInt32)}' : ''}
        ${keyword === '' ? '' : 'AND startsWith(toString(person_id), {keyword:String})'}`
      const key = `shop_id, biz_date, person_id, ${wayId} AS way_id`
      const group = 'GROUP BY shop_id, biz_date, person_id, way_id'
      const [found, total] = await Promise.all([
        rows<WayRow>(
          `SELECT ${key}, toString(way_id) AS way, toString(biz_date) AS day, toString(any(identity)) AS identity,
            toUnixTimestamp64Milli(min(track.at)) / 1000 AS at, toUnixTimestamp64Milli(max(track.at + toIntervalMillisecond(arraySum(dt_ms)))) / 1000 AS ends,
            length(arrayDistinct(arrayFlatten(groupArray(zone_path)))) AS zones, groupUniqArray(map_id) AS maps
          ${where} ${group} ORDER BY at DESC, way LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
          params,
        ),
        counted(`SELECT ${key} ${where} ${group}`, params),
      ])
      return { total, found }
    },

    /** The tracks of one way, in time. */
    way: (shopId: number, way: string) =>
      rows<{
        map_id: number
        visit: string
        day: string
        person_id: number
        identity: PersonIdentity
        at: number
        dt: number[]
        x: number[]
        y: number[]
        zone_path: number[]
      }>(
        `SELECT map_id, toString(visit_id) AS visit, toString(biz_date) AS day, person_id, toString(identity) AS identity,
          toUnixTimestamp64Milli(track.at) AS at, dt_ms AS dt, x_cm AS x, y_cm AS y, zone_path
        FROM track FINAL WHERE shop_id = {shopId:UInt32} AND (visit_id = {way:UInt64} OR (visit_id = 0 AND track_id = {way:UInt64})) ORDER BY track.at`,
        { shopId, way },
      ),

    /** Where the face of somebody was caught in a shop between two moments: single captures, else the visits built of them. */
    facesBetween: (shopId: number, personId: number, day: string, from: number, to: number) =>
      rows<{
        at: number
        device_id: number
        zone_id: number
        entrance_id: number
        seconds: number
        picture: string
      }>(
        `SELECT at, device_id, zone_id, entrance_id, seconds, picture FROM (
          SELECT toUnixTimestamp64Milli(c.at) / 1000 AS at, device_id, zone_id, entrance_id, seconds, picture
          FROM face_capture AS c FINAL WHERE shop_id = {shopId:UInt32} AND biz_date = {day:Date} AND person_id = {personId:UInt32}
          UNION ALL
          SELECT toUnixTimestamp(enter_at) AS at, device_id, 0 AS zone_id, entrance_id, dwell_s AS seconds, picture
          FROM face_visit FINAL WHERE shop_id = {shopId:UInt32} AND biz_date = {day:Date} AND person_id = {personId:UInt32} AND ${whole} AND visit_id < 9007199254740992)
        WHERE at BETWEEN {from:Float64} AND {to:Float64} ORDER BY at`,
        { shopId, personId, day, from: from - nearSeconds, to: to + nearSeconds },
      ),

    async samples(
      shopIds: number[],
      days: Days,
      filter: Pick<Traits, 'deviceIds'>,
      checked: readonly string[],
      { seed, count }: { seed: number; count: number },
    ): Promise<{ total: number; found: VisitRow[] }> {
      const params = { ...filter, shopIds, ...days, checked, seed, count }
      const where = `FROM face_visit FINAL WHERE ${inShops} AND ${inDays} AND ${whole} AND person_id > 0 AND picture != ''${has(filter)}`
      const [found, total] = await Promise.all([
        rows<VisitRow>(
          `SELECT ${visitColumns} ${where} AND toString(visit_id) NOT IN {checked:Array(String)}
          ORDER BY cityHash64({seed:UInt32}, visit_id), visit_id LIMIT {count:UInt32}`,
          params,
        ),
        counted(`SELECT 1 ${where}`, params),
      ])
      return { total, found }
    },

    /** Visits with a picture of some persons on some days. */
    picturesOn: (shopIds: number[], personIds: readonly number[], days: readonly string[]) =>
      rows<VisitRow>(
        `SELECT ${visitColumns} FROM face_visit FINAL WHERE ${inShops} AND biz_date IN {days:Array(Date)} AND ${whole}
          AND person_id IN {personIds:Array(UInt32)} AND picture != '' ORDER BY enter_at DESC, visit_id`,
        { shopIds, personIds, days },
      ),

    /**
     * Writes rows of some persons anew that say another identity than they are to say, from a day on. Their shop-days are noted
     * before and after: who dies in between leaves none that nobody makes anew.
     */
    async remark(
      marks: ReadonlyMap<number, PersonIdentity>,
      ver: number,
      note: (days: readonly { shopId: number; date: string }[]) => Promise<void>,
      since = '1970-01-01',
    ): Promise<void> {
      if (marks.size === 0) return
      const params = { persons: [...marks.keys()], names: [...marks.values()], ver, since }
      const wanted = "transform(person_id, {persons:Array(UInt32)}, {names:Array(String)}, '')"
      const differs = `biz_date >= {since:Date} AND person_id IN {persons:Array(UInt32)} AND toString(identity) != ${wanted}`
      const found = await rows<{ shop_id: number; day: string }>(
        ['face_visit', 'face_capture', 'stay', 'track']
          .map(
            name => `SELECT DISTINCT shop_id, toString(biz_date) AS day FROM ${name} FINAL WHERE ${differs}`,
          )
          .join(' UNION DISTINCT '),
        params,
      )
      if (found.length === 0) return
      const days = found.map(({ shop_id, day }) => ({ shopId: shop_id, date: day }))
      await note(days)
      const { client } = await measures()
      for (const name of ['face_capture', 'face_visit', 'stay', 'track'])
        await client.command({
          query: `INSERT INTO ${name} SELECT * REPLACE (CAST(${wanted}, 'Enum8(\\'customer\\' = 0, \\'clerk\\' = 1, \\'vip\\' = 2)') AS identity,
            greatest(ver + 1, {ver:UInt64}) AS ver) FROM (SELECT * FROM ${name} FINAL WHERE ${differs})`,
          query_params: params,
        })
      await note(days)
    },
  }
}
export type PersonStore = ReturnType<typeof personStore>
