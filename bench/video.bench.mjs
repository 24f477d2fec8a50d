// Live video as an inspector meets it: click to first frame per platform, then latency behind the clock that the simulated
// cameras burn in as a bar code, at 1, 4, 9 and 16 panes, with the load on this machine by program.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readBarCode } from '../apps/simulator/src/video/bar-code.ts'
import { openBrowser } from './browser.mjs'
import { startProduct } from './product.mjs'

const clicksPerCamera = 10
const watchMs = 8000

export const title = 'Video'

export async function run() {
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const page = await context.newPage()
    await page.addInitScript(`window.readBarCode = ${readBarCode.toString()}`)
    await signIn(page, product.url)
    const cameras = await product.call('GET', `/api/cameras?shopId=${product.shopId}`)
    const rows = []
    for (const provider of ['ezviz', 'shilian', 'huawei', 'huiyan'])
      rows.push(await firstFrames(page, product, cameras, provider))
    for (const panes of [1, 4, 9, 16]) rows.push(await latency(page, product, panes))
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function signIn(page, url) {
  await page.goto(`${url}/login`)
  await page.fill('input[autocomplete=username]', 'inspector')
  await page.fill('input[type=password]', 'Aisle2026')
  await page.keyboard.press('Enter')
  await page.waitForURL(address => !address.pathname.startsWith('/login'))
}

/** From choosing a camera of the tree to its first frame, turn and turn about with another camera of the shop. */
async function firstFrames(page, { url, shopId }, cameras, provider) {
  const [camera, other] = cameras.filter(one => one.provider === provider && one.status === 'online')
  await page.goto(`${url}/monitorPage?shop=${shopId}&camera=${other.id}`)
  await live(page, other.id)
  const waits = []
  for (let click = 0; click < clicksPerCamera; click++) {
    const wanted = click % 2 === 0 ? camera : other
    waits.push(
      await page.evaluate(
        async ({ label, id }) => {
          const button = [...document.querySelectorAll('button')].find(one =>
            one.textContent?.includes(label),
          )
          const began = performance.now()
          button.click()
          for (;;) {
            await new Promise(resolve => requestAnimationFrame(resolve))
            const pane = document.querySelector(`[data-panel="live-${id}"][data-state=live]`)
            if (pane) return performance.now() - began
            if (performance.now() - began > 15_000) throw new Error('no first frame')
          }
        },
        { label: wanted.name, id: wanted.id },
      ),
    )
    await page.waitForTimeout(400)
  }
  return { name: `click to first frame, ${provider}`, 'median ms': at(waits, 0.5), 'p95 ms': at(waits, 0.95) }
}

async function latency(page, { url, call, pid }, panes) {
  const layout = { 1: '1', 4: '2x2', 9: '3x3', 16: '4x4' }[panes]
  const { records } = await call('GET', '/api/monitor/checkShop/getCheckShopList')
  const ids = []
  for (const shop of records) {
    if (ids.length >= panes) break
    const cameras = await call('GET', `/api/cameras?shopId=${shop.shopid}`)
    ids.push(...cameras.filter(camera => camera.status === 'online').map(camera => camera.id))
  }
  const began = Date.now()
  await page.goto(`${url}/inspection/wall?layout=${layout}&panes=${ids.slice(0, panes).join(',')}`)
  await page.waitForFunction(
    count => document.querySelectorAll('[data-panel^="live-"][data-state=live]').length >= count,
    panes,
    { timeout: 30_000 },
  )
  const allLive = Date.now() - began
  await page.waitForTimeout(3000)
  const before = load(pid)
  const lags = await page.evaluate(async ms => {
    const canvas = new OffscreenCanvas(640, 360)
    const paint = canvas.getContext('2d', { willReadFrequently: true })
    const found = []
    const end = performance.now() + ms
    while (performance.now() < end) {
      for (const video of document.querySelectorAll('video')) {
        if (video.readyState < 2) continue
        paint.drawImage(video, 0, 0, 640, 360)
        const { data } = paint.getImageData(0, 0, 640, 360)
        const time = window.readBarCode({ data, width: 640, height: 360, channels: 4 })
        if (time !== undefined) found.push(Date.now() - time)
      }
      await new Promise(resolve => setTimeout(resolve, 500))
    }
    return found
  }, watchMs)
  const after = load(pid)
  const spent = key =>
    `${Math.round(((after[key].cpu - before[key].cpu) / ((after.at - before.at) / 1000)) * 100)} %`
  return {
    name: `${panes} panes live (all after ${allLive} ms)`,
    'median ms': at(lags, 0.5),
    'p95 ms': at(lags, 0.95),
    'server CPU': spent('server'),
    'simulator CPU': spent('simulator'),
    'browser CPU': spent('browser'),
    'server MB': Math.round(after.server.kb / 1024),
    'browser MB': Math.round(after.browser.kb / 1024),
  }
}

async function live(page, id) {
  await page.waitForSelector(`[data-panel="live-${id}"][data-state=live]`, { timeout: 30_000 })
}

/** CPU seconds and resident memory so far, by program, of the product under `pid` and of the browser. */
function load(pid) {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,cputimes,rss,args'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(1)
  const all = lines.map(line => {
    const [id, parent, cpu, kb, ...args] = line.trim().split(/\s+/)
    return {
      id: Number(id),
      parent: Number(parent),
      cpu: exactCpu(id) ?? Number(cpu),
      kb: Number(kb),
      args: args.join(' '),
    }
  })
  const below = id => all.filter(one => one.parent === id).flatMap(one => [one, ...below(one.id)])
  const sum = some =>
    some.reduce((total, one) => ({ cpu: total.cpu + one.cpu, kb: total.kb + one.kb }), { cpu: 0, kb: 0 })
  const ours = below(pid)
  const simulator = ours.filter(one => one.args.includes('apps/simulator'))
  return {
    at: Date.now(),
    simulator: sum(simulator),
    server: sum(ours.filter(one => !simulator.includes(one))),
    browser: sum(below(process.pid).filter(one => /chrom/.test(one.args))),
  }
}

/** Hundredths of a second, which `ps` rounds away. */
function exactCpu(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}
