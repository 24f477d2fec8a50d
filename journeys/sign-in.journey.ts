import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownProduct, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()
const packedFile = (path: string) => resolve(import.meta.dirname, `../apps/web/dist${path}.br`)

describe('signing in', () => {
  it('speaks the language of the browser and takes a person to the overview', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await page.goto('/login')
    await page.getByRole('heading', { name: '登录 Aisle', level: 1 }).waitFor()
    await signIn(page, 'inspector')
    await page.getByRole('heading', { name: '数据总览', level: 1 }).waitFor()
    await page.locator('[data-panel=p1]').waitFor()
    expect(faults).toEqual([])

    const english = await browser.open({ locale: 'en-GB' })
    await english.page.goto('/login')
    await english.page.getByRole('heading', { name: 'Sign in to Aisle', level: 1 }).waitFor()
    expect(english.faults).toEqual([])
  })

  it('loads scripts as small as the build packed them', async () => {
    const { page } = await browser.open()
    await page.goto('/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const scripts: string[] = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter(path => path.endsWith('.js')),
    )
    // What is smaller than 2 kB is not packed.
    const packed = scripts.filter(path => existsSync(packedFile(path)))
    expect(packed.length).toBeGreaterThan(3)
    for (const path of packed) {
      const answer = await fetch(ownProduct().url + path, { headers: { 'accept-encoding': 'gzip, br' } })
      expect(answer.headers.get('content-length'), path).toBe(String(statSync(packedFile(path)).size))
    }
  })

  it('tells a wrong password and stays', async () => {
    const { page } = await browser.open()
    await page.goto('/login')
    await page.fill('input[autocomplete=username]', 'inspector')
    await page.fill('input[type=password]', 'guess')
    await page.keyboard.press('Enter')
    await page.getByText('用户名或密码不正确').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('asks who it is before it shows a page, and goes on to that page', async () => {
    const { page } = await browser.open()
    await page.goto('/inspection/favourites')
    await page.waitForURL(address => address.pathname === '/login')
    await page.fill('input[autocomplete=username]', 'inspector')
    await page.fill('input[type=password]', 'Aisle2026')
    await page.keyboard.press('Enter')
    await page.waitForURL(address => address.pathname === '/inspection/favourites')
  })
})
