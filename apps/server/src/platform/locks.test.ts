import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openLocks } from './locks.ts'

const database = await testDatabase()
const servers = [openLocks(database.url, () => undefined), openLocks(database.url, () => undefined)] as const
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.close()
})

describe('a lock', () => {
  it('is held by one at a time, on whichever server', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      inside++
      most = Math.max(most, inside)
      await pause(5)
      inside--
    }
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => servers[index % 2 === 0 ? 0 : 1].exclusive('a', work)),
    )
    expect(most).toBe(1)
  })

  it('keeps nobody from others, however many are held with more inside them', async () => {
    const [server] = servers
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        server.exclusive(`camera ${index}`, () => server.exclusive('account', async () => index)),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })

  it('is free again after work that failed', async () => {
    const [one, other] = servers
    await expect(one.exclusive('b', () => Promise.reject(new Error('work')))).rejects.toThrow('work')
    expect(await other.exclusive('b', async () => 'next')).toBe('next')
  })

  it('goes with the server that held it', async () => {
    const [one] = servers
    const dying = openLocks(database.url, () => undefined)
    await new Promise<void>(begun => {
      void dying.exclusive('c', () => {
        begun()
        return new Promise(() => {})
      })
    })
    await dying.close()
    expect(await one.exclusive('c', async () => 'free')).toBe('free')
  })
})
