import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()
const board = '/homePage/homeProblems?period=last7'

/** Somebody who looks at the board. */
async function atBoard(name: string) {
  const { page, faults } = await browser.open()
  await signIn(page, name)
  const { realName } = await ask<{ realName: string }>(page, '/api/auth/me')
  await page.goto(board)
  await page.locator('.board-column').first().waitFor()
  return { page, faults, realName }
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const drawer = (page: Page) => page.locator('.problem-drawer')
const dialog = (page: Page) => page.locator('.ant-modal')
/** Live words in the corner, and the number on the bell. */
const told = (page: Page, words: string) => page.locator('.toast', { hasText: words }).waitFor()

async function pick(page: Page, field: Locator, words: string) {
  await field.click()
  await page.keyboard.type(words)
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: words })
    .first()
    .click()
}

it('a problem is followed from the finding to its end by two people, each told live', async () => {
  const inspector = await atBoard('inspector')
  const manager = await atBoard('analyst')
  const item = `通道堆物 ${Date.now() % 100_000}`

  // The inspector raises it by hand and charges the colleague with it.
  const { page: one } = inspector
  await one.getByRole('button', { name: '登记问题' }).click()
  await pick(one, dialog(one).getByLabel('门店'), '静安寺店')
  await dialog(one).getByLabel('问题项').fill(item)
  await dialog(one).getByLabel('备注').fill('三个纸箱挡住通道')
  await pick(
    one,
    dialog(one).getByLabel('负责人'),
    inspector.realName === manager.realName ? '' : manager.realName,
  )
  await dialog(one).getByRole('button', { name: '登记问题' }).click()
  await drawer(one).getByText(item).first().waitFor()
  const id = new URL(one.url()).searchParams.get('problemId') ?? ''

  // The colleague hears of it at once, opens it and hands it over with a picture of afterwards.
  const { page: two } = manager
  await told(two, '新问题待整改')
  await two.goto(`/homePage/homeProblems?problemId=${id}`)
  await drawer(two).getByRole('button', { name: '提交整改' }).click()
  await dialog(two)
    .locator('input[type=file]')
    .setInputFiles({
      name: '整改后.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 320, height: 180, channels: 3, background: '#2a7' } })
        .png()
        .toBuffer(),
    })
  await dialog(two).locator('.picture-row img').waitFor()
  await dialog(two).getByRole('textbox', { name: '说明' }).fill('已清走')
  await dialog(two).getByRole('button', { name: '提交整改' }).click()
  await drawer(two).locator('.problem-pictures img').waitFor()

  // The inspector is told, is not satisfied and sends it back.
  await told(one, '整改已提交')
  await drawer(one).getByRole('button', { name: '退回' }).click()
  await dialog(one).getByRole('textbox', { name: '说明' }).fill('还有一箱')
  await dialog(one).getByRole('button', { name: '退回' }).click()

  // By keyboard on the board: Shift and the arrow move the card on.
  await told(two, '整改被退回')
  await two.keyboard.press('Escape')
  const card = column(two, '整改中').locator(`[data-problem="${id}"]`)
  await card.locator('.problem-open').focus()
  await two.keyboard.press('Shift+ArrowRight')
  await dialog(two).getByRole('button', { name: '提交整改' }).click()
  await column(two, '待复核').locator(`[data-problem="${id}"]`).waitFor()

  // The inspector drags it to its end; dropping it where no step leads is refused in words.
  await told(one, '整改已提交')
  await one.keyboard.press('Escape')
  const waiting = column(one, '待复核').locator(`[data-problem="${id}"]`)
  await waiting.dragTo(column(one, '已关闭').locator('header'))
  await dialog(one).getByRole('button', { name: '复核通过' }).click()
  await column(one, '已关闭').locator(`[data-problem="${id}"]`).waitFor()
  await told(two, '问题已关闭')

  type Whole = { status: string; history: { action: string }[]; afterPictures: unknown[] }
  const whole = await ask<Whole>(one, `/api/problems/${id}`)
  expect(whole.status).toBe('closed')
  expect(whole.history.map(event => event.action)).toEqual(['raise', 'submit', 'sendBack', 'submit', 'close'])
  expect(whole.afterPictures).toHaveLength(1)
  expect([...inspector.faults, ...manager.faults]).toEqual([])
}, 90_000)

it('two people at the same problem: the slower one is told and sees the present state', async () => {
  const { page, faults } = await atBoard('inspector')
  const { page: other } = await atBoard('inspector')
  const made = await other.evaluate(async () => {
    const token = localStorage.getItem('accessToken') ?? ''
    const send = async (path: string, body: object) =>
      (
        await fetch(path, {
          method: 'POST',
          headers: { accessToken: token, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()
    const shops = (
      await (
        await fetch('/api/monitor/checkShop/getCheckShopList', { headers: { accessToken: token } })
      ).json()
    ).data.records
    const { data } = await send('/api/problems', { shopId: shops[0].shopid, itemName: '价签缺失' })
    return String(data.id)
  })
  await page.goto(`/homePage/homeProblems?problemId=${made}`)
  await drawer(page).getByRole('button', { name: '提交整改' }).click()
  // Meanwhile somebody else hands it over.
  await other.goto(`/homePage/homeProblems?problemId=${made}`)
  await drawer(other).getByRole('button', { name: '提交整改' }).click()
  await dialog(other).getByRole('button', { name: '提交整改' }).click()
  await drawer(other).getByRole('button', { name: '复核通过' }).waitFor()

  await dialog(page).getByRole('button', { name: '提交整改' }).click()
  await told(page, '已被他人更新')
  await drawer(page).getByRole('button', { name: '复核通过' }).waitFor()
  // The browser itself notes the refused call.
  expect(faults.filter(fault => !fault.includes('409'))).toEqual([])
}, 60_000)
