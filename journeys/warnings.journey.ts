import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()
type Rule = { id: string; name: string; raised: number }

/** The demo's yesterday is made behind the first pages. */
async function yesterdayIsThere(page: Page) {
  await expect
    .poll(
      async () => {
        const { rows } = await ask<{ rows: { visits?: { current: number | null } }[] }>(
          page,
          '/api/analysis/query',
          { metrics: ['visits'], period: { preset: 'yesterday' } },
        )
        return rows[0]?.visits?.current ?? 0
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeGreaterThan(0)
}

it('a limit is set, what went beyond it is seen with its curve, acknowledged and closed, and taken back', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'analyst')
  await yesterdayIsThere(page)
  const address = '/x_2FlowWarning/x_2FlowWarning?period=last7'
  await page.goto(address)
  const rules = page.locator('[data-panel=p3][data-state=ready]')
  await rules.getByRole('button', { name: '新建规则' }).click()

  // Whoever forgets the name is told at the field.
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await dialog.getByText('请输入规则名称').waitFor()
  const name = `旅程拥挤 ${Date.now() % 100_000}`
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByLabel('在场人数上限').fill('20')
  await dialog.getByRole('combobox', { name: '门店' }).click()
  await page.keyboard.type('静安寺店')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '静安寺店' })
    .first()
    .click()
  await dialog.locator('.ant-modal-title').click()
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await rules.getByText(name).waitFor()

  // The limits are looked at soon after, by the job of whichever server is free.
  const ruleOf = async () => (await ask<Rule[]>(page, '/api/warnings/rules')).find(rule => rule.name === name)
  await expect
    .poll(async () => (await ruleOf())?.raised ?? 0, { timeout: 60_000, interval: 500 })
    .toBeGreaterThan(0)
  const rule = await ruleOf()
  await page.goto(`${address}&rule=${rule?.id}&status=open`)
  const list = page.locator('[data-panel=p2][data-state=ready]')
  await list
    .getByRole('button', { name: /拥挤 · 静安寺店/ })
    .first()
    .click()
  await page.locator('[data-panel=p6][data-state=ready]').waitFor()
  const id = new URL(page.url()).searchParams.get('warning') ?? ''
  const statusOf = async () =>
    (await ask<{ warning: { status: string } }>(page, `/api/warnings/${id}`)).warning.status

  await list.getByLabel('备注').fill('导购已到位')
  await list.getByRole('button', { name: /知\s*悉/ }).click()
  await expect.poll(statusOf).toBe('acknowledged')
  // It leaves the list of open ones and stays before the reader until it is closed.
  await list.getByLabel('备注').fill('客流已散')
  await list.getByRole('button', { name: /解\s*决/ }).click()
  await expect.poll(statusOf).toBe('resolved')
  await list.getByText('客流已散').waitFor()
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await expect.poll(statusOf).toBe('open')

  // Nothing of the journey stays in the way of others.
  await rules.getByRole('button', { name: `删除「${name}」` }).click()
  await page
    .locator('.ant-popover:visible')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect.poll(ruleOf).toBeUndefined()
  expect(faults).toEqual([])
})
