import type {
  AnalysisAnswer,
  AnalysisCell,
  AnalysisMember,
  AnalysisRow,
  Language,
  Text,
} from '@aisle/contract'
import { useMemo } from 'react'
import { fullNumber, percent, shortNumber } from '../format.ts'
import { chinese, useLanguage } from '../i18n.ts'

/** What is needed to write a figure: unit and decimals as the dictionary or a column of an answer gives them. */
export type FigureKind = { unit?: string | undefined; decimals?: number | undefined }

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
export function unitText({ unit }: FigureKind, language: Language): string {
  const text = unitTexts[unit ?? '']
  return text ? (language === chinese ? text.zh : text.en) : ''
}

const fixed = (value: number, decimals: number, language: Language) =>
  decimals === 0 || Math.abs(value) >= 10_000
    ? fullNumber(Math.round(value), language)
    : value.toLocaleString(language === chinese ? 'zh-CN' : 'en', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })

/** All digits, for tables: `12,486`, `21.4%`, `142.00`. */
export function fullFigure(value: number, { unit, decimals = 0 }: FigureKind, language: Language): string {
  return unit === 'percent' ? percent(value) : fixed(value, decimals, language)
}

/** Short, for figures and axes: `18.62 万`, `21.4%`. */
export function shortFigure(value: number, { unit, decimals = 0 }: FigureKind, language: Language): string {
  if (unit === 'percent') return percent(value)
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(Math.max(decimals, 0)))
  return shortNumber(rounded, language)
}

/** The writers of figures in the language of the console. */
export function useFigure() {
  const language = useLanguage()
  return useMemo(
    () => ({
      full: (value: number, kind: FigureKind) => fullFigure(value, kind, language),
      short: (value: number, kind: FigureKind) => shortFigure(value, kind, language),
      unit: (kind: FigureKind) => unitText(kind, language),
    }),
    [language],
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
