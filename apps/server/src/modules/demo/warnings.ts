import type { RuleKind, RuleLimits, WarningSeverity, WatchedKind, WatchLimitValues } from '@aisle/contract'
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { chinaDay, dayBefore } from '../../platform/time.ts'
import { chinaMoment } from './activity.ts'
import type { DemoShop } from './chain.ts'
import { demoSeed } from './chain.ts'
import { insertAll } from './insert-all.ts'
import { randomFrom } from './random.ts'

const ids = { rule: 880_001, watch: 882_001, change: 884_001 }
/** Days that say what is usual at a place. */
const fewestDays = 10
/** How far back the rules of the demo look. */
const ruledDays = 45
const [admin, analyst, support] = ['701001', '701003', '701004']
const dayMs = 86_400_000

type Rule = {
  name: string
  nameEn: string
  kind: RuleKind
  limits: RuleLimits
  hours?: [string, string]
  shops?: readonly string[]
  severity: WarningSeverity
}
const rules: readonly Rule[] = [
  {
    name: '在场超过 150 人',
    nameEn: 'More than 150 people inside',
    kind: 'crowding',
    limits: { people: 150 },
    severity: 'high',
  },
  {
    name: '客流骤降六成',
    nameEn: 'Visits fall by 60 %',
    kind: 'fall',
    limits: { percent: 60, hours: 3, atLeast: 40 },
    severity: 'middle',
  },
  {
    name: '两小时无客流',
    nameEn: 'Nobody for two hours',
    kind: 'silence',
    limits: { minutes: 120 },
    hours: ['11:00', '20:00'],
    severity: 'middle',
  },
  {
    name: '未达日目标',
    nameEn: 'Below the day’s target',
    kind: 'offTarget',
    limits: { share: 60 },
    shops: ['静安寺店', '杭州湖滨店', '南京新街口店', '苏州观前街店'],
    severity: 'low',
  },
]

type Watch = {
  shop: string
  kind: WatchedKind
  place: string
  limits: WatchLimitValues
  /** Target over what is usual: below 1 it is reached, well above it is missed. */
  ambition: number
}
const watched: readonly Watch[] = [
  { shop: '静安寺店', kind: 'floor', place: '三楼', limits: { tolerance: 10 }, ambition: 1.25 },
  { shop: '静安寺店', kind: 'floor', place: '地下一层', limits: { tolerance: 10 }, ambition: 0.96 },
  { shop: '杭州湖滨店', kind: 'floor', place: '二楼', limits: { tolerance: 8 }, ambition: 1.02 },
  { shop: '南京新街口店', kind: 'floor', place: '三楼', limits: { tolerance: 10 }, ambition: 1.18 },
  { shop: '静安寺店', kind: 'entrance', place: '正门', limits: { crowd: 9, idle: 120 }, ambition: 1 },
  { shop: '静安寺店', kind: 'entrance', place: '车库电梯厅', limits: { crowd: 6, idle: 90 }, ambition: 1 },
  { shop: '杭州湖滨店', kind: 'entrance', place: '侧门', limits: { crowd: 8, idle: 120 }, ambition: 1.05 },
  { shop: '静安寺店', kind: 'zone', place: '中岛促销', limits: { tolerance: 10 }, ambition: 1.08 },
  { shop: '静安寺店', kind: 'zone', place: '鞋区', limits: { tolerance: 10 }, ambition: 1.3 },
  { shop: '南京新街口店', kind: 'zone', place: '餐饮区', limits: { tolerance: 10 }, ambition: 0.95 },
]
const changes = [
  { shop: '静安寺店', zone: '中岛促销', daysAgo: 21, what: '换季主题陈列,中岛由四组改为三组' },
  { shop: '静安寺店', zone: '鞋区', daysAgo: 17, what: '试鞋凳移到通道侧,增加射灯' },
  { shop: '南京新街口店', zone: '餐饮区', daysAgo: 24, what: '增加八个座位,入口屏风拆除' },
]

const dayAgo = (now: Date, days: number) => dayBefore(chinaDay(now), days)

/** Limits, watch lists and registered changes of the demo, as the operations team would have set them weeks ago. */
export async function insertWarnings(
  db: Queryable,
  { shops }: { shops: DemoShop[] },
  now: Date,
): Promise<void> {
  const shopOf = (name: string) => shops.find(shop => shop.name === name)
  await insertAll(
    db,
    schema.flowRules,
    rules.map(({ hours, shops: names = [], ...rule }, index) => ({
      ...rule,
      id: String(ids.rule + index),
      fromTime: hours?.[0] ?? null,
      toTime: hours?.[1] ?? null,
      shopIds: names.flatMap(name => shopOf(name)?.id ?? []),
      since: dayAgo(now, ruledDays),
      updatedBy: analyst,
      updatedAt: chinaMoment(now, ruledDays, '10:20'),
    })),
  )
  await insertAll(
    db,
    schema.watches,
    watched.flatMap(({ shop: name, kind, place, limits }, index) => {
      const shop = shopOf(name)
      const node = shop && placesIn(shop, kind).find(one => one.zh === place)
      if (!shop || !node) return []
      return [
        {
          id: String(ids.watch + index),
          shopId: shop.id,
          nodeKind: kind,
          nodeId: node.id,
          limits,
          ownerId: index % 3 === 1 ? support : analyst,
          since: dayAgo(now, kind === 'entrance' ? 14 : 35),
          changedAt: chinaMoment(now, 35, '11:05'),
        },
      ]
    }),
  )
  await insertAll(
    db,
    schema.zoneChanges,
    changes.flatMap(({ shop: name, zone, daysAgo, what }, index) => {
      const shop = shopOf(name)
      const place = shop?.zones.find(one => one.zh === zone)
      if (!shop || !place) return []
      return [
        {
          id: String(ids.change + index),
          shopId: shop.id,
          zoneId: place.id,
          changedOn: dayAgo(now, daysAgo),
          what,
          createdBy: analyst,
          createdAt: chinaMoment(now, daysAgo, '09:30'),
        },
      ]
    }),
  )
}

const placesIn = ({ floors, entrances, zones }: DemoShop, kind: WatchedKind) =>
  ({ floor: floors, entrance: entrances, zone: zones })[kind]

type Duty = { db: Database; measures: () => Promise<Pick<ClickHouse, 'client'>>; now: () => Date }

/**
 * Targets of the watched places, once enough of the demo's past is made to know what is usual there: of the months around now.
 * Answers whether they stand.
 */
export async function setPlaceTargets({ db, measures, now }: Duty): Promise<boolean> {
  const rows = await db
    .select()
    .from(schema.watches)
    .where(
      inArray(
        schema.watches.id,
        watched.map((_, index) => String(ids.watch + index)),
      ),
    )
  if (rows.length === 0) return true
  const [known] = await db.select({ id: schema.placeTargets.nodeId }).from(schema.placeTargets).limit(1)
  if (known) return true
  const { client } = await measures()
  const answer = await client.query({
    query: `SELECT toString(node_kind) AS kind, toString(node_id) AS id, toFloat64(avg(toInt64(in_n) - staff_n)) AS usual, toUInt32(count()) AS days
      FROM flow_shop_day FINAL WHERE biz_date BETWEEN {from:Date} AND {to:Date} AND shop_id IN {shops:Array(UInt32)} GROUP BY kind, id`,
    query_params: {
      from: dayAgo(now(), 28),
      to: dayAgo(now(), 1),
      shops: [...new Set(rows.map(row => Number(row.shopId)))],
    },
    format: 'JSONEachRow',
  })
  const usual = new Map(
    (await answer.json<{ kind: string; id: string; usual: number; days: number }>()).map(row => [
      `${row.kind} ${row.id}`,
      row,
    ]),
  )
  if (rows.some(row => (usual.get(`${row.nodeKind} ${row.nodeId}`)?.days ?? 0) < fewestDays)) return false
  const [year = 0, month = 1] = dayAgo(now(), 0).split('-').map(Number)
  const values = rows.flatMap(row => {
    const day = usual.get(`${row.nodeKind} ${row.nodeId}`)?.usual ?? 0
    const { ambition } = watched[Number(row.id) - ids.watch] ?? { ambition: 1 }
    return [-2, -1, 0, 1].map(step => {
      const first = new Date(Date.UTC(year, month - 1 + step, 1))
      const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
      return {
        shopId: row.shopId,
        nodeKind: row.nodeKind,
        nodeId: row.nodeId,
        month: first.toISOString().slice(0, 7),
        visits: Math.max(10, Math.round((day * days * ambition) / 10) * 10),
        updatedBy: analyst,
        updatedAt: now(),
      }
    })
  })
  await db.transaction(async tx => {
    await insertAll(tx, schema.placeTargets, values, { keep: true })
    // Their days are looked at again, now that there is something to hold them against.
    await tx
      .update(schema.watches)
      .set({ examinedUpTo: 0 })
      .where(
        inArray(
          schema.watches.id,
          rows.map(row => row.id),
        ),
      )
  })
  return true
}

const reasons = {
  crowding: ['周末促销客流集中,已开放第二收银通道', '商场活动散场,保安疏导后恢复', '团购到店,已加派两名导购'],
  fall: ['地铁站临时封闭,客流改道', '暴雨,属正常波动', '商圈道路施工,与物业沟通中'],
  silence: ['正门临时关闭维修,已恢复', '停电检修,已恢复营业'],
  offTarget: ['工作日低谷,下周排促销', '竞品开业首日,持续观察'],
  deviation: ['楼层动线调整期'],
  crowd: ['午间高峰,已打开侧门分流', '电梯检修,顾客集中走此门'],
  idle: ['车库白天封闭,已通知物业', '门禁误锁,已打开'],
} as const

/**
 * What the people of the demo do about warnings of its rules some hours later: most are resolved, some only seen, a few muted or
 * left. The same whenever it is done; what anybody touched stays.
 */
export async function handleWarnings({ db, now }: Pick<Duty, 'db' | 'now'>): Promise<number> {
  const seen = new Date(now().getTime() - 4 * 3_600_000)
  const waiting = await db
    .select()
    .from(schema.flowWarnings)
    .where(
      and(
        eq(schema.flowWarnings.status, 'open'),
        eq(schema.flowWarnings.version, 1),
        lt(schema.flowWarnings.raisedAt, seen),
        sql`coalesce(${schema.flowWarnings.ruleId}, ${schema.flowWarnings.watchId})::bigint between ${ids.rule} and ${ids.change}`,
      ),
    )
    .orderBy(asc(schema.flowWarnings.raisedAt))
    .limit(500)
  let handled = 0
  for (const row of waiting) {
    const random = randomFrom(demoSeed, `warning ${row.key}`)
    const age = now().getTime() - row.raisedAt.getTime()
    const fate = random.next()
    // Some of the last days wait for whoever looks at the demo.
    if (fate < 0.35 && age < 3 * dayMs) continue
    const user = random.pick([analyst, analyst, support, admin])
    const first = new Date(row.raisedAt.getTime() + random.whole(6, 150) * 60_000)
    const last = new Date(Math.min(first.getTime() + random.whole(20, 1500) * 60_000, now().getTime()))
    const reason = random.pick([...reasons[row.kind]])
    const isMuted = fate > 0.95
    const isSeenOnly = fate > 0.82 && age < 7 * dayMs
    const end = isMuted ? 'muted' : isSeenOnly ? 'acknowledged' : 'resolved'
    const steps = [
      ...(isMuted ? [] : [{ action: 'acknowledge', to: 'acknowledged' as const, at: first, remark: '' }]),
      ...(end === 'acknowledged'
        ? []
        : [
            {
              action: isMuted ? 'mute' : 'resolve',
              to: end as 'muted' | 'resolved',
              at: last,
              remark: reason,
            },
          ]),
    ]
    await db.transaction(async tx => {
      const changed = await tx
        .update(schema.flowWarnings)
        .set({
          status: end,
          version: 1 + steps.length,
          handledBy: user,
          handledAt: end === 'acknowledged' ? first : last,
          remark: end === 'acknowledged' ? '' : reason,
          mutedUntil: isMuted ? new Date(last.getTime() + 7 * dayMs) : null,
          updatedAt: now(),
        })
        .where(and(eq(schema.flowWarnings.id, row.id), eq(schema.flowWarnings.version, 1)))
        .returning({ id: schema.flowWarnings.id })
      if (changed.length === 0) return
      handled++
      let from: 'open' | 'acknowledged' = 'open'
      for (const [index, step] of steps.entries()) {
        await tx.insert(schema.flowWarningSteps).values({
          warningId: row.id,
          version: 2 + index,
          action: step.action,
          fromStatus: from,
          toStatus: step.to,
          userId: user,
          at: step.at,
          remark: step.remark,
        })
        from = 'acknowledged'
      }
    })
  }
  return handled
}
