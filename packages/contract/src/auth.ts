import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, done, numeric } from './shared.ts'

/** Stored as 0 English, 1 Chinese (specification, section 9). */
export const language = z.union([z.literal(0), z.literal(1)])
export type Language = z.infer<typeof language>

export const sessionUser = z.object({
  id: answerId,
  loginName: z.string(),
  realName: z.string(),
  authorities: z.array(z.string()),
  language: language.nullable(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const scopeAnswer = z.object({
  all: z.boolean(),
  areas: z.array(z.object({ id: answerId, name: z.string(), level: z.string() })),
  shops: z.array(z.object({ shopid: answerId, shopname: z.string() })),
})

const secret = z.string().min(1).max(400)

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary:
      'Signs in. With encryption 1, name and password are Base64 (a transport form, not a protection).',
    tag: 'auth',
    authority: 'public',
    body: z.object({
      username: secret,
      password: secret,
      encryption: numeric(z.number().int().min(0).max(1)).default(1),
    }),
    answer: z.object({
      accessToken: z.string(),
      accessKey: z.string(),
      user: sessionUser,
      mustChangePassword: z.boolean(),
    }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Voids the token.',
    tag: 'auth',
    authority: [],
    answer: done,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The signed-in user with the scope of the account.',
    tag: 'auth',
    authority: [],
    answer: sessionUser.extend({ scope: scopeAnswer, mustChangePassword: z.boolean() }),
  }),
  password: endpoint({
    method: 'POST',
    path: '/api/auth/password',
    summary:
      'Changes the password (6–20 characters, two of three kinds, not one of the last 3); other sessions end.',
    tag: 'auth',
    authority: [],
    body: z.object({ oldPassword: secret, newPassword: secret }),
    answer: done,
  }),
  language: endpoint({
    method: 'PUT',
    path: '/api/auth/language',
    summary: 'Remembers the language of the user: 0 English, 1 Chinese.',
    tag: 'auth',
    authority: [],
    body: z.object({ language }),
    answer: done,
  }),
}
