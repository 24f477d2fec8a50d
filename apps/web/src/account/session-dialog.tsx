import type { SessionUser } from '@aisle/contract'
import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { queryClient } from '../lib/queries.ts'
import { endSession, stayWithoutSession } from '../lib/session.ts'
import { PasswordField } from './password-field.tsx'
import { useSignIn } from './sign-in.ts'
import './field.css'

/** Over the intact page when the session ended: signing in here repeats what failed, and nothing is lost. */
export function SessionDialog({ user }: { user: SessionUser }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const { signIn, isRunning, failure, clearFailure, waitSeconds } = useSignIn()

  async function submit(event: FormEvent) {
    event.preventDefault()
    // What failed is repeated by the calls that waited; what merely grew old is asked for again.
    if (await signIn(user.loginName, password)) void queryClient.invalidateQueries()
  }
  const message =
    waitSeconds > 0
      ? t(
          { zh: '尝试次数过多，请在 {n} 秒后再试', en: 'Too many attempts. Try again in {n} s.' },
          { n: waitSeconds },
        )
      : failure?.message
  return (
    <Modal
      open
      width={400}
      title={t({ zh: '登录已过期，重新登录后继续', en: 'Your sign-in expired. Sign in to continue.' })}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={null}
    >
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: 16, paddingTop: 8 }}>
        <p style={{ color: 'var(--text-2)' }}>
          {t(
            { zh: '账号 {name}，页面内容都还在。', en: 'Account {name}. Everything on the page is kept.' },
            { name: user.loginName },
          )}
        </p>
        <input type="text" name="username" autoComplete="username" defaultValue={user.loginName} hidden />
        <PasswordField
          id="renew-password"
          label={t({ zh: '密码', en: 'Password' })}
          value={password}
          autoComplete="current-password"
          error={message}
          autoFocus
          onChange={value => {
            setPassword(value)
            clearFailure()
          }}
        />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button type="primary" htmlType="submit" loading={isRunning} disabled={waitSeconds > 0}>
            {t({ zh: '重新登录', en: 'Sign in' })}
          </Button>
          <Button onClick={stayWithoutSession}>{t({ zh: '留在此页', en: 'Stay on this page' })}</Button>
          <Button type="link" style={{ marginInlineStart: 'auto' }} onClick={endSession}>
            {t({ zh: '换个账号', en: 'Use another account' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
