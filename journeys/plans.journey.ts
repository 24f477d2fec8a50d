import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()
type Plans = {
  records: {
    id: string
    schedule: { times: string[] }
    lastRun: { dueAt: string; outcome: string; pictureId: string | null } | null
  }[]
}

describe('a plan', () => {
  it('takes its picture in the next minute, and the picture is in the gallery', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'inspector')
    const { shopId, cameras } = await flagship(page)
    const camera = cameras.find(each => each.status === 'online' && each.provider === 'ezviz')
    await page.goto(`/x_2_SnapPlan/x_2_SnapPlanList?shop=${shopId}`)
    await page.locator('[data-panel=p2][data-state=ready]').waitFor()
    await page.getByRole('button', { name: '新建计划' }).first().click()
    const form = page.locator('[data-panel=p3]')
    await form.getByLabel('摄像头与预置位').click()
    await page
      .locator('.ant-select-tree-node-content-wrapper', { hasText: `${camera?.number} ${camera?.name}` })
      .first()
      .click()
    await page.keyboard.press('Escape')

    // The minute after the next one, on the clock of the shop: there is time to save it.
    const due = new Date(Date.now() + 8 * 3_600_000 + 75_000).toISOString().slice(11, 16)
    await form.getByLabel('添加时间').fill(due)
    await form.getByRole('button', { name: '添加时间' }).click()
    await page.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByText(/新建 \d 个，更新 \d 个/).waitFor()

    const savedAt = Date.now()
    const mine = async () =>
      (await ask<Plans>(page, `/api/plans?cameraId=${camera?.id}&kind=screenshot`)).records.find(
        ({ schedule }) => schedule.times.includes(due),
      )
    await expect
      .poll(
        async () => {
          const run = (await mine())?.lastRun
          return run && Date.parse(run.dueAt) > savedAt ? run.outcome : 'not yet'
        },
        { timeout: 100_000, interval: 1000 },
      )
      .toBe('done')
    const plan = await mine()
    await page.goto(`/x_2_SnapPlan/x_2_SnapPlanList?shop=${shopId}&plan=${plan?.id}`)
    await page.locator('[data-panel=runs][data-state=ready]').getByText('成功').first().waitFor()
    await page.goto(
      `/x_2_SnapPlan/x_2_SnapPicList?shop=${shopId}&camera=${camera?.id}&kind=plan&period=today`,
    )
    await page
      .locator(`[data-panel=p1][data-state=ready] a[href*="picture=${plan?.lastRun?.pictureId}"]`)
      .waitFor()
    await ask(page, `/api/plans/pause`, { ids: [plan?.id] })
    expect(faults).toEqual([])
  }, 200_000)
})
