import { seedRoles } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { chinese, english, setLanguage, useLanguage, useText } from '../lib/i18n.ts'
import { sharedQueries } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { Logo } from '../shell/logo.tsx'
import { overlay } from '../shell/overlays.ts'
import { LoginArt } from './login-art.tsx'
import { PasswordField } from './password-field.tsx'
import { useSignIn } from './sign-in.ts'
import './field.css'
import './login-page.css'

/** A path of the console to go on to; anything else (another site) leads home. */
export function safeNext(next: string | null): string {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) && !next.startsWith('/login') ? next : '/'
}

export function LoginPage() {
  const t = useText()
  const { phase } = useSession()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const isUnreachable = search.get('reason') === 'unreachable'
  if (phase === 'signedIn' && !isUnreachable) return <Navigate to={next} replace />
  return (
    <div className="login">
      <div className="login-side">
        <LoginArt />
        <div className="login-pitch">
          <p className="login-brand">
            <Logo size={36} />
            Aisle
          </p>
          <p className="login-claim">
            {t({ zh: '不到店，也在店里', en: 'In the shop without going there' })}
          </p>
          <p className="login-sub">
            {t({
              zh: '实时看店、转动镜头、取证打分；再用数字说明原因。',
              en: 'Watch shops live, steer the cameras, keep the evidence, and let the numbers explain it.',
            })}
          </p>
        </div>
      </div>
      <main className="login-main">
        <LanguageSwitch />
        <div className="login-box" data-panel="login" data-state="ready">
          <h1>{t({ zh: '登录 Aisle', en: 'Sign in to Aisle' })}</h1>
          {isUnreachable && <Unreachable next={next} />}
          <LoginForm next={next} />
        </div>
      </main>
    </div>
  )
}

function LanguageSwitch() {
  const language = useLanguage()
  const choices = [
    { language: chinese, label: '中文', lang: 'zh-CN' },
    { language: english, label: 'English', lang: 'en' },
  ] as const
  return (
    <fieldset className="login-language">
      <legend className="visually-hidden">语言 / Language</legend>
      {choices.map(choice => (
        <button
          key={choice.lang}
          type="button"
          lang={choice.lang}
          aria-pressed={choice.language === language}
          onClick={() => setLanguage(choice.language)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

function Unreachable({ next }: { next: string }) {
  const t = useText()
  const navigate = useNavigate()
  const health = useQuery({
    ...sharedQueries.config(),
    refetchInterval: query => (query.state.data ? false : 5000),
  })
  const isBack = health.data !== undefined && !health.isError
  return (
    <div className="login-notice" role="status">
      <p>
        {isBack
          ? t({ zh: '服务已恢复。', en: 'The service is back.' })
          : t({
              zh: '服务超过 30 秒没有响应，正在等待恢复。',
              en: 'The service has not answered for 30 s. Waiting for it.',
            })}
      </p>
      <Button size="small" onClick={() => navigate(next)} disabled={!isBack}>
        {t({ zh: '回到刚才的页面', en: 'Back to where you were' })}
      </Button>
    </div>
  )
}

function LoginForm({ next }: { next: string }) {
  const t = useText()
  const navigate = useNavigate()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { signIn, isRunning, failure, clearFailure, waitSeconds } = useSignIn()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const signedIn = await signIn(username, password)
    if (!signedIn) return
    if (signedIn.mustChangePassword) overlay.set('password')
    navigate(next, { replace: true })
  }
  // The console is what comes next: its code loads once someone means to sign in.
  const isMeant = username !== ''
  useEffect(() => {
    if (isMeant) void import('../shell/shell.tsx')
  }, [isMeant])
  const errorAt = (field: 'username' | 'password') => (failure?.field === field ? failure.message : undefined)
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor="username">{t({ zh: '用户名', en: 'User name' })}</label>
        <Input
          id="username"
          name="username"
          size="large"
          value={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          status={errorAt('username') ? 'error' : ''}
          aria-invalid={errorAt('username') !== undefined}
          aria-describedby={errorAt('username') ? 'username-hint' : undefined}
          onChange={event => {
            setUsername(event.target.value)
            clearFailure()
          }}
        />
        {errorAt('username') && (
          <p id="username-hint" className="field-error" role="alert">
            {errorAt('username')}
          </p>
        )}
      </div>
      <PasswordField
        id="password"
        label={t({ zh: '密码', en: 'Password' })}
        size="large"
        value={password}
        autoComplete="current-password"
        error={errorAt('password')}
        onChange={value => {
          setPassword(value)
          clearFailure()
        }}
      />
      {(waitSeconds > 0 || (failure && !failure.field)) && (
        <p className="form-error" role="alert">
          {waitSeconds > 0
            ? t(
                { zh: '尝试次数过多，请在 {time} 后再试', en: 'Too many attempts. Try again in {time}.' },
                { time: `${Math.floor(waitSeconds / 60)}:${String(waitSeconds % 60).padStart(2, '0')}` },
              )
            : failure?.message}
        </p>
      )}
      <Button
        type="primary"
        htmlType="submit"
        size="large"
        block
        loading={isRunning}
        disabled={waitSeconds > 0}
      >
        {t({ zh: '登录', en: 'Sign in' })}
      </Button>
      <DemoAccounts
        onPick={(name, secret) => {
          setUsername(name)
          setPassword(secret)
          clearFailure()
        }}
      />
    </form>
  )
}

/** On a demo installation: accounts to try, filled in by one click. */
function DemoAccounts({ onPick }: { onPick: (name: string, password: string) => void }) {
  const t = useText()
  const { data } = useQuery(sharedQueries.config())
  const roleName = (role: string) => {
    const found = Object.entries(seedRoles).find(([name]) => name === role)
    return found && t(found[1].name)
  }
  if (!data?.demo || data.demoAccounts.length === 0) return null
  return (
    <section className="login-demo" data-panel="demo-accounts" data-state="ready">
      <h2>{t({ zh: '演示账号，点选填入', en: 'Demo accounts: pick one' })}</h2>
      <ul>
        {data.demoAccounts.map(account => (
          <li key={account.loginName}>
            <button type="button" onClick={() => onPick(account.loginName, data.demoPassword ?? '')}>
              <strong>{account.loginName}</strong>
              <span>{roleName(account.role) ?? account.realName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
