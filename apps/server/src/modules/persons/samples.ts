import {
  AppError,
  type CheckedAttribute,
  type CheckSample,
  checkedAttributes,
  personGenders,
  personIdentities,
  type RecognitionCheck,
  type Verdict,
} from '@aisle/contract'
import { and, between, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { recognitionChecks } from '../../platform/schema/index.ts'
import { dayBefore } from '../../platform/time.ts'
import { placeNames, type Somewhere, shopsIn } from './places.ts'
import { isoOf, pictureOf, shopOf } from './service.ts'
import type { Days, PersonStore, VisitRow } from './store.ts'
import { text } from './text.ts'

type Deps = { db: Database; store: PersonStore; now: () => Date }
type Where = Somewhere & Days & { deviceIds?: readonly number[] | undefined }

/** What an attribute may turn out to be. */
const values: Readonly<Record<CheckedAttribute, readonly string[]>> = {
  gender: personGenders.filter(name => name !== 'unknown'),
  age: ['0', '1', '2', '3', '4', '5', '6'],
  identity: personIdentities,
  person: ['same', 'other'],
}
const unknownBand = 255

/** As the cameras have it; undefined where they say nothing that could be wrong. */
function recognised(row: VisitRow, attribute: CheckedAttribute): string | undefined {
  if (attribute === 'gender') return row.gender === 'unknown' ? undefined : row.gender
  if (attribute === 'age') return row.age_band === unknownBand ? undefined : String(row.age_band)
  return attribute === 'identity' ? row.identity : 'same'
}

/** Samples of recognised faces that people look at, and what they found. */
export function sampleService({ db, store, now }: Deps) {
  const judged = (shopIds: readonly number[], { from, to, deviceIds = [] }: Where) =>
    and(
      isNotNull(recognitionChecks.verdict),
      between(recognitionChecks.bizDate, from, to),
      inArray(recognitionChecks.shopId, shopIds.map(String)),
      deviceIds.length > 0 ? inArray(recognitionChecks.deviceId, [...deviceIds]) : undefined,
    )

  return {
    async samples(
      caller: Caller,
      { seed, count, ...where }: Where & { seed: number; count: number },
    ): Promise<{ samples: CheckSample[]; total: number; checked: number }> {
      const shops = await shopsIn(db, caller.scope, where)
      const ids = [...shops.keys()]
      const done = await db
        .selectDistinct({ shopId: recognitionChecks.shopId, visitId: recognitionChecks.visitId })
        .from(recognitionChecks)
        .where(judged(ids, where))
      const { total, found } = await store.samples(
        ids,
        { from: where.from, to: where.to },
        { deviceIds: where.deviceIds },
        done.map(({ visitId }) => visitId),
        { seed, count },
      )
      const returning = found.filter(row => row.since_days > 0)
      const before =
        returning.length === 0
          ? []
          : await store.picturesOn(
              [...new Set(returning.map(row => row.shop_id))],
              [...new Set(returning.map(row => row.person_id))],
              [...new Set(returning.map(visitBefore))],
            )
      const names = await placeNames(db, { device: found.map(row => row.device_id) })
      const samples = found.map(row => {
        const earlier = before.find(one => one.person_id === row.person_id && one.day === visitBefore(row))
        const earlierPicture = earlier && pictureOf(earlier)
        return {
          shopId: String(row.shop_id),
          visitId: row.visit,
          personId: String(row.person_id),
          identity: row.identity,
          gender: row.gender,
          age: row.age === unknownBand ? null : row.age,
          ageBand: row.age_band === unknownBand ? null : row.age_band,
          date: row.day,
          at: isoOf(row.at),
          shop: shopOf(shops, row.shop_id),
          device: names('device', row.device_id),
          picture: pictureOf(row) ?? null,
          earlier:
            earlier && earlierPicture
              ? {
                  shopId: String(earlier.shop_id),
                  visitId: earlier.visit,
                  at: isoOf(earlier.at),
                  picture: earlierPicture,
                }
              : null,
          checks: [],
        }
      })
      return { samples, total, checked: done.length }
    },

    /**
     * Keeps a verdict in place of the one there was.
     * @throws AppError notFound where the visit is not in a shop of the caller; invalidInput for a value that the attribute lacks
     */
    async check(
      caller: Caller,
      { shopId, visitId }: { shopId: string; visitId: string },
      {
        attribute,
        verdict,
        actual,
      }: { attribute: CheckedAttribute; verdict: Verdict | null; actual: string },
    ): Promise<RecognitionCheck[]> {
      const shops = await shopsIn(db, caller.scope, { shopIds: [shopId] }).catch(() => undefined)
      const [row] = shops ? await store.visitsByIds([Number(shopId)], [visitId]) : []
      const was = row && recognised(row, attribute)
      if (!row || was === undefined) throw new AppError('notFound', text.noVisit)
      if (actual !== '' && !values[attribute].includes(actual))
        throw new AppError('invalidInput', text.notAnIdentity, {
          errors: [{ path: 'actual', message: text.notAnIdentity.en }],
        })
      const set = {
        deviceId: row.device_id,
        bizDate: row.day,
        seenAt: new Date(row.at * 1000),
        recognised: was,
        verdict,
        actual: verdict === 'right' ? was : verdict === 'wrong' ? actual || otherThan(attribute, was) : '',
        userId: caller.userId,
        checkedAt: now(),
      }
      await db
        .insert(recognitionChecks)
        .values({ shopId, visitId, attribute, ...set })
        .onConflictDoUpdate({
          target: [recognitionChecks.shopId, recognitionChecks.visitId, recognitionChecks.attribute],
          set,
        })
      const kept = await db
        .select()
        .from(recognitionChecks)
        .where(
          and(
            eq(recognitionChecks.shopId, shopId),
            eq(recognitionChecks.visitId, visitId),
            isNotNull(recognitionChecks.verdict),
          ),
        )
      return kept
        .flatMap(one => (one.verdict === null ? [] : [{ ...one, verdict: one.verdict }]))
        .map(({ attribute, recognised, verdict, actual }) => ({ attribute, recognised, verdict, actual }))
        .toSorted((a, b) => checkedAttributes.indexOf(a.attribute) - checkedAttributes.indexOf(b.attribute))
    },

    async confusion(caller: Caller, where: Where) {
      const shops = await shopsIn(db, caller.scope, where)
      const rows = await db
        .select({
          recognised: recognitionChecks.recognised,
          actual: recognitionChecks.actual,
          count: sql<number>`count(*)::int`,
        })
        .from(recognitionChecks)
        .where(
          and(
            judged([...shops.keys()], where),
            eq(recognitionChecks.attribute, 'age'),
            inArray(recognitionChecks.actual, [...values.age]),
          ),
        )
        .groupBy(recognitionChecks.recognised, recognitionChecks.actual)
      return rows
        .map(({ recognised, actual, count }) => ({
          recognised: Number(recognised),
          actual: Number(actual),
          count,
        }))
        .toSorted((a, b) => a.recognised - b.recognised || a.actual - b.actual)
    },
  }
}
export type SampleService = ReturnType<typeof sampleService>

/** The day of the visit before. */
const visitBefore = ({ day, since_days }: VisitRow): string => dayBefore(day, since_days)

/** Of two values the other one; nothing where there are more. */
function otherThan(attribute: CheckedAttribute, was: string): string {
  const others = values[attribute].filter(value => value !== was)
  return others.length === 1 ? (others[0] ?? '') : ''
}
