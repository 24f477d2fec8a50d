import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { look } from './cameras.ts'

const browser = useBrowser()

it.each([
  ['2x2', 4],
  ['4x4', 16],
] as const)(
  'the wall shows %s panes of several shops, each with a clock that goes on',
  async (layout, count) => {
    const { page, faults } = await browser.open()
    await signIn(page, 'inspector')
    const { records } = await ask<{ records: { shopid: string }[] }>(
      page,
      '/api/monitor/checkShop/getCheckShopList?pageSize=12',
    )
    const shopIds = records.map(shop => shop.shopid).join(',')
    const cameras = await ask<{ id: string; status: string }[]>(page, `/api/cameras?shopId=${shopIds}`)
    const ids = cameras.filter(camera => camera.status === 'online').map(camera => camera.id)
    const chosen = ids.filter((_, at) => at % 3 === 0).slice(0, count)
    expect(chosen).toHaveLength(count)
    await page.goto(`/inspection/wall?layout=${layout}&panes=${chosen.join(',')}`)
    const live = page.locator('[data-panel^="live-"][data-state=live]')
    await expect.poll(() => live.count(), { timeout: 60_000 }).toBe(count)
    for (const id of chosen) {
      await expect.poll(async () => (await look(page, id)).clock, { timeout: 20_000 }).toBeDefined()
      const { clock = 0 } = await look(page, id)
      await expect
        .poll(async () => (await look(page, id)).clock ?? 0, { timeout: 20_000 })
        .toBeGreaterThan(clock)
    }
    expect(faults).toEqual([])
  },
)
