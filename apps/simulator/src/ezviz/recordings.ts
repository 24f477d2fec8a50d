import { startOfChinaDay } from '../china-time.ts'
import { text, whole } from '../input.ts'
import { cloudFiles, deviceFiles, type RecordedSpan } from '../recordings.ts'
import type { SimulatedCamera } from '../world.ts'
import { EzvizError } from './answers.ts'
import type { EzvizCall, EzvizContext } from './context.ts'

const latest = 8_640_000_000_000
const stores = { automatic: 0, cloud: 1, device: 2 } as const
const mostPerPage = { [stores.automatic]: 1000, [stores.cloud]: 1000, [stores.device]: 500 } as const

/** Files by time, whole files that touch the span: plain, null for none, or paged with version 2.0. */
export function recordingCalls({ online, now }: EzvizContext): Record<string, EzvizCall> {
  return {
    'video/by/time': async (form, account) => {
      const camera = await online(form, account)
      const start = whole(form.startTime ?? startOfChinaDay(now()), 0, latest)
      const end = whole(form.endTime ?? now(), 0, latest)
      const store = whole(form.recType ?? 0, 0, 2)
      if (start === undefined || end === undefined || start > end || store === undefined) {
        throw new EzvizError(10001)
      }
      const isPaged = text(form.version) === '2.0'
      if (store === stores.device && !(isPaged && text(form.pageSize))) throw new EzvizError(10001)

      const files =
        store === stores.cloud
          ? cloudFiles(camera, { start, end }, now()).map(span => cloudFile(camera, span))
          : deviceFiles(camera, { start, end }, now()).map(span => deviceFile(camera, span))
      if (!isPaged) return files.length > 0 ? files : null

      const most = mostPerPage[store === 1 ? 1 : store === 2 ? 2 : 0]
      const pageSize = whole(form.pageSize ?? 10, 1, most)
      if (pageSize === undefined) throw new EzvizError(10001)
      const page = files.slice(0, pageSize)
      const next = files[pageSize]
      return { files: page, isAll: next === undefined, nextFileTime: next?.startTime ?? null }
    },
  }
}

function deviceFile(camera: SimulatedCamera, { start, end }: RecordedSpan) {
  return {
    recType: stores.device,
    startTime: start,
    endTime: end,
    channelNo: Number(camera.channel),
    fileId: null,
    fileSize: null,
    coverPic: null,
  }
}

function cloudFile(camera: SimulatedCamera, { start, end }: RecordedSpan) {
  return {
    ...deviceFile(camera, { start, end, trigger: 'plan' }),
    recType: stores.cloud,
    fileId: `${camera.deviceCode}-${start}`,
    fileSize: Math.round((end - start) * 64),
  }
}
