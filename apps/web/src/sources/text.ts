import { factKinds, type SensorDialect, type SourceKind, sensorDialects, type Text } from '@aisle/contract'

export const words = {
  source: { zh: '数据来源', en: 'Source' },
  newSource: { zh: '新建来源', en: 'New source' },
  name: { zh: '名称', en: 'Name' },
  kind: { zh: '数据类型', en: 'Kind' },
  speaksOf: { zh: '可上报门店', en: 'Speaks of' },
  everyShop: { zh: '全部门店', en: 'All shops' },
  shops: { zh: '{n} 家门店', en: '{n, plural, one {# shop} other {# shops}}' },
  areas: { zh: '{n} 个区域', en: '{n, plural, one {# area} other {# areas}}' },
  chooseShops: { zh: '选择门店', en: 'Choose shops' },
  library: { zh: '人脸库', en: 'Face library' },
  libraryHint: {
    zh: '使用同一人脸库的来源认识相同的人；留空为连锁共用',
    en: 'Sources of one library know the same people; empty: that of the chain',
  },
  token: { zh: '令牌', en: 'Token' },
  lastUsed: { zh: '最近使用', en: 'Last used' },
  never: { zh: '从未', en: 'Never' },
  state: { zh: '状态', en: 'State' },
  active: { zh: '启用', en: 'Active' },
  revoked: { zh: '已停用', en: 'Revoked' },
  rotate: { zh: '更换令牌', en: 'New token' },
  revoke: { zh: '停用', en: 'Revoke' },
  askRotate: {
    zh: '旧令牌将立即失效，是否更换「{name}」的令牌？',
    en: 'The old token is worth nothing from then on. Give “{name}” a new one?',
  },
  askRevoke: {
    zh: '停用后「{name}」不能再上报，已上报的数据保留。是否停用？',
    en: '“{name}” can post nothing more; what it posted stays. Revoke it?',
  },
  tokenOnce: {
    zh: '令牌只显示这一次，请立即保存',
    en: 'The token is shown this once: keep it now',
  },
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
  address: { zh: '上报地址', en: 'Address' },
  addressHint: {
    zh: '设备只能填写地址时使用；支持请求头的程序请用 Authorization: Bearer',
    en: 'For devices that know an address alone; programs that can, send Authorization: Bearer',
  },
  done: { zh: '我已保存', en: 'I have kept it' },
  create: { zh: '创建', en: 'Create' },
  cancel: { zh: '取消', en: 'Cancel' },
  noSources: { zh: '还没有数据来源', en: 'There are no sources yet' },
  quarantine: { zh: '待处理数据', en: 'Quarantine' },
  quarantineHint: {
    zh: '上报后无法识别的数据，处理原因后可重新读取，保留 30 天',
    en: 'What was posted and not understood: read it again once the cause is mended; kept 30 days',
  },
  noQuarantine: { zh: '没有待处理的数据', en: 'Nothing waits' },
  reason: { zh: '原因', en: 'Reason' },
  rows: { zh: '条数', en: 'Rows' },
  lastAt: { zh: '最近上报', en: 'Last sent' },
  replay: { zh: '重新读取', en: 'Read again' },
  discard: { zh: '丢弃', en: 'Discard' },
  askDiscard: {
    zh: '丢弃这 {n} 条数据？此操作不能撤销。',
    en: 'Discard these {n} rows? This cannot be undone.',
  },
  replayed: {
    zh: '读取 {accepted} 条，重复 {duplicates} 条，仍有 {remaining} 条待处理',
    en: '{accepted} read, {duplicates} known already, {remaining} still waiting',
  },
  discarded: { zh: '已丢弃 {n} 条', en: '{n} discarded' },
  details: { zh: '查看数据', en: 'Rows' },
  shift: { zh: '时间修正（分钟）', en: 'Move times by (minutes)' },
  shiftHint: {
    zh: '设备时钟不准时填写，例如快 60 分钟填 -60',
    en: 'Where the clock of the device was wrong: -60 if it was an hour fast',
  },
  ahead: {
    zh: '这些时间比收到的时间快约 {n} 分钟：等到那个时间也不会自动计入，请修正时间后再读取',
    en: 'These times lie about {n, plural, one {# minute} other {# minutes}} ahead of when they were received. They are not let in by waiting: move the times, then read them again',
  },
  times: { zh: '上报 {n} 次', en: 'sent {n, plural, one {once} other {# times}}' },
  file: { zh: '文件', en: 'File' },
  chooseFile: { zh: '选择文件', en: 'Choose a file' },
  fileHint: {
    zh: 'CSV、XLSX、NDJSON 或 JSON，不超过 40 MB；更大的文件用 npm run import',
    en: 'CSV, XLSX, NDJSON or JSON, up to 40 MB; larger ones by npm run import',
  },
  upload: { zh: '上传', en: 'Upload' },
  columns: { zh: '列对应', en: 'Columns' },
  notMapped: { zh: '不导入', en: 'Not taken' },
  constantHint: {
    zh: '选择列名；或以 = 开头填写固定值，如 =1；客流结束时间可填 =+15m（开始后 15 分钟）',
    en: 'Choose a column, or write = and a constant, such as =1; for the end of a count =+15m is so long after its begin',
  },
  close: { zh: '关闭', en: 'Close' },
  timeZone: { zh: '时区', en: 'Time zone' },
  dryRun: { zh: '试运行', en: 'Try it' },
  runImport: { zh: '导入', en: 'Import' },
  stop: { zh: '停止', en: 'Stop' },
  imports: { zh: '导入记录', en: 'Imports' },
  noImports: { zh: '还没有导入过文件', en: 'No file was imported yet' },
  progress: { zh: '进度', en: 'Progress' },
  accepted: { zh: '新增', en: 'New' },
  wouldBeNew: { zh: '将新增', en: 'Would be new' },
  duplicates: { zh: '重复', en: 'Known' },
  rejected: { zh: '拒绝', en: 'Rejected' },
  line: { zh: '第 {n} 行', en: 'line {n}' },
  report: { zh: '下载拒绝明细', en: 'Rejected lines' },
  by: { zh: '操作人', en: 'By' },
  sample: { zh: '文件前几行', en: 'First rows' },
  tried: { zh: '试运行', en: 'Tried' },
} as const satisfies Record<string, Text>

export const importStates = {
  new: { zh: '待开始', en: 'Not begun' },
  waiting: { zh: '排队中', en: 'Waiting' },
  running: { zh: '进行中', en: 'Running' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  stopped: { zh: '已停止', en: 'Stopped' },
} as const satisfies Record<string, Text>

const dialects: Readonly<Record<SensorDialect, Text>> = {
  hikvision: { zh: '海康威视 ISAPI', en: 'Hikvision ISAPI' },
  axis: { zh: 'Axis 零售数据', en: 'Axis Retail Data' },
  xovis: { zh: 'Xovis', en: 'Xovis' },
  milesight: { zh: '星纵物联', en: 'Milesight' },
  vivotek: { zh: '晶睿通讯', en: 'Vivotek' },
  footfallcam: { zh: 'FootfallCam', en: 'FootfallCam' },
  dahua: { zh: '大华', en: 'Dahua' },
}

const isDialect = (kind: string): kind is SensorDialect => sensorDialects.some(name => name === kind)

/** What a kind of source, of fact or of sensor is called. */
export function kindName(kind: SourceKind | string): Text {
  if (kind === 'any') return { zh: '全部类型', en: 'Every kind' }
  if (kind === 'findings') return { zh: 'AI 发现', en: 'Findings' }
  if (isDialect(kind)) return dialects[kind]
  const fact = Object.entries(factKinds).find(([name]) => name === kind)
  return fact?.[1].label ?? { zh: kind, en: kind }
}

/** Where a source of this kind sends to; `any` has no one address. */
export function addressOf(kind: SourceKind, token: string): string | undefined {
  if (kind === 'any') return undefined
  return `${location.origin}/api/ingest/${kind}${isDialect(kind) ? `/push/${token}` : ''}`
}

/** What the server says about rows that nobody understood, in Chinese; anything else stands as it was said. */
const reasons: Readonly<Record<string, string>> = {
  'no such device in scope': '可上报范围内没有该设备',
  'no such line of the device': '设备没有这条计数线',
  'no such shop in scope': '可上报范围内没有该门店',
  'no such city in scope': '可上报范围内没有该城市',
  'the device is in another shop': '设备不在该门店',
  'in the future': '时间在未来，设备时钟可能偏快',
  'device or shop': '缺少设备或门店',
  'no zone of this shop': '不是该门店的区域',
  'no floor of this shop': '不是该门店的楼层',
  'not after from': '结束时间不晚于开始时间',
  'a window of more than an hour': '时间窗超过一小时',
  'not a JSON object': '不是 JSON 对象',
}

/** Why a row was not taken: the field and what is wrong with it. */
export function reasonOf({ path, message }: { path: string; message: string }): Text {
  const known = Object.hasOwn(reasons, message) ? reasons[message] : undefined
  const before = path === '' ? '' : `${path}: `
  return { zh: `${before}${known ?? message}`, en: `${before}${message}` }
}
