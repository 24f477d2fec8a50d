import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fields, text, whole } from '../input.ts'
import type { StreamQuality } from '../media.ts'
import type { PlatformServer, Shared } from '../platform-server.ts'
import type { TimeRange } from '../recordings.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuaweiError } from './answers.ts'

export type HuaweiContext = Shared & {
  server: PlatformServer
  /** Adds a call below /v1/{user_id}; `holder` is the key pair that signed in. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, handle: HuaweiCall): void
  /** The channel named by the path or the query, reached; throws as the platform refuses. */
  channel(names: Fields): Promise<SimulatedCamera>
  online(names: Fields): Promise<SimulatedCamera>
  addresses: StreamAddresses
}
export type HuaweiRequest = {
  params: Fields
  query: Fields
  body: Fields
  holder: string
  request: FastifyRequest
}
export type HuaweiCall = (request: HuaweiRequest, reply: FastifyReply) => Promise<unknown>

export type StreamForm = 'm3u8' | 'flv' | 'page'
export interface StreamAddresses {
  /** Reads `expire_time` and `use_times`, throws when they are out of range, and writes an address. */
  write(
    camera: SimulatedCamera,
    form: StreamForm,
    quality: StreamQuality,
    values: Fields,
    range?: TimeRange,
  ): string
}

/** `stream_type`, main by default. */
export function qualityOf(value: unknown): StreamQuality {
  if (value === undefined || value === 'PRIMARY_STREAM') return 'main'
  if (value === 'SECONDARY_STREAM_1' || value === 'SECONDARY_STREAM_2') return 'sub'
  throw new HuaweiError('badParameter')
}

/** Lifetime in seconds and number of uses: 30 s and one use unless said otherwise. */
export function validityOf(values: Fields): { seconds: number; uses: number } {
  const seconds = whole(values.expire_time ?? 30, 30, 86_400)
  const times = whole(values.use_times ?? 0, 0, 1)
  if (seconds === undefined || times === undefined) throw new HuaweiError('badParameter')
  return { seconds, uses: times === 0 ? 1 : Number.POSITIVE_INFINITY }
}

/** `device_id` and `channel_id` as every answer about a channel repeats them. */
export function namesOf(camera: SimulatedCamera) {
  return { device_id: camera.deviceCode, channel_id: camera.channel }
}

export function required(value: unknown): string {
  const found = text(value)
  if (found === undefined) throw new HuaweiError('badParameter')
  return found
}
