import type { Text } from '@aisle/contract'

/** What is wrong with a new password: 6–20 characters, at least two of digits, letters and others. */
export function passwordFault(password: string): Text | undefined {
  if (password.length < 6 || password.length > 20)
    return { zh: '长度应为 6–20 位', en: 'Use 6 to 20 characters' }
  const kinds = [/\d/, /[a-zA-Z]/, /[^\da-zA-Z]/].filter(kind => kind.test(password)).length
  return kinds < 2
    ? { zh: '数字、字母、其他符号至少两种', en: 'Use at least two of digits, letters and other signs' }
    : undefined
}
