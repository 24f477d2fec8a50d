import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

type Tracked = {
  records: { shopId: string; trackId: string; personId: string; zones: number; date: string }[]
}

/** Yesterday on the clock of the demo's shops. */
const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)

/** Somebody whom ceilings followed yesterday; the demo's days are made behind the first pages. */
async function somebodyFollowed(page: Page) {
  const found = () =>
    ask<Tracked>(page, `/api/persons/tracks?from=${yesterday}&to=${yesterday}&pageSize=50`).then(
      ({ records }) => records.find(({ zones }) => zones > 1),
    )
  await expect.poll(found, { timeout: 90_000, interval: 1000 }).toBeDefined()
  const one = await found()
  if (!one) throw new Error('nobody was followed')
  return one
}

it('a person is found by photo id, the visits are read, and the latest way is walked again for a reason', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'admin')
  const { personId } = await somebodyFollowed(page)

  await page.goto(`/snapshotList?from=${yesterday}&to=${yesterday}`)
  await page.getByRole('searchbox', { name: '按照片编号查找' }).fill(personId)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: new RegExp(`编号 ${personId}`) }).click()

  await page.getByRole('heading', { level: 1, name: '抓拍详情' }).waitFor()
  const file = page.locator('[data-panel=p1]')
  await file.getByText(`#${personId}`).waitFor()
  expect(await file.locator('img').count()).toBe(0)
  await file.getByRole('button', { name: '查看原图' }).click()
  await file.locator('img').waitFor()
  await page.locator('[data-panel=p2] .visit-line > li').first().waitFor()

  const path = page.locator('[data-panel=p3]')
  await path.getByRole('button', { name: '查看动线' }).click()
  const time = path.getByRole('slider', { name: '时间' })
  await time.waitFor()
  await time.fill('0')
  const walked = () => path.locator('.way-gone').first().getAttribute('points')
  const atFirst = await walked()
  await path.locator('.way-dot').waitFor()
  await path.getByRole('button', { name: '播放' }).click()
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(0)
  await expect.poll(walked).not.toBe(atFirst)
  expect(faults).toEqual([])
})
