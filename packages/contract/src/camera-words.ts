import { z } from 'zod'
import { numeric } from './shared.ts'

/** The words that everyone uses about cameras: nothing here names a vendor's field or number. */

export const providerNames = ['ezviz', 'shilian', 'huawei', 'huiyan'] as const
export type ProviderName = (typeof providerNames)[number]

/** The specification's source type `ys`, by provider. */
export const sourceTypes = { ezviz: 0, shilian: 1, huawei: 2, huiyan: 3 } as const satisfies Record<
  ProviderName,
  number
>

/** The platform of an inherited `ys` value; undefined for one that nobody knows. */
export function providerOfSourceType(ys: number): ProviderName | undefined {
  return providerNames.find(name => sourceTypes[name] === ys)
}

export const panTilts = ['up', 'down', 'left', 'right', 'upLeft', 'upRight', 'downLeft', 'downRight'] as const
export const lensMoves = ['zoomIn', 'zoomOut', 'focusNear', 'focusFar', 'irisOpen', 'irisClose'] as const
export const movements = [...panTilts, ...lensMoves] as const
export const movement = z.enum(movements)
export type Movement = z.infer<typeof movement>

export const quality = z.enum(['smooth', 'standard', 'high'])
export type Quality = z.infer<typeof quality>

export const streamKinds = [
  'wsFlv',
  'httpFlv',
  'hls',
  'fmp4',
  'webrtc',
  'framedPage',
  'pluginPlayer',
  'jpeg',
] as const
export const streamKind = z.enum(streamKinds)
export type StreamKind = z.infer<typeof streamKind>

/** One address that may play, as the platform gave it. */
export const streamCandidate = z.object({
  kind: streamKind,
  url: z.string(),
  quality,
  codec: z.string().optional(),
  /** For `pluginPlayer`: which vendor kit, and the token it needs (only with the authority camera.token). */
  player: z.string().optional(),
  credential: z.string().optional(),
})
export type StreamCandidate = z.infer<typeof streamCandidate>

/** How pause, seek and speed work: in the player, by a call to the server, or by opening anew. */
export const streamControl = z.enum(['player', 'server', 'reopen'])
export type StreamControl = z.infer<typeof streamControl>

/** Speed of a move as the product knows it; each adapter maps it to the platform's own range. */
export const speedLevel = numeric(z.number().int().min(1).max(10))
export const defaultMoveMs = 1000
/** Preset numbers run from 1 to 12 (specification, section 9). */
export const maxPresets = 12
export const defaultPresetName = '自定义预置位'

export const capabilities = z.object({
  ptz: z.boolean(),
  zoom: z.boolean(),
  movements: z.array(movement),
  presets: z.boolean(),
  playback: z.boolean(),
  capture: z.boolean(),
  talk: z.boolean(),
  /** Playback speeds the platform offers. */
  speeds: z.array(z.number()),
  seek: z.boolean(),
  /** False where the platform cannot say: the buttons are shown, and nothing may happen. */
  certain: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilities>

export const recordStore = z.enum(['cloud', 'device'])
export type RecordStore = z.infer<typeof recordStore>
export const recordTrigger = z.enum(['plan', 'motion', 'alarm', 'manual', 'unknown'])
export type RecordTrigger = z.infer<typeof recordTrigger>
