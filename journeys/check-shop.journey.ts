import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ask, discardDraft, signIn, useBrowser } from './browser.ts'
import { flagship, livePane } from './cameras.ts'

const browser = useBrowser()

type Visit = { id: string; checkshopEnd: string | null; videoCount: number }
type Evaluation = { id: string; recordId: string | null; score: number; deductCount: number }
type Problem = {
  id: string
  status: string
  beforePictures: { id: string }[]
}
type Records<Line> = { records: Line[] }

const visits = async (page: Page, shopId: string) =>
  (
    await ask<Records<Visit>>(
      page,
      `/api/monitor/checkShop/getCheckshopRecord?sort=checkshopBeg&order=desc&pageNumber=1&pageSize=5&shopid=${shopId}`,
    )
  ).records
const evaluations = async (page: Page, shopId: string) =>
  (await ask<Records<Evaluation>>(page, `/api/evaluations?shopid=${shopId}&pageSize=5`)).records
const problemsOf = async (page: Page, shopId: string, keyword: string) => {
  const query = new URLSearchParams({ shopId, keyword })
  return (await ask<Records<Problem>>(page, `/api/problems?${query}`)).records
}

/** The person's monitoring page of the flagship, live. */
async function checking(user: string, options: Parameters<typeof browser.open>[0] = {}) {
  const { page, faults } = await browser.open(options)
  await signIn(page, user)
  const { shopId, cameras } = await flagship(page)
  const online = cameras.filter(camera => camera.status === 'online')
  await discardDraft(page, 'evaluation', shopId)
  await page.goto(`/monitorPage?shop=${shopId}&camera=${online[0]?.id}`)
  await livePane(page, online[0]?.id ?? '')
  return { page, faults, shopId, online }
}

it('a shop is checked by keys: cameras walked, points deducted with a picture, records written, problem raised and verified', async () => {
  const { page, faults, shopId, online } = await checking('inspector')
  const began = Date.now()
  const panel = page.locator('[data-panel=p4]')
  await panel.getByText('未评 18').waitFor()

  // Walk: the next camera is noted in the same visit.
  await page.keyboard.press(']')
  await livePane(page, online[1]?.id ?? '')
  await page
    .locator('[data-panel=p6]')
    .getByText(/^已查看 2 \//)
    .waitFor()
  await expect.poll(async () => (await visits(page, shopId))[0]?.videoCount, { timeout: 10_000 }).toBe(2)
  const [visit] = await visits(page, shopId)

  // Pass and deduct by keys; a deduction takes its picture by itself.
  await page.keyboard.press('y')
  await panel.getByText('通过 1').waitFor()
  await page.keyboard.press('n')
  await panel.getByRole('img', { name: '所附图片 1' }).waitFor({ timeout: 15_000 })
  await page.keyboard.press('w')
  await panel.getByText('扣分 1').waitFor()

  // Evidence: capture and draw on it by one key; the original stays, the picture belongs to the item.
  await page.keyboard.press('a')
  const drawing = page.locator('.annotator-stage')
  // The stage takes its height from the picture.
  await drawing.locator('img').evaluate(async image => image instanceof HTMLImageElement && image.decode())
  const stage = await drawing.boundingBox()
  if (!stage) throw new Error('nothing to draw on')
  await page.mouse.move(stage.x + stage.width * 0.3, stage.y + stage.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(stage.x + stage.width * 0.5, stage.y + stage.height * 0.6, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.type('杂物未归位')
  await page.keyboard.press('Enter')
  await drawing.getByText('杂物未归位').waitFor()
  await page.getByRole('button', { name: '保存标注' }).click()
  await page.locator('[data-panel=annotate]').waitFor({ state: 'detached' })
  await panel.getByRole('img', { name: '所附图片 2' }).waitFor()

  const remark = `左侧有纸箱 ${began}`
  await panel.getByLabel('备注').fill(remark)
  await page.keyboard.press('Escape')
  await panel.getByText(/^已自动保存/).waitFor()

  // Inspection and daily record beside the same picture.
  await page.keyboard.press('t')
  await panel.locator('[data-panel=inspection][data-state=ready]').waitFor()
  await panel.getByRole('button', { name: '其余正常' }).click()
  await panel.getByRole('button', { name: '保存巡检' }).click()
  await panel.locator('[data-panel=day-inspections][data-state=ready]').waitFor()
  await panel.getByText('查 12 项 · 异常 0').waitFor()
  await page.keyboard.press('t')
  await panel.getByLabel('内容').fill('新品到货 12 箱，已验收')
  await panel.getByRole('button', { name: '保存记录' }).click()
  await panel
    .locator('[data-panel=day-notes]')
    .getByText(/新品到货 12 箱/)
    .waitFor()
  await panel.getByRole('button', { name: /^删除/ }).click()
  await page
    .locator('.ant-popconfirm')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await page.getByRole('button', { name: '撤销' }).click()
  await panel
    .locator('[data-panel=day-notes]')
    .getByText(/新品到货 12 箱/)
    .waitFor()

  // Submit: what is left out is said once; Enter confirms.
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('未评 16 项').waitFor()
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: /报告 PDF/ }).waitFor()
  const [evaluation] = await evaluations(page, shopId)
  expect(evaluation).toMatchObject({ recordId: visit?.id, deductCount: 1 })
  const raised = () => problemsOf(page, shopId, remark)
  await expect.poll(async () => (await raised())[0]?.beforePictures.length, { timeout: 15_000 }).toBe(2)
  const [problem] = await raised()
  type Drawn = { annotations: { shapes: { kind: string; label: string }[] }[] }
  const drawn = await Promise.all(
    (problem?.beforePictures ?? []).map(({ id }) => ask<Drawn>(page, `/api/pictures/${id}`)),
  )
  expect(drawn.flatMap(each => each.annotations.flatMap(({ shapes }) => shapes))).toMatchObject([
    { kind: 'box', label: '杂物未归位' },
  ])

  // The visit ends on a word, and the record says so.
  const visitPanel = page.locator('[data-panel=p6]')
  await visitPanel.getByRole('button', { name: '结束巡店' }).click()
  await page.locator('.ant-popconfirm').getByRole('button', { name: '结束巡店' }).click()
  await visitPanel.getByText('已结束').waitFor()
  expect((await visits(page, shopId)).find(each => each.id === visit?.id)?.checkshopEnd).not.toBeNull()
  expect(Date.now() - began).toBeLessThan(600_000)

  // The next visit verifies what this one raised: old picture and live picture side by side.
  await visitPanel.getByRole('button', { name: '开始巡店' }).click()
  await visitPanel.getByText('巡店中').waitFor()
  await panel.getByText(/^上次问题/).click()
  const row = panel.getByRole('listitem').filter({ hasText: remark })
  await row.getByRole('button', { name: '去核对' }).click()
  await page.locator('[data-panel=p2] .old-picture img').waitFor()
  await page.locator('[data-panel=p2] [data-panel^="live-"][data-state=live]').waitFor({ timeout: 30_000 })
  await page.keyboard.press('y')
  await page.getByText(/已复核关闭/).waitFor({ timeout: 20_000 })
  await expect
    .poll(async () => (await ask<Problem>(page, `/api/problems/${problem?.id}`)).status)
    .toBe('closed')
  expect(faults).toEqual([])
})

it('a visit ends when its tab is closed', async () => {
  const { page, shopId, online } = await checking('admin')
  await expect.poll(async () => (await visits(page, shopId))[0]?.checkshopEnd).toBeNull()
  const [visit] = await visits(page, shopId)
  const other = await browser.open()
  await signIn(other.page, 'admin')
  await page.close()
  await expect
    .poll(
      async () =>
        (await visits(other.page, shopId)).find(each => each.id === visit?.id)?.checkshopEnd ?? null,
      { timeout: 10_000 },
    )
    .not.toBeNull()
  expect(online.length).toBeGreaterThan(0)
})

it('a phone checks the same shop in one hand', async () => {
  const { page, faults, shopId, online } = await checking('admin', { width: 390, height: 844 })
  const sheet = page.locator('[data-panel=p4]')
  await sheet.getByRole('button', { name: '通过' }).click()
  await page.getByRole('button', { name: '下一路' }).click()
  await livePane(page, online[1]?.id ?? '')
  await sheet.getByRole('button', { name: '扣分' }).click()
  await sheet.getByRole('img', { name: '所附图片 1' }).waitFor({ timeout: 15_000 })
  await sheet.getByRole('button', { name: /一般/ }).click()
  await sheet
    .getByRole('button', { name: /提交巡店/ })
    .last()
    .click()
  await page.getByRole('button', { name: '仍要提交' }).click()
  await sheet.getByRole('link', { name: /报告 PDF/ }).waitFor()
  const [evaluation] = await evaluations(page, shopId)
  const [visit] = await visits(page, shopId)
  expect(evaluation).toMatchObject({ recordId: visit?.id, deductCount: 1 })
  for (const [tab, ready] of [
    ['巡检记录', 'inspection'],
    ['日常记录', 'daily'],
  ] as const) {
    await sheet.getByText(tab, { exact: true }).click()
    await sheet.locator(`[data-panel=${ready}][data-state=ready]`).waitFor()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(
    await page.evaluate(() => {
      const main = document.querySelector('main')
      return main ? main.scrollWidth - main.clientWidth : 1
    }),
  ).toBe(0)
  expect(faults).toEqual([])
})
