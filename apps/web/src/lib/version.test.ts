import { beforeEach, describe, expect, it } from 'vitest'
import { clearAfterUpdate } from './version.ts'

beforeEach(() => localStorage.clear())

describe('a build of another version', () => {
  it('clears what the browser remembers and asks for a reload', () => {
    localStorage.setItem('Version', '0.1.0')
    localStorage.setItem('accessToken', 'old')
    expect(clearAfterUpdate('0.2.0', localStorage)).toBe(true)
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(localStorage.getItem('Version')).toBe('0.2.0')
    expect(clearAfterUpdate('0.2.0', localStorage)).toBe(false)
  })

  it('keeps everything while the version stays', () => {
    localStorage.setItem('Version', '0.2.0')
    localStorage.setItem('localLanguage', '1')
    expect(clearAfterUpdate('0.2.0', localStorage)).toBe(false)
    expect(localStorage.getItem('localLanguage')).toBe('1')
  })

  it('only notes the version in a browser that is new here', () => {
    expect(clearAfterUpdate('0.2.0', localStorage)).toBe(false)
    expect(localStorage.getItem('Version')).toBe('0.2.0')
  })
})
