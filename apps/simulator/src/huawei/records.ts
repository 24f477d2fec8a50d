import { chinaText, fromChinaText } from '../china-time.ts'
import { type Fields, oneOf, text, whole } from '../input.ts'
import { cloudFiles, deviceFiles, type RecordedSpan, type TimeRange } from '../recordings.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuaweiError } from './answers.ts'
import { type HuaweiContext, namesOf, qualityOf, type StreamForm } from './context.ts'

const path = 'devices/:device_id/channels/:channel_id'
const cloudProtocols: Record<string, StreamForm> = { HLS: 'm3u8', HLS_HTTPS: 'm3u8' }
const deviceProtocols: Record<string, StreamForm> = { HLS_DEV: 'm3u8', HLS_DEV_HTTPS: 'm3u8' }
const nationalProtocols: Record<string, StreamForm> = { HTTP_FLV_DEV: 'flv', HTTPS_FLV_DEV: 'flv' }
const bytesPerMs = 200

/** Lists of recordings in the two stores, and addresses to play them. */
export function recordCalls({ call, online, addresses, now }: HuaweiContext): void {
  call('GET', `${path}/cloud-records`, async ({ params, query }) => {
    const camera = await online(params)
    const wanted = oneOf(['NORMAL_RECORD', 'MOTION_RECORD'], query.record_type)
    if (query.record_type !== undefined && !wanted) throw new HuaweiError('badParameter')
    const items = kept(camera, 'cloud', rangeOf(query)).filter(item => !wanted || typeOf(item) === wanted)
    const records = page(items, query).map(item => ({
      record_id: String(item.start / 1000),
      record_name: `r${item.start / 1000}`,
      record_type: typeOf(item),
      record_size: (item.end - item.start) * bytesPerMs,
      start_time: chinaText(item.start),
      end_time: chinaText(item.end),
    }))
    return { total: items.length, ...namesOf(camera), records }
  })

  call('GET', `${path}/device-records`, async ({ params, query }) => {
    const camera = await online(params)
    const items = kept(camera, 'device', rangeOf(query))
    const records = page(items, query).map((item, index) => ({
      record_name: `r${item.start / 1000}`,
      // Printed so by the vendor.
      record_type: (item.start / 3_600_000 + index) % 11 === 0 ? 'ALRAM_RECORD' : 'NORMAL_RECORD',
      start_time: chinaText(item.start),
      end_time: chinaText(item.end),
    }))
    // The vendor's own sample has total 0 beside a record.
    return { total: 0, records }
  })

  call('GET', `${path}/cloud-records/web-playback-url`, async ({ params, query }) => {
    const camera = await online(params)
    const form = cloudProtocols[text(query.playback_protocol) ?? '']
    if (!form) throw new HuaweiError('badParameter')
    return { playback_url: playbackUrl(camera, 'cloud', form, query) }
  })

  call('GET', `${path}/device-records/web-playback-url`, async ({ params, query }) => {
    const camera = await online(params)
    const protocol = text(query.protocol) ?? text(query.playback_protocol) ?? ''
    const form =
      deviceProtocols[protocol] ?? (camera.quirks?.nationalStandard ? nationalProtocols[protocol] : undefined)
    if (!form) throw new HuaweiError('badParameter')
    return { playback_url: playbackUrl(camera, 'device', form, query) }
  })

  function playbackUrl(camera: SimulatedCamera, store: Store, form: StreamForm, query: Fields): string {
    const range = rangeOf(query)
    if (kept(camera, store, range).length === 0) throw new HuaweiError('noRecording')
    return addresses.write(camera, form, qualityOf(query.stream_type), query, range)
  }

  /** A camera that records nowhere is refused; one with nothing in the span has an empty list. */
  function kept(camera: SimulatedCamera, store: Store, range: TimeRange): RecordedSpan[] {
    if (camera.recordingDays <= 0) throw new HuaweiError('noRecording')
    if (store === 'device') return deviceFiles(camera, range, now())
    return camera.quirks?.nationalStandard ? [] : cloudFiles(camera, range, now())
  }
}

type Store = 'cloud' | 'device'

function rangeOf(query: Fields): TimeRange {
  const start = fromChinaText(text(query.start_time))
  const end = fromChinaText(text(query.end_time))
  if (start === undefined || end === undefined || start >= end) throw new HuaweiError('badParameter')
  return { start, end }
}

function page<T>(items: T[], query: Fields): T[] {
  const limit = whole(query.limit ?? 10, 1, 1000)
  const offset = whole(query.offset ?? 0, 0, 1_000_000)
  if (limit === undefined || offset === undefined) throw new HuaweiError('badParameter')
  return items.slice(offset, offset + limit)
}

function typeOf({ trigger }: RecordedSpan): string {
  return trigger === 'motion' ? 'MOTION_RECORD' : 'NORMAL_RECORD'
}
