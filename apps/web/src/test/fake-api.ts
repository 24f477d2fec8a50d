import { contract, type Endpoint } from '@aisle/contract'
import { vi } from 'vitest'

/** What a faked call met: the parts as they travelled. */
export type Heard = {
  query: URLSearchParams
  body: unknown
  headers: Headers
  params: Record<string, string>
}
/** Data of the answer, or a whole response where the test is about a failure. */
export type Reply = (heard: Heard) => unknown

const calls = new Map<string, Endpoint>(
  Object.entries(contract).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${domain}.${name}`, endpoint]),
  ),
)

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}

export function problem(status: number, code: number, msg: string, details: object = {}): Response {
  return Response.json({ code, msg, data: null, ...details }, { status })
}

/**
 * Stands in for the network: `{ 'auth.login': ({ body }) => … }`. Requests and answers pass the schemas of the
 * contract, so that a fake cannot drift from what the server does. A call without a reply fails the test's page with 404.
 */
export function fakeApi(replies: Record<string, Reply>) {
  const heard: string[] = []
  const fetched = vi.fn(async (input: string | URL | Request, request: RequestInit = {}) => {
    const url = new URL(String(input), location.href)
    for (const [name, reply] of Object.entries(replies)) {
      const endpoint = calls.get(name)
      if (!endpoint) throw new Error(`no call ${name} in the contract`)
      const match = patternOf(endpoint.path).exec(url.pathname)
      if (!match || endpoint.method !== request.method) continue
      heard.push(name)
      const sent =
        request.body instanceof FormData
          ? Object.fromEntries([...request.body].filter(([, value]) => typeof value === 'string'))
          : typeof request.body === 'string'
            ? JSON.parse(request.body)
            : {}
      const body = await endpoint.body.parseAsync(sent)
      await endpoint.query.parseAsync(Object.fromEntries(url.searchParams))
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value ?? '')]),
      )
      const answer = await reply({
        query: url.searchParams,
        body,
        headers: new Headers(request.headers),
        params,
      })
      if (answer instanceof Response) return answer
      return Response.json({ code: 200, msg: 'ok', data: await endpoint.answer.parseAsync(answer) })
    }
    return problem(404, 404, `no reply for ${request.method} ${url.pathname}`)
  })
  vi.stubGlobal('fetch', fetched)
  return { heard, fetched }
}
