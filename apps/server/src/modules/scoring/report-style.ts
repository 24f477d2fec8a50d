import type { EvaluationDetail, Text } from '@aisle/contract'
import type { Content, CustomTableLayout } from 'pdfmake/interfaces.js'

export type Language = 'zh' | 'en'
export type Say = (text: Text) => string

/** The light palette of the console, on paper. */
export const colours = {
  text: '#17202E',
  label: '#4B5768',
  hint: '#667284',
  primary: '#1F5BD8',
  tint: '#EAF0FD',
  surface: '#F4F6F9',
  hairline: '#E3E7ED',
  positive: '#0B7A63',
  negative: '#B93815',
  warning: '#9A5B00',
}
export const page = { width: 595.28, side: 42 }
export const contentWidth = page.width - 2 * page.side

/** The heading of a part, with a remark beside it. */
export function section(title: Text, say: Say, aside = ''): Content {
  return {
    text: [
      { text: say(title), style: 'section' },
      ...(aside === '' ? [] : [{ text: `   ${aside}`, color: colours.hint }]),
    ],
    margin: [0, 16, 0, 7],
    headlineLevel: 1,
  }
}

/** The name in the language of the report, in Chinese where it has no other. */
export function named(language: Language, zh: string, en: string): string {
  return language === 'en' && en !== '' ? en : zh
}

/** Points as people write them: no more decimals than they have. */
export function shown(points: number): string {
  return String(Math.round(points * 100) / 100)
}

/** Green from 90 on, amber from 80 on. */
export function scoreColour(score: number): string {
  return score >= 90 ? colours.positive : score >= 80 ? colours.warning : colours.negative
}
export const resultColour: Record<EvaluationDetail['result'], string> = {
  pass: colours.positive,
  deduct: colours.negative,
  na: colours.hint,
  unscored: colours.warning,
}

export const boxed: CustomTableLayout = {
  hLineWidth: () => 0.7,
  vLineWidth: () => 0.7,
  hLineColor: () => colours.hairline,
  vLineColor: () => colours.hairline,
}
export const spaced: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: index => (index === 0 ? 0 : 6),
  paddingRight: () => 0,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}
