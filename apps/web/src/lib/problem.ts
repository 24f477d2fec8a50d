import type { FieldError, ProblemDetails, Text } from '@aisle/contract'
import { textNow } from './i18n.ts'

/** Code of a failure that has no answer: the service could not be reached. */
export const unreachable = 0

/** What is known about a failed call beside its message. */
export type ProblemFacts = {
  code: number
  status: number
  method: string
  path: string
  at: Date
  errors?: readonly FieldError[] | undefined
  reason?: string | undefined
  heldBy?: ProblemDetails['heldBy'] | undefined
  retryAfterSeconds?: number | undefined
  traceId?: string | undefined
}

/** A call that failed, with all that a page may show or act on. `message` is written for the user. */
export class ApiProblem extends Error {
  readonly code: number
  readonly status: number
  readonly errors: readonly FieldError[]
  /** Machine-readable reason, finer than the code: `offline`, `noRecording`, `presetsFull` … */
  readonly reason: string | undefined
  /** Who steers the camera now. */
  readonly heldBy: ProblemDetails['heldBy']
  readonly retryAfterSeconds: number | undefined
  readonly traceId: string | undefined
  readonly method: string
  readonly path: string
  /** When the call was sent. */
  readonly at: Date

  constructor(message: string, facts: ProblemFacts) {
    super(message)
    this.name = 'ApiProblem'
    this.code = facts.code
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.reason = facts.reason
    this.heldBy = facts.heldBy
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.traceId = facts.traceId
    this.method = facts.method
    this.path = facts.path
    this.at = facts.at
  }
}

export function isProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem
}

const words = {
  unreachable: {
    zh: '无法连接服务，请检查网络后重试',
    en: 'The service cannot be reached. Check the network and retry.',
  },
  unreadable: { zh: '服务的回答无法读取', en: 'The answer of the service cannot be read' },
  timedOut: {
    zh: '请求超时（{seconds} 秒），请缩小范围后重试',
    en: 'No answer within {seconds} s. Narrow it and retry.',
  },
  unknown: { zh: '操作未完成', en: 'That did not work' },
} satisfies Record<string, Text>

export const unreachableMessage = () => textNow(words.unreachable)
export const timedOutMessage = (seconds: number) => textNow(words.timedOut, { seconds })
export const unreadableMessage = () => textNow(words.unreadable)

/** What to tell the user about a failure, whatever it is. */
export function messageOf(error: unknown): string {
  if (isProblem(error)) return error.message
  return error instanceof Error && error.message !== '' ? error.message : textNow(words.unknown)
}

/** Text that support can work with. Holds no token and no body. */
export function diagnosticsOf(error: unknown): string {
  const lines = [`version: ${__VERSION__}`, `page: ${location.pathname}${location.search}`]
  if (isProblem(error)) {
    lines.push(
      `call: ${error.method} ${error.path}`,
      `time: ${error.at.toISOString()}`,
      `status: ${error.status}`,
      `code: ${error.code}`,
    )
    if (error.reason) lines.push(`reason: ${error.reason}`)
    if (error.traceId) lines.push(`trace: ${error.traceId}`)
    for (const field of error.errors) lines.push(`field: ${field.path}: ${field.message}`)
  }
  lines.push(`message: ${messageOf(error)}`)
  return lines.join('\n')
}
