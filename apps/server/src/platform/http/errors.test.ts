import { once } from 'node:events'
import { DrizzleQueryError } from 'drizzle-orm'
import Fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { loggedError, wordsOf } from '../logged-error.ts'
import { handleErrors } from './errors.ts'

const logged: string[] = []
const app = Fastify({
  logger: {
    level: 'info',
    serializers: { err: loggedError },
    stream: { write: line => void logged.push(line) },
  },
})
handleErrors(app)
const password = 'hash-of-a-password'
app.get<{ Params: { code: string } }>('/:code', request => {
  const cause = Object.assign(new Error('the store said so'), { code: request.params.code })
  throw new DrizzleQueryError('select from users where hash = $1', [password], cause)
})
const ask = async (code: string) => {
  const answer = await app.inject(`/${code}`)
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.body }
}
beforeEach(() => {
  logged.length = 0
})

it.each(['ECONNREFUSED', '57P01', '53300', '08006'])(
  'a store that is away is told as such: %s',
  async code => {
    expect(await ask(code)).toMatchObject({ status: 503, retryAfter: '5' })
  },
)

it.each(['22003', '22007', '22008', '22P02'])(
  'a value that no column can hold is the fault of who sent it: %s',
  async code => {
    expect(await ask(code)).toMatchObject({ status: 400 })
  },
)

it('a statement that fails is logged without the values it was sent with', async () => {
  const { status, body } = await ask('42P01')
  expect(status).toBe(500)
  expect(logged.join()).toContain('select from users where hash = $1')
  expect(logged.join()).toContain('the store said so')
  expect(logged.join() + body).not.toContain(password)
})

it('what is thrown without being an error is logged by its words', () => {
  expect(loggedError({ message: 'connection terminated', queue: 'exports' }).message).toBe(
    'connection terminated',
  )
  expect(loggedError('gone').message).toBe('gone')
  expect(wordsOf(new DrizzleQueryError('select 1', [password], new Error('the store said so')))).toBe(
    'the store said so',
  )
})

it('who leaves in the middle of an answer is noted, not alarmed about; a stream that breaks by itself is', async () => {
  const broken = () => Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  const leaving = Fastify({ loggerInstance: app.log })
  handleErrors(leaving)
  let arrived = () => {}
  const isHere = new Promise<void>(resolve => {
    arrived = resolve
  })
  leaving.get('/left', async (_, reply) => {
    const left = once(reply.raw, 'close')
    arrived()
    await left
    throw broken()
  })
  leaving.get('/broken', () => {
    throw broken()
  })
  const origin = await leaving.listen({ port: 0, host: '127.0.0.1' })
  try {
    const reader = new AbortController()
    const answer = fetch(`${origin}/left`, { signal: reader.signal })
    await isHere
    reader.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => logged.some(line => line.includes('left before the answer'))).toBe(true)
    expect(logged.some(line => line.includes('"level":50'))).toBe(false)
    expect((await fetch(`${origin}/broken`)).status).toBe(500)
    expect(logged.some(line => line.includes('"level":50'))).toBe(true)
  } finally {
    await leaving.close()
  }
})
