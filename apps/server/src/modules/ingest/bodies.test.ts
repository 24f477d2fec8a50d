import { factsAtOnce, type IngestVerdict } from '@aisle/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { quarantine } from '../../platform/schema/index.ts'
import { bodyTaker } from './bodies.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())
beforeEach(() => db.delete(quarantine))

const posted: number[] = []
const take = bodyTaker({
  db,
  facts: {
    async post(_kind, _source, rows): Promise<IngestVerdict> {
      posted.push(rows.length)
      return {
        accepted: rows.length - 1,
        duplicates: 0,
        rejected: [{ index: 3, path: 'at', message: 'late' }],
      }
    },
  },
  sensors: { push: () => Promise.reject(new Error('nothing for sensors')) },
  now: () => new Date(),
})
const source = { id: 'broker', scope: { all: true as const } }

it('a message with more rows than a post may have is taken in parts, each row named by its place', async () => {
  const rows = '{}\n'.repeat(factsAtOnce.rows + 5)
  const { accepted, rejected } = await take('counts', source, rows)
  expect(posted).toEqual([factsAtOnce.rows, 5])
  expect(accepted).toBe(factsAtOnce.rows + 3)
  expect(rejected.map(({ index }) => index)).toEqual([3, factsAtOnce.rows + 3])
})

it('a message that is larger than a post may be is not read: its beginning waits in quarantine', async () => {
  for (const format of ['counts', 'xovis'])
    expect(await take(format, source, ' '.repeat(factsAtOnce.bytes + 1))).toMatchObject({
      accepted: 0,
      rejected: [{ message: 'larger than 20000000 bytes' }],
    })
  expect(await db.select().from(quarantine)).toHaveLength(2)
})
