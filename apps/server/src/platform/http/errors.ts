import { AppError, problems, type Text } from '@aisle/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statementFault } from '../postgres.ts'
import { languageOf, notStored } from './mount.ts'
import { text } from './text.ts'

/** Errors of the HTTP layer, by Fastify's code, as problems of ours. */
const layerProblems: Record<string, [keyof typeof problems, Text]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['tooLarge', text.tooLarge],
  FST_REQ_FILE_TOO_LARGE: ['tooLarge', text.tooLarge],
  FST_FILES_LIMIT: ['tooLarge', text.tooLarge],
  FST_FIELDS_LIMIT: ['tooLarge', text.tooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupportedMedia', text.wrongMedia],
}

/**
 * The one error handler: every failure leaves as an envelope in the caller's language, never with a stack. An address
 * that nothing is mounted at is offered to `page` first, which answers false where it is none of its own.
 */
export function handleErrors(
  app: FastifyInstance,
  page: (request: FastifyRequest, reply: FastifyReply) => boolean = () => false,
): void {
  app.setErrorHandler((error: FastifyError | AppError | Error, request, reply) =>
    send(asAppError(error), error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    if (page(request, reply)) return reply
    return send(new AppError('notFound', text.notFound), undefined, request, reply)
  })
}

/** Also for what fails before a route is found, such as an address that cannot be read. */
export function answerError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  return send(asAppError(error), error, request, reply)
}

/** What PostgreSQL says of values that a column cannot hold: a number, a date or a text beyond what it takes. */
const unfitting = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

function asAppError(thrown: FastifyError | AppError | Error): AppError {
  if (thrown instanceof AppError) return thrown
  const error = statementFault(thrown)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = layerProblems[code]
  if (known) return new AppError(known[0], known[1], {}, { cause: error })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError(
      'invalidInput',
      text.invalidInput,
      { errors: [{ path: '', message: error.message }] },
      { cause: error },
    )
  if (unfitting.has(code))
    return new AppError(
      'invalidInput',
      text.invalidInput,
      { errors: [{ path: '', message: 'a value is beyond what can be kept' }] },
      { cause: thrown },
    )
  if (
    /^(08|57P|53)|ECONNREFUSED|ECONNRESET|ETIMEDOUT/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
    return new AppError('unavailable', text.unavailable, { retryAfterSeconds: 5 }, { cause: error })
  return new AppError('internal', text.internal, {}, { cause: thrown })
}

/** A reader who closes the page in the middle of an answer breaks what it is written with: no fault of ours either. */
const hasLeft = (cause: Error | undefined, { raw }: FastifyReply): boolean =>
  cause !== undefined && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed

function send(problem: AppError, cause: Error | undefined, request: FastifyRequest, reply: FastifyReply) {
  const { status, code } = problems[problem.problem]
  if (hasLeft(cause, reply)) request.log.info('whoever asked left before the answer was whole')
  // A camera that is off is no fault of ours: it is noted, not alarmed about.
  else if (status === 500) request.log.error({ err: cause ?? problem }, problem.message)
  else if (status > 500)
    request.log.info({ reason: problem.details.reason, cause: String(problem.cause ?? '') }, problem.message)
  const { errors, reason, heldBy, retryAfterSeconds, current } = problem.details
  notStored(reply)
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(retryAfterSeconds)))
  return reply.status(status).send({
    code,
    msg: problem.text[languageOf(request)],
    data: current ?? null,
    ...(errors ? { errors } : {}),
    ...(reason ? { reason } : {}),
    ...(heldBy ? { heldBy } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(status >= 500 ? { traceId: request.id } : {}),
  })
}
