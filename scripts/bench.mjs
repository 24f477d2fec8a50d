// npm run bench [-- <name> …]: every bench/*.bench.mjs, one after another, and one table of what they measured.
// A bench exports `title` and `run(): Promise<Row[]>`; a row is a `name` and any columns, such as `value`.
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

const tables = []
let failed = 0
for (const file of files) {
  const { title, run } = await import(pathToFileURL(join(root, 'bench', file)).href)
  say(`${title} …`)
  try {
    tables.push([title, await run()])
  } catch (error) {
    failed++
    tables.push([
      title,
      [{ name: 'not measured', value: error instanceof Error ? error.message : String(error) }],
    ])
  }
}
console.log(
  `${new Date().toISOString().slice(0, 10)} · Node ${process.version} · ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'} · ${(totalmem() / 2 ** 30).toFixed(0)} GB\n`,
)
for (const [title, rows] of tables) table(title, rows)
process.exit(failed === 0 ? 0 : 1)

/** Columns are what any row has, in the order in which they turn up. */
function table(title, rows) {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const heads = columns.map(column => (column === 'name' ? title : column))
  const lines = rows.map(row => columns.map(column => shown(row[column])))
  const widths = columns.map((_, index) =>
    Math.max(...[heads, ...lines].map(line => line[index]?.length ?? 0)),
  )
  const print = line =>
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  print(heads)
  console.log(widths.map(width => '─'.repeat(width)).join('  '))
  for (const line of lines) print(line)
  console.log('')
}

function shown(value) {
  if (value === undefined || value === null) return ''
  return typeof value === 'number' && !Number.isInteger(value)
    ? value.toFixed(value < 10 ? 2 : 1)
    : String(value)
}
