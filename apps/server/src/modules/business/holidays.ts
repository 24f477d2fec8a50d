import {
  breaksOf,
  calendarSource,
  calendarVersion,
  calendarYears,
  type Day,
  daysOf,
  holidays,
  textOf,
} from '@aisle/analysis'
import { AppError, type Holiday } from '@aisle/contract'
import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { holidayCalendar, installation } from '../../platform/schema/index.ts'
import { text } from './text.ts'

type StatutoryDay = { date: string; nameZh: string; nameEn: string; isOff: boolean }

/** Days off and weekend days worked instead, each under the name of its break. */
function statutoryDays(): StatutoryDay[] {
  return calendarYears.flatMap(year =>
    breaksOf(year).flatMap(({ names, from, to, worked }) => {
      const nameZh = names.map(name => holidays[name].zh).join('、')
      const nameEn = names.map(name => holidays[name].en).join(' and ')
      const on = (isOff: boolean) => (day: Day) => ({ date: textOf(day), nameZh, nameEn, isOff })
      return [...daysOf({ from, to }).map(on(true)), ...worked.map(on(false))]
    }),
  )
}

/** The last year that the statutory calendar knows; later ones are announced each autumn. */
const lastKnownYear = Math.max(...calendarYears)

const installedKey = 'statutoryHolidays'

/** Puts the statutory days of this release into the table, once a version; the chain's own days stay. */
export async function installHolidays(db: Database): Promise<void> {
  const [known] = await db.select().from(installation).where(eq(installation.key, installedKey))
  if (known?.value === calendarVersion) return
  await db.transaction(async tx => {
    // Two servers that start together take turns; the second finds it done.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${installedKey}))`)
    const [meanwhile] = await tx.select().from(installation).where(eq(installation.key, installedKey))
    if (meanwhile?.value === calendarVersion) return
    await tx.delete(holidayCalendar).where(eq(holidayCalendar.origin, 'statutory'))
    await tx
      .insert(holidayCalendar)
      .values(statutoryDays().map(day => ({ ...day, origin: 'statutory' as const })))
    await tx
      .insert(installation)
      .values({ key: installedKey, value: calendarVersion })
      .onConflictDoUpdate({ target: installation.key, set: { value: calendarVersion } })
  })
}

/** The days off and the make-up workdays of the chain. */
export function holidayService(db: Database) {
  const chainOnly = (caller: Caller) => {
    if (!caller.scope.all) throw new AppError('forbidden', text.chainOnly)
  }
  return {
    async between(from: string, to: string) {
      const rows = await db
        .select()
        .from(holidayCalendar)
        .where(between(holidayCalendar.date, from, to))
        .orderBy(asc(holidayCalendar.date), asc(holidayCalendar.origin))
      const days = new Map<string, Holiday>()
      // `own` sorts before `statutory`: the first of a date counts.
      for (const { date, origin, nameZh, nameEn, isOff } of rows)
        if (!days.has(date)) days.set(date, { date, nameZh, nameEn, isOff, isOwn: origin === 'own' })
      return {
        days: [...days.values()],
        source: calendarSource,
        version: calendarVersion,
        lastYear: lastKnownYear,
      }
    },

    /** @throws forbidden without sight of every shop */
    async save(caller: Caller, day: Omit<Holiday, 'isOwn'>): Promise<Holiday> {
      chainOnly(caller)
      await db
        .insert(holidayCalendar)
        .values({ ...day, origin: 'own' })
        .onConflictDoUpdate({ target: [holidayCalendar.date, holidayCalendar.origin], set: day })
      return { ...day, isOwn: true }
    },

    /** @throws forbidden, or notFound where the day is none of the chain's own */
    async remove(caller: Caller, date: string): Promise<void> {
      chainOnly(caller)
      const gone = await db
        .delete(holidayCalendar)
        .where(and(eq(holidayCalendar.date, date), eq(holidayCalendar.origin, 'own')))
        .returning({ date: holidayCalendar.date })
      if (gone.length === 0) throw new AppError('notFound', text.noHoliday)
    },
  }
}
