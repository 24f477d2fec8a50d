import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()
const providers = ['ezviz', 'shilian', 'huawei', 'huiyan']

it.each(providers)('shows moving video of a %s camera', async provider => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  const { records } = await ask<{ records: { shopid: string }[] }>(
    page,
    '/api/monitor/checkShop/getCheckShopList',
  )
  for (const { shopid } of records) {
    const cameras = await ask<{ id: string; provider: string; status: string }[]>(
      page,
      `/api/cameras?shopId=${shopid}`,
    )
    const camera = cameras.find(one => one.provider === provider && one.status === 'online')
    if (!camera) continue
    await page.goto(`/monitorPage?shop=${shopid}&camera=${camera.id}`)
    const pane = page.locator(`[data-panel="live-${camera.id}"][data-state=live]`)
    await pane.waitFor()
    const picture = pane.locator('video, canvas, img').first()
    const before = await picture.screenshot()
    await expect
      .poll(async () => (await picture.screenshot()).equals(before), { timeout: 20_000 })
      .toBe(false)
    expect(faults).toEqual([])
    return
  }
  throw new Error(`no shop has an online ${provider} camera`)
})
