// Every page of the console, opened as a link inside it does, by each of the five people of the demo, in both languages and both
// themes, on the demo chain: how soon a page stands and is complete, and what is wrong with it.
// PAGES=a,b opens only some, PEOPLE=a,b as some only; HISTORY=760 lets the demo make its whole past first.
import { openBrowser } from './browser.mjs'
import { startProduct } from './product.mjs'
import { addressOf, barriers, chineseWords, mayOpen, pagesOfConsole, visit } from './walk.mjs'

const readers = [
  ['admin', 'zh-CN', 'light', true],
  ['admin', 'en-US', 'dark', true],
  ['analyst', 'en-US', 'light', false],
  ['inspector', 'zh-CN', 'dark', false],
  ['support', 'en-US', 'dark', false],
  ['viewer', 'zh-CN', 'light', false],
]
const wanted = process.env.PAGES?.split(',')
const people = process.env.PEOPLE?.split(',')

export const title = 'Pages'

export async function run() {
  const product = process.env.BASE
    ? { url: process.env.BASE, stop() {} }
    : await startProduct({ env: { AISLE_DEMO_HISTORY: process.env.HISTORY ?? '60' } })
  const browser = await openBrowser()
  try {
    const pages = (await pagesOfConsole()).filter(({ id }) => !wanted || wanted.includes(id))
    const rows = []
    const wrong = []
    for (const reader of readers.filter(([name]) => !people || people.includes(name))) {
      const { times, faults } = await readAs(browser, product.url, pages, reader)
      rows.push(rowOf(reader, times, faults))
      wrong.push(...faults.map(fault => `${reader.slice(0, 3).join(' ')} ${fault}`))
    }
    for (const line of wrong) console.error(line)
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function readAs(browser, url, pages, [name, locale, theme, isChecked]) {
  const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 }, baseURL: url })
  await context.addInitScript(tone => localStorage.setItem('analyticsTheme', tone), theme)
  const page = await context.newPage()
  const said = []
  page.on('pageerror', error => said.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      said.push(`${message.text().slice(0, 200)} ${message.location().url}`)
  })
  await page.goto('/login')
  await page.fill('input[autocomplete=username]', name)
  await page.fill('input[type=password]', 'Aisle2026')
  await page.keyboard.press('Enter')
  await page.waitForURL(address => !address.pathname.startsWith('/login'))
  await page.locator('h1').first().waitFor()
  const { authorities, shop } = await page.evaluate(async () => {
    const headers = { accessToken: localStorage.getItem('accessToken'), 'content-type': 'application/json' }
    const question = { metrics: ['visits'], dimensions: ['shop'], period: { preset: 'yesterday' }, limit: 1 }
    const answer = await fetch('/api/analysis/query', {
      method: 'POST',
      headers,
      body: JSON.stringify(question),
    })
    const { data } = await answer.json()
    return {
      authorities: JSON.parse(localStorage.getItem('userInfo')).authorities,
      shop: data?.rows[0]?.shop.id ?? '702001',
    }
  })
  // Where someone begins is a page of the walk as well.
  await visit(page, '/no/such/page')
  said.length = 0
  const times = []
  const faults = []
  for (const entry of pages.filter(entry => mayOpen(entry, authorities))) {
    const address = addressOf(entry, shop)
    const seen = await visit(page, address)
    times.push(seen)
    const wrong = []
    if (seen.readyMs === undefined) wrong.push('is left loading')
    if (seen.shellMs === undefined) wrong.push('did not come')
    for (const [panel, state] of seen.panels) if (state === 'error') wrong.push(`${panel} could not be read`)
    if (locale === 'en-US') for (const word of await chineseWords(page)) wrong.push(`Chinese: ${word}`)
    if (isChecked) wrong.push(...(await barriers(page)))
    wrong.push(...said.splice(0))
    faults.push(...wrong.map(text => `${entry.path}: ${text}`))
  }
  await context.close()
  return { times, faults }
}

function rowOf([name, locale, theme], times, faults) {
  const at = (key, share) => {
    const sorted = times.map(time => time[key] ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
    return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  }
  return {
    name: `${name}, ${locale}, ${theme}`,
    pages: times.length,
    'standing p50 ms': at('shellMs', 0.5),
    'p95 ms': at('shellMs', 0.95),
    'complete p50 ms': at('readyMs', 0.5),
    'complete p95 ms': at('readyMs', 0.95),
    faults: faults.length,
  }
}
