import type { SessionUser, Text } from '@aisle/contract'
import { useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import { setLanguage, textNow, wasLanguageChosen } from '../lib/i18n.ts'
import { isProblem, messageOf } from '../lib/problem.ts'
import { startSession } from '../lib/session.ts'

/** UTF-8 in Base64, the transport form that the login call takes (no protection). */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

const words = {
  name: { zh: '请输入用户名', en: 'Enter your user name' },
  password: { zh: '请输入密码', en: 'Enter your password' },
} satisfies Record<string, Text>

export type SignInFailure = { field?: 'username' | 'password'; message: string }
export type SignedIn = { user: SessionUser; mustChangePassword: boolean }

/** Signing in: what runs, what went wrong and, after too many failures, how many seconds to wait. */
export function useSignIn() {
  const [isRunning, setRunning] = useState(false)
  const [failure, fail] = useState<SignInFailure>()
  const [waitSeconds, wait] = useState(0)

  useEffect(() => {
    if (waitSeconds <= 0) return
    const timer = setTimeout(() => wait(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  async function signIn(username: string, password: string): Promise<SignedIn | undefined> {
    if (username.trim() === '') return void fail({ field: 'username', message: textNow(words.name) })
    if (password === '') return void fail({ field: 'password', message: textNow(words.password) })
    setRunning(true)
    fail(undefined)
    try {
      const body = { username: base64(username.trim()), password: base64(password), encryption: 1 }
      const { accessToken, user, mustChangePassword } = await api.auth.login({ body })
      // The account's language holds unless the user has just chosen one here.
      if (user.language !== null && !wasLanguageChosen()) setLanguage(user.language, { byUser: false })
      startSession(accessToken, user)
      return { user, mustChangePassword }
    } catch (error) {
      if (isProblem(error) && error.retryAfterSeconds) wait(Math.ceil(error.retryAfterSeconds))
      fail({ message: messageOf(error) })
      return undefined
    } finally {
      setRunning(false)
    }
  }
  return { signIn, isRunning, failure, clearFailure: () => fail(undefined), waitSeconds }
}
