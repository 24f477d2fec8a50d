import { type Rebuild, withRows } from './rebuild.ts'

/**
 * Moves from shop to shop within a day, of people who were recognised in both: what formats and brands give each other. A move
 * belongs to the shop that is gone to. Whoever was seen in a shop that is made anew has all moves of that day made anew, also those
 * between other shops; which these are the bitmaps of people tell, so that no other visits are read. After `peopleDay`.
 */
export function shopMoves(rebuild: Rebuild): string[] {
  const within = withRows('face_visit', rebuild)
  const seen = `FROM face_visit WHERE ${within} AND place_kind = 'shop' AND person_id > 0`
  const people = `person_id IN (SELECT person_id ${seen})`
  const shops = `(shop_id, biz_date) IN (
    SELECT p.shop_id, p.biz_date FROM (
      SELECT shop_id, biz_date, persons FROM people_day FINAL
      WHERE place_kind = 'shop' AND biz_date IN (SELECT DISTINCT biz_date ${seen})) AS p
    INNER JOIN (SELECT biz_date, groupBitmapState(person_id) AS all ${seen} GROUP BY biz_date) AS s ON s.biz_date = p.biz_date
    WHERE bitmapHasAny(p.persons, s.all))`
  const gone = (condition: string) => `
    SELECT shop_id, biz_date, kind, from_id, to_id, move_id, ${rebuild.ver}, 1 FROM move FINAL
    WHERE kind = 'shop' AND ${condition} AND ver < ${rebuild.ver}`
  return [
    `INSERT INTO move (biz_date, shop_id, kind, from_id, to_id, move_id, person_id, gender, age_band, is_new, slot, ver)
    SELECT biz_date, shop_id, 'shop', before, shop_id, visit_id, person_id, gender, age_band, is_new, slot, ${rebuild.ver}
    FROM (
      SELECT *, lagInFrame(shop_id, 1, toUInt32(0)) OVER (PARTITION BY biz_date, person_id ORDER BY enter_at, visit_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
      FROM (
        SELECT biz_date, shop_id, visit_id, person_id, gender, age_band, is_new, slot, enter_at FROM face_visit FINAL
        WHERE ${shops} AND place_kind = 'shop' AND identity != 'clerk' AND ${people}))
    WHERE before > 0 AND before != shop_id`,
    `INSERT INTO move (shop_id, biz_date, kind, from_id, to_id, move_id, ver, is_deleted)
    ${gone(`${shops} AND ${people}`)} UNION ALL ${gone(within)}`,
  ]
}
