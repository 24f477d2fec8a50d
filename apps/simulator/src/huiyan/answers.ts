import type { FastifyReply } from 'fastify'

/** providers/huiyan.md, section 5. */
const messages = {
  0: '成功',
  100: '失败',
  400: '参数或方法错误',
  401: '请登录后重新请求',
  404: '资源未找到',
  500: '系统异常',
  [-1]: '信令超时',
  [-2]: '收流超时',
  [-3]: '资源耗尽',
} as const
export type HuiyanCode = 0 | 100 | 400 | 401 | 404 | 500 | -1 | -2 | -3

/** A business error comes with HTTP 200, a bad argument with 400, a fault with 500. */
export class HuiyanError extends Error {
  readonly code: HuiyanCode
  constructor(code: HuiyanCode, message: string = messages[code]) {
    super(message)
    this.code = code
  }
}

/** Everything is wrapped; a call without a result has `data: null`. */
export function answer(
  reply: FastifyReply,
  code: HuiyanCode,
  msg: string = messages[code],
  data: unknown = null,
) {
  return reply.code(code === 400 || code === 500 ? code : 200).send({ code, msg, data })
}
