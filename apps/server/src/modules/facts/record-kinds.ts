import type { RecordKind } from '@aisle/analysis'
import { qualityKindNames, qualityRuleId, watchRuleId } from '@aisle/contract'
import { type SQL, sql } from 'drizzle-orm'

/**
 * Where records of the console stand in PostgreSQL: what each looks like as a row of `record`, when it happened (`happened`),
 * and when it last changed (`changed`). Columns that a kind lacks are left out. `gone` is true of what was taken back.
 */
export type RecordSource = { readonly rows: SQL; readonly changed: SQL }

const number = (column: string) =>
  sql.raw(`coalesce(nullif(regexp_replace(${column}, '\\D', '', 'g'), ''), '0')::bigint`)
const flag = (condition: SQL) => sql`(case when ${condition} then 1 else 0 end)`
const minutes = (from: string, to: string) =>
  sql.raw(`greatest(0, coalesce(round(extract(epoch from ${to} - ${from}) / 60), 0))::int`)

const evaluationItems: RecordSource = {
  rows: sql`select e.shop_id, e.id as record_id, e.evaluated_at as happened, e.status, ${number('d.item_id')} as item_id,
      ${number('e.user_id')} as owner_id, ${number('d.camera_id')} as device_id, ${number('d.preset_id')} as preset_id,
      d.lost as lost_points, coalesce(d.score / nullif(d.item_score, 0) * 100, 0)::float as score,
      ${flag(sql`d.score is not null and d.item_score > 0`)} as is_checked, ${flag(sql`d.result = 'pass'`)} as is_done, coalesce(d.severity, '') as severity, e.status = 'revoked' as gone
    from evaluations e join evaluation_details d on d.evaluation_id = e.id`,
  changed: sql`greatest(e.created_at, e.status_updated_at)`,
}

/** Kinds of doubtful data as rules, in the order of the contract: their numbers stand far above those of rules that people made. */
const qualityRule = sql.raw(
  `(case e.kind ${qualityKindNames.map(kind => `when '${kind}' then ${qualityRuleId(kind)}`).join(' ')} else 0 end)::bigint`,
)

/** Every kind that the console keeps; tickets have nobody who writes them yet. */
export const recordSources: Readonly<Partial<Record<RecordKind, RecordSource>>> = {
  evaluation: {
    rows: sql`select e.shop_id, e.id as record_id, e.evaluated_at as happened, e.status, ${number('e.user_id')} as owner_id, e.score,
        ${flag(sql`e.maximum > 0 and e.status <> 'revoked'`)} as has_score, ${flag(sql`e.status = 'confirmed'`)} as is_done,
        round(e.use_seconds / 60.0)::int as minutes, false as gone
      from evaluations e`,
    changed: sql`greatest(e.created_at, e.status_updated_at)`,
  },
  'evaluation-item': evaluationItems,
  inspection: {
    rows: sql`select i.shop_id, i.id as record_id, i.inspected_at as happened, '' as status, ${number('i.user_id')} as owner_id,
        ${flag(sql`i.abnormal_count = 0`)} as is_done, round(i.use_seconds / 60.0)::int as minutes, i.deleted_at is not null as gone
      from inspections i`,
    changed: sql`greatest(i.created_at, i.deleted_at)`,
  },
  'daily-record': {
    rows: sql`select r.shop_id, r.id as record_id, r.recorded_at as happened, '' as status, ${number('r.type_id')} as item_id,
        ${number('r.user_id')} as owner_id, r.deleted_at is not null as gone
      from daily_records r`,
    changed: sql`greatest(r.created_at, r.deleted_at)`,
  },
  patrol: {
    rows: sql`select v.shop_id, v.id as record_id, v.began_at as happened, case when v.ended_at is null then 'open' else 'ended' end as status,
        ${number('v.user_id')} as owner_id, ${minutes('v.began_at', 'v.ended_at')} as minutes, ${flag(sql`v.ended_at is not null`)} as is_done, false as gone
      from check_shop_records v`,
    changed: sql`greatest(v.began_at, v.ended_at)`,
  },
  problem: {
    rows: sql`select p.shop_id, p.id as record_id, p.raised_at as happened, p.status, ${number('coalesce(p.owner_user_id, p.owner_staff_id)')} as owner_id,
        ${number('p.item_id')} as problem_item_id, ${number('p.camera_id')} as device_id, ${number('p.preset_id')} as preset_id,
        ${flag(sql`p.status = 'closed'`)} as is_done, ${minutes('p.raised_at', 'p.closed_at')} as minutes, false as gone
      from problems p`,
    changed: sql`p.updated_at`,
  },
  plan: {
    rows: sql`select p.shop_id, p.id as record_id, p.created_at as happened, p.kind as status, ${number('p.camera_id')} as device_id,
        ${number('p.preset_id')} as preset_id, ${number('p.user_id')} as owner_id, p.deleted_at is not null or p.paused as gone
      from plans p`,
    changed: sql`greatest(p.updated_at, p.deleted_at)`,
  },
  snapshot: {
    rows: sql`select f.shop_id, f.id as record_id, f.taken_at as happened, case when f.plan_run_id is null then 'manual' else 'planned' end as status,
        ${number('f.camera_id')} as device_id, ${number('f.preset_id')} as preset_id, ${number('f.user_id')} as owner_id, f.deleted_at is not null as gone
      from pictures f`,
    changed: sql`greatest(f.created_at, f.deleted_at)`,
  },
  'snapshot-due': {
    rows: sql`select r.shop_id, r.id as record_id, r.due_at as happened, r.state as status, ${number('r.camera_id')} as device_id,
        ${number('r.preset_id')} as preset_id, ${flag(sql`r.state = 'done'`)} as is_done, ${flag(sql`r.ended_at is not null`)} as is_checked, false as gone
      from plan_runs r where r.plan_id is not null`,
    changed: sql`greatest(r.created_at, r.started_at, r.ended_at)`,
  },
  finding: {
    rows: sql`select f.shop_id, f.id as record_id, f.found_at as happened, f.status, ${number('f.camera_id')} as device_id,
        ${number('f.preset_id')} as preset_id, f.algorithm, ${flag(sql`f.status <> 'new'`)} as is_checked,
        ${flag(sql`f.status in ('confirmed', 'raised')`)} as is_done, false as gone
      from findings f`,
    changed: sql`greatest(f.created_at, f.decided_at)`,
  },
  sample: {
    rows: sql`select c.shop_id, c.visit_id as record_id, c.seen_at as happened, coalesce(c.verdict, 'unchecked') as status,
        array_position(array['gender', 'age', 'identity', 'person'], c.attribute) as item_id, c.attribute, c.device_id,
        ${number('c.user_id')} as owner_id, ${flag(sql`c.verdict in ('right', 'wrong')`)} as is_checked, ${flag(sql`c.verdict = 'right'`)} as is_done,
        (case when c.attribute = 'age' and c.actual <> '' then c.actual::int else 255 end) as age_band_checked, c.verdict is null as gone
      from recognition_checks c`,
    changed: sql`c.checked_at`,
  },
  notice: {
    rows: sql`select n.shop_id, n.id as record_id, n.created_at as happened, case when n.status = 2 then 'handled' else 'open' end as status,
        ${number('n.user_id')} as owner_id, ${flag(sql`n.status = 2`)} as is_done, false as gone
      from notices n where n.shop_id is not null`,
    changed: sql`greatest(n.created_at, n.handled_at)`,
  },
  warning: {
    rows: sql`select w.shop_id, w.id as record_id, w.raised_at as happened, w.status, case when w.rule_id is null then ${sql.raw(String(watchRuleId))} else ${number('w.rule_id')} end as rule_id,
        ${number('w.handled_by')} as owner_id, w.severity, ${flag(sql`w.status in ('acknowledged', 'resolved')`)} as is_done,
        ${flag(sql`w.status <> 'open'`)} as is_checked, ${minutes('w.raised_at', "(case when w.status = 'resolved' then w.handled_at end)")} as minutes,
        case when w.node_kind = 'floor' then ${number('w.node_id')} else 0 end as floor_id,
        case when w.node_kind = 'entrance' then ${number('w.node_id')} else 0 end as entrance_id,
        case when w.node_kind = 'zone' then ${number('w.node_id')} else 0 end as zone_id, false as gone
      from flow_warnings w`,
    changed: sql`w.updated_at`,
  },
  anomaly: {
    rows: sql`select e.shop_id, e.id as record_id, (e.biz_date + e.from_slot * interval '5 minutes') at time zone s.time_zone as happened,
        e.status, ${qualityRule} as rule_id, e.device_id, 'abnormal data' as fault_class,
        ${flag(sql`e.status in ('acknowledged', 'corrected', 'excluded')`)} as is_done, ${flag(sql`e.status <> 'open'`)} as is_checked,
        e.status = 'closed' as gone
      from quality_events e join shops s on s.id = e.shop_id`,
    changed: sql`e.updated_at`,
  },
}
