import { AppError, type AreaSelection, type Imputation, type QualityEvent } from '@aisle/contract'
import { and, asc, isNull } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { type RollupKeeper, slotClock } from '../facts/service.ts'
import type { NoticePublisher } from '../notices/service.ts'
import { correctionService } from './corrections.ts'
import { coverageReader } from './coverage.ts'
import { hoursOf, type LineDay, mainFigure, slotsOfHour, sum } from './day.ts'
import { dayReader } from './days.ts'
import { finder } from './finder.ts'
import { imputer } from './imputation.ts'
import { lineNames } from './line-names.ts'
import { qualitySettingService } from './settings.ts'
import { shownReader } from './shown.ts'
import { type EventFilter, type EventRow, eventStore } from './store.ts'
import { reportWords, text } from './text.ts'
import { neighbourRatio, openHours, usualHour } from './usual.ts'

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note' | 'run'>
  locks: Locks
  notices: NoticePublisher
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
}
type Days = { area: AreaSelection; from: string; to: string; shopId?: string | undefined }

/** How far counts can be trusted, and what people did about it. */
export function qualityService({ db, measures, rollups, locks, notices, dayCut, now }: Deps) {
  const store = eventStore(db)
  const settings = qualitySettingService({ db, now })
  const reader = dayReader(measures)
  const shown = shownReader(measures)
  const coverage = coverageReader(measures)
  const finding = finder({
    db,
    reader,
    store,
    settings,
    imputer: imputer({ db, measures, rollups, now }),
    dayCut,
    now,
  })
  const corrections = correctionService({ db, measures, rollups, locks, finder: finding, store, shown, now })

  async function found(caller: Caller, id: string): Promise<EventRow> {
    const row = await store.find(caller.scope, id)
    if (!row) throw new AppError('notFound', text.noEvent)
    return row
  }
  const answerOf = async (caller: Caller, id: string) => eventAnswer(await found(caller, id), await dayCut())

  async function decide(
    caller: Caller,
    id: string,
    version: number,
    from: readonly string[],
    change: Parameters<typeof store.decide>[2],
  ): Promise<QualityEvent> {
    const { event } = await found(caller, id)
    const stale = async () =>
      new AppError('conflict', text.changed, { reason: 'changed', current: await answerOf(caller, id) })
    if (event.version !== version) throw await stale()
    if (!from.includes(event.status))
      throw new AppError('ruleBroken', text.wrongStatus, { reason: event.status })
    if (!(await store.decide(id, version, change))) throw await stale()
    return answerOf(caller, id)
  }

  /** Open shops of a scope, by id, in order of their names. */
  async function shopsIn(scope: Scope, area: AreaSelection, shopId: string | undefined) {
    if (shopId !== undefined) await shopInScope(db, scope, shopId)
    const rows = await db
      .select({ id: shops.id, name: shops.name, nameEn: shops.nameEn })
      .from(shops)
      .where(and(inScope(scope), inArea(area), isNull(shops.closedAt)))
      .orderBy(asc(shops.code), asc(shops.id))
    return shopId === undefined ? rows : rows.filter(row => row.id === shopId)
  }

  return {
    settings,
    corrections,
    finder: finding,

    async page(caller: Caller, filter: EventFilter, pageNumber: number, pageSize: number) {
      const { rows, total } = await store.page(caller.scope, filter, (pageNumber - 1) * pageSize, pageSize)
      const cut = await dayCut()
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: rows.map(row => eventAnswer(row, cut)),
      }
    },

    /** An event with the hours of its day: what was counted, what was to be expected, what pages show. */
    async detail(caller: Caller, id: string) {
      const row = await found(caller, id)
      const { event } = row
      const [day] = await finding.read(event.bizDate, [Number(event.shopId)])
      const line = day?.lines.find(one => one.deviceId === event.deviceId && one.line === event.line)
      const seen = line
        ? await shown.shown({
            shopId: Number(event.shopId),
            date: event.bizDate,
            deviceId: event.deviceId,
            line: event.line,
          })
        : []
      return {
        event: eventAnswer(row, await dayCut()),
        hours: line && day ? openHours(line).map(hour => hourFigures(line, day.lines, hour, seen)) : [],
      }
    },

    acknowledge: (caller: Caller, id: string, { version, remark }: { version: number; remark: string }) =>
      decide(caller, id, version, ['open'], {
        status: 'acknowledged',
        decidedBy: caller.userId,
        decidedAt: now(),
        remark,
      }),

    /** Hands an event to those who look after devices in its shop. @throws as `acknowledge` */
    async report(caller: Caller, id: string, { version, remark }: { version: number; remark: string }) {
      const done = await decide(caller, id, version, ['open'], {
        status: 'ticketed',
        decidedBy: caller.userId,
        decidedAt: now(),
        remark,
      })
      await notices.publish({
        to: { shopId: done.shopId, authority: 'device.manage' },
        kind: 'quality.reported',
        ...reportWords(done),
        link: `/AbnormalSearch?event=${done.id}`,
        key: `quality:${done.id}:${done.version}`,
      })
      return done
    },

    reopen: (caller: Caller, id: string, { version, remark }: { version: number; remark: string }) =>
      decide(caller, id, version, ['acknowledged'], {
        status: 'open',
        decidedBy: null,
        decidedAt: null,
        remark,
      }),

    async summary(caller: Caller, { area, from, to, shopId }: Days) {
      const [wanted, counts, waiting] = await Promise.all([
        shopsIn(caller.scope, area, shopId),
        store.counts(caller.scope, { area, from, to, shopId }),
        corrections.waiting(caller.scope, inArea(area)),
      ])
      const covered = await coverage.total(
        wanted.map(shop => Number(shop.id)),
        from,
        to,
      )
      const kinds = new Map<QualityEvent['kind'], { total: number; open: number }>()
      for (const { kind, status, total } of counts.kinds) {
        const known = kinds.get(kind) ?? { total: 0, open: 0 }
        kinds.set(kind, {
          total: known.total + total,
          open: known.open + (status === 'open' ? total : 0),
        })
      }
      const days = new Map<string, number>()
      for (const { date, total } of counts.days) days.set(date, (days.get(date) ?? 0) + total)
      return {
        total: sum(kinds.values(), one => one.total),
        open: sum(kinds.values(), one => one.open),
        devices: counts.devices,
        waiting,
        ...covered,
        kinds: [...kinds].map(([kind, numbers]) => ({ kind, ...numbers })),
        days: [...days].map(([date, total]) => ({ date, total })),
      }
    },

    /** By shop and day; of a single shop by node and day. */
    async coverage(caller: Caller, { area, from, to, shopId }: Days) {
      const wanted = await shopsIn(caller.scope, area, shopId)
      if (shopId !== undefined) {
        const [shop] = wanted
        if (!shop) return { rows: [] }
        const events = await store.byNode(caller.scope, shopId, from, to)
        const names = await lineNames(db, shopId)
        const nodes = await coverage.byNode(Number(shopId), from, to)
        return {
          rows: nodes.map(({ nodeKind, nodeId, days }) => ({
            shopId,
            shopname: shop.name,
            shopnameEn: shop.nameEn,
            nodeKind,
            nodeId: String(nodeId),
            ...names.node(nodeKind, nodeId),
            days: days.map(day => ({
              ...day,
              events: sum(
                events.filter(
                  one => one.date === day.date && one.nodeKind === nodeKind && one.nodeId === nodeId,
                ),
                one => one.total,
              ),
            })),
          })),
        }
      }
      const counts = await store.counts(caller.scope, { area, from, to })
      const events = new Map(counts.days.map(one => [`${one.shopId} ${one.date}`, one.total]))
      const byShop = await coverage.byShop(
        wanted.map(shop => Number(shop.id)),
        from,
        to,
      )
      return {
        rows: wanted.flatMap(shop => {
          const days = byShop.get(Number(shop.id))
          if (!days) return []
          return [
            {
              shopId: shop.id,
              shopname: shop.name,
              shopnameEn: shop.nameEn,
              nodeKind: 'shop' as const,
              nodeId: '0',
              nodeName: '',
              nodeNameEn: '',
              days: days.map(day => ({ ...day, events: events.get(`${shop.id} ${day.date}`) ?? 0 })),
            },
          ]
        }),
      }
    },

    async imputations(caller: Caller, filter: Days, pageNumber: number, pageSize: number) {
      const { rows, total } = await store.imputationPage(
        caller.scope,
        filter,
        (pageNumber - 1) * pageSize,
        pageSize,
      )
      const cut = await dayCut()
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: rows.map(
          ({ imputation, ...names }): Imputation => ({
            shopId: imputation.shopId,
            shopname: names.shopName,
            shopnameEn: names.shopNameEn,
            deviceId: String(imputation.deviceId),
            deviceName: names.deviceName,
            deviceNameEn: names.deviceNameEn,
            line: imputation.line,
            nodeKind: imputation.nodeKind,
            nodeId: String(imputation.nodeId),
            nodeName: names.nodeName,
            nodeNameEn: names.nodeNameEn,
            date: imputation.bizDate,
            from: slotClock(imputation.fromSlot, cut),
            to: slotClock(imputation.toSlot, cut),
            slots: imputation.toSlot - imputation.fromSlot,
            in: imputation.entered,
            out: imputation.left,
            pass: imputation.passed,
            weeks: imputation.weeks,
            factor: imputation.factor,
            scaledBy: imputation.scaledBy,
            madeAt: imputation.madeAt.toISOString(),
          }),
        ),
      }
    },

    /** Lines that a shop has today. */
    async lines(caller: Caller, shopId: string) {
      const shop = await shopInScope(db, caller.scope, shopId)
      const [named, today] = [await lineNames(db, shopId), now().toISOString().slice(0, 10)]
      const [day] = await finding.read(today, [Number(shopId)])
      const [row] = (await shopsIn(caller.scope, {}, shopId)).map(one => one.nameEn)
      return (day?.lines ?? []).map(line => ({
        shopId,
        shopname: shop.name,
        shopnameEn: row ?? '',
        deviceId: String(line.deviceId),
        ...named.device(line.deviceId),
        line: line.line,
        nodeKind: line.nodeKind,
        nodeId: String(line.nodeId),
        ...named.node(line.nodeKind, line.nodeId),
        openHour: Math.floor(line.openSlot / slotsOfHour),
        closeHour: Math.ceil(line.closeSlot / slotsOfHour),
      }))
    },
  }
}
export type QualityService = ReturnType<typeof qualityService>

function hourFigures(
  line: LineDay,
  lines: readonly LineDay[],
  hour: number,
  seen: readonly { slot: number; in_n: number; pass_n: number }[],
) {
  const name = mainFigure(line)
  const counted = hoursOf(line.windows).get(hour)
  const usual = usualHour(line, hour)
  const near = neighbourRatio(line, lines, [hour])
  const ratio = (near ?? neighbourRatio(line, lines, openHours(line)))?.ratio ?? 1
  const own = seen.filter(one => Math.floor(one.slot / slotsOfHour) === hour)
  return {
    hour,
    value: counted?.[name] ?? null,
    out: counted ? counted.out : null,
    expected: usual ? Math.round(usual[name] * ratio) : null,
    neighbours: near ? Math.round(near.actual) : null,
    shown: own.length === 0 ? null : sum(own, one => (line.countsPass ? one.pass_n : one.in_n)),
  }
}

function eventAnswer({ event, ...names }: EventRow, cut: string): QualityEvent {
  return {
    id: event.id,
    version: event.version,
    kind: event.kind,
    status: event.status,
    shopId: event.shopId,
    shopname: names.shopName,
    shopnameEn: names.shopNameEn,
    deviceId: event.deviceId === 0 ? null : String(event.deviceId),
    deviceName: names.deviceName,
    deviceNameEn: names.deviceNameEn,
    line: event.deviceId === 0 ? null : event.line,
    nodeKind: event.nodeKind,
    nodeId: String(event.nodeId),
    nodeName: names.nodeName,
    nodeNameEn: names.nodeNameEn,
    date: event.bizDate,
    from: slotClock(event.fromSlot, cut),
    to: slotClock(event.toSlot, cut),
    strength: event.strength,
    evidence: event.evidence,
    foundAt: event.foundAt.toISOString(),
    decidedBy:
      event.decidedBy === null ? null : { userId: event.decidedBy, userName: names.deciderName ?? '' },
    decidedAt: event.decidedAt?.toISOString() ?? null,
    remark: event.remark,
    correctionId: event.correctionId,
  }
}
