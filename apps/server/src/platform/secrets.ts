import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Encrypts small texts at rest: vendor credentials, tokens, lock keys. */
export type Secrets = {
  /** AES-256-GCM with a fresh nonce; the answer is text safe for a column. */
  encrypt(plain: string): string
  /** @throws when the text was not made by `encrypt` with the same secret, or was changed. */
  decrypt(sealed: string): string
  /** Keyed digest for signed addresses; URL-safe. */
  sign(text: string): string
}

/** Encryption (AES-256-GCM) and signatures (HMAC-SHA-256) under keys of their own, derived from one secret. */
export function secretsFrom(secret: string): Secrets {
  const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'aisle', use, 32))
  const sealing = key('encrypt')
  const signing = key('sign')
  return {
    encrypt(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt(sealed) {
      if (!sealed.startsWith('v1.')) throw new Error('not a sealed text')
      const bytes = Buffer.from(sealed.slice(3), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign(text) {
      return createHmac('sha256', signing).update(text).digest('base64url')
    },
  }
}

/** The configured secret, or the one in the data folder, made on first use and readable by its owner alone. */
export async function installationSecret(
  configured: string | undefined,
  dataFolder: string,
): Promise<string> {
  if (configured) return configured
  const file = join(dataFolder, 'secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  await mkdir(dataFolder, { recursive: true })
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(file, 0o600)
  } catch (error) {
    // Another server made it in the meantime: theirs is the one that counts.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
