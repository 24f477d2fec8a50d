import { DrizzleQueryError } from 'drizzle-orm'
import { statementFault } from './postgres.ts'

/** An error in the log: what it is, what it says, where it was thrown; `code` and `cause` where there are some. */
interface LoggedError {
  [more: string]: unknown
  type: string
  message: string
  stack: string
}

/**
 * An error as it is logged, with what caused it. Of a failed statement its text, never the values that it was sent with: they are
 * hashes of passwords, sealed credentials, people.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: wordsOf(error), stack: '' }
  const cause = error.cause === undefined ? {} : { cause: loggedError(error.cause) }
  const code = 'code' in error ? { code: error.code } : {}
  return { type: error.name, message: messageOf(error), stack: framesOf(error), ...code, ...cause }
}

/**
 * What went wrong in a line: of a failed statement what the store said, never the statement with its values. Some libraries tell of
 * errors by plain objects that look like one.
 */
export function wordsOf(error: unknown): string {
  if (error instanceof Error) return statementFault(error).message
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)
}

const messageOf = (error: Error): string =>
  error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message

/** Where it was thrown: the message that stands before it in `stack` is told by itself. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter(line => /^ {4}at /.test(line))
    .join('\n')
