import {
  type Asked,
  columnsOf,
  type Day,
  dayOf,
  dimensionOf,
  finish,
  freshness,
  goneBefore,
  isMetric,
  isSource,
  leavesDaysOut,
  metricOf,
  type Prepared,
  prepare,
  rangeText,
  reasons,
  receivedByShop,
  rowOrder,
  type ShapedRow,
  type Slicing,
  shopDaysOf,
  slicingOf,
  sources,
  sourcesOf,
  tableNames,
  tableOf,
  textOf,
  totalsOf,
  written,
} from '@aisle/analysis'
import { type AnalysisAnswer, AppError, type FullQuestion, isAllowed, type Text } from '@aisle/contract'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { businessTime, slotOf } from '../facts/service.ts'
import { activitiesOf } from './activities.ts'
import { calendarReader, forAMoment } from './calendar.ts'
import { explainCell } from './explain.ts'
import { totalsOfKept } from './kept-totals.ts'
import { withNames } from './names.ts'
import { type OpenHours, openHours } from './open-hours.ts'
import { inPieces } from './pieces.ts'
import { runner } from './runner.ts'
import { chosenShops, mainZone, shopReader, type VisibleShop } from './shops.ts'
import { inOrder } from './sorted.ts'
import { targetsOf } from './targets.ts'
import { lacks, text, warnings } from './text.ts'
import { firstOf } from './top.ts'
import { withZonesOfKinds } from './zone-kinds.ts'

/** A whole answer as lines of a file, for the files of others. */
export { type AnswerLines, answerLines } from './file.ts'

type Language = keyof Text
export type Deps = {
  db: Database
  measures: () => Promise<ClickHouse>
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
}
export type AnalysisService = ReturnType<typeof analysisService>

/** What a caller asked, cut to what the caller may see, and ready to be run. */
export type Opened = { prepared: Prepared; shopCount: number; several: boolean; hours: OpenHours }

/** An answer whose rows are read while they are taken; `end` is asked for after the last. */
export type AnswerStream = {
  readonly columns: AnalysisAnswer['columns']
  readonly about: Pick<AnalysisAnswer['meta'], 'range' | 'comparedRange' | 'shops' | 'freshAt'>
  readonly blocks: AsyncIterable<AnalysisAnswer['rows']>
  /** How much of it was read, 0–1. */
  share(): number
  end(): Promise<{ totals: AnalysisAnswer['totals'] | undefined; warnings: readonly string[] }>
}

/** Answers questions about the figures. Scope and authorities are looked at here, whatever a question says of itself. */
export function analysisService({ db, measures, dayCut, now }: Deps) {
  const calendarNow = calendarReader(db, now)
  const dayCutNow = forAMoment(now, dayCut)
  const run = runner(measures, now)
  const visibleShops = shopReader(db, now)

  /**
   * @throws AppError invalidInput with the path of what is wrong; forbidden naming the authority that a metric needs;
   * ruleBroken where no shop is left
   */
  async function open(told: FullQuestion, caller: Caller, only?: ReadonlySet<number>): Promise<Opened> {
    const question = await withZonesOfKinds(db, told, caller.scope)
    const { shops: visible, isEvery } = await visibleShops(caller.scope)
    const chosen = chosenShops(visible, question).filter(({ id }) => !only || only.has(Number(id)))
    if (chosen.length === 0) throw new AppError('ruleBroken', text.noShops)
    const { zone, several } = mainZone(chosen)
    const cut = await dayCutNow()
    const { date, slot } = businessTime(now(), zone, cut)
    const today = dayOf(date)
    const everyShop = isEvery && chosen.length === visible.length && !only
    const prepared = prepare(question, {
      shops: chosen.map(({ id }) => Number(id)),
      everyShop,
      ...(chosen.length < visible.length
        ? { around: { shops: visible.map(({ id }) => Number(id)), everyShop: isEvery } }
        : {}),
      today,
      slot,
      dayCut: slotOf(cut),
      calendar: await calendarNow(),
      activities: await activitiesOf(db, question, today),
      firstKept: firstKeptOn(today),
      ...(await targetsOf(db, question, today)),
    })
    for (const { label, anyOf } of prepared.plan.authorities)
      if (!isAllowed(caller.authorities, anyOf))
        throw new AppError('forbidden', lacks(label, anyOf), { reason: anyOf.join('|') })
    const hours = { ...openHours(chosen, now()), timeZone: zone }
    return { prepared, shopCount: chosen.length, several, hours }
  }

  /** Shops that received something on both sides; undefined where nothing is compared or nobody writes it down. */
  async function comparable({
    prepared: { asked, plan, calendar },
  }: Opened): Promise<Set<number> | undefined> {
    const statements = receivedByShop(asked, plan, calendar)
    if (!statements) return undefined
    const [current, compared] = await Promise.all([
      run.rows(statements.current),
      run.rows(statements.compared),
    ])
    const received = (rows: typeof current) =>
      new Set(rows.filter(row => Number(row[2]) > 0).map(row => Number(row[0])))
    const before = received(compared)
    return new Set([...received(current)].filter(id => before.has(id)))
  }

  async function answerTo(
    question: FullQuestion,
    caller: Caller,
    language: Language,
  ): Promise<AnalysisAnswer> {
    const began = performance.now()
    let opened = await open(question, caller)
    const wanted = opened.prepared.asked.compare
    const same = wanted?.comparableOnly || opened.shopCount <= fewShops ? await comparable(opened) : undefined
    if (wanted?.comparableOnly && same) opened = await open(question, caller, same)
    const { prepared } = opened
    const [rows, [fresh]] = await Promise.all([
      run.all(prepared.requests),
      run.rows(freshness(prepared.asked)),
    ])
    const shaped = finish(prepared, key => rows.get(key) ?? [])
    const again = (rest: FullQuestion) => answerTo(rest, caller, language)
    const listed = await firstOf(shaped, prepared.asked, again)
    const { asked } = prepared
    const totals =
      asked.groupFilters.length > 0 && question.totals && shaped.totals
        ? await totalsOfKept(shaped, asked, again)
        : shaped.totals
    const answer: AnalysisAnswer = {
      columns: columnsOf(asked, prepared.plan, language),
      rows: await withNames(db, listed, asked.dimensions, language, {
        isOfSeveralShops: opened.shopCount > 1,
      }),
      ...(question.totals && totals ? { totals: pick(totals, asked) } : {}),
      meta: {
        rowCount: shaped.rowCount,
        range: rangeText(asked.days),
        ...comparedMeta(asked, language),
        shops: opened.shopCount,
        ...(same ? { comparableShops: same.size } : {}),
        freshAt: typeof fresh?.[0] === 'string' ? fresh[0] : null,
        hours: opened.hours,
        warnings: warningsOf(opened, receivedOf(shaped.rows, asked)).map(one => one[language]),
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
      },
    }
    return answer
  }

  /** With `source` among the dimensions: the same question of each source, one after the other in one answer. */
  async function ask(question: FullQuestion, caller: Caller, language: Language): Promise<AnalysisAnswer> {
    if (!question.dimensions.includes('source')) return answerTo(question, caller, language)
    const chosen = question.filters.find(({ member }) => member === 'source')?.values.map(String)
    const names = chosen ?? sourcesOfQuestion(question)
    const plain = {
      ...question,
      dimensions: question.dimensions.filter(name => name !== 'source'),
      filters: question.filters.filter(({ member }) => member !== 'source'),
      order: question.order.filter(({ by }) => by !== 'source'),
      // The first few of no more than that are all of them.
      top:
        question.top?.dimension === 'source' && names.length <= question.top.count ? undefined : question.top,
    }
    const answers = await Promise.all(names.map(source => answerTo({ ...plain, source }, caller, language)))
    const [first] = answers
    if (!first)
      throw new AppError('invalidInput', text.noSource, { errors: [{ path: 'filters', message: 'source' }] })
    const labelOf = (name: string) => (isSource(name) ? sources[name].label[language] : name)
    const { totals, ...plainly } = first
    return {
      ...plainly,
      // What several sources count is the same people: it has no sum.
      ...(totals && answers.length === 1 ? { totals } : {}),
      columns: [
        { id: 'source', kind: 'dimension', label: dimensionOf('source').label[language] },
        ...first.columns,
      ],
      rows: answers.flatMap(({ rows }, index) => {
        const id = names[index] ?? ''
        return rows.map(row => ({ source: { id, name: labelOf(id) }, ...row }))
      }),
      meta: {
        ...first.meta,
        rowCount: answers.reduce((sum, { meta }) => sum + meta.rowCount, 0),
        warnings: [...new Set(answers.flatMap(({ meta }) => meta.warnings))],
      },
    }
  }

  /**
   * The whole answer, its rows as they are read: what a large export needs. An order by value is made of sorted pieces. Questions
   * whose rows depend on each other are answered at once and then handed on. @throws AppError as `ask`, before the first row
   */
  async function stream(question: FullQuestion, caller: Caller, language: Language): Promise<AnswerStream> {
    let opened = await open(question, caller)
    if (opened.prepared.asked.compare?.comparableOnly) {
      const same = await comparable(opened)
      if (same) opened = await open(question, caller, same)
    }
    const slicing = question.dimensions.includes('source') ? undefined : slicingOf(opened.prepared)
    if (!slicing) {
      const { rows, totals, columns, meta } = await ask(question, caller, language)
      const { range, comparedRange, shops, freshAt, warnings: told } = meta
      const about = { range, ...(comparedRange ? { comparedRange } : {}), shops, freshAt }
      return {
        columns,
        about,
        blocks: once(rows),
        share: () => 1,
        end: async () => ({ totals, warnings: told }),
      }
    }
    const { prepared } = opened
    const { asked } = prepared
    const [fresh] = await run.rows(freshness(asked))
    const isOfSeveral = opened.shopCount > 1
    let received: Received = { lowest: 1, imputed: false }
    let share = 0
    const tell = (value: number) => {
      share = value
    }
    async function* blocks(pieces: Slicing) {
      const read = inPieces(pieces, run, undefined, tell)
      for await (const rows of pieces.isOrdered ? inOrder(read, rowOrder(asked)) : read) {
        received = worse(received, receivedOf(rows, asked))
        const listed = rows.map(row => written(row, asked, (_, id) => id))
        yield await withNames(db, listed, asked.dimensions, language, { isOfSeveralShops: isOfSeveral })
      }
    }
    return {
      columns: columnsOf(asked, prepared.plan, language),
      about: {
        range: rangeText(asked.days),
        ...(asked.compare ? { comparedRange: comparedMeta(asked, language).comparedRange ?? '' } : {}),
        shops: opened.shopCount,
        freshAt: typeof fresh?.[0] === 'string' ? fresh[0] : null,
      },
      blocks: blocks(slicing),
      share: () => share,
      async end() {
        const rows = await run.once(prepared.requests.filter(({ total }) => total))
        const totals = totalsOf(prepared, key => rows.get(key) ?? [])
        return {
          totals: totals && pick(totals, asked),
          warnings: warningsOf(opened, received).map(one => one[language]),
        }
      },
    }
  }

  return {
    ask,
    stream,

    /** The open shops of a scope, in the order of the ids where there are any. */
    async shopsOf(ids: readonly string[], scope: Caller['scope'], language: Language) {
      const { shops } = await visibleShops(scope)
      const byId = new Map(shops.map(shop => [shop.id, shop]))
      const chosen = ids.length === 0 ? byNumber(shops) : ids.map(id => byId.get(id))
      return chosen.flatMap(shop => (shop ? [namedShop(shop, language)] : []))
    },

    /** The shops that a question's filters leave of a scope. */
    async shopsAsked(question: FullQuestion, scope: Caller['scope'], language: Language) {
      const { shops } = await visibleShops(scope)
      return byNumber(chosenShops(shops, question)).map(shop => namedShop(shop, language))
    },

    /** What the ids of a question's filters are called; what is not in scope has no name, as if it did not exist. */
    async namesOf(
      member: string,
      ids: readonly string[],
      { scope }: Pick<Caller, 'scope'>,
      language: Language,
    ): Promise<string[]> {
      const dimension = member === 'area' ? 'city' : member
      const rows = await withNames(
        db,
        ids.map(id => ({ [dimension]: { id, name: id } })),
        [dimension],
        language,
        { scope },
      )
      return rows.map((row, index) => {
        const named = row[dimension]
        return typeof named === 'object' && named !== null && 'name' in named
          ? String(named.name)
          : (ids[index] ?? '')
      })
    },

    /** Each answered for itself: one that is refused leaves the others standing. */
    async askAll(questions: readonly FullQuestion[], caller: Caller, language: Language) {
      const answers = await Promise.all(
        questions.map(question =>
          ask(question, caller, language).catch(error => {
            if (!(error instanceof AppError) || error.problem === 'internal') throw error
            const [field] = error.details.errors ?? []
            const code =
              error.problem === 'forbidden'
                ? 403
                : error.problem === 'ruleBroken'
                  ? 10001
                  : error.problem === 'unavailable'
                    ? 503
                    : 400
            return { error: { code, message: error.text[language], ...(field ? { path: field.path } : {}) } }
          }),
        ),
      )
      return { answers }
    },

    /** Where a cell comes from. @throws AppError as `ask`, and notFound where the answer has no such cell */
    async explain(
      question: FullQuestion,
      cell: { metric: string; row: Record<string, string> },
      caller: Caller,
      language: Language,
    ) {
      const { prepared } = await open({ ...question, limit: undefined, offset: 0 }, caller)
      const rows = await run.all(prepared.requests)
      const shaped = finish(prepared, key => rows.get(key) ?? [])
      return explainCell({ prepared, shaped, run }, cell, language)
    },
  }
}

const byNumber = (shops: readonly VisibleShop[]) => shops.toSorted((a, b) => Number(a.id) - Number(b.id))
const namedShop = ({ id, name, nameEn }: VisibleShop, language: Language) => ({
  id,
  name: language === 'en' && nameEn ? nameEn : name,
})

/** What the first metric of a question can come from. */
function sourcesOfQuestion({ metrics: [first] }: FullQuestion): readonly string[] {
  const name = typeof first === 'string' ? first : first?.metric
  return name !== undefined && isMetric(name) ? sourcesOf(name) : []
}

const labelsOf = (keys: ReadonlySet<string>, { metrics }: Asked): Text[] => {
  const names = metrics.flatMap(({ key, name }) => (keys.has(key) ? [name] : []))
  return [...new Set(names)].map(name => metricOf(name).label)
}

const isOfWeather = (name: string): boolean => name === 'weather' || name === 'temperatureBand'

const fewShops = 2000

/** The first day of each table of which rows are still kept. */
const firstKeptOn = (today: Day) =>
  Object.fromEntries(
    tableNames.flatMap(name => {
      const { keepDays } = tableOf(name)
      return keepDays === undefined ? [] : [[name, today - keepDays + 1]]
    }),
  )

const pick = <T>(cells: Readonly<Record<string, T>>, { metrics }: Asked): Record<string, T> =>
  Object.fromEntries(metrics.flatMap(({ key }) => (cells[key] === undefined ? [] : [[key, cells[key]]])))

const mostPairs = 400

function comparedMeta({ compare }: Asked, language: Language): Partial<AnalysisAnswer['meta']> {
  if (!compare) return {}
  const { pairs, extra, unmatched } = compare.map
  return {
    comparedRange: rangeText([...pairs.keys(), ...extra.keys()]),
    dateMap: [...pairs].slice(0, mostPairs).map(([other, day]) => [textOf(day), textOf(other)]),
    unmatched: unmatched
      .slice(0, mostPairs)
      .map(({ day, reason }) => ({ date: textOf(day), reason: reasons[reason][language] })),
  }
}

/** What an answer says of how much of it was received. */
type Received = { readonly lowest: number; readonly imputed: boolean }
const worse = (a: Received, b: Received): Received => ({
  lowest: Math.min(a.lowest, b.lowest),
  imputed: a.imputed || b.imputed,
})

function receivedOf(rows: readonly ShapedRow[], { metrics }: Asked): Received {
  let [lowest, imputed] = [1, false]
  for (const { cells } of rows)
    for (const { key } of metrics) {
      const cell = cells[key]
      if (typeof cell?.coverage === 'number') lowest = Math.min(lowest, cell.coverage)
      imputed ||= (cell?.imputed ?? 0) > 0
    }
  return { lowest, imputed }
}

function warningsOf({ prepared: { asked, plan }, several }: Opened, { lowest, imputed }: Received): Text[] {
  const left = leavesDaysOut(asked, { total: false })
    ? (asked.compare?.map.unmatched
        .filter(({ reason }) => reason !== 'future')
        .map(({ day }) => textOf(day)) ?? [])
    : []
  const gone = goneBefore(asked, plan)
  const ofShopDays = shopDaysOf(asked)
  return [
    ...(asked.compare?.map.warnings ?? []),
    ...(left.length > 0 ? [warnings.unmatched(left)] : []),
    ...(lowest < 0.95 ? [warnings.coverage(Math.round(lowest * 1000) / 10)] : []),
    ...(imputed ? [warnings.imputed] : []),
    ...(asked.shops.length > 1 && asked.dimensions.some(isOfWeather) && !ofShopDays.every(Boolean)
      ? [warnings.weather]
      : []),
    ...(ofShopDays.some(Boolean) ? [warnings.shopDays] : []),
    ...(gone === undefined ? [] : [warnings.gone(textOf(gone))]),
    ...(plan.matched.size > 0 ? [warnings.matched(labelsOf(plan.matched, asked))] : []),
    ...(plan.coarse.size > 0 ? [warnings.coarse(labelsOf(plan.coarse, asked))] : []),
    ...(several ? [warnings.zones] : []),
  ]
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}
