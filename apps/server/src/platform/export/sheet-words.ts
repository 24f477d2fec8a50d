import type { ExportColumn, Text } from '@aisle/contract'

/** The title of a column with its unit; a percent column carries `%`. */
export function header({ title, unit, kind }: ExportColumn): string {
  const shown = unit ?? (kind === 'percent' ? '%' : '')
  return shown === '' ? title : `${title} (${shown})`
}

/** What stands at the head of every file: `[label, value]` in the language of the caller. */
export type About = {
  name: string
  facts: readonly (readonly [label: string, value: string])[]
  language: 'zh' | 'en'
}

export const words = {
  about: { zh: '说明', en: 'About' },
  scope: { zh: '范围', en: 'Scope' },
  period: { zh: '日期', en: 'Dates' },
  author: { zh: '导出人', en: 'Exported by' },
  time: { zh: '导出时间', en: 'Exported at' },
  everything: { zh: '全部区域', en: 'All areas' },
  none: { zh: '没有数据', en: 'No data' },
  page: { zh: '第 {page} / {all} 页', en: 'Page {page} of {all}' },
} as const satisfies Record<string, Text>
