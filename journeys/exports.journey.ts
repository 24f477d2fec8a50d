import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

/** The shops' yesterday: theirs may be another one than that of the browser, and of whoever runs this. */
const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
const period = { from: yesterday, to: yesterday }
const ofYesterday = `from=${yesterday}&to=${yesterday}`

type Row = { shop: { id: string; name: string }; visits: { current: number | null } }
type Answer = { rows: Row[] }

/** The demo's figures are made behind the first pages. */
async function figuresAreThere(page: Page) {
  await expect
    .poll(
      async () => {
        const { rows } = await ask<Answer>(page, '/api/analysis/query', {
          metrics: ['visits'],
          period,
        })
        return (rows[0]?.visits.current ?? 0) > 0
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true)
}

const linesOf = async (download: Download): Promise<string[]> =>
  (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')

/** What a choice of the export menu of a page gives. */
async function fileOf(page: Page, choice: string) {
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
  const download = await begun
  return { name: download.suggestedFilename(), data: await readFile(await download.path()) }
}

describe('taking figures along', () => {
  it('opens a panel as a question by the keyboard, and the file of its answer holds the figures of the call', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    await figuresAreThere(page)
    await page.goto(`/x_2TotalDataView/x_2TotalDataView?${ofYesterday}`)
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
    await page.goto(`/x_2ExportOverall/x_2ExportOverall?${ofYesterday}`)
    const jobs = page.locator('[data-panel=p3]')
    await page.locator('[data-panel=p2][data-state=ready]').waitFor()
    await page.getByText('CSV', { exact: true }).click()
    await page
      .getByRole('radio', { name: 'CSV' })
      .and(page.locator(':checked'))
      .waitFor({ state: 'attached' })
    const ordered = page.waitForResponse(
      answer => answer.request().method() === 'POST' && answer.url().endsWith('/api/exports/jobs'),
    )
    await page.getByRole('button', { name: 'Submit' }).click()
    expect((await ordered).status()).toBe(200)
    await jobs.getByText('Done').first().waitFor({ timeout: 60_000 })
    await page.reload()
    const file = page.waitForEvent('download')
    await jobs.getByRole('button', { name: 'Download' }).first().click()
    const lines = await linesOf(await file)
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits'],
      dimensions: ['shop'],
      period,
    })
    const [first] = rows
    expect(
      lines.some(
        line => line.includes(first?.shop.name ?? '?') && line.includes(String(first?.visits.current)),
      ),
    ).toBe(true)
    expect(faults).toEqual([])
  })

  it('copies a table as a spreadsheet takes it, and takes a page and its panels along as pictures', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, 'admin')
    await figuresAreThere(page)
    await page.goto(`/x_2TotalDataView/x_2TotalDataView?${ofYesterday}`)
    await page.locator('[data-panel=p4][data-state=ready]').waitFor()
    await page
      .locator('[data-panel=p4]')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Copy table' }).click()
    await page.getByText(/rows copied$/).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits'],
      dimensions: ['shop'],
      period,
    })
    for (const { shop, visits } of rows) expect(copied).toContain(`\n${shop.name}\t${visits.current ?? ''}`)

    await page.goto(`/hotMap?${ofYesterday}`)
    await page.locator('[data-panel=p2]:not([data-state=loading])').waitFor()
    const jpg = await fileOf(page, 'Picture of the page (JPG)')
    expect(jpg.name).toMatch(/^Thermal analysis_.*\.jpg$/)
    expect([...jpg.data.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])

    await page.goto(`/faceForOldDevice?${ofYesterday}`)
    await page.locator('[data-panel=p4]:not([data-state=loading])').waitFor()
    const zip = await fileOf(page, 'Pictures (ZIP)')
    expect(zip.data.subarray(0, 2).toString()).toBe('PK')
    expect(zip.data.includes('Captures')).toBe(true)
    expect(faults).toEqual([])
  })

  it('hands a page that is long to a job', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    await figuresAreThere(page)
    // As if the chain had ten thousand shops: the answers say of themselves how long they are.
    await page.route('**/api/analysis/query', async route => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const one of answer.data?.answers ?? [answer.data]) if (one?.meta) one.meta.rowCount = 10_001
      await route.fulfill({ response, json: answer })
    })
    await page.goto(`/x_2SaleAna/x_2SaleAna?${ofYesterday}`)
    await page.locator('[data-panel=p6][data-state=ready]').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV (UTF-8)' }).click()
    await page.getByText(/it is being made/).waitFor()
    await page.unroute('**/api/analysis/query')
    await page.goto('/x_2ExportOverall/x_2ExportOverall')
    const job = page.locator('[data-panel=p3] tr').filter({ hasText: 'Sales (data overview)' }).first()
    await job.getByText('Done').waitFor({ timeout: 60_000 })
    const file = page.waitForEvent('download')
    await job.getByRole('button', { name: 'Download' }).click()
    const lines = await linesOf(await file)
    expect(lines.some(line => line.includes('By shop: table'))).toBe(true)
    expect(faults).toEqual([])
  })

  it('gives an export up, makes it again, and hands its files out together', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    await figuresAreThere(page)
    await page.goto('/ExportPatch/ExportPatch?period=last7')
    await page.getByText('Excel', { exact: true }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    const job = page.locator('[data-panel=p3] tbody tr').filter({ hasText: 'Batch' }).first()
    await job.getByRole('button', { name: 'Cancel' }).click()
    await job.getByText('Cancelled').waitFor()
    await job.getByRole('button', { name: 'Retry' }).click()
    await job.getByText('Done').waitFor({ timeout: 60_000 })
    const file = page.waitForEvent('download')
    await job.getByRole('button', { name: 'Download' }).click()
    const download = await file
    expect(download.suggestedFilename()).toBe('Batch.zip')
    const zip = await readFile(await download.path())
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits'],
      dimensions: ['shop'],
      period,
    })
    for (const { shop } of rows) expect(zip.includes(shop.name)).toBe(true)
    expect(faults).toEqual([])
  })
})
