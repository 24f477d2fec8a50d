import { expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'

const server = await aisle()
const admin = await server.as('admin')
const credentials = { userName: 'aisle', password: 'secret-of-the-platform' }
const base = '/api/camera-accounts'

it('the credentials of an account are not told to another address that is put in its place', async () => {
  const made = await admin.call('POST', base, {
    provider: 'huiyan',
    name: '平台',
    baseUrl: 'https://platform.example:8443',
    credentials,
  })
  const change = (body: object) => admin.call('PUT', `${base}/${made.data.id}`, body)
  const elsewhere = { baseUrl: 'https://elsewhere.example' }
  expect(await change(elsewhere)).toMatchObject({ status: 400, code: 10001 })
  expect(await change({ ...elsewhere, credentials: { userName: 'aisle' } })).toMatchObject({ code: 10001 })
  expect((await change({ name: '改名', baseUrl: 'https://platform.example:8443/wvp' })).status).toBe(200)
  const moved = await change({ ...elsewhere, credentials })
  expect(moved).toMatchObject({ status: 200, data: { ...elsewhere, name: '改名' } })
  expect(JSON.stringify([made, moved, await admin.call('GET', base)])).not.toContain(credentials.password)
})
