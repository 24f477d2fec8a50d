import { describe, expect, it } from 'vitest'
import { authenticated, challengeOf, digestAnswer } from './digest.ts'

// The example of RFC 7616, section 3.9.1.
const mufasa = {
  username: 'Mufasa',
  password: 'Circle of Life',
  uri: '/dir/index.html',
  count: 1,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
}
const asked = {
  realm: 'http-auth@example.org',
  qop: 'auth, auth-int',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
}

describe('an answer to a Digest challenge', () => {
  it('is that of RFC 7616 for MD5 and SHA-256', () => {
    const [md5, sha] = ['MD5', 'SHA-256'].map(algorithm => digestAnswer({ ...asked, algorithm }, mufasa))
    expect(md5).toContain('response="8ca523f5e9506fed4657c9700eebdbec"')
    expect(sha).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"')
    expect(sha).toContain('nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"')
  })

  it('is that of RFC 2069 where no quality of protection is asked for', () => {
    const answer = digestAnswer(
      { realm: 'testrealm@host.com', nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093' },
      { ...mufasa, password: 'CircleOfLife' },
    )
    expect(answer).toContain('response="1949323746fe6a43ef61f9606e7febea"')
    expect(answer).not.toContain('qop')
  })
})

describe('a challenge', () => {
  it('is the strongest that is understood', () => {
    const many =
      'Basic realm="x", Digest realm="a, \\"b\\"", nonce="1", algorithm=MD5, Digest realm="c", nonce="2", algorithm=SHA-256'
    expect(challengeOf(many)).toMatchObject({ scheme: 'digest', realm: 'c', algorithm: 'SHA-256' })
    expect(challengeOf('Digest realm="a, \\"b\\"", nonce="1"')).toMatchObject({ realm: 'a, "b"', nonce: '1' })
    expect(challengeOf('Digest realm="a", nonce="1", algorithm=SHA-512-256, Basic realm="x"')).toEqual({
      scheme: 'basic',
    })
    expect(challengeOf('Negotiate')).toBeUndefined()
  })
})

describe('calls with a log-in', () => {
  const digest = (more = '') => `Digest realm="r", qop="auth", nonce="n", algorithm=MD5${more}`
  /** Answers 401 with these challenges in turn, then 200. */
  function device(...challenges: string[]) {
    const seen: (string | null)[] = []
    const fetchIt: typeof fetch = async (_url, init) => {
      seen.push(new Headers(init?.headers).get('authorization'))
      const challenge = challenges.shift()
      return challenge === undefined
        ? new Response('ok')
        : new Response('', { status: 401, headers: { 'www-authenticate': challenge } })
    }
    const call = authenticated(fetchIt, { username: 'admin', password: 'secret' }, () => 'c')
    return { seen, call: () => call('http://device/x?a=1', new AbortController().signal) }
  }

  it('tell the password once asked, and then count on without being asked', async () => {
    const { call, seen } = device(digest())
    expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(200)
    expect(seen.map(each => each?.match(/nc=(\d+)/)?.[1])).toEqual([undefined, '00000001', '00000002'])
  })

  it('begin anew with a fresh nonce, and try a wrong password once', async () => {
    const fresh = device(digest(), digest(', stale=true'))
    await fresh.call()
    expect((await fresh.call()).status).toBe(200)
    const wrong = device(digest(), digest(), digest())
    expect((await wrong.call()).status).toBe(401)
    expect(wrong.seen).toHaveLength(2)
  })
})
