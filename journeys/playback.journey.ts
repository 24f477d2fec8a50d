import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { readBarCode } from '../apps/simulator/src/video/bar-code.ts'
import { ask, ownProduct, signIn, useBrowser } from './browser.ts'
import { flagship, type JourneyCamera } from './cameras.ts'

const browser = useBrowser()
const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000
/** Midnight of yesterday in the shop. */
const yesterday = Math.floor((Date.now() + beijingMs) / dayMs) * dayMs - dayMs - beijingMs
const momentAt = (hour: number) => yesterday + hour * 3_600_000
/** `2026-11-20T14:10:00` on the shop's clock. */
const written = (at: number) => new Date(at + beijingMs).toISOString().slice(0, 19)

/** What is left open goes on playing, and its sessions with it. */
const pages: Page[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
})

/** The playback page of the flagship on some of its cameras, at two in the afternoon of yesterday. */
async function replaying(
  choose: (cameras: JourneyCamera[]) => (JourneyCamera | undefined)[],
  at = momentAt(14),
  options: Parameters<typeof browser.open>[0] = {},
) {
  const { page, faults } = await browser.open(options)
  pages.push(page)
  await signIn(page, 'inspector')
  const { shopId, cameras } = await flagship(page)
  const chosen = choose(cameras.filter(({ status }) => status === 'online')).flatMap(each => each ?? [])
  const ids = chosen.map(({ id }) => id)
  await page.goto(`/inspection/playback?shop=${shopId}&cameras=${ids.join(',')}&at=${written(at)}`)
  for (const id of ids) await ready(page, id)
  return { page, faults, shopId, ids }
}

const ready = (page: Page, id: string) =>
  page.locator(`[data-panel="playback-${id}"][data-state=ready]`).waitFor({ timeout: 40_000 })

/** What the pictures show, and what the page says they show, at one moment. */
function clocks(page: Page, ids: string[]) {
  return page.evaluate(
    ({ ids, reader }) => {
      const read = new Function(`return (${reader})`)() as typeof readBarCode
      return ids.map(id => {
        const pane = document.querySelector(`[data-panel="playback-${id}"]`)
        const video = pane?.querySelector('video')
        if (!video || video.readyState < 2) return { burned: undefined, said: undefined }
        const canvas = new OffscreenCanvas(640, 360)
        const paint = canvas.getContext('2d', { willReadFrequently: true })
        paint?.drawImage(video, 0, 0, 640, 360)
        const data = paint?.getImageData(0, 0, 640, 360).data ?? new Uint8ClampedArray()
        return {
          burned: read({ data, width: 640, height: 360, channels: 4 }),
          said: Date.parse(pane?.querySelector('.pane-time')?.getAttribute('datetime') ?? ''),
        }
      })
    },
    { ids, reader: readBarCode.toString() },
  )
}

async function clockOf(page: Page, id: string) {
  const [clock] = await clocks(page, [id])
  return clock?.burned
}

/** The time that is burned in is the one that is said, which is written in whole seconds. */
async function agrees(page: Page, id: string) {
  await expect
    .poll(
      async () => {
        const [clock] = await clocks(page, [id])
        return Math.abs((clock?.burned ?? 0) - (clock?.said ?? Number.NaN) - 500)
      },
      { timeout: 20_000 },
    )
    .toBeLessThan(1500)
}

async function goTo(page: Page, clock: string) {
  await page.fill('.transport-clock', clock)
  await page.keyboard.press('Enter')
}

it('every session is closed on its platform when the page is left, and when its tab is gone', async () => {
  const open = async () => {
    const state = (await (await fetch(`${ownProduct().control}/control/state`)).json()) as {
      platforms: Record<string, { playbacks?: unknown[] }>
    }
    return ['shilian', 'huiyan'].map(name => state.platforms[name]?.playbacks?.length ?? 0)
  }
  const both = (all: JourneyCamera[]) =>
    ['shilian', 'huiyan'].map(provider => all.find(each => each.provider === provider))
  const { page } = await replaying(both)
  expect(await open()).toEqual([1, 1])
  await page.goto('/inspection/shops')
  await expect.poll(open, { timeout: 15_000 }).toEqual([0, 0])

  const other = await replaying(both)
  expect(await open()).toEqual([1, 1])
  await other.page.context().close()
  await expect.poll(open, { timeout: 90_000, interval: 2000 }).toEqual([0, 0])
})

describe.each(['ezviz', 'shilian', 'huawei', 'huiyan'])('a recording of %s', provider => {
  it('shows the asked time, goes to another, plays at the speeds it offers, and steps', async () => {
    const { page, faults, ids } = await replaying(all => [all.find(each => each.provider === provider)])
    const [id = ''] = ids
    await agrees(page, id)
    expect(((await clockOf(page, id)) ?? 0) - momentAt(14)).toBeLessThan(30_000)

    await goTo(page, '15:20')
    await expect
      .poll(async () => ((await clockOf(page, id)) ?? 0) - momentAt(15) - 20 * 60_000, { timeout: 20_000 })
      .toSatisfy(off => (off as number) >= 0 && (off as number) < 20_000)
    await agrees(page, id)

    for (const speed of [2, 4]) {
      const button = page.getByRole('button', { name: `${speed} 倍速`, exact: true })
      if ((await button.count()) === 0) continue
      await button.click()
      await page.waitForTimeout(2000)
      const [from, since] = [(await clockOf(page, id)) ?? 0, Date.now()]
      await page.waitForTimeout(3000)
      const pace = (((await clockOf(page, id)) ?? 0) - from) / (Date.now() - since)
      expect(pace).toBeGreaterThan(1.3)
      expect(pace).toBeLessThan(speed * 1.3)
      await agrees(page, id)
    }

    await page.keyboard.press('2')
    // What is still there of the fastest speed, with pictures left out, passes first.
    await page.waitForTimeout(4000)
    await page.getByRole('button', { name: '暂停', exact: true }).click()
    await page.waitForTimeout(1000)
    const still = (await clockOf(page, id)) ?? 0
    await page.keyboard.press('.')
    await expect
      .poll(async () => ((await clockOf(page, id)) ?? 0) - still, { timeout: 10_000 })
      .toBeGreaterThan(30)
    expect(((await clockOf(page, id)) ?? 0) - still).toBeLessThan(500)
    await page.keyboard.press(',')
    await expect.poll(async () => (await clockOf(page, id)) ?? 0, { timeout: 10_000 }).toBe(still)
    expect(faults).toEqual([])
  })
})

it('four cameras of four platforms stay in step, after a jump too', async () => {
  const { page, ids } = await replaying(all =>
    ['ezviz', 'shilian', 'huawei', 'huiyan'].map(provider => all.find(each => each.provider === provider)),
  )
  expect(ids).toHaveLength(4)
  const spread = async () => {
    const burned = (await clocks(page, ids)).map(clock => clock.burned ?? Number.NaN)
    return Math.max(...burned) - Math.min(...burned)
  }
  await expect.poll(spread, { timeout: 20_000 }).toBeLessThan(500)
  await goTo(page, '16:05:30')
  await expect
    .poll(async () => ((await clockOf(page, ids[0] ?? '')) ?? 0) - momentAt(16), { timeout: 20_000 })
    .toBeGreaterThan(5 * 60_000)
  await expect.poll(spread, { timeout: 20_000 }).toBeLessThan(500)
})

it('a picture of a recording is filed under the time it shows, and stands on the timeline', async () => {
  const { page, shopId, ids } = await replaying(all => [all.find(each => each.provider === 'huawei')])
  const [id = ''] = ids
  await page.keyboard.press(' ')
  await page.waitForTimeout(800)
  const shown = (await clockOf(page, id)) ?? 0
  await page.keyboard.press('s')
  const list =
    `/api/monitor/checkShop/findCheckShopFileList2?shopId=${shopId}` +
    `&beg=${written(momentAt(13.9)).replace('T', ' ')}&end=${written(momentAt(14.2)).replace('T', ' ')}`
  type Saved = { records: { takenAt: string; cameraId: string }[] }
  await expect.poll(async () => (await ask<Saved>(page, list)).records.length, { timeout: 15_000 }).toBe(1)
  const [saved] = (await ask<Saved>(page, list)).records
  expect(saved?.cameraId).toBe(id)
  expect(Math.abs(Date.parse(saved?.takenAt ?? '') - shown)).toBeLessThan(1500)
  await page.locator('.time-mark[data-kind=screenshot]').first().waitFor()
})

it('a moment is bookmarked by a key, named where it stands, found by others, and taken away with a way back', async () => {
  const { page } = await replaying(all => [all.find(each => each.provider === 'ezviz')])
  await page.keyboard.press('b')
  await page.getByLabel('书签名称，回车保存').fill('核对顾客动线')
  await page.keyboard.press('Enter')
  const line = page.locator('.day-events li', { hasText: '书签：核对顾客动线' })
  await line.waitFor()
  expect(await page.locator('.time-mark[data-kind=bookmark]').count()).toBeGreaterThan(0)
  await line.hover()
  await line.getByRole('button', { name: '删除书签' }).click()
  await line.waitFor({ state: 'detached' })
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await line.waitFor()
})

it('a jump into a gap lands at the next recording and says how far', async () => {
  const { page, ids } = await replaying(all => [all.find(each => each.provider === 'huiyan')])
  const [id = ''] = ids
  type Listed = { tracks: { ranges: { from: string; to: string }[] }[] }
  const { tracks } = await ask<Listed>(
    page,
    `/api/cameras/${id}/recordings?from=${new Date(yesterday).toISOString()}&to=${new Date(momentAt(12)).toISOString()}`,
  )
  const ranges = tracks.flatMap(track => track.ranges).sort((a, b) => a.from.localeCompare(b.from))
  const next = ranges.find(
    (range, at) => at > 0 && Date.parse(range.from) - Date.parse(ranges[at - 1]?.to ?? '') > 600_000,
  )
  const lands = Date.parse(next?.from ?? '')
  expect(lands).not.toBeNaN()
  await goTo(page, written(lands - 5 * 60_000).slice(11))
  await page.getByText('此处无录像，已跳过 5 分').waitFor()
  await expect
    .poll(async () => ((await clockOf(page, id)) ?? 0) - lands, { timeout: 20_000 })
    .toSatisfy(off => (off as number) > -1000 && (off as number) < 20_000)
})

it('a clip is saved as a file named after shop, camera and time', async () => {
  const { page } = await replaying(all => [all.find(each => each.provider === 'huawei')])
  await page.getByRole('button', { name: '剪辑导出' }).click()
  for (const [name, clock] of [
    ['开始', '14:00:00'],
    ['结束', '14:00:10'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(clock)
    await page.keyboard.press('Enter')
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^静安寺店_.+_\d{8}_140000_140010\.ts$/)
})

it('a phone shows one camera with large controls, in English', async () => {
  const { page, faults, ids } = await replaying(
    all => ['huawei', 'shilian'].map(provider => all.find(each => each.provider === provider)).slice(0, 1),
    momentAt(14),
    { width: 390, height: 844, locale: 'en-GB' },
  )
  await agrees(page, ids[0] ?? '')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const play = await page.getByRole('button', { name: 'Pause', exact: true }).boundingBox()
  expect(Math.min(play?.width ?? 0, play?.height ?? 0)).toBeGreaterThanOrEqual(44)
  expect(faults).toEqual([])
})
