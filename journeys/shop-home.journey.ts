import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()

describe('the home of inspection', () => {
  it('leads from an area to a shop, its figures agree with the records, and to a camera', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'inspector')
    const { shopId } = await flagship(page)
    const panel = (id: string) => page.locator(`[data-panel=${id}][data-state=ready]`)
    await page.goto('/homePage/homeIndex?area=region.1&period=last30')
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']) await panel(id).waitFor()
    await page.getByRole('heading', { name: '巡店首页', level: 1 }).waitFor()
    // A row of the ranking is the way into its shop.
    const first = panel('p2').getByRole('link').first()
    const shop = (await first.locator('.rank-name').textContent()) ?? ''
    await first.click()
    await page.getByRole('heading', { name: shop, level: 1 }).waitFor()

    await page.goto(`/homePage/homeIndex?shop=${shopId}&period=last30`)
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']) await panel(id).waitFor()
    const figure = async (label: string) =>
      Number(
        (await panel('p1').locator('.kpi', { hasText: label }).locator('.kpi-value').textContent())?.replace(
          /\D/g,
          '',
        ),
      )
    const range = new URLSearchParams(
      Object.entries(
        await page.evaluate(() => {
          const day = (ago: number) =>
            new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
          return { checkdate_beg: day(29), checkdate_end: day(0) }
        }),
      ),
    )
    const evaluations = await ask<{ total: number }>(
      page,
      `/api/evaluations?shopid=${shopId}&${range}&pageSize=1`,
    )
    const statistics = await ask<{ count: number; revoked: number }>(
      page,
      `/api/monitor/checkShop/getEvaluationStatistics?shopid=${shopId}&${range}`,
    )
    expect(await figure('评估')).toBe(statistics.count)
    expect(evaluations.total).toBe(statistics.count + statistics.revoked)
    const visits = await ask<{ total: number; records: unknown[] }>(
      page,
      `/api/monitor/checkShop/getCheckshopRecord?shopid=${shopId}&${range}`,
    )
    await panel('p7').getByText(`${visits.total} 次`).waitFor()
    expect(visits.records).toHaveLength(Math.min(10, visits.total))

    // Four videos a page; one plays in its place, and its camera opens in monitoring.
    const videos = panel('p8').locator('.home-video')
    expect(await videos.count()).toBe(4)
    const second = videos.nth(1)
    await second.hover()
    await second.getByRole('button', { name: /播放/ }).click()
    await second.locator('[data-state=live]').waitFor()
    await second.hover()
    await second.getByRole('link', { name: '进入监控' }).click()
    await page.waitForURL(
      address => address.pathname === '/monitorPage' && address.searchParams.has('camera'),
    )
    expect(faults).toEqual([])
  })
})
