import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { difference, flagship, livePane, look } from './cameras.ts'
import { startProduct } from './product.ts'

const clips = resolve(import.meta.dirname, '../../shared/data/video')
const isThere = existsSync(clips)
if (!isThere) console.log('skipped: the folder of real clips is not here')
const browser = useBrowser()

it.skipIf(!isThere)('with real clips every platform shows moving video', async () => {
  // Video alone is looked at: a past with figures would take most of the time.
  const product = await startProduct({ AISLE_SCENES: clips, AISLE_DEMO_HISTORY: '0' })
  try {
    const { page, faults } = await browser.open({ baseURL: product.url })
    await signIn(page, 'inspector')
    const { shopId, cameras } = await flagship(page)
    for (const provider of ['ezviz', 'shilian', 'huawei', 'huiyan']) {
      const camera = cameras.find(one => one.provider === provider && one.status === 'online')
      await page.goto(`/monitorPage?shop=${shopId}&camera=${camera?.id}`)
      await livePane(page, camera?.id ?? '')
      const before = await look(page, camera?.id ?? '')
      await expect
        .poll(async () => difference(before, await look(page, camera?.id ?? '')), { timeout: 20_000 })
        .toBeGreaterThan(0.5)
      await expect
        .poll(async () => (await look(page, camera?.id ?? '')).clock ?? 0, { timeout: 20_000 })
        .toBeGreaterThan(before.clock ?? Number.POSITIVE_INFINITY)
    }
    expect(faults).toEqual([])
  } finally {
    await product.stop()
  }
})
