import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

type Cell = { current: number | null; growth?: number | null }
type Answer = { rows: Record<string, Cell>[] }

/** The demo's figures are made behind the first pages. */
async function figuresAreThere(page: Page) {
  await expect
    .poll(
      async () => {
        const { rows } = await ask<Answer>(page, '/api/analysis/query', {
          metrics: ['visits', 'sales'],
          period: { preset: 'yesterday' },
          compare: { type: 'lastWeekSameDay' },
        })
        // The last days are made first, those that they are held against after them.
        return [rows[0]?.visits, rows[0]?.sales].every(cell => typeof cell?.growth === 'number')
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true)
}

describe('the pages of figures', () => {
  it('show the figures that the question of their panel is answered with, and so does the export', async () => {
    const { page, faults } = await browser.open({ locale: 'en-US' })
    await signIn(page, 'analyst')
    await figuresAreThere(page)
    await page.goto('/overView?period=yesterday&compare=lastWeekSameDay')
    const strip = page.locator('[data-panel=p1][data-state=ready]')
    await strip.waitFor()
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits', 'passers'],
      period: { preset: 'yesterday' },
      compare: { type: 'lastWeekSameDay' },
    })
    const visits = rows[0]?.visits
    const growth = visits?.growth ?? 0
    const shown = await strip.getByRole('listitem').first().textContent()
    expect(shown).toContain(`${growth > 0 ? '+' : ''}${growth.toFixed(1)}${growth === 0 ? '' : '%'}`)

    // The table of the trend holds the hours of the day; they add up to the figure of the day.
    const trend = page.locator('[data-panel=p2][data-state=ready]')
    await trend.getByRole('button', { name: 'Table' }).click()
    const hours = await trend.locator('tbody tr td:first-of-type').allTextContents()
    const sum = hours.reduce((total, text) => total + (Number(text.replaceAll(/[^\d.]/g, '')) || 0), 0)
    expect(sum).toBeGreaterThan(0)

    // What is chosen stands in the address and is there again after a reload.
    await page.getByRole('combobox', { name: 'Day type' }).click()
    await page.getByText('Weekend', { exact: true }).last().click()
    await page.waitForURL(address => address.searchParams.get('dayType') === 'weekend')
    await page.reload()
    await page.locator('[data-panel=p1]').waitFor()
    expect(new URL(page.url()).searchParams.get('dayType')).toBe('weekend')
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.waitForURL(address => address.searchParams.get('dayType') === null)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^Flow overview.*\.csv$/)
    expect(faults).toEqual([])
  })

  it('show nothing that their reader may not see', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'inspector')
    await page.goto('/Goods')
    await page
      .getByText(/没有.*权限/)
      .first()
      .waitFor()
    await page.goto('/x_2MultCompare/x_2MultCompare?period=last7')
    await page.locator('[data-panel=p1]').waitFor()
    expect(await page.getByText('销售额').count()).toBe(0)
    expect(faults).toEqual([])
  })
})
