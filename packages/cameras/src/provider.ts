import type {
  Capabilities,
  Movement,
  ProviderName,
  Quality,
  RecordStore,
  RecordTrigger,
  StreamCandidate,
  StreamControl,
} from '@aisle/contract'

/** Milliseconds since 1970 in UTC. Platforms that speak Beijing text or seconds are converted in their adapter. */
export type EpochMs = number
/** 1 (slowest) to 10; the adapter maps it to the platform's own range. */
export type Speed = number

/** A camera as an adapter needs it: what the platform calls it. */
export type VendorCamera = {
  /** Our id, for logs and for what is remembered per camera. */
  readonly id: string
  /** Device serial or code on the platform. */
  readonly deviceCode: string
  /** Channel on that device; a number as text for most, 20 digits for GB28181. */
  readonly channel: string
}

export type PlaySession = {
  /** What `close`, `pause`, `seek` and `setSpeed` take; opaque, safe to store, carries no secret. */
  readonly handle: string
  /** Best first. */
  readonly candidates: StreamCandidate[]
  /** When the addresses stop working if they have not been opened; null: while watched. */
  readonly expiresAt: EpochMs | null
  /** Whether the browser may read frames from it (a framed page may not be read). */
  readonly canReadFrame: boolean
  readonly control: StreamControl
}

export type RecordSpan = {
  readonly start: EpochMs
  readonly end: EpochMs
  readonly store: RecordStore
  readonly trigger: RecordTrigger
  /** The platform's id of the recording where it has one. */
  readonly id?: string
}
/** Spans in order; `complete` is false when the platform gave only a part. No recording is an empty list, never an error. */
export type RecordTimeline = { readonly spans: RecordSpan[]; readonly complete: boolean }
export type TimeRange = { readonly start: EpochMs; readonly end: EpochMs }
export type Picture = {
  readonly data: Uint8Array
  readonly mime: 'image/jpeg' | 'image/png'
  readonly takenAt: EpochMs
}

export interface Steering {
  /** Starts a move that goes on until `stop`. Never repeated by itself: a lost answer is followed by a stop. */
  start(camera: VendorCamera, movement: Movement, speed: Speed): Promise<void>
  /** Stops the move; repeated twice when it fails. `movement` is the running one where known. Idempotent. */
  stop(camera: VendorCamera, movement?: Movement): Promise<void>
  /** Takes the platform's control lock before any move; absent where it has none. */
  take?(camera: VendorCamera): Promise<void>
  /** Gives back a control lock where the platform has one; else does nothing. */
  release(camera: VendorCamera): Promise<void>
}

export interface PresetControl {
  /**
   * Stores the present position and answers its number, 1 to 12. `taken` are the numbers in use; the lowest free one
   * is chosen unless the platform chooses. `overwrite` stores under that number again where the platform can.
   * All in use: VendorError `presetsFull`.
   */
  save(
    camera: VendorCamera,
    request: { name: string; taken: readonly number[]; overwrite?: number },
  ): Promise<{ index: number }>
  go(camera: VendorCamera, index: number): Promise<void>
  /** Removing what is not there is success. */
  remove(camera: VendorCamera, index: number): Promise<void>
}

export interface Playback {
  list(camera: VendorCamera, range: TimeRange, store?: RecordStore): Promise<RecordTimeline>
  /** Days (1–31) of the month, Beijing time, that have recordings, where the platform can say. */
  days?(camera: VendorCamera, month: { year: number; month: number }): Promise<number[]>
  /** `secure`: for a page served over https; left out, encrypted where the platform's own address is. */
  open(camera: VendorCamera, range: TimeRange, store?: RecordStore, secure?: boolean): Promise<PlaySession>
  /** Ends a session on the platform. Idempotent; must be called for every session whose `control` is not `player`. */
  close(camera: VendorCamera, handle: string): Promise<void>
  pause?(camera: VendorCamera, handle: string): Promise<void>
  resume?(camera: VendorCamera, handle: string): Promise<void>
  /** Goes to a time inside the opened range; answers the session to play on (the same one, or a new address). */
  seek(camera: VendorCamera, handle: string, at: EpochMs): Promise<PlaySession>
  setSpeed?(camera: VendorCamera, handle: string, rate: number): Promise<void>
}

/** One camera platform account. A group that the platform lacks is absent, never a stub that throws. */
export interface CameraProvider {
  readonly name: ProviderName
  /** What this camera can do; asked of the platform where it has a call for it. */
  capabilities(camera: VendorCamera): Promise<Capabilities>
  /** null: the platform cannot say without opening a stream. */
  isOnline(camera: VendorCamera): Promise<boolean | null>
  live(camera: VendorCamera, options: { quality: Quality; secure: boolean }): Promise<PlaySession>
  /** Ends a live session where the platform counts them; live streams shared by viewers are never stopped. */
  closeLive?(camera: VendorCamera, handle: string): Promise<void>
  /** Changes the camera's encoder for everybody who watches. */
  setQuality?(camera: VendorCamera, quality: Quality): Promise<void>
  readonly steering: Steering
  readonly presets: PresetControl
  readonly playback: Playback
  /**
   * Takes a picture on the platform; absent where it has no such call. Platforms want seconds between two pictures of one
   * camera: who would have to wait longer than `patienceMs` is told `busy` at once.
   */
  capture?(camera: VendorCamera, options?: { patienceMs?: number }): Promise<Picture>
  rename?(camera: VendorCamera, name: string): Promise<void>
  /** The account token that the vendor's own browser player needs; absent where none does. */
  browserToken?(): Promise<{ token: string; expiresAt: EpochMs }>
}

/** What adapters remember between calls and between servers: tokens, control locks. Values are kept encrypted. */
export interface VendorMemory {
  read(key: string): Promise<{ value: string; expiresAt: EpochMs } | undefined>
  write(key: string, value: string, expiresAt: EpochMs): Promise<void>
  remove(key: string): Promise<void>
  /** Runs `work` while nobody else, on this server or another, runs work under the same key. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>
}

export type VendorAccount = {
  readonly id: string
  readonly baseUrl: string
  /** Decrypted for the adapter's use only: appKey/appSecret, user/password, ak/sk/userId … */
  readonly credentials: Readonly<Record<string, string>>
  /** Overrides of the adapter's table of assumptions: paths, edition, limits. */
  readonly settings: Readonly<Record<string, string>>
}

export type ProviderOptions = {
  readonly account: VendorAccount
  readonly memory: VendorMemory
  readonly fetch: typeof fetch
  readonly now: () => EpochMs
  readonly sleep: (ms: number) => Promise<void>
  /** 0 ≤ x < 1; for jitter. */
  readonly random: () => number
  /** Names the call, its milliseconds and outcome; never a token. */
  readonly log?: (entry: VendorLogEntry) => void
}

export type VendorLogEntry = {
  readonly provider: ProviderName
  readonly account: string
  readonly call: string
  readonly camera?: string
  readonly milliseconds: number
  readonly outcome: 'ok' | VendorErrorCode
  readonly vendorCode?: string
}

export type ProviderFactory = (options: ProviderOptions) => CameraProvider

export const vendorErrorCodes = [
  'offline',
  'timeout',
  'noRecording',
  'notSupported',
  'notAllowed',
  'misconfigured',
  'busy',
  'controlledByOther',
  'limitReached',
  'presetsFull',
  'atEndStop',
  'encrypted',
  'quotaExceeded',
  'frozen',
  'invalidRequest',
  'breakerOpen',
  'upstream',
] as const
export type VendorErrorCode = (typeof vendorErrorCodes)[number]

/** The only error that leaves an adapter. The vendor's own code is kept for the log, never for decisions outside. */
export class VendorError extends Error {
  readonly code: VendorErrorCode
  readonly vendorCode: string | undefined
  readonly retryAfterMs: number | undefined
  constructor(
    code: VendorErrorCode,
    message: string,
    details: { vendorCode?: string | undefined; retryAfterMs?: number | undefined } = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'VendorError'
    this.code = code
    this.vendorCode = details.vendorCode
    this.retryAfterMs = details.retryAfterMs
  }
}
