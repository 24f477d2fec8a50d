import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, languageStore, setLanguage } from '../lib/i18n.ts'
import { accessToken, endSession } from '../lib/session.ts'
import { fakeApi, problem, type Reply } from '../test/fake-api.ts'
import { inspector } from '../test/fixtures.ts'
import { renderInConsole } from '../test/in-console.tsx'
import { registryOf } from '../test/registry.tsx'
import { LoginPage, safeNext } from './login-page.tsx'

const config: Reply = () => ({
  version: '0.1.0',
  demo: true,
  demoAccounts: [{ loginName: 'inspector', realName: '林晓彤', role: 'inspector' }],
  demoPassword: 'Aisle2026',
  versionDifferent: 1,
})
const signedIn = (user = inspector) => ({
  accessToken: 'token-1',
  accessKey: 'k',
  user,
  mustChangePassword: false,
})

function open(login: Reply, address = '/login') {
  fakeApi({ 'system.config': config, 'auth.login': login })
  return renderInConsole(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '*', element: <h1>the console</h1> },
    ],
    registryOf([]),
    address,
  )
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
async function fillDemoAccount() {
  fireEvent.click(await screen.findByRole('button', { name: /inspector/ }))
}

beforeEach(() => {
  setLanguage(english, { byUser: false })
  endSession()
})

describe('signing in', () => {
  it('sends name and password in Base64 with encryption 1 and goes on to where the user came from', async () => {
    let sent: unknown
    const { here } = open(({ body }) => {
      sent = body
      return signedIn()
    }, '/login?next=%2FmonitorPage%3Fshop%3D9001')
    fireEvent.change(await screen.findByLabelText('User name'), { target: { value: ' 林晓彤 ' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Aisle2026' } })
    submit()
    await screen.findByText('the console')
    expect(sent).toEqual({ username: '5p6X5pmT5b2k', password: 'QWlzbGUyMDI2', encryption: 1 })
    expect(accessToken()).toBe('token-1')
    expect(here()).toBe('/monitorPage?shop=9001')
  })

  it('fills a demo account in by one click', async () => {
    open(() => signedIn())
    await fillDemoAccount()
    expect(screen.getByLabelText('User name')).toHaveProperty('value', 'inspector')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Aisle2026')
  })

  it('says at the field what is missing, without asking the server', async () => {
    const { here } = open(() => signedIn())
    await screen.findByLabelText('User name')
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Enter your user name')
    expect(screen.getByLabelText('User name').getAttribute('aria-invalid')).toBe('true')
    expect(here()).toBe('/login')
  })

  it('shows the message of the server when name or password is wrong', async () => {
    open(() => problem(400, 10001, 'Wrong user name or password'))
    await fillDemoAccount()
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong user name or password')
  })

  it('counts the waiting time down after too many failures and bars the button', async () => {
    open(() => problem(429, 429, 'wait', { retryAfterSeconds: 754 }))
    await fillDemoAccount()
    submit()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Try again in 12:3[34]/)
    expect(screen.getByRole('button', { name: /Sign in/ })).toHaveProperty('disabled', true)
  })

  it('warns while caps lock is on', async () => {
    open(() => signedIn())
    const password = await screen.findByLabelText('Password')
    fireEvent.keyDown(password, { key: 'A', modifierCapsLock: true })
    expect((await screen.findByText('Caps lock is on')).getAttribute('role')).toBe('status')
  })

  it('takes the language of the account unless the user chose one here', async () => {
    open(() => signedIn({ ...inspector, language: 1 }))
    await fillDemoAccount()
    submit()
    await waitFor(() => expect(languageStore.get()).toBe(1))
  })

  it('switches the language of the page', async () => {
    open(() => signedIn())
    fireEvent.click(await screen.findByRole('button', { name: '中文' }))
    await screen.findByText('登录 Aisle')
    expect(document.documentElement.lang).toBe('zh-CN')
  })
})

describe('the way on after signing in', () => {
  it('never leaves the console', () => {
    expect(safeNext('/monitorPage?shop=1')).toBe('/monitorPage?shop=1')
    for (const next of ['https://evil.test', '//evil.test', '/\\evil.test', '/login?next=/', null])
      expect(safeNext(next)).toBe('/')
  })
})
