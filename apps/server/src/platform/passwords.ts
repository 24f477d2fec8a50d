import type { Text } from '@aisle/contract'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's second recommendation: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is kept of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/** Whether it is the password that was kept; never throws. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password)
  } catch {
    return false
  }
}

let decoy: Promise<string> | undefined
/** Spends as long as a real check does, so that an unknown name cannot be told from a wrong password by time. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('no account has this password')
  await isPassword(await decoy, password)
  return false
}

/** Specification: 6–20 characters, at least two of digits, letters, other. Answers what is wrong. */
export function passwordFault(password: string): Text | undefined {
  if (password.length < 6 || password.length > 20)
    return { zh: '密码长度须为 6–20 个字符', en: 'A password has 6 to 20 characters' }
  const kinds = [/\d/, /\p{L}/u, /[^\d\p{L}]/u].filter(kind => kind.test(password)).length
  if (kinds < 2)
    return {
      zh: '密码须包含数字、字母、符号中的至少两种',
      en: 'A password needs two of: digits, letters, other characters',
    }
  return undefined
}
