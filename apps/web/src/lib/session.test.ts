import { beforeEach, describe, expect, it } from 'vitest'
import { inspector } from '../test/fixtures.ts'
import { accessToken, can, endSession, sessionEnded, sessionStore, startSession } from './session.ts'

beforeEach(() => endSession())

describe('the session', () => {
  it('keeps token and user in this browser until it ends', () => {
    startSession('token-1', inspector)
    expect(accessToken()).toBe('token-1')
    expect(localStorage.getItem('accessToken')).toBe('token-1')
    expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}')).toMatchObject({ loginName: 'inspector' })

    sessionStorage.setItem('draft', 'x')
    endSession()
    expect(accessToken()).toBeUndefined()
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(localStorage.getItem('userInfo')).toBeNull()
    expect(sessionStorage.getItem('draft')).toBeNull()
  })

  it('follows another tab that signs out', () => {
    startSession('token-1', inspector)
    localStorage.removeItem('accessToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    expect(sessionStore.get().phase).toBe('signedOut')
  })

  it('does not ask for a session that nobody had', async () => {
    await expect(sessionEnded(undefined, true)).resolves.toBe(false)
  })
})

describe('the permission check', () => {
  it('admits where nothing is required or any one of the names is held', () => {
    expect(can(inspector, [])).toBe(true)
    expect(can(inspector, ['device.view', 'inspect.view'])).toBe(true)
    expect(can(inspector, ['device.view'])).toBe(false)
  })

  it('denies someone without authorities', () => {
    expect(can(undefined, ['inspect.view'])).toBe(false)
  })
})

describe('a session renewed in another tab', () => {
  it('lets the calls that wait here go on', async () => {
    startSession('token-1', inspector)
    const waiting = sessionEnded('token-1', true)
    expect(sessionStore.get().phase).toBe('expired')
    localStorage.setItem('accessToken', 'token-2')
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    await expect(waiting).resolves.toBe(true)
    expect(accessToken()).toBe('token-2')
  })
})
