import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()

it('a shop is watched with its figures beside the picture; a point of the trend is replayed', async () => {
  const { page, faults } = await browser.open({ locale: 'zh-CN' })
  await signIn(page, 'admin')
  const { shopId } = await flagship(page)
  type Answer = { rows: { visits: { current: number | null } }[] }
  const visitsOf = async (day: string) => {
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits'],
      period: { from: day, to: day },
      filters: [{ member: 'shop', op: 'in', values: [shopId] }],
    })
    return rows[0]?.visits.current ?? 0
  }
  const yesterday = new Date(Date.now() - 16 * 3_600_000).toISOString().slice(0, 10)
  await expect.poll(() => visitsOf(yesterday), { timeout: 60_000, interval: 500 }).toBeGreaterThan(0)

  await page.goto(`/x_2ShopInspection/x_2MonitorPage?shop=${shopId}&day=${yesterday}`)
  await page.locator('[data-panel^="live-"][data-state=live]').first().waitFor()
  const figures = page.locator('[data-panel=p2][data-state=ready]')
  await figures.waitFor()
  const shown = await figures.getByRole('listitem').first().textContent()
  expect(shown).toContain((await visitsOf(yesterday)).toLocaleString('zh-CN'))
  for (const panel of ['p4', 'p5']) await page.locator(`[data-panel=${panel}][data-state=ready]`).waitFor()

  // Four pictures at once, and back to one.
  await page.locator('.toolbar').getByText('4', { exact: true }).click()
  await expect.poll(() => page.locator('.data-cell').count()).toBe(4)
  await page.locator('.toolbar').getByText('1', { exact: true }).click()

  // Arrow keys go through the points of the trend; Enter replays one.
  const trend = page.locator('[data-panel=p3][data-state=ready]')
  await trend.locator('.chart-picture').focus()
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.locator('[data-panel^="playback-"]').waitFor()
  expect(faults).toEqual([])
})
