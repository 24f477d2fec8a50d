/**
 * What the simulated platforms hold: devices and what is wrong with them. No vendor words here; each platform's wire
 * reads this and answers in the vendor's own terms.
 */
export type Platform = 'ezviz' | 'shilian' | 'huawei' | 'huiyan'

/** Switchable per camera on the control page and through PATCH /control/cameras/:id. */
export type Faults = {
  /** The device does not answer. */
  offline: boolean
  /** The stream goes on but its picture no longer changes. */
  frozen: boolean
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
}

export const noFaults: Faults = {
  offline: false,
  frozen: false,
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
