import type { Text } from '@aisle/contract'

export const text = {
  noLink: { zh: '没有找到这个连接', en: 'There is no such link' },
  noDeviceAddress: {
    zh: '设备地址应形如 http://192.168.1.108',
    en: 'The address of a device is like http://192.168.1.108',
  },
  noBroker: {
    zh: '服务器地址应形如 mqtt://host:1883(可用 mqtts、ws、wss)',
    en: 'The address of a broker is like mqtt://host:1883 (also mqtts, ws, wss)',
  },
  passwordInAddress: {
    zh: '用户名和密码请填写在各自的栏中，不要写在地址里',
    en: 'User and password have fields of their own: leave them out of the address',
  },
  moreThanAddress: {
    zh: '地址只填写到主机、端口和路径，不要带 ? 或 #',
    en: 'An address ends with host, port and path: leave out ? and # and what follows',
  },
  linkLocal: {
    zh: '169.254 开头的地址不能使用，请填写设备的固定地址',
    en: 'Addresses of 169.254 cannot be used: give the fixed address of the device',
  },
  passwordAgain: {
    zh: '地址已改变，请重新输入密码',
    en: 'The address is another one: enter the password again',
  },
  noTopics: { zh: '请填写至少一个主题', en: 'Name at least one topic' },
  wrongTopic: (topic: string): Text => ({
    zh: `主题「${topic}」不正确：# 只能在最后，+ 须单独成级`,
    en: `“${topic}” is no topic: # stands last, and + alone between slashes`,
  }),
  notAsked: { zh: '这种设备不能主动读取', en: 'Devices of this make cannot be asked' },
  noChannels: {
    zh: '请填写设备序列号和通道',
    en: 'Give the serial number of the device, and its channels',
  },
  noSource: { zh: '没有找到这个数据来源', en: 'There is no such source' },
  badToken: { zh: '令牌无效或已停用', en: 'The token is not valid, or was revoked' },
  noImport: { zh: '没有找到这次导入', en: 'There is no such import' },
  importRuns: { zh: '该导入正在进行', en: 'This import is already running' },
  noFile: { zh: '请选择文件', en: 'Choose a file' },
  noZone: { zh: '没有这个时区', en: 'There is no such time zone' },
  wrongEnding: {
    zh: '文件名需以 .csv、.xlsx、.ndjson 或 .json 结尾',
    en: 'The name of the file should end with .csv, .xlsx, .ndjson or .json',
  },
  unreadable: {
    zh: '无法读取该文件,请检查格式',
    en: 'The file cannot be read: is it of the kind that its name says?',
  },
  oversized: {
    zh: '工作簿解压后过大,请另存为 CSV 再导入',
    en: 'Unpacked, the workbook is too large: save it as CSV and take that',
  },
  fileGone: { zh: '文件已过期,请重新上传', en: 'The file is gone: upload it again' },
  otherKind: {
    zh: '该令牌的数据来源不是这种数据',
    en: 'The source of this token is not for this kind of data',
  },
  busy: {
    zh: '正在接收的数据过多,请稍后重发',
    en: 'More is being received than can be kept up with: send it again shortly',
  },
  noShops: {
    zh: '请选择该来源可以上报的门店或区域',
    en: 'Choose the shops or areas that this source may speak of',
  },
} as const satisfies Record<string, Text | ((name: string) => Text)>
