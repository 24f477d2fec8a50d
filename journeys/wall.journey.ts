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
    const found = await ask<{ id: string; status: string }[]>(
      page,
      `/api/cameras?shopId=${records.map(shop => shop.shopid).join(',')}`,
    )
    const ids = found
      .filter(camera => camera.status === 'online')
      .slice(0, count)
      .map(camera => camera.id)
    expect(ids).toHaveLength(count)
    const wall = await page.evaluate(
      async body => {
        const answer = await fetch('/api/walls', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accessToken: localStorage.getItem('accessToken') ?? '',
          },
          body: JSON.stringify(body),
        })
        return (await answer.json()).data
      },
      { name: `${layout} 巡看`, layout, panes: ids.map(cameraId => ({ cameraId })) },
    )
    await page.goto(`/inspection/wall?wall=${wall.id}`)
    await expect
      .poll(() => page.locator('[data-panel^="live-"][data-state=live]').count(), { timeout: 60_000 })
      .toBe(count)
    const before = await Promise.all(ids.map(id => look(page, id)))
    for (const [at, id] of ids.entries())
      await expect
        .poll(async () => (await look(page, id)).clock ?? 0, { timeout: 30_000 })
        .toBeGreaterThan(before[at]?.clock ?? Number.POSITIVE_INFINITY)
    expect(faults).toEqual([])
  },
)
