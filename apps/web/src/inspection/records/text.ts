import type { KindOfDay, Text } from '@aisle/contract'

export const dayTypeNames: Record<KindOfDay, Text> = {
  all: { zh: '全部日期', en: 'All days' },
  workday: { zh: '工作日', en: 'Working days' },
  holiday: { zh: '周末', en: 'Weekends' },
}

export const words = {
  patrols: { zh: '巡店次数', en: 'Patrols' },
  coverage: { zh: '巡店覆盖率', en: 'Patrol coverage' },
  score: { zh: '平均得分', en: 'Mean score' },
  problems: { zh: '发现问题', en: 'Problems raised' },
  problemsClosed: { zh: '已关闭', en: 'Closed' },
  closeRate: { zh: '整改关闭率', en: 'Close rate' },
  evaluations: { zh: '评估', en: 'Evaluations' },
  inspections: { zh: '巡检', en: 'Inspections' },
  dailyRecords: { zh: '日常记录', en: 'Daily records' },
  useTime: { zh: '巡店时长', en: 'Time spent' },
  timesUnit: { zh: '次', en: '' },
  itemsUnit: { zh: '个', en: '' },
  pointsUnit: { zh: '分', en: '' },
  recordsUnit: { zh: '条', en: '' },
  keyFigures: { zh: '关键指标', en: 'Key figures' },
  shop: { zh: '门店', en: 'Shop' },
  owner: { zh: '巡店员', en: 'Inspector' },
  began: { zh: '开始', en: 'Began' },
  length: { zh: '时长', en: 'Length' },
  videos: { zh: '画面', en: 'Videos' },
  pictures: { zh: '图片', en: 'Pictures' },
  status: { zh: '状态', en: 'Status' },
  time: { zh: '时间', en: 'Time' },
  running: { zh: '进行中', en: 'Under way' },
  noScore: { zh: '未评估', en: 'Not scored' },
  nothing: { zh: '该条件下没有记录，可放宽时间或地域', en: 'No records match. Widen the dates or area.' },
} as const satisfies Record<string, Text>
