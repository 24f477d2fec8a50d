import type { Text } from '@aisle/contract'

/** Milliseconds since 1970. */
export type EpochMs = number

/** People who crossed a line within a window. What a sensor does not tell is left out, never 0. */
export type Count = {
  readonly device: string
  readonly line: string
  readonly from: EpochMs
  readonly to: EpochMs
  readonly in: number
  readonly out: number
  readonly pass?: number
  readonly child?: number
  readonly staff?: number
  readonly group?: number
  /** The sensor kept it through an outage and sends it late. */
  readonly isLate: boolean
}

/** What a running counter shows at a moment; `Count`s come from two of them (`cumulative.ts`). */
export type Reading = {
  readonly device: string
  readonly line: string
  readonly at: EpochMs
  readonly in?: number
  readonly out?: number
  readonly pass?: number
  readonly child?: number
}

export type Heartbeat = { readonly device: string; readonly at: EpochMs }

/** What one message of a sensor says. A test message says nothing and is no error. */
export type Message = {
  readonly counts: readonly Count[]
  readonly readings: readonly Reading[]
  readonly heartbeats: readonly Heartbeat[]
  /** The sensor's own clock when it sent the message, where it tells: what clock drift is measured by. */
  readonly sentAt?: EpochMs
}

export type Around = {
  /** Offset of the shop's clock at that local time, for sensors that send local times without one. */
  readonly offsetAt: (local: string) => number
  readonly contentType: string
}

/** The dialect of one make of sensor. */
export type Dialect = {
  readonly label: Text
  /**
   * Reads one body.
   * @throws SensorError where it is not of this dialect, or says something impossible
   */
  read(body: string, around: Around): Message
}

/** A body that cannot be understood: it goes to quarantine with this sentence. */
export class SensorError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SensorError'
  }
}

/**
 * Reads one body, whatever comes of it: what a dialect trips over is not understood. A broker would send it again for ever, and
 * nothing behind it.
 * @throws SensorError and nothing else
 */
export function understood(dialect: Pick<Dialect, 'read'>, body: string, around: Around): Message {
  try {
    return dialect.read(body, around)
  } catch (error) {
    if (error instanceof SensorError) throw error
    throw new SensorError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const nothing: Message = { counts: [], readings: [], heartbeats: [] }
export const message = (part: Partial<Message>): Message => ({ ...nothing, ...part })
