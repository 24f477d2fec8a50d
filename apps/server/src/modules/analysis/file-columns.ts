import { type CalcName, calcs, dimensionOf, isDimension, type UnitName, unitOf, units } from '@aisle/analysis'
import {
  type AnalysisRow,
  AppError,
  type ExportColumn,
  type FullQuestion,
  isAmount,
  type LayoutColumn,
  type MoneyScale,
  type SheetLayout,
  type Text,
} from '@aisle/contract'
import type { AnswerStream } from './service.ts'
import { exportWords as words } from './text.ts'

type Language = keyof Text
type Value = string | number | null
/** A column of the file, and how a row of the answer fills it. */
export type FileColumn = ExportColumn & {
  valueOf(row: AnalysisRow): Value
  of?: Pick<LayoutColumn, 'kind' | 'name'>
}

const kinds: Readonly<Record<string, ExportColumn['kind']>> = {
  percent: 'percent',
  money: 'money',
  moneyPerM2: 'money',
}

/** The columns of a layout in its order; what has a heading of its own stands under it as it is. */
export function laidOut(
  columns: FileColumn[],
  layout: SheetLayout | undefined,
  language: Language,
): FileColumn[] {
  if (!layout) return columns
  // Exports that wait from an older release say nothing of codes.
  const codes = new Map((layout.shopCodes ?? []).map(({ shopId, code }) => [shopId, code]))
  return layout.columns.map(({ kind, name, heading }) => {
    const read = kind === 'code' ? 'groupId' : kind
    const found = columns.find(({ of }) => of?.kind === read && of.name === name)
    if (!found) throw new AppError('ruleBroken', words.noColumn(name))
    if (kind === 'code')
      return {
        ...found,
        title: heading || words.shopCode[language],
        unit: '',
        valueOf: row => codes.get(String(found.valueOf(row))) ?? null,
      }
    return heading === '' ? found : { ...found, title: heading, unit: '' }
  })
}

/** Members by name and id, time, and for each metric its value, what it is held against, its calculations, its coverage. */
export function columnsOf(
  { columns }: Pick<AnswerStream, 'columns'>,
  question: FullQuestion,
  language: Language,
  money: MoneyScale = 'yuan',
): FileColumn[] {
  return columns.flatMap(({ id, kind, label, unit = '', calc, decimals }): FileColumn[] => {
    if (kind === 'time')
      return [
        {
          title: label,
          kind: 'text',
          of: { kind: 'time', name: 'time' },
          valueOf: row => textIn(row.time),
        },
        ...(question.compare
          ? [
              {
                title: words.comparedTime[language],
                kind: 'text' as const,
                valueOf: (row: AnalysisRow) => textIn(row.comparedTime),
              },
            ]
          : []),
      ]
    if (kind === 'dimension') return memberColumns(id, label)
    const own = kinds[unit] ?? 'number'
    const isScaled = money === 'tenThousand' && isAmount({ id, unit })
    const sign = isScaled ? words.tenThousand[language] : unitLabel(unit, language)
    const cell = (
      title: string,
      field: string,
      as: ExportColumn['kind'],
      sign = '',
      places = decimals,
    ): FileColumn => ({
      title,
      kind: as,
      ...(sign === '' ? {} : { unit: sign }),
      ...(as === 'number' && places !== undefined ? { decimals: places } : {}),
      valueOf: row => inUnits(numberIn(row[id], field), isScaled && as === own ? tenThousand : 1),
    })
    const asked = [...new Set([...question.calc, ...(calc === undefined ? [] : [calc])])].filter(isBeside)
    const isEffect = calc === 'effect' || question.calc.includes('effect')
    return [
      { ...cell(label, 'current', own, sign), of: { kind: 'metric', name: id } },
      ...(isEffect
        ? (['low', 'high'] as const).map(name => cell(`${label} · ${words[name][language]}`, name, own, sign))
        : []),
      ...(question.compare
        ? [
            cell(`${label} · ${words.compared[language]}`, 'compared', own, sign),
            cell(`${label} · ${words.difference[language]}`, 'difference', own, sign),
            cell(`${label} · ${words.growth[language]}`, 'growth', 'percent'),
          ]
        : []),
      ...asked.map(name => {
        const as = ofShares.has(name) ? 'percent' : name in plainPlaces ? 'number' : own
        const title = `${label} · ${calcs[name].label[language]}`
        return cell(title, name, as, isScaled && as === own ? sign : '', plainPlaces[name])
      }),
      {
        ...cell(`${label} · ${words.coverage[language]}`, 'coverage', 'percent'),
        valueOf: row => {
          const coverage = numberIn(row[id], 'coverage')
          return coverage === null ? null : Math.round(coverage * 1e4) / 100
        },
      },
    ]
  })
}

const ofShares: ReadonlySet<string> = new Set(['share', 'topShare', 'effect', 'progress'])
/** Numbers without the unit of what they are of, by their decimals. */
const plainPlaces: Readonly<Record<string, number>> = { rank: 0, index: 1 }
/** Growth and difference have columns of their own wherever something is compared. */
const isBeside = (name: string): name is CalcName =>
  Object.hasOwn(calcs, name) &&
  name !== 'growth' &&
  name !== 'difference' &&
  name !== 'sparkline' &&
  // The effect is the value itself.
  name !== 'effect' &&
  calcs[name as CalcName].kind !== 'read'

function memberColumns(id: string, label: string): FileColumn[] {
  const memberOf = (row: AnalysisRow) => {
    const value = row[id]
    return typeof value === 'object' && value !== null && 'name' in value ? value : undefined
  }
  const named: FileColumn = {
    title: label,
    kind: 'text',
    of: { kind: 'group', name: id },
    valueOf: row => textIn(memberOf(row)?.name),
  }
  const hasIds = isDimension(id) && dimensionOf(id).names !== undefined
  return hasIds
    ? [
        named,
        {
          title: `${label} ID`,
          kind: 'text',
          of: { kind: 'groupId', name: id },
          valueOf: row => textIn(memberOf(row)?.id),
        },
      ]
    : [named]
}

const tenThousand = 10_000
const inUnits = (value: number | null, size: number): number | null =>
  value === null || size === 1 ? value : Math.round((value / size) * 1e6) / 1e6

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** A number of a cell; null where it holds none of that name. */
export function numberIn(cell: AnalysisRow[string] | undefined, field: string): number | null {
  if (typeof cell !== 'object' || cell === null) return null
  const value: unknown = (cell as Record<string, unknown>)[field]
  return typeof value === 'number' ? value : null
}

const unitLabel = (unit: string, language: Language): string =>
  unit === 'percent' || !isUnit(unit) ? '' : unitOf(unit).label[language]
const isUnit = (unit: string): unit is UnitName => Object.hasOwn(units, unit)
