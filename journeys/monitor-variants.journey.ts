import { expect, it } from 'vitest'
import { ask, discardDraft, signIn, useBrowser } from './browser.ts'
import { flagship, livePane } from './cameras.ts'

const browser = useBrowser()

it('the checklist leads from item to item: the camera goes where each is seen, beside how it should look', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  const { shopId } = await flagship(page)
  type Place = { itemId: string; cameraId: string; presetName: string }
  const places = await ask<Place[]>(page, `/api/check-item-places/${shopId}`)
  await discardDraft(page, 'evaluation', shopId)
  await page.goto(`/MonitorPageLN?shop=${shopId}`)
  for (const place of places.slice(0, 2)) {
    await livePane(page, place.cameraId)
    await page.locator('[data-panel=p1] [aria-current=true]').getByText(place.presetName).waitFor()
    await page.keyboard.press('j')
  }
  await livePane(page, places[2]?.cameraId ?? '')
  await page.keyboard.press('c')
  await page.getByRole('slider', { name: '标准图与实时画面的分界' }).waitFor()
  await page.keyboard.press('n')
  await page.locator('[data-panel=p5][data-state=ready]').waitFor({ timeout: 20_000 })
  await page.locator('[data-panel=p4] svg').first().waitFor()
  expect(faults).toEqual([])
})

it('the second platform plays its recordings on the page of its live picture', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  const { shopId, cameras } = await flagship(page)
  const camera = cameras.find(each => each.provider === 'shilian' && each.status === 'online')
  await page.goto(`/monitorPageWholeally?shop=${shopId}&camera=${camera?.id}`)
  await livePane(page, camera?.id ?? '')
  await page.locator('[data-panel=p4][data-state=ready]').waitFor()
  await page.getByText('115（5 级）').waitFor()
  await page.getByText('回放', { exact: true }).first().click()
  await page.locator(`[data-panel="playback-${camera?.id}"][data-picture=true]`).waitFor({ timeout: 40_000 })
  await page.getByText('实时', { exact: true }).first().click()
  await livePane(page, camera?.id ?? '')
  expect(faults).toEqual([])
})

it('on the third platform one inspector takes the control lock and another reads who has it', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  const { shopId, cameras } = await flagship(page)
  const camera = cameras.find(each => each.provider === 'huawei' && each.status === 'online')
  const address = `/huaweiiCloud/monitorPage/monitorPageHuaWeiiCloud?shop=${shopId}&camera=${camera?.id}`
  await page.goto(address)
  await livePane(page, camera?.id ?? '')
  await page.getByRole('button', { name: '取得控制' }).click()
  await page.getByText(/由你控制/).waitFor()
  const other = await browser.open()
  await signIn(other.page, 'admin')
  await other.page.goto(address)
  await other.page.getByText(/林晓彤正在控制/).waitFor({ timeout: 20_000 })
  await page.getByRole('button', { name: '释放控制' }).click()
  await other.page.getByRole('button', { name: '取得控制' }).and(other.page.locator(':enabled')).waitFor()
  expect([...faults, ...other.faults]).toEqual([])
})

it('who may watch but not replay is told so where recordings would stand, and nothing is asked for', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'support')
  const { shopId, cameras } = await flagship(page)
  const camera = cameras.find(each => each.provider === 'shilian' && each.status === 'online')
  await page.goto(`/monitorPageWholeally?shop=${shopId}&camera=${camera?.id}`)
  await livePane(page, camera?.id ?? '')
  const told = page.locator('[data-state=forbidden]')
  await told.first().waitFor()
  expect(await told.count()).toBe(2)
  expect(await told.allInnerTexts()).toEqual(Array(2).fill(expect.stringContaining('inspect.playback')))
  expect(faults).toEqual([])
})
