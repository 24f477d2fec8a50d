import { chinaText, fromChinaText } from '../china-time.ts'
import { type Fields, text } from '../input.ts'
import { deviceFiles, type TimeRange } from '../recordings.ts'
import { HuiyanError } from './answers.ts'
import { channelPath, type HuiyanContext } from './context.ts'

const silenceMs = 1500

/** Recordings as the camera lists them, whole files that touch the span; the list may arrive in part or not at all. */
export function recordCalls({ call, online, wait, now, random }: HuiyanContext): void {
  call('GET', `gb_record/query/${channelPath}`, async values => {
    const range = rangeOf(values)
    const camera = await online(values)
    if (camera.quirks?.recordsTimeOut) {
      await wait(silenceMs)
      throw new HuiyanError(100, 'timeout')
    }
    const items = deviceFiles(camera, range, now()).map(({ start, end }) => ({
      deviceId: camera.channel,
      name: camera.name,
      filePath: '',
      fileSize: '0',
      address: null,
      startTime: chinaText(start),
      endTime: chinaText(end),
      secrecy: 0,
      type: 'time',
      recorderId: null,
    }))
    const arrived = camera.quirks?.partialRecords ? items.slice(0, Math.floor(items.length / 2)) : items
    return {
      deviceId: camera.deviceCode,
      channelId: camera.channel,
      sn: String(100_000 + Math.floor(random() * 900_000)),
      name: camera.name,
      sumNum: items.length,
      count: arrived.length,
      lastTime: null,
      recordList: arrived,
    }
  })
}

/** `startTime` and `endTime`; another form is refused with code 100. */
export function rangeOf(values: Fields): TimeRange {
  if (!text(values.startTime) || !text(values.endTime)) throw new HuiyanError(400)
  const start = fromChinaText(text(values.startTime))
  const end = fromChinaText(text(values.endTime))
  if (start === undefined || end === undefined) throw new HuiyanError(100, '时间格式为 yyyy-MM-dd HH:mm:ss')
  if (start >= end) throw new HuiyanError(100, '开始时间必须早于结束时间')
  return { start, end }
}
