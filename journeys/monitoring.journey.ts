import { describe, expect, it } from 'vitest'
import { ask, ownProduct, signIn, useBrowser } from './browser.ts'
import { difference, flagship, livePane, look, platformState, setFaults } from './cameras.ts'

const browser = useBrowser()

/** The monitoring page of the flagship on the first online camera of a platform. */
async function watching(provider: string, options: Parameters<typeof browser.open>[0] = {}) {
  const { page, faults } = await browser.open(options)
  await signIn(page, 'inspector')
  const { shopId, cameras } = await flagship(page)
  const camera = cameras.find(one => one.provider === provider && one.status === 'online')
  if (!camera) throw new Error(`the flagship has no ${provider} camera`)
  await page.goto(`/monitorPage?shop=${shopId}&camera=${camera.id}`)
  await livePane(page, camera.id)
  return { page, faults, shopId, cameras, camera }
}

const clockOf = async (page: Parameters<typeof look>[0], id: string) => (await look(page, id)).clock

describe.each(['ezviz', 'shilian', 'huawei', 'huiyan'])('a %s camera', provider => {
  it('shows moving video, turns, comes back to a preset, and its picture is what was on screen', async () => {
    const { page, faults, camera } = await watching(provider)

    // The burned-in clock goes on, and it tells the present.
    const first = await expect
      .poll(() => clockOf(page, camera.id), { timeout: 15_000 })
      .toBeDefined()
      .then(() => clockOf(page, camera.id))
    await expect
      .poll(() => clockOf(page, camera.id), { timeout: 10_000 })
      .toBeGreaterThan((first ?? 0) + 1000)
    expect(Math.abs(Date.now() - ((await clockOf(page, camera.id)) ?? 0))).toBeLessThan(20_000)

    // A preset, a turn away from it, and back: the earlier picture.
    await page.keyboard.press('1')
    await page.waitForTimeout(3500)
    const home = await look(page, camera.id)
    await page.keyboard.down('ArrowRight')
    await page.waitForTimeout(2500)
    await page.keyboard.up('ArrowRight')
    await page.waitForTimeout(1500)
    const turned = await look(page, camera.id)
    expect(difference(home, turned)).toBeGreaterThan(12)
    await page.keyboard.press('1')
    await expect
      .poll(async () => difference(home, await look(page, camera.id)), { timeout: 15_000 })
      .toBeLessThan(12)

    // A picture by key: saved, listed, and of the moment that was on screen.
    type Saved = { records: { fileAddr: string; cameraId: string }[] }
    const list = `/api/monitor/checkShop/findCheckShopFileList2?shopId=${camera.shopId}&pageSize=1`
    const newest = async () => (await ask<Saved>(page, list)).records[0]
    const earlier = await newest()
    const before = (await clockOf(page, camera.id)) ?? 0
    await page.keyboard.press('s')
    await expect.poll(async () => (await newest())?.fileAddr, { timeout: 15_000 }).not.toBe(earlier?.fileAddr)
    const saved = await newest()
    expect(saved?.cameraId).toBe(camera.id)
    const clock = await page.evaluate(async address => {
      const answer = await fetch(address, {
        headers: { accessToken: localStorage.getItem('accessToken') ?? '' },
      })
      const bitmap = await createImageBitmap(await answer.blob())
      const { width, height } = bitmap
      const paint = new OffscreenCanvas(width, height).getContext('2d')
      paint?.drawImage(bitmap, 0, 0)
      const data = paint?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
      return window.readBarCode({ data, width, height, channels: 4 })
    }, saved?.fileAddr ?? '')
    expect(Math.abs((clock ?? 0) - before)).toBeLessThan(2500)
    expect(faults).toEqual([])
  })
})

it('a camera stops by itself when the browser is closed in the middle of a move', async () => {
  const { page, camera } = await watching('huiyan')
  await page.keyboard.press('2')
  await page.waitForTimeout(2000)
  await page.keyboard.down('ArrowLeft')
  await expect.poll(async () => (await platformState()).moves.length, { timeout: 8000 }).toBeGreaterThan(0)
  await page.context().close()
  await expect.poll(async () => (await platformState()).moves, { timeout: 8000 }).toEqual([])
  expect(camera.provider).toBe('huiyan')
})

it('a preset is saved in the lowest free place, named, recalled and removed', async () => {
  const { page, camera } = await watching('huawei')
  type Preset = { id: string; presetIndex: number; presetName: string }
  const presets = () => ask<Preset[]>(page, `/api/cameras/${camera.id}/presets`)
  const before = await presets()
  await page.getByRole('button', { name: /保存当前位置/ }).click()
  await expect.poll(async () => (await presets()).length, { timeout: 15_000 }).toBe(before.length + 1)
  const added = (await presets()).find(preset => !before.some(known => known.id === preset.id))
  expect(added?.presetName).toBe('自定义预置位')
  const free = Array.from({ length: 12 }, (_, at) => at + 1).find(
    index => !before.some(preset => preset.presetIndex === index),
  )
  expect(added?.presetIndex).toBe(free)
})

it('a stream that falls silent is noticed, and the picture comes back when it does', async () => {
  const { page, camera } = await watching('huiyan')
  const all = (await (await fetch(`${ownProduct().control}/control/cameras`)).json()) as {
    id: string
    platform: string
  }[]
  const video = await ask<{ records: { onlyId: string; devicecode: string; channelno: string }[] }>(
    page,
    `/api/monitor/checkShop/getVideosByShop?shopid=${camera.shopId}&pageSize=1000`,
  )
  const device = video.records.find(one => one.onlyId === camera.id)
  const simulated = `huiyan/${device?.devicecode}/${device?.channelno}`
  expect(all.map(one => one.id)).toContain(simulated)
  await setFaults(simulated, { silent: true })
  await page.locator(`[data-panel="live-${camera.id}"]:not([data-state=live])`).waitFor({ timeout: 20_000 })
  await setFaults(simulated, { silent: false })
  await livePane(page, camera.id)
})

it('a phone shows the same picture with the controls below it', async () => {
  const { page, faults, camera } = await watching('shilian', { width: 390, height: 844, locale: 'en-US' })
  await livePane(page, camera.id)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^en/)
  const small = await page.evaluate(
    () =>
      [...document.querySelectorAll('button')]
        .filter(button => button.checkVisibility())
        .map(button => button.getBoundingClientRect())
        .filter(box => box.width > 0 && (box.width < 24 || box.height < 24)).length,
  )
  expect(small).toBe(0)
  expect(faults).toEqual([])
})
