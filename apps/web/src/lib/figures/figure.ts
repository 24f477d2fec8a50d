import {
  type AnalysisAnswer,
  type AnalysisCell,
  type AnalysisMember,
  type AnalysisRow,
  isAmount,
  type Language,
  type MoneyScale,
  type Text,
} from '@aisle/contract'
import { useMemo } from 'react'
import { fullNumber, percent, shortNumber } from '../format.ts'
import { chinese, useLanguage } from '../i18n.ts'
import { useMoneyScale } from './money.ts'

/** What is needed to write a figure: id, unit and decimals as the dictionary or a column of an answer gives them. */
export type FigureKind = {
  id?: string
  unit?: string | undefined
  decimals?: number | undefined
  calc?: string | undefined
}

const tenThousand = 10_000
const isInTenThousands = (kind: FigureKind, money: MoneyScale): boolean =>
  money === 'tenThousand' && isAmount(kind)

const unitTexts: Readonly<Record<string, Text>> = {
  visits: { zh: '人次', en: '' },
  people: { zh: '人', en: '' },
  phones: { zh: '台', en: '' },
  money: { zh: '元', en: 'CNY' },
  moneyPerM2: { zh: '元/㎡', en: 'CNY/m²' },
  deals: { zh: '笔', en: '' },
  pieces: { zh: '件', en: '' },
  times: { zh: '次', en: '' },
  minutes: { zh: '分钟', en: 'min' },
  hours: { zh: '小时', en: 'h' },
  seconds: { zh: '秒', en: 's' },
  milliseconds: { zh: '毫秒', en: 'ms' },
  personSeconds: { zh: '人·秒', en: 'person-s' },
  points: { zh: '分', en: '' },
  shops: { zh: '家', en: '' },
  devices: { zh: '台', en: '' },
  stops: { zh: '站', en: 'stops' },
  ratio: { zh: '倍', en: '×' },
  squareMetres: { zh: '㎡', en: 'm²' },
}

/** Unit that stands behind a figure; empty for shares, which carry their sign, and where English needs none. */
export function unitText({ unit, calc }: FigureKind, language: Language): string {
  if (calc === 'peakHour') return ''
  const text = unitTexts[unit ?? '']
  return text ? (language === chinese ? text.zh : text.en) : ''
}

/** Sums of a hundred yuan and more have no cents: figures of a column are then read alike. */
const fixed = (value: number, decimals: number, language: Language, whole = 1_000) =>
  decimals === 0 || Math.abs(value) >= whole
    ? fullNumber(Math.round(value), language)
    : value.toLocaleString(language === chinese ? 'zh-CN' : 'en', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })

/** An hour of the day that is the value itself: 18 is 18:00. */
const clockText = (hour: number) => `${String(Math.floor(hour)).padStart(2, '0')}:00`

const hundredths = (value: number, language: Language) =>
  value.toLocaleString(language === chinese ? 'zh-CN' : 'en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })

/** All digits: `12,486`, `21.4%`, `142.00`; amounts in ten thousands `4.83 万`, in English `48.3K`. */
export function fullFigure(
  value: number,
  kind: FigureKind,
  language: Language,
  money: MoneyScale = 'yuan',
): string {
  const { unit, decimals = 0, calc } = kind
  if (calc === 'peakHour') return clockText(value)
  if (unit === 'percent') return percent(value)
  if (!isInTenThousands(kind, money))
    return fixed(value, decimals, language, isAmount(kind) ? 100 : undefined)
  return language === chinese
    ? `${hundredths(value / tenThousand, language)} 万`
    : shortNumber(value, language)
}

/** Under a heading that names the unit (`headingUnit`): `48,300` below 元, `4.83` below 万元. */
export function cellFigure(
  value: number,
  kind: FigureKind,
  language: Language,
  money: MoneyScale = 'yuan',
): string {
  return isInTenThousands(kind, money)
    ? hundredths(value / tenThousand, language)
    : fullFigure(value, kind, language)
}

/** Short, for figures and axes: `18.62 万`, `21.4%`. */
export function shortFigure(
  value: number,
  kind: FigureKind,
  language: Language,
  money: MoneyScale = 'yuan',
): string {
  const { unit, decimals = 0, calc } = kind
  if (calc === 'peakHour') return clockText(value)
  if (unit === 'percent') return percent(value)
  if (isInTenThousands(kind, money) && language === chinese && value !== 0 && Math.abs(value) < tenThousand)
    return `${Number((value / tenThousand).toFixed(2))} 万`
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(Math.max(decimals, 0)))
  return shortNumber(rounded, language)
}

const tenThousandText: Text = { zh: '万元', en: 'CNY 10k' }

/** The writers of figures in the language of the console, amounts of money as the reader chose, or as is said. */
export function useFigure(given?: MoneyScale) {
  const language = useLanguage()
  const chosen = useMoneyScale()
  const money = given ?? chosen
  return useMemo(
    () => ({
      full: (value: number, kind: FigureKind) => fullFigure(value, kind, language, money),
      short: (value: number, kind: FigureKind) => shortFigure(value, kind, language, money),
      cell: (value: number, kind: FigureKind) => cellFigure(value, kind, language, money),
      unit: (kind: FigureKind) => unitText(kind, language),
      /** The unit in the heading of a column, and how many of the figure's own unit one of it is. */
      headingUnit: (kind: FigureKind) =>
        isInTenThousands(kind, money)
          ? { text: language === chinese ? tenThousandText.zh : tenThousandText.en, size: tenThousand }
          : { text: unitText(kind, language), size: 1 },
    }),
    [language, money],
  )
}

const isCell = (value: AnalysisRow[string] | undefined): value is AnalysisCell =>
  typeof value === 'object' && value !== null && 'current' in value

/** The cell of a metric (by its key in the answer); without a figure where the row has none. */
export function cellOf(row: AnalysisRow | undefined, key: string): AnalysisCell {
  const value = row?.[key]
  return isCell(value) ? value : { current: null }
}

/** The value of a dimension in a row, as it is written; `time` is a member named by its label. */
export function memberOf(row: AnalysisRow, dimension: string): AnalysisMember {
  const member = plainMember(row[dimension])
  return dimension === 'hourOfDay' && /^\d{1,2}$/.test(member.name)
    ? { id: member.id, name: `${member.name.padStart(2, '0')}:00` }
    : member
}

function plainMember(value: AnalysisRow[string] | undefined): AnalysisMember {
  if (typeof value === 'string') return { id: value, name: value }
  if (value && 'id' in value && typeof value.id === 'string' && typeof value.name === 'string')
    return { id: value.id, name: value.name }
  return { id: '', name: '' }
}

/** The columns of an answer that hold figures, in their order. */
export const figureColumns = (answer: AnalysisAnswer) =>
  answer.columns.filter(({ kind }) => kind === 'metric')

/** Nothing was received: what would be shown is unknown, not nought. */
export function isBlank(answer: AnalysisAnswer): boolean {
  const keys = figureColumns(answer).map(({ id }) => id)
  return answer.rows.every(row => keys.every(key => cellOf(row, key).current === null))
}
