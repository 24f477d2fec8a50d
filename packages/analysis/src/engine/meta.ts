import type { AnalysisAnswer, Text } from '@aisle/contract'
import type { Calendar } from '../calendar/calendar.ts'
import { type Day, spansOf, textOf } from '../calendar/days.ts'
import { calcs } from '../model/calcs.ts'
import { dimensionOf } from '../model/dimensions.ts'
import { factOf } from '../model/facts.ts'
import { metricOf } from '../model/index.ts'
import { type UnitName, units } from '../model/units.ts'
import { compile, compileArrivals } from './compile.ts'
import type { Asked } from './normalize.ts'
import { additivityOf, type Part, type Plan } from './plan.ts'
import { shopDaysOf } from './reduce.ts'
import type { Shape } from './sides.ts'
import { binder, isIn, type Statement } from './statement.ts'

type Language = keyof Text
export const unitOf = (name: UnitName): { readonly label: Text; readonly decimals: number } => units[name]

/** The columns of an answer, in a reader's language. */
export function columnsOf(asked: Asked, planned: Plan, language: Language): AnalysisAnswer['columns'] {
  const time = {
    id: 'time',
    kind: 'time' as const,
    label: dimensionOf('time').label[language],
    granularity: asked.grain,
  }
  const ofShopDays = shopDaysOf(asked)
  return [
    ...asked.dimensions.map(id => ({
      id,
      kind: 'dimension' as const,
      label: dimensionOf(id).label[language],
    })),
    ...(asked.grain === 'none' ? [] : [time]),
    ...asked.question.metrics.map((wanted, index) => {
      const { name, calc, key } = asked.metrics[index] ?? {
        name: 'visits' as const,
        key: '',
        calc: undefined,
      }
      const metric = metricOf(name)
      const asking = typeof wanted === 'string' ? calc : (wanted.calc as keyof typeof calcs | undefined)
      const unitOfDays = ofShopDays[index] ? perShopDay[language] : ''
      const suffix = asking === undefined ? '' : ` · ${calcs[asking].label[language]}${unitOfDays}`
      const unit = asking === 'effect' || asked.calcs.includes('effect') ? 'percent' : metric.unit
      return {
        id: key,
        kind: 'metric' as const,
        label: `${metric.label[language]}${suffix}`,
        unit,
        decimals: unitOf(unit).decimals,
        additivity: additivityOf(key, name, planned),
        ...(asking === undefined ? {} : { calc: asking }),
      }
    }),
  ]
}

const perShopDay: Text = { zh: '（每店每日）', en: ' (per shop and day)' }

/** `2026-10-01~2026-10-07`; the outer ends where days are left out in between. */
export function rangeText(days: Iterable<Day>): string {
  const spans = spansOf(days)
  const [first, last] = [spans[0], spans.at(-1)]
  return first && last ? `${textOf(first.from)}~${textOf(last.to)}` : ''
}

/** When the last row of anything came from the shops of a question. */
export function freshness({ shops, everyShop }: Asked): Statement {
  const bound = binder()
  const where = everyShop ? '' : `WHERE ${isIn(bound, 'shop_id', 'UInt32', shops)}`
  return {
    sql: `SELECT if(count() = 0, NULL, formatDateTime(max(last_at), '%Y-%m-%dT%H:%i:%SZ', 'UTC')) FROM source_day ${where}`,
    params: bound.params,
  }
}

/**
 * Statements whose rows are `[shop, …, due, received]` on either side: a shop is comparable where both sides received something.
 * Undefined where nothing of the question keeps what was received.
 */
export function receivedByShop(
  asked: Asked,
  planned: Plan,
  calendar: Calendar,
): { current: Statement; compared: Statement } | undefined {
  if (!asked.compare) return undefined
  const arrivals = planned.parts.map(({ fact }) => factOf(fact).arrival)
  const arrival = arrivals.find(name => name === 'own') ?? arrivals.find(name => name !== undefined)
  if (arrival === undefined) return undefined
  const plain: Asked = { ...asked, grain: 'none', filters: [], slots: [], dimensions: ['shop'] }
  const { cut: _, ...compare } = asked.compare
  const whole = { ...plain, compare }
  const statement = (side: Shape['side']) => {
    const shape = { side, total: false }
    return arrival === 'own'
      ? compile(flowReceived, whole, calendar, shape)
      : compileArrivals({ arrival, dimensions: ['shop'] }, whole, calendar, shape)
  }
  return { current: statement('current'), compared: statement('compared') }
}

const flowReceived: Part = {
  id: 'received',
  fact: 'presence',
  table: 'flow_day',
  dimensions: ['shop'],
  timed: true,
  level: { column: 'node_kind', values: ['entrance'] },
  leavesClerksOut: false,
  values: [
    { id: 'expected', metric: 'slotsDue', value: { fn: 'sum', of: 'expected_n' } },
    { id: 'got', metric: 'slotsReceived', value: { fn: 'sum', of: 'got_n' } },
  ],
}
