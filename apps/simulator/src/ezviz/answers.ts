import type { FastifyReply } from 'fastify'

/** providers/ezviz.md, section 6. */
export const messages = {
  200: 'ok',
  10001: 'parameter error',
  10002: 'accessToken exception or expired',
  10017: 'appKey does not exist',
  10028: 'capture quota used up',
  10029: 'call quota of the personal edition used up',
  10030: 'appSecret and appKey do not match',
  20002: 'device does not exist',
  20007: 'device is offline',
  20008: 'device response timeout',
  20014: 'deviceSerial illegal',
  20018: 'the user does not own the device',
  20032: 'channel does not exist',
  49999: 'data exception',
  60000: 'PTZ control is not supported by the device',
  60002: 'PTZ: upper limit reached',
  60003: 'PTZ: lower limit reached',
  60004: 'PTZ: left limit reached',
  60005: 'PTZ: right limit reached',
  60006: 'PTZ: the operation failed',
  60008: 'C6: the count of presets exceeds 12',
  60009: 'a preset is being called',
  60062: 'live is already open',
} as const
export type EzvizCode = keyof typeof messages

/** A call that failed; HTTP status is 200 all the same. */
export class EzvizError extends Error {
  readonly code: EzvizCode
  constructor(code: EzvizCode) {
    super(messages[code])
    this.code = code
  }
}

/** The envelope: `code` is a string. */
export function answer(reply: FastifyReply, code: EzvizCode, data?: unknown): FastifyReply {
  return reply.send({ code: String(code), msg: messages[code], ...(data !== undefined && { data }) })
}
