import type { IngestLink, LinkFault, LinkFaultCode, LinkState, Text } from '@aisle/contract'
import type { Tone } from '../ui/bits.tsx'

export const linkWords = {
  links: { zh: '主动连接', en: 'Connections' },
  linksHint: {
    zh: '由平台主动读取的设备和订阅的消息服务器',
    en: 'Devices that are asked and brokers that are listened to',
  },
  noLinks: {
    zh: '还没有主动连接。不会自己上报的设备（如大华录像机）和 MQTT 消息服务器可在这里接入。',
    en: 'No connections yet: devices that do not post by themselves (such as Dahua recorders) and MQTT brokers are added here.',
  },
  needsSource: {
    zh: '请先新建一个数据来源，再为它添加连接。',
    en: 'Make a source first: what comes by a connection counts as posted by it.',
  },
  newLink: { zh: '新建连接', en: 'New connection' },
  editLink: { zh: '编辑连接', en: 'Edit connection' },
  way: { zh: '方式', en: 'Way' },
  pull: { zh: '读取设备', en: 'Ask a device' },
  mqtt: { zh: '订阅 MQTT', en: 'Listen to MQTT' },
  format: { zh: '数据格式', en: 'What comes' },
  end: { zh: '地址', en: 'Address' },
  user: { zh: '用户名', en: 'User' },
  password: { zh: '密码', en: 'Password' },
  passwordKept: { zh: '留空则保持原密码', en: 'Empty: the password stays' },
  topics: { zh: '主题', en: 'Topics' },
  topicsHint: {
    zh: '回车添加；可用 + 和 #，如 shop/+/counts',
    en: 'Enter adds one; + and # as MQTT has them, such as shop/+/counts',
  },
  device: { zh: '计数设备', en: 'Counted as' },
  deviceHint: {
    zh: '设备管理中的序列号；设备的计数线须命名为「通道.区域」，如 0.1',
    en: 'Serial number under Devices; its lines are named channel.area, such as 0.1',
  },
  channels: { zh: '通道', en: 'Channels' },
  channelsHint: { zh: '从 1 开始，如 1、2', en: 'From 1 on, such as 1 and 2' },
  catchUp: { zh: '首次补取', en: 'Fetch at first' },
  days: { zh: '天', en: 'days' },
  save: { zh: '保存', en: 'Save' },
  state: { zh: '状态', en: 'State' },
  heard: { zh: '最近数据', en: 'Last heard' },
  reachedHint: { zh: '已读取到 {at}', en: 'Read up to {at}' },
  nextTry: { zh: '{at} 再试', en: 'Tried again at {at}' },
  try: { zh: '测试', en: 'Try now' },
  edit: { zh: '编辑', en: 'Edit' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '继续', en: 'Resume' },
  remove: { zh: '删除', en: 'Remove' },
  askRemove: {
    zh: '删除连接「{name}」？已接收的数据保留。',
    en: 'Remove the connection “{name}”? What came by it stays.',
  },
  reachedIt: { zh: '连接成功，用时 {ms} 毫秒', en: 'Reached in {ms} ms' },
  notReached: { zh: '连接失败', en: 'Not reached' },
  gotRows: {
    zh: '最近一天共 {n} 行；测试不保存数据',
    en: '{n, plural, one {# row} other {# rows}} of the last day; a trial keeps nothing',
  },
  gotMessages: {
    zh: '等待期间收到 {n} 条消息；测试不保存数据',
    en: '{n, plural, one {# message} other {# messages}} came meanwhile; a trial keeps nothing',
  },
  trying: { zh: '正在连接…', en: 'Reaching out …' },
  sample: { zh: '收到的内容', en: 'What came' },
} as const satisfies Record<string, Text>

export const linkStateNames: Record<LinkState, { name: Text; tone: Tone }> = {
  waiting: { name: { zh: '等待中', en: 'Waiting' }, tone: 'neutral' },
  working: { name: { zh: '正常', en: 'Working' }, tone: 'positive' },
  failing: { name: { zh: '故障', en: 'Failing' }, tone: 'error' },
  paused: { name: { zh: '已暂停', en: 'Paused' }, tone: 'neutral' },
  revoked: { name: { zh: '来源已停用', en: 'Source revoked' }, tone: 'warning' },
}

const faults: Record<LinkFaultCode, Text> = {
  unreachable: { zh: '无法连接', en: 'Nobody answers' },
  refused: { zh: '用户名或密码被拒绝', en: 'User or password refused' },
  noTopic: { zh: '没有权限订阅该主题', en: 'No leave for a topic' },
  strange: { zh: '返回的内容无法识别', en: 'The answer is not understood' },
  notStored: { zh: '数据未能写入，稍后重试', en: 'Not stored; tried again later' },
}
/** What stands in the way, with what the other side said. */
export function faultName({ code, detail }: LinkFault): Text {
  const end = detail === '' ? '' : ` · ${detail}`
  return { zh: `${faults[code].zh}${end}`, en: `${faults[code].en}${end}` }
}

/** Topics of a broker; the device and its channels where one is asked. */
export const whatOf = ({ kind, topics, deviceSn, channels }: IngestLink): string =>
  kind === 'mqtt' ? topics.join(', ') : `${deviceSn} · ${channels.join(', ')}`
