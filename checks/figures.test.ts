import type { AnalysisAnswer, AnalysisCell, Question } from '@aisle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyShops } from '../apps/server/src/modules/analysis/shop-copy.ts'
import { holidayCalendar, shops as shopTable } from '../apps/server/src/platform/schema/index.ts'
import { aisle } from '../apps/server/test/aisle.ts'
import { questionOf } from '../apps/web/src/analysis/views/ask.ts'
import { views } from '../apps/web/src/analysis/views/catalogue/index.ts'
import { isDrawn, isServed, specialOf } from '../apps/web/src/analysis/views/kinds/names.ts'
import { type View, type ViewPanel, viewId } from '../apps/web/src/analysis/views/view.ts'
import { beside, isOverDays, overDays } from './figures/calculated.ts'
import { addDays, chainOf, datesBetween, numbersFrom } from './figures/chain.ts'
import { beyond, type Place, type PlainQuestion, recomputed, type Side } from './figures/expected.ts'
import { store } from './figures/stored.ts'

// AISLE_FIGURES_SEED picks another ten; the names of the tests say which these are.
const seed = Number(process.env.AISLE_FIGURES_SEED ?? 20_778)
const random = numbersFrom(seed)
const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const server = await aisle()
const admin = await server.as('admin')
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const period = { from: addDays(today, -14), to: addDays(today, -1) }
/** What the comparisons of the specification hold these days against. */
const days = [
  ...datesBetween(addDays(today, -382), addDays(today, -364)),
  ...datesBetween(addDays(today, -48), period.to),
]
const rows = await server.database.db.select().from(shopTable).orderBy(shopTable.id)
const calendar = await server.database.db.select().from(holidayCalendar)
const daysOff = new Map(calendar.map(({ date, isOff }) => [date, isOff]))
const everyShop = rows.map(shop => ({
  id: Number(shop.id),
  region: Number(shop.regionId),
  province: Number(shop.provinceId),
  city: Number(shop.cityId),
  county: Number(shop.countyId),
  format: shop.format,
  brand: Number(shop.brandId ?? 0),
  areaM2: shop.areaM2 ?? 0,
}))
const ofEachFormat = [...Map.groupBy(everyShop, ({ format }) => format).values()].flatMap(
  ([first]) => first ?? [],
)
const chain = chainOf(everyShop, ofEachFormat.slice(0, 4), days, daysOff, seed)

const { data: dictionary } = await admin.call('GET', '/api/analysis/dictionary')
const knownBy = new Map<string, readonly string[]>(
  dictionary.metrics.map((metric: { id: string; dimensions: string[] }) => [metric.id, metric.dimensions]),
)
const additive = new Set<string>(
  dictionary.metrics.flatMap((metric: { id: string; additivity: string }) =>
    ['full', 'nodes'].includes(metric.additivity) ? [metric.id] : [],
  ),
)
const knows = (metric: string, dimension: string) => knownBy.get(metric)?.includes(dimension) ?? false

const comparisons = ['yesterday', 'lastWeekSameDay', 'lastMonthSameDay', 'lastYearSameDay'] as const
/** Foretold by models or held against targets: that the value itself is right is looked at all the same. */
const modelled = new Set(['expected', 'forecast', 'progress', 'sparkline', 'growth', 'difference'])

/** Calculations of these are over single stays and moments, not over days. */
const ofSingles = new Set(['dwell', 'occupancy'])

/** The question of a panel as its page asks it, over all shops. */
function asked(panel: ViewPanel, compare: (typeof comparisons)[number] | undefined): Question {
  const shown = { ...panel, ...panel.wide }
  const asking = {
    scope: { kind: 'all' },
    shops: [],
    period,
    dayTypes: [],
    members: {},
    topN: 10,
    ...(compare ? { compare: { type: compare } } : {}),
  } as const
  return questionOf(shown, asking, knows)
}

const keysOf = ({ metrics }: Question) =>
  metrics.map(metric =>
    typeof metric === 'string'
      ? { key: metric, metric, calc: undefined }
      : { key: `${metric.metric}.${metric.calc}`, metric: metric.metric, calc: metric.calc },
  )
const plain = (question: Question): PlainQuestion => ({
  metrics: keysOf(question).map(({ key, metric }) => (ofSingles.has(metric) ? key : metric)),
  dimensions: question.dimensions ?? [],
  granularity: question.granularity ?? 'none',
  period,
  compare: question.compare?.type,
  source: typeof question.source === 'number' ? question.source : undefined,
})

/** Why a question cannot be recomputed by plain code; undefined where it can. */
function beyondUs(question: Question): string | undefined {
  const strange = keysOf(question).find(
    ({ metric, calc }) =>
      calc !== undefined && !ofSingles.has(metric) && !(isOverDays(calc) && question.granularity !== 'day'),
  )
  const calc = question.calc?.find(name => !modelled.has(name) && beside(name, [], null) === undefined)
  return strange?.key ?? calc ?? beyond(plain(question))
}

type Panel = { id: string; question: Question }
type Page = { view: View; panels: Panel[]; beyond: string[] }
const pages = views.filter(isServed).map((view): Page => {
  const offered = comparisons.filter(name => view.panels.some(panel => panel.compare?.includes(name)))
  const compare = offered.length > 0 && random() < 0.8 ? one(offered) : undefined
  const figures = view.panels.filter(
    panel => isDrawn(panel.kind) && specialOf(view, panel.id) === undefined && panel.metrics.length > 0,
  )
  const panels = figures.map(panel => ({ id: panel.id, question: asked(panel, compare) }))
  return {
    view,
    panels: panels.filter(({ question }) => beyondUs(question) === undefined),
    beyond: panels.flatMap(({ question }) => beyondUs(question) ?? []),
  }
})
const familyOf = ({ view }: Page): string => (view.screen ? 'screens' : view.section.replace(/[A-Z].*$/, ''))
const whole = pages.filter(page => page.panels.length > 0 && page.beyond.length === 0)

/** One of each family, and others up to ten. */
function tenOf(): Page[] {
  const families = [...Map.groupBy(whole, familyOf).values()]
  const chosen = new Set(families.map(family => one(family)))
  while (chosen.size < 10) chosen.add(one(whole))
  return [...chosen].slice(0, 10)
}

const picked = tenOf()

function same(what: string, actual: unknown, expected: number | null): void {
  if (expected === null || typeof actual !== 'number') {
    expect(actual ?? null, what).toBe(expected)
    return
  }
  const off = Math.abs(actual - expected)
  expect(off, `${what}: ${actual} instead of ${expected}`).toBeLessThan(0.001 + Math.abs(expected) * 1e-6)
}

/** With the four decimals that answers have: what is worked out of them begins there. */
const told4 = (value: number | null) => (value === null ? null : Math.round(value * 1e4) / 1e4)
/** Per cent. */
function growthOf(current: number | null, compared: number | null): number | null {
  const [now, before] = [told4(current), told4(compared)]
  return now === null || before === null || before <= 0 ? null : ((now - before) / before) * 100
}

/** Those that are shown alone are the largest over the whole period. */
function checkTop(page: string, question: Question, places: readonly Place[]): void {
  const { dimension, count } = question.top!
  const [metric = ''] = plain(question).metrics
  const whole = recomputed(chain, {
    ...plain(question),
    dimensions: [dimension],
    granularity: 'none',
    compare: undefined,
  })
  const ids = whole.groups(metric).map(key => key.slice(1))
  const figureOf = (id: string) =>
    whole.figure(metric, { time: '', members: { [dimension]: id } }, 'current') ?? 0
  const least =
    ids
      .map(figureOf)
      .sort((a, b) => b - a)
      .slice(0, count)
      .at(-1) ?? 0
  for (const { members } of places)
    expect(figureOf(members[dimension] ?? ''), `${page} ${members[dimension]}`).toBeGreaterThanOrEqual(least)
}

/** Every cell of an answer against the raw rows; tells how many there were. */
function check(page: string, question: Question, answer: AnalysisAnswer): number {
  const by = question.dimensions ?? []
  const asPlain = plain(question)
  const truth = recomputed(chain, asPlain)
  const placeOf = (row: AnalysisAnswer['rows'][number]): Place => ({
    time: typeof row.time === 'string' ? row.time : '',
    members: Object.fromEntries(by.map(name => [name, (row[name] as { id: string }).id])),
  })
  // The rest of those that are not among the first has a test of its own.
  const shown = answer.rows.filter(row => by.every(name => (row[name] as { id: string }).id !== 'others'))
  const places = shown.map(placeOf)
  if (question.top) checkTop(page, question, places)
  const sides: Side[] = question.compare ? ['current', 'compared'] : ['current']
  let cells = 0
  for (const { key, metric, calc } of keysOf(question)) {
    const reduced =
      calc !== undefined && !ofSingles.has(metric) ? overDays(chain, asPlain, metric, calc) : undefined
    const figure = (place: Place, side: Side) =>
      reduced ? reduced.figure(place, side) : truth.figure(key, place, side)
    const total = (side: Side) =>
      !reduced ? truth.total(key, side) : additive.has(metric) ? reduced.total(places, side) : null
    const told = shown.map(row => row[key] as AnalysisCell)
    const truths = places.map(place => ({
      current: figure(place, 'current'),
      compared: question.compare ? figure(place, 'compared') : null,
      group: by.map(name => place.members[name]).join('|'),
    }))
    for (const [index, place] of places.entries()) {
      const what = `${page} ${key} ${place.time} ${JSON.stringify(place.members)}`
      const { current, compared } = truths[index] ?? { current: null, compared: null }
      for (const side of sides)
        same(`${what} ${side}`, told[index]?.[side], side === 'current' ? current : compared)
      if (question.compare) {
        const growth = growthOf(current, compared)
        if (growth === null) expect(told[index]?.growth, `${what} growth`).toBeNull()
        else expect(Math.abs((told[index]?.growth ?? 1e9) - growth), `${what} growth`).toBeLessThan(0.06)
      }
      cells++
    }
    for (const name of question.calc ?? []) {
      const expected = modelled.has(name)
        ? undefined
        : beside(
            name,
            truths.map(row => ({
              current: told4(row.current),
              compared: told4(row.compared),
              group: (question.granularity ?? 'none') === 'none' ? '' : row.group,
            })),
            // One figure by itself is no share of anything.
            by.length === 0 && (question.granularity ?? 'none') === 'none' ? null : total('current'),
          )
      for (const [index, value] of (expected ?? []).entries())
        if (told[index]?.[name] !== undefined)
          same(`${page} ${key} ${name} ${JSON.stringify(places[index])}`, told[index]?.[name], value)
    }
    if (answer.totals)
      for (const side of sides) same(`${page} ${key} total ${side}`, answer.totals[key]?.[side], total(side))
    if (!question.top && answer.meta.rowCount === answer.rows.length) {
      const answered = new Set(
        places.map(({ time, members }) => [time, ...by.map(name => members[name])].join('|')),
      )
      if (!reduced) for (const group of truth.groups(key)) expect(answered, `${page} ${key}`).toContain(group)
    }
  }
  return cells
}

beforeAll(async () => {
  const { client } = await server.measures()
  await copyShops({ db: server.database.db, measures: server.measures, now: () => new Date() })
  await store(chain, (table, values) => client.insert({ table, values, format: 'JSONEachRow' }))
  await server.rollups.note(chain.shops.flatMap(({ id }) => days.map(date => ({ shopId: id, date }))))
  await server.rollups.run()
}, 120_000)

describe(`ten pages of figures, picked by seed ${seed}`, () => {
  it.for(picked.map(page => [viewId(page.view), page] as const))(
    'every cell of %s is what its raw rows come to',
    async ([id, { panels }]) => {
      const { data } = await admin.call('POST', '/api/analysis/query', {
        questions: panels.map(({ question }) => question),
      })
      for (const [index, { id: panel, question }] of panels.entries()) {
        const answer = data.answers[index]
        expect(answer.error, `${id} ${panel} ${JSON.stringify(question)}`).toBeUndefined()
        expect(check(`${id} ${panel}`, question, answer), `${id} ${panel}`).toBeGreaterThan(0)
      }
    },
  )

  it('are of all families', () => {
    expect(new Set(picked.map(familyOf)).size).toBe(new Set(pages.map(familyOf)).size)
  })
})
