/**
 * Codes of providers/huawei.md, sections 5 and 7, with the HTTP status each comes with. `IVM.2003…` are not the
 * vendor's numbers: its list ends before them.
 */
export const problems = {
  signInFailed: { status: 401, code: 'IVM.10000001', msg: 'authentication failed' },
  tokenExpired: { status: 401, code: 'IVM.10000002', msg: 'access token expired' },
  tokenMissing: { status: 401, code: 'IVM.10000004', msg: 'access token is empty' },
  tokenInvalid: { status: 401, code: 'IVM.10000005', msg: 'access token is invalid' },
  badUserId: { status: 400, code: 'IVM.10020000', msg: 'invalid user id' },
  badParameter: { status: 400, code: 'IVM.10020001', msg: 'invalid parameter' },
  offline: { status: 400, code: 'IVM.20000036', msg: 'device offline' },
  noRecording: { status: 404, code: 'IVM.20020012', msg: 'no recording for this request' },
  lockedByOther: { status: 409, code: 'IVM.20030001', msg: 'the channel is controlled by another user' },
  tooFast: { status: 429, code: 'IVM.20030002', msg: 'commands are too close together' },
  unknownDevice: { status: 404, code: 'IVM.20030003', msg: 'device or channel does not exist' },
  notSupported: { status: 400, code: 'IVM.20030004', msg: 'not supported by the device' },
  lockInvalid: { status: 403, code: 'IVM.20030005', msg: 'the control lock is not valid' },
  presetsFull: { status: 400, code: 'IVM.20030006', msg: 'no free preset position' },
  unknownPreset: { status: 404, code: 'IVM.20030007', msg: 'preset position does not exist' },
  tooMany: { status: 429, code: 'IVM.20030008', msg: 'too many requests' },
  unknownCall: { status: 404, code: 'IVM.20030009', msg: 'no such call' },
  fault: { status: 500, code: 'IVM.20030010', msg: 'internal error' },
} as const satisfies Record<string, { status: number; code: string; msg: string }>
export type ProblemName = keyof typeof problems

export class HuaweiError extends Error {
  readonly problem: ProblemName
  constructor(problem: ProblemName) {
    super(problems[problem].msg)
    this.problem = problem
  }
}
