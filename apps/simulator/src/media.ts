import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SimulatedCamera } from './world.ts'

/** The picture side of the simulator, as the platform wires use it. Implemented in `video/`. */
export interface Media {
  /** Which way the camera turns now; `undefined` stops it. The picture follows at the given speed, 0 < speed ≤ 1. */
  move(camera: SimulatedCamera, movement: SimulatedMovement | undefined, speed: number): void
  /** The move in progress, if any. */
  moving(camera: SimulatedCamera): { movement: SimulatedMovement; speed: number; since: number } | undefined
  /** Present window of the camera in its scene: centre 0…1 and zoom 1…4. */
  position(camera: SimulatedCamera): CameraPosition
  /** Turns to a position within about a second, as a real dome does. */
  goTo(camera: SimulatedCamera, position: CameraPosition): void
  /** A JPEG of what the camera sees now (1280×720), or saw at `at`; from another `position` where one is given. */
  still(camera: SimulatedCamera, at?: number, position?: CameraPosition): Promise<Uint8Array>
  /**
   * Live as FLV (header, last group of pictures, then as it comes) until the client leaves. Answers how to end it from
   * outside (the address expired, the platform closed the session).
   */
  liveFlv(camera: SimulatedCamera, quality: StreamQuality, response: ServerResponse): () => void
  /** The same over a WebSocket, binary messages; the upgrade is accepted at once. */
  liveWsFlv(
    camera: SimulatedCamera,
    quality: StreamQuality,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): () => void
  /** Fragmented MP4 over HTTP, live. */
  liveFmp4(camera: SimulatedCamera, quality: StreamQuality, response: ServerResponse): () => void
  /** Playlist text of the live HLS; `segmentUrl` makes the address of a segment from its name. */
  liveHlsPlaylist(
    camera: SimulatedCamera,
    quality: StreamQuality,
    segmentUrl: (name: string) => string,
  ): Promise<string>
  liveHlsSegment(
    camera: SimulatedCamera,
    quality: StreamQuality,
    name: string,
  ): Promise<Uint8Array | undefined>
  /** Video-on-demand HLS of [start, end) in epoch ms: 4-second segments rendered when asked for. */
  recordedHlsPlaylist(
    camera: SimulatedCamera,
    range: { start: number; end: number },
    segmentUrl: (name: string) => string,
  ): string
  recordedHlsSegment(camera: SimulatedCamera, name: string): Promise<Uint8Array | undefined>
  /** A recording as FLV in real time from `start` to `end`, with control of the sender (platforms 1 and 3). */
  recordedFlv(camera: SimulatedCamera, range: { start: number; end: number }): RecordedFlv
  /** Encoders now running, for tests and the control page. */
  encoders(): { cameraId: string; quality: StreamQuality; viewers: number }[]
  close(): Promise<void>
}

export type StreamQuality = 'sub' | 'main'
export type SimulatedMovement =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'upLeft'
  | 'upRight'
  | 'downLeft'
  | 'downRight'
  | 'zoomIn'
  | 'zoomOut'
/** `x`, `y`: centre of the window as a share of the whole picture; `zoom` 1 (widest) to 4. */
export type CameraPosition = { x: number; y: number; zoom: number }

export interface RecordedFlv {
  pipe(response: ServerResponse): () => void
  pipeWs(request: IncomingMessage, socket: Duplex, head: Buffer): () => void
  pause(): void
  resume(): void
  seek(at: number): void
  setSpeed(rate: number): void
  readonly ended: boolean
  close(): void
}
