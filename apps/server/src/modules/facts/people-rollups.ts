import { type Rebuild, withRows } from './rebuild.ts'

/** Distinct people by place and day, clerks left out, and the sums of their visits; those who were not recognised are visits. */
export const peopleDay = (rebuild: Rebuild): string => `
  INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, floor_id, persons, new_persons, returning_persons, visit_n, dwell_sum_s, ver)
  SELECT biz_date, shop_id, place_kind, place_id, max(v.floor_id), groupBitmapStateIf(person_id, person_id > 0),
    groupBitmapStateIf(person_id, person_id > 0 AND is_new = 1), groupBitmapStateIf(person_id, person_id > 0 AND is_returning = 1),
    count(), sum(dwell_s), ${rebuild.ver}
  FROM (
    SELECT biz_date, shop_id, place_kind, place_id, floor_id, person_id, is_new, is_returning, dwell_s
    FROM face_visit FINAL WHERE ${withRows('face_visit', rebuild)} AND identity != 'clerk') AS v
  GROUP BY biz_date, shop_id, place_kind, place_id`
