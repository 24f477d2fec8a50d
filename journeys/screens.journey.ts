import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

type Answer = { rows: { shop: { id: string }; visits: { current: number | null } }[] }

/** A shop whose figures of today are there; the demo makes them behind the first pages. */
async function busyShop(page: Page): Promise<string> {
  const first = async () => {
    const { rows } = await ask<Answer>(page, '/api/analysis/query', {
      metrics: ['visits'],
      dimensions: ['shop'],
      period: { preset: 'yesterday' },
      order: [{ by: 'visits', direction: 'desc' }],
      limit: 1,
    })
    return rows[0]
  }
  await expect
    .poll(async () => (await first())?.visits.current ?? 0, { timeout: 60_000, interval: 500 })
    .toBeGreaterThan(0)
  return (await first())?.shop.id ?? ''
}

const settled = (page: Page) =>
  page.waitForFunction(() => {
    const panels = [...document.querySelectorAll<HTMLElement>('[data-panel]')]
    return panels.length > 1 && panels.every(panel => panel.dataset.state !== 'loading')
  })

describe('the screens', () => {
  it.each([
    [1440, 900],
    [3840, 1080],
    [1080, 1920],
  ])(
    'fill a display of %i × %i, with text that is read from afar and without a fault',
    async (width, height) => {
      const { page, faults } = await browser.open({ width, height })
      await signIn(page, 'admin')
      const shop = await busyShop(page)
      for (const address of [
        '/driveScreen',
        `/cockpit_x?shop=${shop}`,
        '/largeScreen',
        '/meetingScreen',
        `/costcoFull?shop=${shop}`,
      ]) {
        const about = `${address} ${width}×${height}`
        await page.goto(address)
        await settled(page)
        const seen = await page.evaluate(() => {
          const { width, height, left, top } =
            document.querySelector('.stage-board')?.getBoundingClientRect() ?? new DOMRect()
          const texts = [...document.querySelectorAll('.stage *')].filter(
            one =>
              one.checkVisibility() &&
              one.closest('[aria-hidden=true]') === null &&
              [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
          )
          return {
            box: { width, height, left, top },
            // In pixels of the artboard, whose height stands for three quarters of 1080.
            small: texts
              .filter(one => Number.parseFloat(getComputedStyle(one).fontSize) < 10.5)
              .map(one => `${one.className} ${one.textContent}`),
            states: [...document.querySelectorAll<HTMLElement>('[data-panel]')].map(
              ({ dataset }) => `${dataset.panel} ${dataset.state}`,
            ),
          }
        })
        expect(seen.box.width, about).toBeCloseTo(width, -1)
        expect(seen.box.height, about).toBeCloseTo(height, -1)
        expect(
          seen.states.filter(state => state.endsWith('error')),
          about,
        ).toEqual([])
        // Nothing is smaller than 14 px at 1080 lines.
        expect(seen.small, about).toEqual([])
      }
      expect(faults).toEqual([])
    },
  )

  it('of the meeting room turns by key and by itself, and rests on the space bar', async () => {
    const { page, faults } = await browser.open()
    await signIn(page, 'analyst')
    await busyShop(page)
    await page.goto('/meetingScreen?seconds=10')
    await settled(page)
    const current = page.locator('.slide-mark[aria-current=step]')
    expect(await current.textContent()).toContain('昨日战报')
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: '继续轮播' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await current.textContent()).toContain('涨跌榜')
    await page.keyboard.press('ArrowLeft')
    expect(await current.textContent()).toContain('14 天')
    await page.keyboard.press(' ')
    await page.locator('.slide-mark[aria-current=step]', { hasText: '涨跌榜' }).waitFor()
    expect(faults).toEqual([])
  })

  it('of a region say what is not supported, with the ways on, and Esc leads back', async () => {
    const { page, faults } = await browser.open()
    await signIn(page, 'admin')
    await page.goto('/overView?period=yesterday')
    await page.locator('[data-panel=p1]').waitFor()
    await page.evaluate(() => {
      history.pushState({ idx: 1 }, '', '/cockpit_x?area=region.1')
      dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
    })
    await page.getByRole('heading', { name: '驾驶舱暂不支持区域级展示' }).waitFor()
    await page.getByRole('button', { name: '查看全国' }).click()
    await page.getByRole('heading', { name: '驾驶舱暂不支持区域级展示' }).waitFor({ state: 'detached' })
    await settled(page)
    await page.goto('/largeScreen')
    await settled(page)
    await page.keyboard.press('Escape')
    await page.waitForURL(address => !address.pathname.startsWith('/largeScreen'))
    expect(faults).toEqual([])
  })

  it('of a store show the number allowed as it was set there', async () => {
    const { page, faults } = await browser.open()
    await signIn(page, 'admin')
    const shop = await busyShop(page)
    await page.goto(`/costcoFull?shop=${shop}`)
    await settled(page)
    await page.getByRole('button', { name: '设置允许人数' }).click()
    await page.getByRole('spinbutton', { name: '店内同时允许的人数' }).fill('100000')
    await page.getByRole('button', { name: '保存' }).click()
    const inside = page.locator('[data-panel=p1] .inside')
    await inside.getByText('/ 100,000').waitFor()
    // Between midnight and opening nobody has been counted yet.
    const isBlank = (await inside.locator('.inside-value b').textContent()) === '—'
    expect(await inside.getAttribute('data-fullness')).toBe(isBlank ? 'unknown' : 'free')
    await page.reload()
    await inside.getByText('/ 100,000').waitFor()
    expect(faults).toEqual([])
  })
})
