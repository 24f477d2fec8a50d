export const text = {
  reversed: { zh: '结束日期不能早于开始日期', en: 'The end date cannot be before the start date' },
  noVisit: { zh: '没有找到这条巡店记录', en: 'There is no such check-shop record' },
  foreignVisit: { zh: '这条巡店记录不在你的权限范围内', en: 'This check-shop record is outside your scope' },
}
