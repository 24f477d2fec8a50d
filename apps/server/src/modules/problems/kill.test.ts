import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf, type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import { notices, problemEvents, problems } from '../../platform/schema/index.ts'

const program = join(import.meta.dirname, '../../../test/raising-program.ts')
let world: ProblemWorld
beforeAll(async () => {
  world = await problemWorld()
})
afterAll(() => world.close())

it('a server killed while raising and submitting loses and doubles nothing', async () => {
  const { db } = world
  const url = db.$client.options.connectionString ?? ''
  const answered = { raised: new Map<number, string>(), submitted: new Map<number, string>() }
  for (const round of [0, 1, 2]) {
    const child = fork(program, [url, String(round * 1000)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const killed = once(child, 'exit')
    child.on('message', (message: { raised?: number; submitted?: number; id: string }) => {
      if (message.raised !== undefined) answered.raised.set(message.raised, message.id)
      if (message.submitted !== undefined) answered.submitted.set(message.submitted, message.id)
      if (answered.submitted.size >= (round + 1) * 25) child.kill('SIGKILL')
    })
    await killed
  }

  const rows = await db.select().from(problems).where(like(problems.sourceId, 'kill-%'))
  expect(new Set(rows.map(({ sourceId }) => sourceId)).size).toBe(rows.length)
  const idOf = new Map(rows.map(({ sourceId, id }) => [sourceId, id]))
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  for (const [number, id] of answered.raised) expect(idOf.get(`kill-${number}`)).toBe(id)
  for (const id of answered.submitted.values()) expect(statusOf.get(id)).toBe('pending')

  for (const { id, status, version } of rows) {
    // What was not answered may have been done or not, but whole: status, history and notices agree.
    const events = await db.select().from(problemEvents).where(eq(problemEvents.problemId, id))
    expect(events.map(({ action }) => action).sort()).toEqual(
      status === 'pending' ? ['raise', 'submit'] : ['raise'],
    )
    expect(version).toBe(events.length)
    const told = await db
      .select()
      .from(notices)
      .where(like(notices.key, `problem:${id}:%`))
    expect(told.map(({ userId, kind }) => `${userId} ${kind}`)).toEqual(['colleague problem.raised'])
  }

  // Sent again, as a client does that got no answer: nothing is doubled.
  for (const { sourceId } of rows)
    await world.problems.raise(callerOf('inspector'), {
      shopId: 'jingan',
      itemName: '中断',
      questionType: '',
      remark: '',
      pictureIds: [],
      source: { kind: 'inspection', id: sourceId },
    })
  expect(await db.$count(problems, like(problems.sourceId, 'kill-%'))).toBe(rows.length)
})
