import { growth } from '@aisle/analysis'
import {
  type AnalysisAnswer,
  type AnalysisCell,
  type AnalysisRow,
  type PlazaChoice,
  type PlazaRow,
  plazaCustomerNames,
  plazaFlowNames,
  question,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { AnalysisService } from './service.ts'

type Language = 'zh' | 'en'
type FlowName = (typeof plazaFlowNames)[number]
type CustomerName = (typeof plazaCustomerNames)[number]
/** Which question a figure is read from, and the member of its second dimension. */
type Place = { readonly from: number; readonly metric: string; readonly member?: string }

const breakdowns: Readonly<Record<FlowName, Place>> = {
  rnum: { from: 0, metric: 'visits' },
  num: { from: 0, metric: 'visitors' },
  man: { from: 1, metric: 'visitors', member: 'man' },
  woman: { from: 1, metric: 'visitors', member: 'woman' },
  age0: { from: 2, metric: 'visitors', member: '0' },
  age1: { from: 2, metric: 'visitors', member: '1' },
  age2: { from: 2, metric: 'visitors', member: '2' },
  age3: { from: 2, metric: 'visitors', member: '3' },
  age4: { from: 2, metric: 'visitors', member: '4' },
  age5: { from: 2, metric: 'visitors', member: '5' },
  age6: { from: 2, metric: 'visitors', member: '6' },
}
const customers: Readonly<Record<CustomerName, Place>> = {
  oldMan: { from: 1, metric: 'oldCustomers', member: 'man' },
  oldWoman: { from: 1, metric: 'oldCustomers', member: 'woman' },
  newMan: { from: 1, metric: 'newCustomers', member: 'man' },
  newWoman: { from: 1, metric: 'newCustomers', member: 'woman' },
}

/** The inherited face comparison, asked of the same engine as everything else. @throws AppError as a question does */
export function plazaComparison(analysis: Pick<AnalysisService, 'ask' | 'shopsOf'>) {
  async function answer<Name extends string>(
    choice: PlazaChoice,
    asked: readonly { metrics: string[]; by?: string }[],
    places: Readonly<Record<Name, Place>>,
    names: readonly Name[],
    caller: Caller,
    language: Language,
  ): Promise<{ data: PlazaRow<Name>[]; compareDate: string }> {
    const answers = await Promise.all(
      asked.map(({ metrics, by }) => analysis.ask(questionOf(choice, metrics, by), caller, language)),
    )
    const shops = await analysis.shopsOf(idsOf(choice), caller.scope, language)
    const found = answers.map((one, index) => cellsOf(one, asked[index]?.by))
    const seen = found.map(seenIn)
    return {
      data: shops.map(({ id, name }) => {
        const texts = names.map(figure => {
          const { from, metric, member } = places[figure]
          const key = member === undefined ? `${id}|${metric}` : `${id}|${metric}|${member}`
          const on = (side: Side) => {
            const whole = found[0]?.get(`${id}|visits`)?.[side] ?? null
            const value = found[from]?.get(key)?.[side] ?? null
            if (member === undefined || whole === null || whole === 0) return value ?? whole
            // Groups of days whose single visits are no longer kept are not known: nobody is of any of them.
            return seen[from]?.has(`${id}|${side}`) ? (value ?? 0) : null
          }
          return [figure, triple(on('current'), choice.isCompare ? on('compared') : null)] as const
        })
        return { shopName: name, ...(Object.fromEntries(texts) as Record<Name, string>) }
      }),
      compareDate: compareDate(choice),
    }
  }

  return {
    flow: (choice: PlazaChoice, caller: Caller, language: Language) =>
      answer(
        choice,
        [
          { metrics: ['visits', 'visitors'] },
          { metrics: ['visitors'], by: 'gender' },
          { metrics: ['visitors'], by: 'ageBand' },
        ],
        breakdowns,
        plazaFlowNames,
        caller,
        language,
      ),
    customers: (choice: PlazaChoice, caller: Caller, language: Language) =>
      answer(
        choice,
        [{ metrics: ['visits'] }, { metrics: ['newCustomers', 'oldCustomers'], by: 'gender' }],
        customers,
        plazaCustomerNames,
        caller,
        language,
      ),
  }
}

const idsOf = ({ shopIds }: PlazaChoice): string[] => [
  ...new Set(
    shopIds
      .split(',')
      .map(id => id.trim())
      .filter(id => id !== ''),
  ),
]

function questionOf(choice: PlazaChoice, metrics: string[], by: string | undefined) {
  const { beginDate, endDate, compareBeginDate, compareEndDate, isCompare, identity } = choice
  const ids = idsOf(choice)
  return question.parse({
    source: 2,
    metrics,
    dimensions: by === undefined ? ['shop'] : ['shop', by],
    filters: [
      ...(ids.length > 0 ? [{ member: 'shop', op: 'in', values: ids }] : []),
      ...(identity === undefined ? [] : [{ member: 'identity', op: 'in', values: [identity] }]),
    ],
    period: { from: beginDate, to: endDate },
    ...(isCompare && compareBeginDate !== undefined && compareEndDate !== undefined
      ? { compare: { type: 'customRange', range: { from: compareBeginDate, to: compareEndDate } } }
      : {}),
  })
}

const idIn = (row: AnalysisRow, dimension: string): string => {
  const member = row[dimension]
  return typeof member === 'object' && member !== null && 'id' in member ? String(member.id) : ''
}

/** Cells by shop, metric and, where the question has one, the member of its second dimension. */
function cellsOf({ rows, columns }: AnalysisAnswer, by: string | undefined): Map<string, AnalysisCell> {
  const metrics = columns.filter(({ kind }) => kind === 'metric').map(({ id }) => id)
  return new Map(
    rows.flatMap(row =>
      metrics.flatMap(metric => {
        const cell = row[metric]
        if (typeof cell !== 'object' || cell === null || !('current' in cell)) return []
        const key = [idIn(row, 'shop'), metric, ...(by === undefined ? [] : [idIn(row, by)])].join('|')
        return [[key, cell as AnalysisCell] as const]
      }),
    ),
  )
}

type Side = 'current' | 'compared'
/** The shops, each with a side, that anybody of any group was seen in. */
const seenIn = (cells: ReadonlyMap<string, AnalysisCell>): ReadonlySet<string> =>
  new Set(
    [...cells].flatMap(([key, cell]) =>
      (['current', 'compared'] as const).flatMap(side =>
        (cell[side] ?? 0) > 0 ? [`${key.slice(0, key.indexOf('|'))}|${side}`] : [],
      ),
    ),
  )

/** `current,compared,rate`: empty where there is no number, and the rate also where there is nothing to divide by. */
function triple(current: number | null, compared: number | null): string {
  const rate = growth(current, compared)
  return [current ?? '', compared ?? '', rate === null ? '' : rate.toFixed(1)].join(',')
}

function compareDate({
  beginDate,
  endDate,
  compareBeginDate,
  compareEndDate,
  isCompare,
}: PlazaChoice): string {
  return `${beginDate}~${endDate},${isCompare ? `${compareBeginDate}~${compareEndDate}` : ''}`
}
