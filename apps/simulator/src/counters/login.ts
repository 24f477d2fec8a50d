import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const recorderUser = { username: 'admin', password: 'aisle-dahua' } as const

const nonceLifeMs = 60_000
const lockedAfter = 5
const lockMs = 5 * 60_000

/**
 * Log-in as the devices have it: Digest with MD5 and `qop=auth` (RFC 7616), a nonce that lasts a minute, no count used twice, and a
 * lock after five wrong passwords. Answers whether the request may go on; otherwise it was answered.
 */
export function digestLogin(now: () => number, realm = 'Login to 7F0A5C3PAZ00001') {
  const nonces = new Map<string, { at: number; count: number }>()
  let wrong = 0
  let lockedUntil = 0
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')

  function refuse(reply: FastifyReply, isStale = false): false {
    const nonce = randomBytes(16).toString('hex')
    nonces.set(nonce, { at: now(), count: 0 })
    reply
      .code(401)
      .header(
        'WWW-Authenticate',
        `Digest realm="${realm}", qop="auth", nonce="${nonce}", opaque="5ccc069c403ebaf9f0171e9517f40e41"${isStale ? ', stale=true' : ''}`,
      )
      .send('Unauthorized')
    return false
  }

  return {
    admits(request: FastifyRequest, reply: FastifyReply): boolean {
      if (now() < lockedUntil) {
        reply.code(403).send('Error\r\nErrorID=8, Detail=Account locked')
        return false
      }
      const given = request.headers.authorization
      if (given === undefined) return refuse(reply)
      const told = Object.fromEntries(
        [...given.matchAll(/(\w+)=(?:"([^"]*)"|([^,\s]+))/g)].map(([, name, text, plain]) => [
          name,
          text ?? plain,
        ]),
      )
      const known = nonces.get(told.nonce ?? '')
      if (!known || now() - known.at > nonceLifeMs) return refuse(reply, known !== undefined)
      const count = Number.parseInt(told.nc ?? '', 16)
      const { username, password } = recorderUser
      const expected = md5(
        [
          md5(`${username}:${realm}:${password}`),
          told.nonce,
          told.nc,
          told.cnonce,
          'auth',
          md5(`${request.method}:${request.url}`),
        ].join(':'),
      )
      const isRight =
        told.username === username &&
        told.uri === request.url &&
        told.response === expected &&
        count > known.count
      if (isRight) {
        known.count = count
        wrong = 0
        return true
      }
      wrong += 1
      if (wrong >= lockedAfter) {
        wrong = 0
        lockedUntil = now() + lockMs
      }
      return refuse(reply)
    },
    forget() {
      nonces.clear()
      wrong = 0
      lockedUntil = 0
    },
  }
}
