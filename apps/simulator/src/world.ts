/**
 * What the simulated platforms hold: devices and what is wrong with them. No vendor words here; each platform's wire
 * reads this and answers in the vendor's own terms.
 */
export type Platform = 'ezviz' | 'shilian' | 'huawei' | 'huiyan'
export const platforms: readonly Platform[] = ['ezviz', 'shilian', 'huawei', 'huiyan']

/** Switchable per camera on the control page and through PATCH /control/cameras/:id. */
export type Faults = {
  /** The device does not answer. */
  offline: boolean
  /** The stream goes on but its picture no longer changes. */
  frozen: boolean
  /** Something hangs before the lens. */
  covered: boolean
  /** The camera was pushed: what it shows lies beside where it should, whatever preset it stands at. */
  moved: boolean
  /** Out of focus. */
  blurred: boolean
  /** The picture is black but for what is burned in. */
  black: boolean
  /** The socket stays open and no bytes come. */
  silent: boolean
  /** The stream ends after this many seconds; 0: never. */
  dropAfterSeconds: number
  /** Every answer of the platform about this camera is late by this much. */
  slowMs: number
  /** Answers are HTTP 503. */
  serverError: boolean
  /** Answers are not JSON. */
  garbage: boolean
  /** Somebody else, by this name, holds the control lock; empty: nobody. */
  lockedBy: string
  /** Stream addresses are refused as expired. */
  expiredAddress: boolean
  /** PTZ commands are accepted and nothing happens. */
  ignoresPtz: boolean
  encrypted: boolean
}

/** What sets one device apart from others of its platform; absent means an ordinary device. */
export type Quirks = {
  /** Belongs to this account only; absent: to every account. */
  account?: string
  /** Does not say what it can do when asked. */
  abilitiesUnknown?: boolean
  /** Turns up, down, left and right but not diagonally. */
  noDiagonals?: boolean
  /** Live has to be switched on before the first address is given. */
  liveClosed?: boolean
  /** A device joined by the national standard, where the platform also has its own kind. */
  nationalStandard?: boolean
  /** What the platform gives as its live address. */
  liveAs?: 'hls' | 'flv' | 'page'
  /** Now and then the first start of its stream brings no picture. */
  flakyStart?: boolean
  /** Its list of recordings arrives in part. */
  partialRecords?: boolean
  /** It says nothing when asked for its recordings. */
  recordsTimeOut?: boolean
}

export type SimulatedCamera = {
  /** Unique in the simulator: `<platform>/<deviceCode>/<channel>`. */
  id: string
  platform: Platform
  deviceCode: string
  channel: string
  name: string
  /** A scene of scenes/scenes.json, or a file name when AISLE_SCENES names a folder of clips. */
  scene: string
  /** Chooses people, light and start so that no two cameras look alike. */
  seed: number
  ptz: boolean
  /** Whole days of recordings kept; 0: none. */
  recordingDays: number
  faults: Faults
  /** Opening hours "HH:MM" (Asia/Shanghai): outside them the scene is dim and empty but for staff and a guard. */
  open: string
  close: string
  /** Presets it comes with, by number. Kept when it is first seen and after a reset; later changes of them stay. */
  presets?: { index: number; name: string; position: { x: number; y: number; zoom: number } }[]
  quirks?: Quirks
}

export const noFaults: Faults = {
  offline: false,
  frozen: false,
  covered: false,
  moved: false,
  blurred: false,
  black: false,
  silent: false,
  dropAfterSeconds: 0,
  slowMs: 0,
  serverError: false,
  garbage: false,
  lockedBy: '',
  expiredAddress: false,
  ignoresPtz: false,
  encrypted: false,
}

/** What is wrong with, or set for, a whole platform. */
export type Switches = {
  /** Every connection is reset. */
  down: boolean
  /** Every API answer is late by this much. */
  slowMs: number
  /** Share of API calls, 0 to 1, that end in the platform's own internal fault. */
  errorRate: number
  /** API calls answered per second, the rest refused; 0: no limit. */
  callsPerSecond: number
  /** How long a token lives; 0: as long as the vendor says. */
  tokenSeconds: number
  /** How long a stream address lives; 0: as long as the vendor says. */
  addressSeconds: number
  /** Live views per device (shilian). */
  previewsPerDevice: number
  /** Pictures per camera and day taken by the platform (ezviz). */
  capturesPerDay: number
}

export const usualSwitches: Switches = {
  down: false,
  slowMs: 0,
  errorRate: 0,
  callsPerSecond: 0,
  tokenSeconds: 0,
  addressSeconds: 0,
  previewsPerDevice: 6,
  capturesPerDay: 50,
}
