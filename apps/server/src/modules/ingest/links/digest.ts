import { createHash, randomBytes } from 'node:crypto'

export type Credentials = { username: string; password: string }

/** What a server asked for: the parameters of its `WWW-Authenticate`. */
type Challenge = { scheme: 'basic' } | ({ scheme: 'digest' } & Readonly<Record<string, string>>)
type Fetch = typeof fetch

/**
 * Calls that answer the challenge of their server (HTTP Digest, RFC 7616: MD5 and SHA-256, with and without `-sess`; Basic where
 * nothing better is offered). The password goes out only as an answer to a challenge, and nonces are counted, so that a
 * device sees one log-in however many calls follow. An answer of 401 is returned as it is once the password was told.
 */
export function authenticated(
  fetchIt: Fetch,
  { username, password }: Credentials,
  cnonce = () => randomBytes(8).toString('hex'),
) {
  let known: Challenge | undefined
  let uses = 0

  const send = (url: string, signal: AbortSignal) => {
    const authorization = known && answerTo(known, url)
    return fetchIt(url, {
      signal,
      redirect: 'manual',
      ...(authorization ? { headers: { authorization } } : {}),
    })
  }

  return async (url: string, signal: AbortSignal): Promise<Response> => {
    const first = await send(url, signal)
    if (first.status !== 401 || username === '') return first
    const wasTold = known !== undefined
    const asked = challengeOf(first.headers.get('www-authenticate') ?? '')
    // Told already, and not because the nonce is too old: the password is wrong. Each more try counts towards a lock.
    if (!asked || (wasTold && asked.scheme === 'digest' && asked.stale?.toLowerCase() !== 'true'))
      return first
    if (wasTold && asked.scheme === 'basic') return first
    await first.body?.cancel()
    known = asked
    uses = 0
    return send(url, signal)
  }

  function answerTo(challenge: Challenge, url: string): string {
    if (challenge.scheme === 'basic')
      return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const { pathname, search } = new URL(url)
    uses += 1
    return digestAnswer(challenge, {
      username,
      password,
      uri: pathname + search,
      count: uses,
      cnonce: cnonce(),
    })
  }
}

type Told = Credentials & { uri: string; count: number; cnonce: string; method?: string }

/** The `Authorization` that answers a Digest challenge. */
export function digestAnswer(asked: Readonly<Record<string, string>>, told: Told): string {
  const { realm = '', nonce = '', opaque, algorithm = 'MD5' } = asked
  const { username, password, uri, cnonce, method = 'GET' } = told
  const isSha = /^sha-256/i.test(algorithm)
  const hash = (...parts: string[]) =>
    createHash(isSha ? 'sha256' : 'md5')
      .update(parts.join(':'))
      .digest('hex')
  const hasQop = (asked.qop ?? '').split(',').some(word => word.trim() === 'auth')
  const secret = hash(username, realm, password)
  const own = /-sess$/i.test(algorithm) ? hash(secret, nonce, cnonce) : secret
  const what = hash(method, uri)
  const nc = told.count.toString(16).padStart(8, '0')
  const response = hasQop ? hash(own, nonce, nc, cnonce, 'auth', what) : hash(own, nonce, what)
  return `Digest ${[
    `username="${quoted(username)}"`,
    `realm="${quoted(realm)}"`,
    `nonce="${quoted(nonce)}"`,
    `uri="${uri}"`,
    ...(asked.algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque="${quoted(opaque)}"`]),
  ].join(', ')}`
}

const quoted = (text: string) => text.replace(/[\\"]/g, '\\$&')

/** The strongest challenge that is understood among those of a header. */
export function challengeOf(header: string): Challenge | undefined {
  const challenges: Challenge[] = []
  for (const part of header.split(/,?\s*(?=\b(?:digest|basic)\s+\w+\s*=)/i)) {
    const scheme = /^\s*(digest|basic)\s/i.exec(part)?.[1]?.toLowerCase()
    if (scheme === 'basic') challenges.push({ scheme })
    if (scheme !== 'digest') continue
    const found = part.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)
    const values = Object.fromEntries(
      [...found].map(([, key = '', text, plain]) => [
        key.toLowerCase(),
        text === undefined ? (plain ?? '') : text.replace(/\\(.)/g, '$1'),
      ]),
    )
    if (/^(md5|sha-256)(-sess)?$/i.test(values.algorithm ?? 'MD5')) challenges.push({ ...values, scheme })
  }
  const strength = (one: Challenge) =>
    one.scheme === 'basic' ? 0 : /^sha/i.test(one.algorithm ?? '') ? 2 : 1
  return challenges.sort((a, b) => strength(b) - strength(a))[0]
}
