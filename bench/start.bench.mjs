// How long a start takes: cold (empty data folder: databases made, demo chain put in) and warm (the same folder again).
// What the first page weighs: everything the browser loads for the sign-in page, compressed as sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './browser.mjs'
import { startProduct } from './product.mjs'

export const title = 'Start'

export async function run() {
  const rows = []
  const warm = []
  let page
  for (let round = 0; round < 3; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'aisle-bench-'))
    const cold = await startProduct({ folder, keep: true })
    rows.push(cold.startMs)
    await cold.stop()
    const again = await startProduct({ folder, keep: true })
    warm.push(again.startMs)
    page = await firstPage(again.url)
    await again.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    { name: 'cold start to a served sign-in page', value: `${seconds(rows)} s` },
    { name: 'warm start', value: `${seconds(warm)} s` },
    {
      name: 'first page, everything, as sent',
      value: `${(page.bytes / 1000).toFixed(0)} kB in ${page.requests} requests`,
    },
  ]
}

const seconds = values => (values.toSorted((a, b) => a - b)[1] / 1000).toFixed(1)

async function firstPage(url) {
  const browser = await openBrowser()
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const sizes = []
  session.on('Network.loadingFinished', event => sizes.push(event.encodedDataLength))
  await page.goto(`${url}/login`, { waitUntil: 'load' })
  await page.waitForSelector('input[type=password]')
  await page.waitForTimeout(1500)
  await browser.close()
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length }
}
