import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fields } from '../input.ts'
import type { PlatformServer, Shared } from '../platform-server.ts'
import type { SimulatedCamera } from '../world.ts'

export type HuiyanCall = (values: Fields, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>
export type HuiyanContext = Shared & {
  server: PlatformServer
  /** Adds a signed-in call below /api/; the handler gets path and query values together and answers `data`. */
  call(method: 'GET' | 'POST', path: string, handle: HuiyanCall): void
  /** The channel named by `deviceId` and `channelId`; throws as WVP refuses. */
  channel(values: Fields): Promise<SimulatedCamera>
  /** As `channel`; signalling times out when it is offline. */
  online(values: Fields): Promise<SimulatedCamera>
}

export const channelPath = ':deviceId/:channelId'

/** Id of the live stream of a channel: the same for all viewers. */
export function liveStreamId(camera: SimulatedCamera): string {
  return `${camera.deviceCode}_${camera.channel}`
}

/** The set of addresses of one stream as ZLMediaKit serves them; it has no TLS port here. */
export function streamContent(
  { server }: Pick<HuiyanContext, 'server'>,
  stream: string,
  times: { startTime: string | null; endTime: string | null },
) {
  const http = server.origin()
  const query = `app=rtp&stream=${stream}&type=play`
  return {
    app: 'rtp',
    stream,
    ip: null,
    flv: `${http}/rtp/${stream}.live.flv`,
    https_flv: null,
    ws_flv: `${server.origin('ws')}/rtp/${stream}.live.flv`,
    wss_flv: null,
    fmp4: `${http}/rtp/${stream}.live.mp4`,
    https_fmp4: null,
    ws_fmp4: null,
    wss_fmp4: null,
    hls: `${http}/rtp/${stream}/hls.m3u8`,
    https_hls: null,
    ws_hls: null,
    wss_hls: null,
    ts: null,
    https_ts: null,
    ws_ts: null,
    wss_ts: null,
    rtmp: `${server.origin('rtmp')}/rtp/${stream}`,
    rtmps: null,
    rtsp: `${server.origin('rtsp')}/rtp/${stream}`,
    rtsps: null,
    rtc: `${http}/index/api/webrtc?${query}`,
    rtcs: null,
    mediaServerId: 'sim-zlm',
    tracks: null,
    ...times,
  }
}
