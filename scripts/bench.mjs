// npm run bench [-- <name> …]: every bench/*.bench.mjs, one after another, and one table of what they measured.
// A bench exports `title` and `run(): Promise<{ name, value, note? }[]>`.
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser, NoBrowser } from './browser.mjs'
import { root } from './processes.mjs'
import { buildWeb } from './web.mjs'

const say = line => console.error(`[bench] ${line}`)
process.on('disconnect', () => process.exit(1))
const wanted = process.argv.slice(2)
const files = readdirSync(join(root, 'bench'))
  .filter(name => /\.bench\.(mjs|ts)$/.test(name))
  .filter(name => wanted.length === 0 || wanted.some(part => name.startsWith(part)))
  .sort()

try {
  process.env.AISLE_CHROMIUM = findBrowser(say)
  await buildWeb(say)
} catch (error) {
  console.error(error instanceof NoBrowser ? error.message : (error?.stack ?? error))
  process.exit(1)
}

const rows = []
let failed = 0
for (const file of files) {
  const { title, run } = await import(pathToFileURL(join(root, 'bench', file)).href)
  say(`${title} …`)
  try {
    for (const row of await run()) rows.push({ title, ...row })
  } catch (error) {
    failed++
    rows.push({ title, name: 'not measured', value: error instanceof Error ? error.message : String(error) })
  }
}
console.log(
  `${new Date().toISOString().slice(0, 10)} · Node ${process.version} · ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'} · ${(totalmem() / 2 ** 30).toFixed(0)} GB\n`,
)
table(rows)
process.exit(failed === 0 ? 0 : 1)

function table(lines) {
  const head = { title: 'Area', name: 'What', value: 'Value', note: '' }
  const text = [head, ...lines].map(({ title, name, value, note = '' }) => [title, name, `${value}`, note])
  const widths = [0, 1, 2].map(column => Math.max(...text.map(cells => cells[column].length)))
  for (const [index, cells] of text.entries()) {
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    if (index === 0) console.log(widths.map(width => '─'.repeat(width)).join('  '))
  }
}
