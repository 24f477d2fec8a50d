import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()
type Form = { items: { itemId: string; children: { itemId: string; itemName: string }[] }[] }

describe('how an area is inspected', () => {
  it('leads from the overview to the records of a shop and the videos of a visit', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'inspector')
    await page.goto('/x_2ShopInspection/x_2ShopInspection?period=last30')
    const panel = (id: string) => page.locator(`[data-panel=${id}][data-state=ready]`)
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']) await panel(id).waitFor()

    const row = panel('p6').getByRole('row', { name: /静安寺店/ })
    const patrols = Number(await row.getByRole('cell').nth(1).textContent())
    expect(patrols).toBeGreaterThan(5)
    await row.getByRole('cell').nth(1).getByRole('link').click()
    await page.waitForURL(address => address.pathname === '/inspection/records')
    await page.getByRole('heading', { name: '巡店记录', level: 1 }).waitFor()
    await panel('p2').getByText(`${patrols} 条`).waitFor()

    // A visit that somebody has not left yet shows no end: the first that is over is opened.
    const over = panel('p2')
      .locator('tbody tr', { hasText: '静安寺店' })
      .filter({ hasNotText: '进行中' })
      .first()
    await over.getByRole('cell', { name: '静安寺店' }).click()
    const watched = page.getByRole('list', { name: '看过的画面' }).getByRole('listitem')
    await watched.first().waitFor()
    expect(await watched.first().textContent()).toMatch(/\d{2}:\d{2}:\d{2} – \d{2}:\d{2}:\d{2}/)
    const videos = Number(await over.getByRole('cell').nth(5).textContent())
    expect(await watched.count()).toBe(videos)
    expect(faults).toEqual([])
  })
})

describe('the form that shops are checked with', () => {
  it('is edited in its tree, and scored with as it was edited', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'admin')
    await page.goto('/inspection/forms')
    const line = page.getByRole('treeitem', { name: /门头与招牌整洁明亮/ })
    await line.click()
    await page.getByLabel('名称', { exact: true }).fill('门头招牌干净')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存「门头招牌干净」').waitFor()

    const renamed = page.getByRole('treeitem', { name: /门头招牌干净/ })
    await renamed.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await items(page))[1]).toBe('门头招牌干净')

    const { shopId } = await flagship(page)
    await page.goto(`/monitorPage?shop=${shopId}`)
    await page.locator('[data-panel=p4]').getByText('门头招牌干净').first().waitFor()

    // As it was: other journeys check shops with the same form.
    await page.goto('/inspection/forms')
    await renamed.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(async () => (await items(page))[0]).toBe('门头招牌干净')
    await renamed.click()
    await page.getByLabel('名称', { exact: true }).fill('门头与招牌整洁明亮')
    await page.getByRole('button', { name: '保存' }).click()
    await line.waitFor()
    expect(faults).toEqual([])
  })
})

/** The first group of the evaluation form as the server holds it. */
async function items(page: Parameters<typeof ask>[0]): Promise<string[]> {
  const form = await ask<Form>(page, '/api/check-items?kind=evaluation')
  return form.items[0]?.children.map(({ itemName }) => itemName) ?? []
}
