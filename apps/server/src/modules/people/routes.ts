import { AppError, auth } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { PeopleService } from './service.ts'
import { text } from './text.ts'

export function peopleRoutes(mount: Mount, people: PeopleService): void {
  mount(auth, {
    async login({ body }, context) {
      const plain = body.encryption === 0
      const loginName = plain ? body.username : fromBase64(body.username, 'username')
      const password = plain ? body.password : fromBase64(body.password, 'password')
      const { token, accessKey, maxAgeSeconds, user, mustChangePassword } = await people.login(
        loginName.trim(),
        password,
        context,
      )
      context.setSessionCookie(token, maxAgeSeconds)
      return { accessToken: token, accessKey, user, mustChangePassword }
    },
    async logout(_, context) {
      await people.logout(context.caller)
      context.setSessionCookie(undefined)
      await context.audit('logout', context.caller.loginName)
      return null
    },
    me: (_, { caller }) => people.me(caller),
    async password({ body }, context) {
      await people.changePassword(
        context.caller,
        fromBase64(body.oldPassword, 'oldPassword'),
        fromBase64(body.newPassword, 'newPassword'),
      )
      await context.audit('password.changed', context.caller.loginName)
      return null
    },
    async language({ body }, { caller }) {
      await people.setLanguage(caller, body.language)
      return null
    },
  })
}

/** Base64 of UTF-8 text. It hides nothing: the connection's encryption is what protects a password. */
function fromBase64(value: string, path: string): string {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : undefined
  const decoded = bytes && new TextDecoder('utf-8', { fatal: false }).decode(bytes)
  if (!decoded || decoded.includes('\uFFFD') || decoded.includes('\u0000'))
    throw new AppError('invalidInput', text.notBase64, {
      errors: [{ path, message: 'not Base64 of UTF-8 text' }],
    })
  return decoded
}
