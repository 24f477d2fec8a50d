import { DrizzleQueryError } from 'drizzle-orm'
import Fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { loggedError } from '../logged-error.ts'
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
