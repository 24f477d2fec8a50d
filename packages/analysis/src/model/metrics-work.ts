import type { Text } from '@aisle/contract'
import type { RecordKind } from '../tables/raw.ts'
import { type Aggregate, type Counted, count, type Metric, type Ratio, sum, type Way, way } from './metric.ts'
import type { SourceName } from './sources.ts'
import type { UnitName } from './units.ts'

type Sources = readonly SourceName[]

/** Records of one kind, counted. */
const records = (kind: RecordKind, source: Sources, label: Text, formula: Text, also = ''): Counted =>
  of(kind, source, 'count', label, formula, count(also ? `kind = '${kind}' AND ${also}` : `kind = '${kind}'`))

/** Some figure of the records of one kind. */
const of = (
  kind: RecordKind,
  source: Sources,
  unit: UnitName,
  label: Text,
  formula: Text,
  value: Aggregate,
): Counted => ({
  kind: 'counted',
  label,
  formula,
  unit,
  additivity: 'full',
  ways: [way(source, 'record', value.where ? value : { ...value, where: `kind = '${kind}'` })],
})

/** Counted in another way where a source names it. */
const twoWays = (metric: Counted, other: Way): Counted => ({ ...metric, ways: [...metric.ways, other] })

/** What people looked at: samples of recognised faces, and findings of machines. Precise flow means the samples alone. */
const judged = (label: Text, formula: Text, also: string): Counted => {
  const both = of(
    'sample',
    ['5'],
    'count',
    label,
    formula,
    count(`kind IN ('sample', 'finding') AND ${also}`),
  )
  return { ...both, ways: [...both.ways, way(['2'], 'record', count(`kind = 'sample' AND ${also}`))] }
}

const rate = (
  label: Text,
  over: readonly [string, string],
  formula: Text,
  unit: UnitName = 'percent',
  times = 100,
): Ratio => ({
  kind: 'ratio',
  label,
  formula,
  unit,
  additivity: 'ratio',
  over,
  times,
})
const hidden = <T extends Metric>(metric: T): T => ({ ...metric, hidden: true })

const inspection: Sources = ['inspection', '3', '1', 'sales', '2', 'device']

const closing = { fn: 'quantileExact(0.5)', of: 'minutes', times: 1 / 60, blank: true } as const

/** What people and machines do: inspection, problems, plans, pictures, findings, devices, warnings, tickets. */
export const workMetrics = {
  scoreSum: hidden(
    of(
      'evaluation',
      inspection,
      'points',
      { zh: '得分合计', en: 'Scores' },
      { zh: '得分之和', en: 'Sum of scores' },
      sum('score', "kind = 'evaluation' AND has_score = 1"),
    ),
  ),
  scored: hidden(
    of(
      'evaluation',
      inspection,
      'count',
      { zh: '评分数', en: 'Scored' },
      { zh: '有得分的考评数', en: 'Evaluations with a score' },
      count("kind = 'evaluation' AND has_score = 1"),
    ),
  ),
  score: rate(
    { zh: '得分', en: 'Score' },
    ['scoreSum', 'scored'],
    {
      zh: '考评得分的平均(百分制);按考评项为该项得分率的平均',
      en: 'Mean evaluation score on 100; by item the mean of what the item earned, on 100',
    },
    'points',
    1,
  ),
  deductions: of(
    'evaluation-item',
    inspection,
    'points',
    { zh: '失分', en: 'Points lost' },
    { zh: '失分之和', en: 'Sum of points lost' },
    sum('lost_points', "kind = 'evaluation-item'"),
  ),
  evaluations: {
    ...records(
      'evaluation',
      inspection,
      { zh: '考评数', en: 'Evaluations' },
      { zh: '已保存且未撤销的考评数', en: 'Evaluations saved and not revoked' },
    ),
    ways: [
      way(inspection, 'record', {
        fn: 'uniqExact',
        of: 'record_id',
        where: "kind IN ('evaluation', 'evaluation-item') AND status != 'revoked'",
      }),
    ],
  },
  inspections: records(
    'inspection',
    inspection,
    { zh: '巡检数', en: 'Inspections' },
    { zh: '巡检记录数', en: 'Inspection records' },
  ),
  dailyRecords: records(
    'daily-record',
    inspection,
    { zh: '日常记录数', en: 'Daily records' },
    { zh: '日常记录数', en: 'Daily records' },
  ),
  patrols: records(
    'patrol',
    inspection,
    { zh: '巡店次数', en: 'Patrols' },
    { zh: '巡店记录数', en: 'Check-shop records' },
  ),
  patrolledShops: hidden(
    of(
      'patrol',
      [...inspection, 'media', '5', 'system'],
      'shops',
      { zh: '已巡门店', en: 'Shops patrolled' },
      { zh: '有巡店记录的门店数', en: 'Shops with a check-shop record' },
      { fn: 'uniqExact', of: 'shop_id', where: "kind = 'patrol'" },
    ),
  ),
  patrolCoverage: {
    ...rate({ zh: '巡店覆盖率', en: 'Patrol coverage' }, ['patrolledShops', 'shopCount'], {
      zh: '已巡门店 ÷ 范围内门店',
      en: 'Shops patrolled ÷ shops in scope',
    }),
    coarse: true,
  },
  useTime: of(
    'patrol',
    inspection,
    'minutes',
    { zh: '用时', en: 'Time used' },
    { zh: '巡店记录的分钟数之和', en: 'Minutes of check-shop records' },
    sum('minutes', "kind = 'patrol'"),
  ),
  problems: records(
    'problem',
    [...inspection, 'ticket', 'media'],
    { zh: '问题数', en: 'Problems' },
    { zh: '提出的问题数', en: 'Problems raised' },
  ),
  problemsClosed: records(
    'problem',
    inspection,
    { zh: '已整改数', en: 'Problems closed' },
    { zh: '已关闭的问题数', en: 'Problems closed' },
    'is_done = 1',
  ),
  closeRate: rate({ zh: '关闭率', en: 'Close rate' }, ['problemsClosed', 'problems'], {
    zh: '已整改 ÷ 提出',
    en: 'Closed ÷ raised',
  }),
  closeTime: {
    kind: 'counted',
    label: { zh: '关闭时长', en: 'Time to close' },
    unit: 'hours',
    additivity: 'quantile',
    formula: {
      zh: '提出到关闭的小时数,取中位数;客流预警为发生到解决',
      en: 'Median hours from raised to closed; of flow warnings, to resolved',
    },
    ways: [
      way([...inspection.filter(source => source !== '1'), 'pos', 'ticket'], 'record', {
        ...closing,
        where: "kind = 'problem' AND is_done = 1",
      }),
      way('1', 'record', { ...closing, where: "kind = 'warning' AND status = 'resolved'" }),
    ],
    spread: {
      median: { fn: 'quantileExact(0.5)' },
      average: { fn: 'avg' },
      p90: { fn: 'quantileExact(0.9)' },
      peak: { fn: 'max' },
    },
  },
  plans: records(
    'plan',
    ['media', 'inspection'],
    { zh: '计划数', en: 'Plans' },
    { zh: '启用的计划数', en: 'Active plans' },
  ),
  snapshots: twoWays(
    records(
      'snapshot',
      ['media', 'device', 'inspection', '3'],
      { zh: '截图数', en: 'Snapshots' },
      {
        zh: '截取的图片数；精准客流为人脸抓拍数',
        en: 'Pictures taken; in precise flow, captures of faces',
      },
    ),
    way(['2'], 'visit', sum('captures')),
  ),
  snapshotsDue: hidden(
    records(
      'snapshot-due',
      ['media'],
      { zh: '应截图数', en: 'Pictures due' },
      { zh: '计划应截取的图片数', en: 'Pictures due by plans' },
    ),
  ),
  snapshotSuccess: rate({ zh: '抓图成功率', en: 'Capture success' }, ['plannedSnapshots', 'snapshotsDue'], {
    zh: '已截取 ÷ 应截取',
    en: 'Pictures taken ÷ pictures due',
  }),
  plannedSnapshots: hidden(
    records(
      'snapshot-due',
      ['media'],
      { zh: '计划截图数', en: 'Planned pictures taken' },
      { zh: '计划中已截取的图片数', en: 'Pictures taken by plans' },
      'is_done = 1',
    ),
  ),
  findings: records(
    'finding',
    ['5', 'media'],
    { zh: '识别发现', en: 'Findings' },
    { zh: '机器识别的发现数', en: 'Machine findings' },
  ),
  findingsConfirmed: records(
    'finding',
    ['5', 'media'],
    { zh: '确认发现', en: 'Findings confirmed' },
    { zh: '经人确认的发现数', en: 'Findings a person confirmed' },
    'is_done = 1',
  ),
  samples: records(
    'sample',
    ['2', '5'],
    { zh: '样本数', en: 'Samples' },
    { zh: '已核验的样本数', en: 'Samples checked' },
  ),
  rightSamples: hidden(
    judged(
      { zh: '正确样本', en: 'Right samples' },
      { zh: '核验为正确的数量', en: 'Found right' },
      'is_checked = 1 AND is_done = 1',
    ),
  ),
  checkedSamples: hidden(
    judged({ zh: '已核验', en: 'Checked' }, { zh: '已核验的数量', en: 'Checked' }, 'is_checked = 1'),
  ),
  accuracy: rate({ zh: '准确率', en: 'Accuracy' }, ['rightSamples', 'checkedSamples'], {
    zh: '正确 ÷ 已核验',
    en: 'Right ÷ checked',
  }),
  matched: hidden({
    ...of(
      'sample',
      ['2', 'device'],
      'count',
      { zh: '匹配抓拍', en: 'Matched captures' },
      { zh: '匹配到人的抓拍数', en: 'Captures matched' },
      sum('matched'),
    ),
    ways: [way(['2', 'device'], 'visit', sum('matched'))],
  }),
  captures: hidden({
    ...of(
      'sample',
      ['2', 'device'],
      'count',
      { zh: '抓拍数', en: 'Captures' },
      { zh: '抓拍数', en: 'Captures' },
      sum('captures'),
    ),
    ways: [way(['2', 'device'], 'visit', sum('captures'))],
  }),
  matchRate: rate({ zh: '匹配率', en: 'Match rate' }, ['matched', 'captures'], {
    zh: '匹配到人的抓拍 ÷ 抓拍',
    en: 'Captures matched to a person ÷ captures',
  }),
  uploadDelay: {
    kind: 'counted',
    label: { zh: '上传延迟', en: 'Upload delay' },
    unit: 'seconds',
    additivity: 'quantile',
    formula: { zh: '抓拍到收到的秒数,取中位数', en: 'Median seconds from capture to arrival' },
    ways: [way(['2', 'device'], 'visit', { fn: 'quantileExact(0.5)', of: 'upload_delay_s', blank: true })],
    spread: {
      median: { fn: 'quantileExact(0.5)' },
      average: { fn: 'avg' },
      p90: { fn: 'quantileExact(0.9)' },
    },
  },
  devices: device(
    { zh: '设备数', en: 'Devices' },
    'devices',
    { zh: '登记的设备数', en: 'Devices registered' },
    { fn: 'uniqExact', of: 'device_id' },
    'none',
  ),
  devicesOnline: device(
    { zh: '在线设备', en: 'Devices on line' },
    'devices',
    {
      zh: '最近 5 分钟有心跳的设备数;过去的日子为当日结束时',
      en: 'Devices with a heartbeat in the last 5 minutes; on past days at the end of the day',
    },
    { fn: 'uniqExact', of: 'device_id', where: 'is_online = 1' },
    'none',
  ),
  onlineSeconds: hidden(
    device(
      { zh: '在线秒数', en: 'Seconds on line' },
      'seconds',
      { zh: '在线秒数之和', en: 'Seconds on line' },
      sum('online_s'),
    ),
  ),
  dueSeconds: hidden(
    device(
      { zh: '应在线秒数', en: 'Seconds due' },
      'seconds',
      { zh: '应在线秒数之和', en: 'Seconds due' },
      sum('due_s'),
    ),
  ),
  onlineRate: rate({ zh: '在线率', en: 'On-line rate' }, ['onlineSeconds', 'dueSeconds'], {
    zh: '在线时间 ÷ 应在线时间',
    en: 'On-line time ÷ time due',
  }),
  offlineTime: device(
    { zh: '离线时长', en: 'Off-line time' },
    'hours',
    { zh: '无心跳的小时数', en: 'Hours without heartbeat' },
    { fn: 'sum', of: 'toInt64(due_s) - online_s', times: 1 / 3600 },
  ),
  channelsPtz: device(
    { zh: '云台通道数', en: 'PTZ channels' },
    'count',
    { zh: '支持云台的通道数', en: 'Channels that support pan-tilt' },
    { fn: 'raw', of: 'arraySum(mapValues(maxMap(map(device_id, ptz_channels))))' },
    'none',
  ),
  recordedHours: device(
    { zh: '录像时长', en: 'Recorded hours' },
    'hours',
    { zh: '有录像的小时数', en: 'Hours with a recording' },
    { fn: 'sum', of: 'recorded_s', times: 1 / 3600 },
  ),
  recordDue: hidden(
    device(
      { zh: '应录小时', en: 'Hours due' },
      'hours',
      { zh: '应录像的小时数', en: 'Hours due' },
      { fn: 'sum', of: 'record_due_s', times: 1 / 3600 },
    ),
  ),
  recordCoverage: rate({ zh: '录像完整率', en: 'Recording coverage' }, ['recordedHours', 'recordDue'], {
    zh: '录像时长 ÷ 应录时长',
    en: 'Recorded hours ÷ hours due',
  }),
  slotsReceived: hidden(slots('least(got_n, expected_n)', { zh: '收到时段', en: 'Slots received' })),
  slotsDue: hidden(slots('expected_n', { zh: '应收时段', en: 'Slots due' })),
  dataCompleteness: rate({ zh: '数据完整率', en: 'Data completeness' }, ['slotsReceived', 'slotsDue'], {
    zh: '收到时段 ÷ 应收时段',
    en: 'Slots received ÷ slots due',
  }),
  warnings: records(
    'warning',
    ['1', 'pos', 'device', 'inspection', 'ticket', '5'],
    { zh: '预警数', en: 'Warnings' },
    { zh: '产生的预警数', en: 'Warnings raised' },
  ),
  warningsConfirmed: records(
    'warning',
    ['pos', '1', 'device'],
    { zh: '确认预警', en: 'Warnings confirmed' },
    { zh: '经人确认的预警数', en: 'Warnings confirmed' },
    'is_done = 1',
  ),
  warningsChecked: hidden(
    records(
      'warning',
      ['pos', '1', 'device'],
      { zh: '已核预警', en: 'Warnings checked' },
      { zh: '已核实的预警数', en: 'Warnings checked' },
      'is_checked = 1',
    ),
  ),
  confirmRate: rate({ zh: '确认率', en: 'Confirm rate' }, ['warningsConfirmed', 'warningsChecked'], {
    zh: '确认 ÷ 已核',
    en: 'Confirmed ÷ checked',
  }),
  anomalies: records(
    'anomaly',
    ['1', '2', 'device', 'system'],
    { zh: '异常数据', en: 'Doubtful values' },
    { zh: '被规则标记的异常数据', en: 'Doubtful data found by a rule' },
  ),
  tickets: records(
    'ticket',
    ['ticket', '1', 'inspection'],
    { zh: '工单数', en: 'Tickets' },
    { zh: '工单数', en: 'Tickets' },
  ),
  ratingSum: hidden(
    of(
      'ticket',
      ['ticket'],
      'points',
      { zh: '评分合计', en: 'Ratings' },
      { zh: '评分之和', en: 'Sum of ratings' },
      sum('rating', "kind = 'ticket' AND rating > 0"),
    ),
  ),
  rated: hidden(
    of(
      'ticket',
      ['ticket'],
      'count',
      { zh: '已评工单', en: 'Rated tickets' },
      { zh: '已评价的工单数', en: 'Tickets with a rating' },
      count("kind = 'ticket' AND rating > 0"),
    ),
  ),
  rating: rate(
    { zh: '满意度', en: 'Rating' },
    ['ratingSum', 'rated'],
    { zh: '总体评分的平均(1–5)', en: 'Mean overall rating, 1–5' },
    'points',
    1,
  ),
  notices: records('notice', ['system'], { zh: '通知数', en: 'Notices' }, { zh: '通知数', en: 'Notices' }),
  shopCount: {
    kind: 'counted',
    label: { zh: '门店数', en: 'Shops' },
    unit: 'shops',
    additivity: 'stock',
    formula: { zh: '组内门店数', en: 'Shops in the group' },
    ways: [way(['system', '1', 'sales', 'inspection'], 'shop', { fn: 'uniqExact', of: 'shop_id' })],
  },
  firstFrameTime: stream(
    { zh: '首帧时间', en: 'Time to first frame' },
    'milliseconds',
    { zh: '首帧毫秒数,取中位数', en: 'Milliseconds, the median' },
    'first_frame_ms',
  ),
  bitrate: stream(
    { zh: '码率', en: 'Bit rate' },
    'kilobits',
    { zh: '码率,取中位数', en: 'Kilobits per second, the median' },
    'bitrate_kbps',
  ),
  latency: stream(
    { zh: '时延', en: 'Latency' },
    'milliseconds',
    { zh: '时延毫秒数,取中位数', en: 'Milliseconds, the median' },
    'latency_ms',
  ),
  droppedFrames: checks(
    { zh: '丢帧', en: 'Dropped frames' },
    'frames',
    { zh: '丢帧数', en: 'Frames dropped' },
    sum('dropped_frames'),
  ),
  lostPackets: hidden(
    checks(
      { zh: '丢包', en: 'Lost packets' },
      'count',
      { zh: '丢包数', en: 'Packets lost' },
      sum('lost_packets'),
    ),
  ),
  packets: hidden(
    checks({ zh: '数据包', en: 'Packets' }, 'count', { zh: '数据包数', en: 'Packets' }, sum('packets')),
  ),
  packetLoss: rate({ zh: '丢包率', en: 'Packet loss' }, ['lostPackets', 'packets'], {
    zh: '丢包 ÷ 数据包',
    en: 'Lost ÷ sent packets',
  }),
  checksOk: hidden(
    checks(
      { zh: '成功检测', en: 'Checks passed' },
      'count',
      { zh: '成功的检测数', en: 'Checks passed' },
      sum('ok'),
    ),
  ),
  checks: hidden(checks({ zh: '检测', en: 'Checks' }, 'count', { zh: '检测数', en: 'Checks' }, count())),
  callsOk: rate({ zh: '成功调用率', en: 'Calls answered' }, ['checksOk', 'checks'], {
    zh: '成功的检测 ÷ 检测',
    en: 'Checks passed ÷ checks',
  }),
} as const satisfies Record<string, Metric>

function device(
  label: Text,
  unit: UnitName,
  formula: Text,
  value: Aggregate,
  additivity: Counted['additivity'] = 'full',
): Counted {
  const source: Sources = ['device', 'media', '1', 'sales', 'inspection', '2']
  return { kind: 'counted', label, unit, formula, additivity, ways: [way(source, 'device', value)] }
}

function slots(column: string, label: Text): Counted {
  const formula = { zh: '时段数之和', en: 'Sum of slots' }
  const ways = [way('device', 'device', sum(column)), way(['1', '2'], 'flow', sum(column))]
  return { kind: 'counted', label, unit: 'count', formula, additivity: 'full', ways }
}

function stream(label: Text, unit: UnitName, formula: Text, column: string): Counted {
  const value = { fn: 'quantileExact(0.5)', of: column, where: 'ok = 1', blank: true }
  const spread = {
    median: { fn: 'quantileExact(0.5)' },
    average: { fn: 'avg' },
    p90: { fn: 'quantileExact(0.9)' },
    peak: { fn: 'max' },
  }
  return {
    kind: 'counted',
    label,
    unit,
    formula,
    additivity: 'quantile',
    ways: [way(['media', 'system'], 'stream', value)],
    spread,
  }
}

function checks(label: Text, unit: UnitName, formula: Text, value: Aggregate): Counted {
  return {
    kind: 'counted',
    label,
    unit,
    formula,
    additivity: 'full',
    ways: [way(['system', 'media'], 'stream', value)],
  }
}
