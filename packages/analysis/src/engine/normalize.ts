import type { FullQuestion, Granularity, PeriodPreset, Text } from '@aisle/contract'
import { bucketStart } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type DateMap, dateMap } from '../calendar/compare.ts'
import { type Day, dayOf, daysOf, mondayOf, monthStart, type Span, weekdayOf } from '../calendar/days.ts'
import { type HolidayName, isHoliday } from '../calendar/holidays.ts'
import { type CalcName, isCalc } from '../model/calcs.ts'
import { type DimensionName, dimensionOf, isDimension } from '../model/dimensions.ts'
import { isMetric, type MetricName, metricOf } from '../model/index.ts'
import { isSource, type SourceName } from '../model/sources.ts'
import type { TableName } from '../tables/index.ts'
import type { ActivitySpan } from './expectation.ts'
import { refuse } from './refuse.ts'
import type { MonthTarget, PlaceTarget } from './targets.ts'

/** What a question is asked in: the shops it may see, already cut to the caller's scope and its own filters, and the clock. */
export type Context = {
  readonly shops: readonly number[]
  /** The shops are all there are: statements need not name them. */
  readonly everyShop: boolean
  /** All that the caller may see, where the question's filters leave some out: the other ends of pairs lie among them. */
  readonly around?: Pick<Context, 'shops' | 'everyShop'>
  /** Local day and five-minute slot now; `slot` is the one still running. */
  readonly today: Day
  readonly slot: number
  /** Slot of the clock at which business days begin; left out: midnight. */
  readonly dayCut?: number
  readonly calendar: Calendar
  /** What the shops should reach in the months of the period; needed where shares of targets are asked for. */
  readonly targets?: readonly MonthTarget[]
  /** What was on where; needed where expected values are asked for. */
  readonly activities?: readonly ActivitySpan[]
  /** The same of floors, entrances and zones. */
  readonly placeTargets?: readonly PlaceTarget[]
  /** First day of which rows are still there, of tables that are not kept for ever. */
  readonly firstKept?: FirstKept
}

export type FirstKept = Readonly<Partial<Record<TableName, Day>>>

export type AskedMetric = {
  /** Key in the answer: the metric, with its calculation where the question gave one. */
  readonly key: string
  readonly name: MetricName
  readonly calc?: CalcName
  readonly source?: SourceName
}

export type MemberFilter = {
  readonly member: DimensionName
  readonly op: FullQuestion['filters'][number]['op']
  readonly values: readonly (string | number)[]
}
export type GroupFilter = Omit<MemberFilter, 'member'> & { readonly member: string }

/** A question with names checked, days worked out and everything that concerns days taken off the filters. */
export type Asked = {
  readonly metrics: readonly AskedMetric[]
  readonly dimensions: readonly DimensionName[]
  readonly calcs: readonly CalcName[]
  readonly filters: readonly MemberFilter[]
  readonly groupFilters: readonly GroupFilter[]
  readonly grain: Granularity
  readonly span: Span
  /** Days of the span that pass the question's day filters. */
  readonly days: readonly Day[]
  /** Slots from inside, to outside; none: the whole day. */
  readonly slots: SlotRanges
  /** Parts of the day that the question names itself, where it asks by them. */
  readonly intervals?: readonly { readonly id: string; readonly slots: SlotRanges }[]
  readonly compare?: {
    readonly map: DateMap
    /** Only slots before this count on that compared day, which stands for today. */
    readonly cut?: { readonly day: Day; readonly slot: number }
    readonly comparableOnly: boolean
  }
  readonly today: Day
  /** The slot of today that is still running. */
  readonly slot: number
  /** Slot of the clock at which business days begin: slot 0 of the store. */
  readonly dayCut: number
  readonly shops: readonly number[]
  readonly everyShop: boolean
  readonly around?: Context['around']
  readonly question: FullQuestion
  /** Buckets in which a group has nothing are left out: of inner questions that look at what is there. */
  readonly isSparse?: boolean
  readonly firstKept?: FirstKept
}

/** Slots since the day began, from inside, to outside. */
export type SlotRanges = readonly (readonly [from: number, to: number])[]

/** Members that the server turns into shops before a question gets here. */
const placeMembers = ['area', 'shop', 'region', 'province', 'city', 'county', 'format'] as const

const longestDays = 3700

/**
 * Checks names against the dictionary, works out periods and comparisons.
 * @throws AppError invalidInput with a sentence in both languages and the path of what is at fault
 */
export function normalize(question: FullQuestion, context: Context): Asked {
  const metrics = question.metrics.map((asked, index) => askedMetric(asked, question, index))
  const dimensions = [...new Set(question.dimensions)].map((name, index) => {
    if (name === 'time') return refuse(`dimensions.${index}`, text.timeIsGrain)
    if (!isDimension(name)) return refuse(`dimensions.${index}`, unknown('维度', 'dimension', name))
    return name
  })
  const calcs = question.calc.map((name, index) =>
    isCalc(name) ? name : refuse(`calc.${index}`, unknown('计算', 'calculation', name)),
  )
  checkOrder(question, metrics, dimensions)
  const span = spanOf(question.period, context.today)
  if (span.to - span.from >= longestDays) refuse('period', text.tooLong)
  const passes = dayFilter(question, context.calendar)
  const days = daysOf(span).filter(passes)
  const { dayCut = 0 } = context
  return {
    metrics,
    dimensions,
    calcs,
    filters: memberFilters(question),
    groupFilters: question.filters.filter(
      ({ member }) => isMetric(member) || metrics.some(({ key }) => key === member),
    ),
    grain: question.granularity,
    span,
    days,
    slots: slotsOf(question.timeWindow, dayCut),
    ...ownIntervals(question, dayCut),
    ...comparing(question, span, context, passes),
    today: context.today,
    slot: context.slot,
    dayCut,
    shops: context.shops,
    everyShop: context.everyShop,
    question,
    ...(context.firstKept ? { firstKept: context.firstKept } : {}),
    ...(context.around ? { around: context.around } : {}),
  }
}

/** Rows come by what the question asks for, and the first few are of one of its dimensions: anything else would be chance. */
function checkOrder(
  { order, top }: FullQuestion,
  metrics: readonly AskedMetric[],
  dimensions: readonly DimensionName[],
): void {
  const isAsked = (name: string) => metrics.some(({ key }) => key === name)
  for (const [index, { by }] of order.entries())
    if (by !== 'time' && !isAsked(by) && !isMetric(by) && !dimensions.some(name => name === by))
      refuse(`order.${index}`, text.noSuchOrder(by))
  if (!top) return
  if (!dimensions.some(name => name === top.dimension)) refuse('top.dimension', text.noSuchTop(top.dimension))
  if (top.by !== undefined && !isAsked(top.by)) refuse('top.by', text.noSuchWeight(top.by))
}

const text = {
  noSuchOrder: (name: string): Text => ({
    zh: `不能按“${name}”排序:它不是所问的指标或维度`,
    en: `Rows cannot come by “${name}”: it is no metric or dimension of the question`,
  }),
  noSuchTop: (name: string): Text => ({
    zh: `不能取“${name}”的前几名:它不是所问的维度`,
    en: `There are no first of “${name}”: it is no dimension of the question`,
  }),
  noSuchWeight: (name: string): Text => ({
    zh: `不能按“${name}”取前几名:它不是所问的指标`,
    en: `The first cannot be chosen by “${name}”: it is no metric of the question`,
  }),
  timeIsGrain: { zh: '时间请用 granularity 指定', en: 'Ask for time by granularity' },
  tooLong: { zh: '时段最长为 10 年', en: 'A period is ten years at most' },
  noDayFilter: {
    zh: '此维度只能用 in、notIn、eq、ne 筛选',
    en: 'This dimension is filtered by in, notIn, eq or ne only',
  },
} as const

const unknown = (zh: string, en: string, name: string): Text => ({
  zh: `没有名为“${name}”的${zh}`,
  en: `There is no ${en} “${name}”`,
})

function askedMetric(
  asked: FullQuestion['metrics'][number],
  question: FullQuestion,
  index: number,
): AskedMetric {
  const { metric: name, calc, source } = typeof asked === 'string' ? { metric: asked } : asked
  const path = `metrics.${index}`
  if (!isMetric(name) || metricOf(name).hidden) return refuse(path, unknown('指标', 'metric', name))
  if (calc !== undefined && !isCalc(calc)) return refuse(path, unknown('计算', 'calculation', calc))
  const wanted = source ?? question.source
  const sourceName = wanted === undefined ? undefined : String(wanted)
  if (sourceName !== undefined && !isSource(sourceName))
    return refuse(path, unknown('数据源', 'source', sourceName))
  return {
    key: [name, calc, source].filter(part => part !== undefined).join('.'),
    name,
    ...(calc === undefined ? {} : { calc }),
    ...(sourceName === undefined ? {} : { source: sourceName }),
  }
}

function spanOf(period: FullQuestion['period'], today: Day): Span {
  if ('from' in period) return { from: dayOf(period.from), to: dayOf(period.to) }
  return presetSpan(period.preset, today)
}

/** The days that a name stands for; those of a length end today, the day itself included. */
export function presetSpan(preset: PeriodPreset, today: Day): Span {
  const month = monthStart(today)
  const quarter = bucketStart(today, 'quarter')
  const year = bucketStart(today, 'year')
  const spans: Record<PeriodPreset, Span> = {
    today: { from: today, to: today },
    yesterday: { from: today - 1, to: today - 1 },
    last7Days: { from: today - 6, to: today },
    last30Days: { from: today - 29, to: today },
    thisWeek: { from: mondayOf(today), to: today },
    lastWeek: { from: mondayOf(today) - 7, to: mondayOf(today) - 1 },
    thisMonth: { from: month, to: today },
    lastMonth: { from: monthStart(today, -1), to: month - 1 },
    last3Months: { from: threeMonthsBefore(today) + 1, to: today },
    thisQuarter: { from: quarter, to: today },
    lastQuarter: { from: monthStart(quarter, -3), to: quarter - 1 },
    thisYear: { from: year, to: today },
    lastYear: { from: monthStart(year, -12), to: year - 1 },
  }
  return spans[preset]
}

/** The same date three months before, or the last of that month where it is shorter. */
function threeMonthsBefore(today: Day): Day {
  const first = monthStart(today, -3)
  const date = today - monthStart(today)
  return Math.min(first + date, monthStart(today, -2) - 1)
}

/** Members that say something about the day alone, and how a day answers them. */
function dayMembers(calendar: Calendar): Readonly<Record<string, (day: Day) => readonly string[]>> {
  return {
    weekday: day => [String(weekdayOf(day))],
    dayType: day => [calendar.of(day).type],
    holiday: day => calendar.of(day).holidays.map(({ name }) => name),
    year: day => [String(new Date(day * 86_400_000).getUTCFullYear())],
  }
}
const dayMemberNames = new Set(['weekday', 'dayType', 'holiday', 'year'])

function dayFilter(question: FullQuestion, calendar: Calendar): (day: Day) => boolean {
  const members = dayMembers(calendar)
  const tests = question.filters.flatMap(({ member, op, values }, index) => {
    const valuesOf = members[member]
    if (!valuesOf) return []
    const wanted = new Set(values.map(String))
    if (wanted.has('all')) return []
    if (op === 'in' || op === 'eq') return [(day: Day) => valuesOf(day).some(value => wanted.has(value))]
    if (op === 'notIn' || op === 'ne') return [(day: Day) => !valuesOf(day).some(value => wanted.has(value))]
    return refuse(`filters.${index}`, text.noDayFilter)
  })
  const types = question.dayTypes
  if (types) tests.push(day => types.includes(calendar.of(day).type))
  return day => tests.every(test => test(day))
}

function memberFilters(question: FullQuestion): MemberFilter[] {
  return question.filters.flatMap((filter, index) => {
    const { member, values } = filter
    if (values.length === 1 && values[0] === 'all') return []
    if (dayMemberNames.has(member) || placeMembers.some(name => name === member) || isMetric(member))
      return []
    if (
      question.metrics.some(asked => typeof asked !== 'string' && `${asked.metric}.${asked.calc}` === member)
    )
      return []
    if (member === 'factor' && asksForEffects(question)) return []
    if (!isDimension(member) || dimensionOf(member).computed)
      return refuse(`filters.${index}`, unknown('筛选项', 'filter', member))
    return [{ ...filter, member }]
  })
}

const asksForEffects = ({ calc, metrics }: FullQuestion): boolean =>
  calc.includes('effect') || metrics.some(one => typeof one !== 'string' && one.calc === 'effect')

/** Slots of the business day between two times of the clock. */
function slotsOf(window: FullQuestion['timeWindow'], dayCut: number): SlotRanges {
  if (!window) return []
  const slotOf = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))) / 5
  const sinceCut = (slot: number) => (slot - dayCut + slotsADay) % slotsADay
  const from = sinceCut(Math.floor(slotOf(window.from)))
  const to = sinceCut(Math.ceil(slotOf(window.to))) || slotsADay
  return from < to
    ? [[from, to]]
    : [
        [from, slotsADay],
        [0, to],
      ]
}
const slotsADay = 288

/** An interval by its name and its hours: nobody's name for one is another's by chance. */
function ownIntervals(
  { intervals, dimensions, filters }: FullQuestion,
  dayCut: number,
): Pick<Asked, 'intervals'> {
  if (!intervals || ![...dimensions, ...filters.map(({ member }) => member)].includes('interval')) return {}
  return {
    intervals: intervals.map(({ name, from, to }) => ({
      id: `${name} ${from}–${to}`,
      slots: slotsOf({ from, to }, dayCut),
    })),
  }
}

function comparing(
  question: FullQuestion,
  span: Span,
  { today, slot, calendar }: Context,
  passes: (day: Day) => boolean,
): Pick<Asked, 'compare'> {
  const { compare } = question
  if (!compare) return {}
  const map = dateMap({
    span,
    grain: question.granularity,
    compare,
    today,
    calendar,
    holiday: pickedHoliday(question),
  })
  if ('refused' in map) return refuse('compare', map.refused)
  const keep = (pairs: ReadonlyMap<Day, Day>) => new Map([...pairs].filter(([other]) => passes(other)))
  const standsForToday = [...map.pairs].find(([, day]) => day === today)?.[0]
  const isCut = compare.toDate === 'clip' && standsForToday !== undefined
  return {
    compare: {
      map: {
        ...map,
        pairs: keep(map.pairs),
        extra: keep(map.extra),
        matched: new Set([...map.matched].filter(passes)),
        unmatched: map.unmatched.filter(({ day }) => passes(day)),
      },
      ...(isCut ? { cut: { day: standsForToday, slot } } : {}),
      comparableOnly: compare.comparableOnly,
    },
  }
}

/** The one holiday that the question filters by: it names days that belong to two. */
function pickedHoliday(question: FullQuestion): HolidayName | undefined {
  const filter = question.filters.find(
    ({ member, op }) => member === 'holiday' && (op === 'in' || op === 'eq'),
  )
  const [name] = filter?.values.length === 1 ? filter.values.map(String) : []
  return name !== undefined && isHoliday(name) ? name : undefined
}
