import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()
const metrics = ['visits', 'occupancy', 'storeRate', 'sales', 'bagRate'] as const
type Cell = { current: number | null; compared?: number | null }
type Answer = { columns: { id: string; unit?: string }[]; rows: Record<string, Cell & { name: string }>[] }

/** What the page asks for, asked without it. */
const question = (page: Page, shopId: string, day: string, more: object) =>
  ask<Answer>(page, '/api/analysis/query', {
    period: { from: day, to: day },
    filters: [{ member: 'shop', op: 'in', values: [shopId] }],
    ...more,
  })

/** A figure as the console shortens it: `1.86 万`, `2.4 万`, `21.4%`, `919`. */
function written(value: number | null | undefined, unit: string | undefined): string {
  if (value === null || value === undefined) return '—'
  if (unit === 'percent') return value.toFixed(1)
  if (Math.abs(value) >= 10_000) return String(Number((value / 10_000).toFixed(2)))
  return Math.round(value).toLocaleString('zh-CN')
}

it('a shop is watched with its figures beside the picture; a point of the trend is replayed', async () => {
  const { page, faults } = await browser.open({ locale: 'zh-CN' })
  await signIn(page, 'admin')
  const { shopId } = await flagship(page)
  const yesterday = new Date(Date.now() - 16 * 3_600_000).toISOString().slice(0, 10)
  const figuresOf = () => question(page, shopId, yesterday, { metrics, compare: { type: 'lastWeekSameDay' } })
  // The demo makes its past in the background, visits first and the week before them after.
  await expect
    .poll(async () => (await figuresOf()).rows[0]?.bagRate?.compared ?? null, {
      timeout: 60_000,
      interval: 500,
    })
    .not.toBeNull()

  await page.goto(`/x_2ShopInspection/x_2MonitorPage?shop=${shopId}&day=${yesterday}`)
  await page.locator('[data-panel^="live-"][data-state=live]').first().waitFor()
  const panel = (id: string) => page.locator(`[data-panel=${id}][data-state=ready]`)
  for (const id of ['p1', 'p2', 'p3', 'p4', 'p5']) await panel(id).waitFor()

  // Each figure and what it is held against is what the calls answer.
  const { columns, rows } = await figuresOf()
  const shown = panel('p2').getByRole('listitem')
  for (const [at, id] of metrics.entries()) {
    const unit = columns.find(column => column.id === id)?.unit
    const text = await shown.nth(at).textContent()
    expect(text, id).toContain(written(rows[0]?.[id]?.current, unit))
    expect(text, id).toContain(written(rows[0]?.[id]?.compared, unit))
  }
  const zones = await question(page, shopId, yesterday, {
    metrics: ['visits'],
    dimensions: ['zone'],
    order: [{ by: 'visits', direction: 'desc' }],
    limit: 8,
  })
  const first = panel('p4').getByRole('listitem').first()
  expect(await first.textContent()).toContain(zones.rows[0]?.zone?.name)
  expect(await first.textContent()).toContain(zones.rows[0]?.visits?.current?.toLocaleString('zh-CN'))

  // Four pictures at once, and back to one.
  await page.locator('.toolbar').getByText('4', { exact: true }).click()
  await expect.poll(() => page.locator('.data-cell').count()).toBe(4)
  await page.locator('.toolbar').getByText('1', { exact: true }).click()

  // A click over the trend, away from its line, replays the quarter of an hour below the pointer.
  const canvas = panel('p3').locator('.chart-canvas svg')
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the trend is not drawn')
  await page.mouse.click(box.x + box.width * 0.6, box.y + box.height * 0.2)
  const replay = page.locator('[data-panel^="playback-"]')
  await replay.waitFor()
  const replayed = new RegExp(`${yesterday}.* \\d\\d:(?:00|15|30|45):\\d\\d`)
  await expect.poll(() => replay.textContent(), { timeout: 20_000 }).toMatch(replayed)
  expect(faults).toEqual([])
})
