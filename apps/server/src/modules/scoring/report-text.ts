import type { EvaluationDetail, EvaluationStatus, Severity, Text } from '@aisle/contract'

/** The words of the printed report. */
export const words = {
  title: { zh: '巡店评估报告', en: 'Shop evaluation report' },
  evaluatedAt: { zh: '评估时间', en: 'Evaluated' },
  inspector: { zh: '巡店员', en: 'Inspector' },
  took: { zh: '用时', en: 'Time taken' },
  form: { zh: '评估表', en: 'Form' },
  status: { zh: '状态', en: 'Status' },
  day: { zh: '日期类型', en: 'Kind of day' },
  manager: { zh: '店长', en: 'Shop manager' },
  number: { zh: '记录编号', en: 'Record' },
  weekend: { zh: '周末', en: 'Weekend' },
  workday: { zh: '工作日', en: 'Working day' },
  groups: { zh: '各组得分', en: 'Scores by group' },
  deductions: { zh: '扣分与证据', en: 'Deductions and evidence' },
  noDeductions: { zh: '本次评估没有扣分。', en: 'Nothing was deducted.' },
  others: { zh: '其他照片', en: 'Other pictures' },
  items: { zh: '全部检查项', en: 'All items' },
  item: { zh: '检查项', en: 'Item' },
  full: { zh: '满分', en: 'Worth' },
  result: { zh: '结果', en: 'Result' },
  score: { zh: '得分', en: 'Score' },
  remark: { zh: '备注', en: 'Remark' },
  reason: { zh: '撤销原因', en: 'Reason for revoking' },
  none: { zh: '—', en: '—' },
  problem: { zh: '已转整改', en: 'Rectification asked for' },
  date: { zh: '日期', en: 'Date' },
  watermark: { zh: '已撤销', en: 'REVOKED' },
} satisfies Record<string, Text>

export const resultWords: Record<EvaluationDetail['result'], Text> = {
  pass: { zh: '通过', en: 'Passed' },
  deduct: { zh: '扣分', en: 'Deducted' },
  na: { zh: '不适用', en: 'Not applicable' },
  unscored: { zh: '未评', en: 'Not scored' },
}
export const severityWords: Record<Severity, Text> = {
  minor: { zh: '轻微', en: 'Minor' },
  medium: { zh: '一般', en: 'Medium' },
  severe: { zh: '严重', en: 'Severe' },
}
export const statusWords: Record<EvaluationStatus, Text> = {
  saved: { zh: '已保存', en: 'Saved' },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  revoked: { zh: '已撤销', en: 'Revoked' },
}

export const phrases = {
  formVersion: (name: string, version: number, items: number): Text => ({
    zh: `${name} v${version} · ${items} 项`,
    en: `${name} v${version} · ${items} items`,
  }),
  outOf: (earned: string, maximum: string): Text => ({
    zh: `${earned} / ${maximum} 分`,
    en: `${earned} of ${maximum} points`,
  }),
  lost: (count: number, points: string): Text => ({
    zh: `${count} 项，共扣 ${points} 分`,
    en: `${count === 1 ? '1 item' : `${count} items`}, ${points} points lost`,
  }),
  duration: (seconds: number): Text => ({
    zh: `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`,
    en: `${Math.floor(seconds / 60)} min ${seconds % 60} s`,
  }),
  page: (current: number, all: number): Text => ({
    zh: `第 ${current} / ${all} 页`,
    en: `Page ${current} of ${all}`,
  }),
  printed: (time: string): Text => ({ zh: `打印于 ${time}`, en: `Printed ${time}` }),
}
