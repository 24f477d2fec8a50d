import type { ExportKind, ExportState, Text } from '@aisle/contract'

export const stateNames: Record<ExportState, Text> = {
  queued: { zh: '排队', en: 'Queued' },
  running: { zh: '生成中', en: 'Running' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
  expired: { zh: '已过期', en: 'Expired' },
}
export const kindNames: Record<ExportKind, Text> = {
  page: { zh: '页面', en: 'Page' },
  overall: { zh: '综合导出', en: 'Overall' },
  batch: { zh: '批量补导', en: 'Batch' },
  customer: { zh: '客群导出', en: 'Customers' },
  template: { zh: '模板导出', en: 'Template' },
}
export const words = {
  jobs: { zh: '导出任务', en: 'Jobs' },
  kept: { zh: '文件保留 7 天', en: 'Files are kept for 7 days' },
  noJobs: {
    zh: '还没有导出任务，选好内容后点「提交导出」',
    en: 'No exports yet. Choose what to export and submit it.',
  },
  name: { zh: '名称', en: 'Name' },
  kind: { zh: '来源', en: 'From' },
  state: { zh: '状态', en: 'State' },
  progress: { zh: '进度', en: 'Progress' },
  files: { zh: '文件', en: 'Files' },
  rows: { zh: '行数', en: 'Rows' },
  size: { zh: '大小', en: 'Size' },
  made: { zh: '提交时间', en: 'Submitted' },
  expires: { zh: '过期时间', en: 'Expires' },
  waits: { zh: '等待', en: 'waits' },
  moreFiles: { zh: '另有 {count} 个文件', en: 'and {count} more files' },
  someFailed: { zh: '{done} 成 {failed} 败', en: '{done} made, {failed} failed' },
  download: { zh: '下载', en: 'Download' },
  retry: { zh: '重试', en: 'Retry' },
  cancel: { zh: '取消', en: 'Cancel' },
  settings: { zh: '导出设置', en: 'What to export' },
  batch: { zh: '批次设置', en: 'Batch' },
  format: { zh: '格式', en: 'Format' },
  metrics: { zh: '指标（按选择顺序成列）', en: 'Indicators, in the order of the columns' },
  sheets: { zh: '工作表', en: 'Sheets' },
  groups: { zh: '分组', en: 'Groups' },
  granularity: { zh: '粒度', en: 'Granularity' },
  compare: { zh: '对比', en: 'Comparison' },
  noCompare: { zh: '不对比', en: 'No comparison' },
  submit: { zh: '提交导出', en: 'Submit' },
  submitted: {
    zh: '已提交「{name}」，完成后可在下方下载',
    en: '“{name}” is submitted; fetch it below when it is done',
  },
  choose: { zh: '请选择指标', en: 'Please select indicators' },
  preview: { zh: '预览（前 100 行）', en: 'Preview, first 100 rows' },
  previewNote: { zh: '共 {rows} 行', en: '{rows} rows in all' },
  refused: {
    zh: '你没有查看「{names}」的权限，去掉后即可预览和导出',
    en: 'You may not see {names}. Leave it out to preview and export the rest.',
  },
  noRows: {
    zh: '该条件下没有数据，可放宽日期或地域',
    en: 'There is no data for this. Widen dates or places.',
  },
  onePer: { zh: '文件划分', en: 'One file for each' },
  perShop: { zh: '每家门店', en: 'Shop' },
  perDay: { zh: '每天', en: 'Day' },
  corrected: { zh: '只导被修正的日期，自', en: 'Only days that were corrected since' },
  pattern: { zh: '文件名', en: 'Names of the files' },
  patternNote: {
    zh: '可用 {name}、{shop}、{shopId}、{day}、{from}、{to}',
    en: 'May hold {name}, {shop}, {shopId}, {day}, {from}, {to}',
  },
  correctedTable: { zh: '被修正的数据', en: 'Corrected data' },
  nothingCorrected: { zh: '没有修正记录', en: 'Nothing was corrected' },
  shop: { zh: '门店', en: 'Shop' },
  day: { zh: '日期', en: 'Day' },
  before: { zh: '修正前（进）', en: 'Before (in)' },
  after: { zh: '修正后（进）', en: 'After (in)' },
  who: { zh: '修正人', en: 'By' },
  why: { zh: '原因', en: 'Reason' },
  few: {
    zh: '只导出合计，不含照片与个人；少于 5 人的分组数值留空',
    en: 'Totals only, never pictures or persons; groups of fewer than 5 people stay empty',
  },
} as const satisfies Record<string, Text>

export const sheetNames = {
  detail: { zh: '明细', en: 'Details' },
  shops: { zh: '按门店', en: 'By shop' },
  time: { zh: '按时间', en: 'Over time' },
  provinces: { zh: '按省', en: 'By province' },
} as const satisfies Record<string, Text>
export type SheetName = keyof typeof sheetNames
