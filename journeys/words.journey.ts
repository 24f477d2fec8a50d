import { describe, expect, it } from 'vitest'
import { signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

describe('words beside figures', () => {
  it('a remark on a day is written and signed, and stands there for who may only read it', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    const address = '/x_2BusinessDaily/x_2BusinessDaily?from=2026-02-03&to=2026-02-03'
    await page.goto(address)
    const words = page.locator('[data-panel=p5]')
    await words.getByRole('textbox', { name: 'Remark' }).fill('Storm, closed an hour early')
    await words.getByRole('button', { name: 'Sign' }).click()
    await words.getByText(/^Signed by/).waitFor()

    const reader = await browser.open({ locale: 'en-US' })
    await signIn(reader.page, 'support')
    await reader.page.goto(address)
    const read = reader.page.locator('[data-panel=p5]')
    await read.getByText('Storm, closed an hour early').waitFor()
    expect(await read.getByRole('textbox').count()).toBe(0)
    expect([...faults, ...reader.faults]).toEqual([])
  })

  it('an article is written, published, and found by its readers; a figure says what it means', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'admin')
    await page.goto('/x_2knowledgeBase')
    await page.getByRole('button', { name: 'New article' }).click()
    await page.getByLabel('Title in Chinese').fill('换季陈列怎么看')
    await page.getByLabel('Title in English').fill('Reading a change of season')
    await page.getByLabel('Text in English').fill('## Two weeks\n- before\n- after')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const article = page.locator('[data-panel=p2]')
    await article.getByRole('button', { name: 'Publish' }).click()
    await article.getByRole('button', { name: 'Archive' }).waitFor()

    const reader = await browser.open({ locale: 'en-US' })
    await signIn(reader.page, 'viewer')
    await reader.page.goto('/x_2knowledgeBase')
    await reader.page.getByRole('searchbox', { name: 'Search figures, pages and articles' }).fill('season')
    await reader.page
      .locator('[data-panel=p1]')
      .getByRole('button', { name: 'Reading a change of season' })
      .click()
    await reader.page.locator('[data-panel=p2]').getByRole('heading', { name: 'Two weeks' }).waitFor()
    await reader.page.getByRole('searchbox', { name: 'Search figures, pages and articles' }).fill('Bag rate')
    await reader.page.locator('[data-panel=p1]').getByRole('button', { name: 'Bag rate' }).first().click()
    await reader.page.locator('[data-panel=p2]').getByText('Formula').waitFor()
    expect([...faults, ...reader.faults]).toEqual([])
  })
})
