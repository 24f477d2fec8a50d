import type { ExportSchedule, Text } from '@aisle/contract'

export const scheduleWords = {
  schedules: { zh: '定时导出', en: 'Schedules' },
  note: {
    zh: '到点自动导出；每个收件人得到按自己权限与门店生成的文件，并收到通知',
    en: 'Exported by themselves: each person gets a file of the shops and figures that he may see, and a notice',
  },
  create: { zh: '新建定时', en: 'New schedule' },
  none: {
    zh: '还没有定时导出。先保存模板，再点「新建定时」',
    en: 'No schedules yet. Save a template, then create one.',
  },
  template: { zh: '模板', en: 'Template' },
  rhythm: { zh: '频率', en: 'How often' },
  daily: { zh: '每天', en: 'Daily' },
  weekly: { zh: '每周', en: 'Weekly' },
  monthly: { zh: '每月', en: 'Monthly' },
  weekday: { zh: '星期', en: 'Day of the week' },
  monthDay: { zh: '日期', en: 'Day of the month' },
  monthDayOf: { zh: '{day} 日', en: 'day {day}' },
  shortMonths: { zh: '短月取最后一天', en: 'In shorter months their last day' },
  hour: { zh: '时间（北京时间）', en: 'Time (Beijing)' },
  period: { zh: '导出日期', en: 'Days' },
  yesterday: { zh: '昨日', en: 'Yesterday' },
  lastWeek: { zh: '上周', en: 'Last week' },
  lastMonth: { zh: '上月', en: 'Last month' },
  places: { zh: '门店', en: 'Places' },
  placesNote: { zh: '取自页面上方的地域', en: 'As chosen at the top of the page' },
  people: { zh: '同时发给', en: 'Also for' },
  nobody: { zh: '仅自己', en: 'only me' },
  peopleNote: { zh: '只列出可导出的人', en: 'Those who may export' },
  save: { zh: '保存定时', en: 'Save the schedule' },
  cancel: { zh: '取消', en: 'Cancel' },
  saved: { zh: '定时导出已保存', en: 'The schedule is saved' },
  next: { zh: '下次', en: 'Next' },
  last: { zh: '上次结果', en: 'Last time' },
  notYet: { zh: '还未运行', en: 'Not run yet' },
  gone: { zh: '记录已过期', en: 'No longer listed' },
  notOrdered: { zh: '未能开始', en: 'Did not begin' },
  paused: { zh: '已暂停', en: 'Paused' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '继续', en: 'Resume' },
  remove: { zh: '删除', en: 'Delete' },
  removed: { zh: '已删除「{name}」的定时导出', en: 'The schedule of “{name}” is deleted' },
  weekStart: {
    zh: '一周开始于（用于定时导出的“上周”）',
    en: 'Weeks begin on (for “last week” of schedules)',
  },
} as const satisfies Record<string, Text>

/** Monday first. */
export const weekdays: readonly Text[] = [
  { zh: '周一', en: 'Monday' },
  { zh: '周二', en: 'Tuesday' },
  { zh: '周三', en: 'Wednesday' },
  { zh: '周四', en: 'Thursday' },
  { zh: '周五', en: 'Friday' },
  { zh: '周六', en: 'Saturday' },
  { zh: '周日', en: 'Sunday' },
]

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** `每周 周一 07:00`: when a schedule is due. */
export function rhythmText(
  t: (text: Text, values?: Record<string, string | number>) => string,
  { every, day, hour }: Pick<ExportSchedule, 'every' | 'day' | 'hour'>,
): string {
  const weekday = weekdays[day - 1]
  const which =
    every === 'weekly' && weekday
      ? t(weekday)
      : every === 'monthly'
        ? t(scheduleWords.monthDayOf, { day })
        : ''
  return [t(scheduleWords[every]), which, hourText(hour)].filter(part => part !== '').join(' ')
}
