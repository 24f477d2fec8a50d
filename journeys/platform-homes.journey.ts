import { expect, it } from 'vitest'
import { signIn, useBrowser } from './browser.ts'

const browser = useBrowser()
const ready = '[data-state=ready]'

it('the home of the second platform plays a camera where it stands', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  await page.goto('/homePage/homeIndexWholeally')
  for (const id of ['p1', 'p2', 'p3', 'p4', 'p5']) await page.locator(`[data-panel=${id}]${ready}`).waitFor()
  const videos = page.locator('[data-panel=p2]')
  expect(await videos.locator('.home-video').count()).toBe(4)
  await videos.getByRole('button', { name: /播放/ }).first().click()
  await videos.locator('[data-panel^="live-"][data-state=live]').waitFor({ timeout: 30_000 })
  expect(faults).toEqual([])
})

it('the home of the third platform shows what is recorded of a day, and the day before', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  await page.goto('/huaweiiCloud/homeIndex/homeIndexHuaWeiiCloud')
  for (const id of ['p1', 'p2', 'p3', 'p4', 'p5']) await page.locator(`[data-panel=${id}]${ready}`).waitFor()
  expect(await page.locator('[data-panel=p3] .day-cell[data-picked]').count()).toBe(1)
  const spans = page.locator('.spans-bar')
  await expect.poll(() => spans.count()).toBeGreaterThan(0)
  await page.locator('[data-panel=p3] .day-cell').first().click()
  await page.waitForURL(/day=\d{4}-\d{2}-01/)
  await page.locator(`[data-panel=p4]${ready}`).waitFor()
  expect(faults).toEqual([])
})
