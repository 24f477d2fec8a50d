import { expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'

const server = await aisle()
const viewer = await server.as('viewer')
const keep = (key: string, value: unknown) => viewer.call('PUT', `/api/settings/${key}`, { value })

it('the console remembers some hundred things for a user, and no more', async () => {
  for (let at = 0; at < 300; at += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => keep(`k${at + index}`, index)))
  expect((await keep('more', 1)).status).toBe(413)
  // What is remembered already may be changed, and what is forgotten makes room.
  expect((await keep('k7', 'changed')).status).toBe(200)
  expect((await viewer.call('GET', '/api/settings/k7')).data).toBe('changed')
  expect((await keep('k8', null)).status).toBe(200)
  expect((await keep('more', 1)).status).toBe(200)
})
