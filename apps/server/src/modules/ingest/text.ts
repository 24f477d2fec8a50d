import type { Text } from '@aisle/contract'

export const text = {
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
} as const satisfies Record<string, Text>
