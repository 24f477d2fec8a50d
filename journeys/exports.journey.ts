import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

type Row = { shop: { id: string; name: string }; visits: { current: number | null } }
type Answer = { rows: Row[] }

/** The demo's figures are made behind the first pages. */
async function figuresAreThere(page: Page) {
  await expect
    .poll(
      async () => {
        const { rows } = await ask<Answer>(page, '/api/analysis/query', {
          metrics: ['visits'],
          period: { preset: 'yesterday' },
        })
        return (rows[0]?.visits.current ?? 0) > 0
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true)
}

const linesOf = async (download: Download): Promise<string[]> =>
  (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')

describe('taking figures along', () => {
  it('opens a panel as a question by the keyboard, and the file of its answer holds the figures of the call', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    await figuresAreThere(page)
    await page.goto('/x_2TotalDataView/x_2TotalDataView?period=yesterday')
    await page.locator('[data-panel=p4][data-state=ready]').waitFor()
    const more = page.locator('[data-panel=p4]').getByRole('button', { name: /^More about/ })
    await more.focus()
    await page.keyboard.press('Enter')
    const picture = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download picture', exact: true }).press('Enter')
    const png = await readFile(await (await picture).path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')

    await more.click()
    await page.getByRole('menuitem', { name: 'Open as custom query' }).click()
    await page.waitForURL(address => address.pathname === '/freeInquiry' && address.searchParams.has('q'))
    await page.locator('[data-panel=result][data-state=ready]').waitFor()
    const question = JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}')
    const { rows } = await ask<Answer>(page, '/api/analysis/query', question)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const lines = await linesOf(await file)
    for (const { shop, visits } of rows)
      expect(lines.some(line => line.startsWith(`${shop.name},${visits.current ?? ''}`))).toBe(true)
    expect(rows.length).toBeGreaterThan(10)
    expect(faults).toEqual([])
  })

  it('has a long export made by a job that is there after a reload', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    await figuresAreThere(page)
    await page.goto('/x_2ExportOverall/x_2ExportOverall?period=yesterday')
    await page.getByText('CSV', { exact: true }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    const jobs = page.locator('[data-panel=p3]')
    await jobs.getByText('Done').first().waitFor({ timeout: 60_000 })
    await page.reload()
    const file = page.waitForEvent('download')
    await jobs.getByRole('button', { name: 'Download' }).first().click()
    const lines = await linesOf(await file)
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits'],
      dimensions: ['shop'],
      period: { preset: 'yesterday' },
    })
    const [first] = rows
    expect(
      lines.some(
        line => line.includes(first?.shop.name ?? '?') && line.includes(String(first?.visits.current)),
      ),
    ).toBe(true)
    expect(faults).toEqual([])
  })
})
