import type { Text } from '@aisle/contract'

export const logText = {
  log: { zh: '日志', en: 'Log' },
  trend: { zh: '得分、问题数趋势', en: 'Score, problems: trend' },
  pictures: { zh: '问题截图', en: 'Problem pictures' },
  visitDate: { zh: '巡店日期', en: 'Visit date' },
  time: { zh: '巡检时间', en: 'Inspection time' },
  screenshot: { zh: '截图', en: 'Screenshot' },
  recorder: { zh: '记录人', en: 'Recorder' },
  score: { zh: '当日得分', en: 'Score of the day' },
  scored: { zh: '得分', en: 'Score' },
  points: { zh: '分', en: 'points' },
  problems: { zh: '问题数', en: 'Problems' },
  day: { zh: '日', en: 'Day' },
  week: { zh: '周', en: 'Week' },
  none: { zh: '该条件下没有巡店日志', en: 'Nothing was noted like that' },
  noPictures: { zh: '本页日志没有截图', en: 'The lines of this page have no pictures' },
  open: { zh: '打开「{item}」', en: 'Open “{item}”' },
  summary: { zh: '{from} 至 {to} 共 {n} 个问题', en: '{n} problems, {from} – {to}' },
} as const satisfies Record<string, Text>
