import { contract, type Endpoint } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, simulatedPlatforms } from '../test/aisle.ts'
import { auditedCalls, unauditedCalls } from '../test/audited-calls.ts'
import { addressOf, examplesOn } from '../test/examples.ts'
import { auditLog } from './platform/schema/index.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const { admin, examples, real } = await examplesOn(server)
const { db } = server.database

const calls = Object.entries<Record<string, Endpoint>>(contract).flatMap(([group, named]) =>
  Object.entries(named).map(([name, call]) => ({ title: `${group}.${name}`, group, name, call })),
)
const actionOf = ({ group, name }: { group: string; name: string }) => auditedCalls[group]?.[name]
const audited = calls.flatMap(one => {
  const action = actionOf(one)
  return action === undefined ? [] : [{ ...one, action }]
})

describe('the audit log', () => {
  it.each(audited)(
    'has the line $action of $title, with who did it',
    async ({ group, name, call, action }) => {
      const input = (await examples[group]?.[name]?.(real())) ?? {}
      await db.delete(auditLog)
      const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : (input.body ?? {})
      const { status } = await server.call(call.method, addressOf(call, input), body, {
        accesstoken: input.token ?? admin.token,
      })
      expect(status).toBe(200)
      const lines = await db.select().from(auditLog).where(eq(auditLog.action, action))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatchObject({ userId: expect.any(String), at: expect.any(Date) })
    },
  )

  it('is known of every call that acts: it leaves a line, or it is said why not', () => {
    // What devices and platforms send is kept as it came, and inherited moves of cameras are looking at a shop.
    const ofMachines = new Set(['ingest', 'sensors', 'monitor'])
    const told = new Set(Object.values(unauditedCalls).flat())
    const acting = calls.filter(
      ({ call, group }) => (call.method !== 'GET' || call.acts) && !ofMachines.has(group),
    )
    const unknown = acting.filter(one => actionOf(one) === undefined && !told.has(one.title))
    expect(unknown.map(({ title }) => title)).toEqual([])
    const names = new Set(calls.map(({ title }) => title))
    expect([...told].filter(title => !names.has(title))).toEqual([])
  })
})
