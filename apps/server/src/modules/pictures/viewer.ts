import { AppError, type Authority, isAllowed } from '@aisle/contract'
import type { FastifyRequest } from 'fastify'
import { sessionCookie, tokenOf } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import { text } from '../../platform/http/text.ts'

/**
 * Who asks for the bytes of a picture: by the header, or by the cookie that sign-in sets for the pictures' path, as an
 * `<img>` sends it. The answer throws AppError sessionEnded or forbidden.
 */
export function pictureViewer(
  authenticate: (token: string) => Promise<Caller | undefined>,
  required: readonly Authority[] = ['inspect.view'],
) {
  return async (request: FastifyRequest): Promise<Caller> => {
    const token = tokenOf(request) ?? request.cookies[sessionCookie]
    const caller = token ? await authenticate(token) : undefined
    if (!caller) throw new AppError('sessionEnded', text.sessionEnded)
    if (!isAllowed(caller.authorities, required)) throw new AppError('forbidden', text.forbidden)
    return caller
  }
}
