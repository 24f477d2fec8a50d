import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()
const address = '/custom_area_x?shop=702001'
/** Corners as shares of the plan's place: across the aisle before the stairs. */
const corners = [
  [0.32, 0.4],
  [0.44, 0.4],
  [0.44, 0.58],
  [0.32, 0.58],
] as const

async function planBox(page: Page) {
  const box = await page.locator('[data-panel=p1] .floor-plan-box').boundingBox()
  if (!box) throw new Error('the plan is not on the page')
  return ([x, y]: readonly [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const
}
const list = (page: Page) => page.locator('[data-panel=p2]')

describe('an area of one’s own', () => {
  it('is drawn with the pointer, found again after a reload, and comes back after it was deleted', async () => {
    const { page, faults } = await browser.open({ height: 1100 })
    await signIn(page, 'analyst')
    // Heat is made behind the first pages.
    await expect
      .poll(
        async () => {
          const { rows } = await ask<{ rows: { heatValue: { current: number | null } }[] }>(
            page,
            '/api/analysis/query',
            { metrics: ['heatValue'], period: { preset: 'yesterday' }, source: 'heat' },
          )
          return rows[0]?.heatValue.current ?? 0
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    const name = `旅程 ${Date.now()}`
    await page.goto(address)
    await page.locator('[data-panel=p1][data-state=ready] .floor-plan-box').waitFor()
    await page.getByRole('button', { name: '画区域' }).click()
    const at = await planBox(page)
    for (const corner of corners) await page.mouse.click(...at(corner))
    // One corner too many is taken back by key.
    await page.mouse.click(...at([0.2, 0.5]))
    await page.getByText('角点坐标（5 个）').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('角点坐标（4 个）').waitFor()
    await page.getByLabel('名称').fill(name)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await list(page)
      .getByRole('button', { name: new RegExp(name) })
      .first()
      .waitFor()

    await page.reload()
    const row = list(page).locator('li', { hasText: name })
    await row.waitFor()
    await expect.poll(() => row.locator('dd').first().textContent(), { timeout: 20_000 }).toMatch(/\d+ 人次/)

    await row.getByRole('button', { name: `删除「${name}」` }).click()
    await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '撤销' }).click()
    await row.waitFor()
    await row.getByRole('button', { name: `删除「${name}」` }).click()
    await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })
})
