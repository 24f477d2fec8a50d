import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { readBarCode } from '../apps/simulator/src/video/bar-code.ts'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

declare global {
  interface Window {
    /** Reads the time that simulated cameras burn in. */
    readBarCode: typeof readBarCode
  }
}

/** The product of the journeys of this process. */
export function ownProduct(): { url: string; control: string } {
  const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!product) throw new Error('no product was started for this process')
  return product
}

/** One Chromium for a file of journeys; each journey opens pages as a person of its own. */
export function useBrowser() {
  let browser: Browser | undefined
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject('browserPath'),
      args: quiet,
      // Without a UTF-8 locale Chromium calls a file with a Chinese name "download".
      env: { ...process.env, LANG: 'C.UTF-8' },
    })
  })
  afterAll(async () => {
    await browser?.close()
  })
  return {
    /** A new person's browser; `faults` gathers what pages throw. */
    async open({
      locale = 'zh-CN',
      width = 1440,
      height = 900,
      baseURL = ownProduct().url,
    } = {}): Promise<{ page: Page; faults: string[] }> {
      if (!browser) throw new Error('the browser is not open yet')
      const context = await browser.newContext({
        locale,
        // The demo's shops keep Beijing time: yesterday is the same for them and for whoever looks.
        timezoneId: 'Asia/Shanghai',
        viewport: { width, height },
        baseURL,
      })
      contexts.push(context)
      // The console's own policy forbids to make code from text: the reader of bar codes is put in from outside.
      await context.addInitScript(`window.readBarCode = ${readBarCode.toString()}`)
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const faults: string[] = []
      page.on('pageerror', error => faults.push(error.message))
      page.on('console', message => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        // What could not be loaded is named: a stream of a platform, or something of ours.
        const { url } = message.location()
        faults.push(message.text().startsWith('Failed to load') ? `${message.text()} ${url}` : message.text())
      })
      return { page, faults }
    },
  }
}

/** Signs in on the login page and waits until the console stands. */
export async function signIn(page: Page, name: string, password = 'Aisle2026') {
  await page.goto('/login')
  await page.fill('input[autocomplete=username]', name)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL(address => !address.pathname.startsWith('/login'))
}

/** Asks the product as the person signed in on the page would. */
export async function ask<T>(page: Page, path: string, body?: object): Promise<T> {
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const accessToken = localStorage.getItem('accessToken') ?? ''
      const headers = { accessToken, 'content-type': 'application/json' }
      const init = body
        ? { method: 'POST', headers, body: JSON.stringify(body) }
        : { headers: { accessToken } }
      return (await fetch(path, init)).json()
    },
    { path, body },
  )
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data
}

/** A form that another journey of the same person left half filled begins anew. */
export async function discardDraft(page: Page, kind: 'evaluation' | 'inspection' | 'daily', shopId: string) {
  await page.evaluate(async path => {
    const accessToken = localStorage.getItem('accessToken') ?? ''
    await fetch(path, { method: 'DELETE', headers: { accessToken } })
  }, `/api/score-drafts/${kind}/${shopId}`)
}
