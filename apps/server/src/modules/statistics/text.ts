export const text = {
  reversed: { zh: '结束日期不能早于开始日期', en: 'The end date cannot be before the start date' },
}
