import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/postgres.ts'
import { cameras, deskTallies, findings, problems, shops } from '../../platform/schema/index.ts'

/** What the desk would have counted in each hour of the last two days, from what the demo says about those hours. */
export async function insertDeskTallies(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${deskTallies} (shop_id, hour, cameras, online, warnings)
    select s.id, h.hour, c.cameras, c.online, c.cameras - c.online + p.overdue + f.open
    from ${shops} s
    cross join generate_series(
      date_trunc('hour', ${now}::timestamptz) - interval '48 hours',
      date_trunc('hour', ${now}::timestamptz) - interval '1 hour',
      interval '1 hour'
    ) as h (hour)
    cross join lateral (
      select count(*)::int as cameras,
        (count(*) filter (where status <> 'offline' or last_online_at > h.hour))::int as online
      from ${cameras} where shop_id = s.id and removed_at is null
    ) c
    cross join lateral (
      select count(*)::int as overdue from ${problems}
      where shop_id = s.id and raised_at < h.hour and due_at < h.hour
        and coalesce(closed_at, 'infinity') > h.hour and coalesce(submitted_at, 'infinity') > h.hour
    ) p
    cross join lateral (
      select count(*)::int as open from ${findings}
      where shop_id = s.id and found_at < h.hour and coalesce(decided_at, 'infinity') > h.hour
    ) f`)
}
