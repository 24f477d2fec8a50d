import type { FastifyReply } from 'fastify'

/** providers/shilian.md, section 6: the values of `ret` that this installation gives. */
const messages = {
  0: '',
  [-1]: 'internal error',
  [-2]: 'parameter error',
  [-3]: 'unknown error',
  [-5]: 'access refused',
  [-9]: 'no preview resources left',
  [-30001]: 'no such call',
  [-30002]: 'unknown user',
  [-30003]: 'wrong password',
  [-30004]: 'account disabled',
  [-30005]: 'account already signed in',
  [-30009]: 'http request error',
} as const
export type ShilianRet = 0 | -1 | -2 | -3 | -5 | -9 | -30001 | -30002 | -30003 | -30004 | -30005 | -30009

export class ShilianError extends Error {
  readonly ret: ShilianRet
  constructor(ret: ShilianRet) {
    super(messages[ret])
    this.ret = ret
  }
}

/** A flat object: `ret`, `msg` and the values next to them. */
export function answer(reply: FastifyReply, ret: ShilianRet, values: object = {}): FastifyReply {
  return reply.send({ ret, msg: messages[ret], ...values })
}
