import { describe, expect, it } from 'vitest'
import { passwordFault } from './password-rule.ts'

describe('a new password', () => {
  it('has 6 to 20 characters of at least two kinds', () => {
    for (const good of ['abc123', 'Aisle2026', '密码密码12', '!!!aaa', '12345678901234567890a'.slice(1)])
      expect(passwordFault(good), good).toBeUndefined()
    for (const bad of ['', 'ab12', 'abcdefgh', '12345678', '------', `${'a1'.repeat(10)}x`])
      expect(passwordFault(bad), bad).toBeDefined()
  })
})
