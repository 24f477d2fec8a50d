import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type FactKind, factKindNames, factKinds } from '@aisle/contract'
import { chainRule } from './modules/business/rules.ts'
import { factService, rollupKeeper } from './modules/facts/service.ts'
import { formatOf, recordsOf, UnreadableFile } from './modules/ingest/import-file.ts'
import { importFields, mappedRows, suggestedMapping } from './modules/ingest/import-mapping.ts'
import { importRows, type RejectedLine } from './modules/ingest/import-run.ts'
import { openClickHouse } from './platform/clickhouse.ts'
import { readConfig } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { openLocks } from './platform/locks.ts'
import { makeMeasureTables } from './platform/measure-tables.ts'
import { migratePostgres, openPostgres } from './platform/postgres.ts'
import { everyShop } from './platform/scope.ts'
import { installationSecret, secretsFrom } from './platform/secrets.ts'

const usage = `npm run import -- <kind> <file> [options]

Reads a file of facts into the stores of this installation (AISLE_DATA, or DATABASE_URL and CLICKHOUSE_URL), whether a server
runs on them or not. CSV, XLSX, NDJSON or JSON by the ending of the name, packed with gzip where that is .gz. Run twice it counts nothing
twice.

kinds: ${factKindNames.join(', ')}

--map field=column   where a field stands, where its column is not called like it; field==text for a constant, and for counts
                     to==+15m for an end that long after the begin; lines.goods, lines.net … for receipts with a row an article;
                     from=date+hour for two columns behind each other, lines.net=quantity*price for one times the other
--time-zone <zone>   clock of times without an offset (Asia/Shanghai)
--dry-run            judges every row and writes nothing
--report <file>      writes rejected lines to a CSV (default: the first twenty are printed)
--fields             prints the fields of the kind`

const say = (line: string) => console.error(`[import] ${line}`)

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      map: { type: 'string', multiple: true, default: [] },
      'time-zone': { type: 'string', default: 'Asia/Shanghai' },
      'dry-run': { type: 'boolean', default: false },
      report: { type: 'string' },
      fields: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [kindName = '', file = ''] = positionals
  if (values.help || kindName === '') {
    console.log(usage)
    return kindName === '' && !values.help ? 2 : 0
  }
  if (!isKind(kindName)) return refuse(`there is no kind "${kindName}": ${factKindNames.join(', ')}`)
  if (values.fields) {
    for (const { name, type, isRequired } of importFields(kindName))
      console.log(`${name.padEnd(20)} ${type}${isRequired ? ', needed' : ''}`)
    return 0
  }
  const format = formatOf(unpackedName(file))
  if (!format) return refuse('the file needs the ending .csv, .xlsx, .ndjson or .json, or that and .gz')
  const given: Record<string, string> = {}
  for (const pair of values.map) {
    const at = pair.indexOf('=')
    if (at < 1) return refuse(`--map ${pair}: not of the form field=column`)
    given[pair.slice(0, at)] = pair.slice(at + 1)
  }
  const known = new Set(importFields(kindName).map(({ name }) => name))
  const strange = Object.keys(given).find(name => !known.has(name))
  if (strange !== undefined)
    return refuse(`${factKinds[kindName].label.en} have no field "${strange}": ${[...known].join(', ')}`)
  const { size } = await stat(file)
  const stores = await openStores()
  try {
    const isTable = format === 'csv' || format === 'xlsx'
    const mapping = isTable ? { ...suggestedMapping(kindName, await titlesOf(file)), ...given } : given
    if (isTable)
      say(
        Object.entries(mapping)
          .map(([name, column]) => `${name} ← ${column}`)
          .join(' · '),
      )
    const rejected: RejectedLine[] = []
    const opened = open(file)
    const began = Date.now()
    const totals = await importRows({
      facts: stores.facts,
      kind: kindName,
      poster: { id: 'import', scope: everyShop },
      rows: mappedRows(recordsOf(opened.stream, format), kindName, mapping, values['time-zone']),
      isDryRun: values['dry-run'],
      rejected: lines => void rejected.push(...lines),
      progress: ({ rows }) =>
        say(`${rows} rows, ${Math.min(100, Math.floor((opened.read() / Math.max(1, size)) * 100))} %`),
    })
    if (!values['dry-run']) await stores.rollups.run()
    const seconds = (Date.now() - began) / 1000
    const verb = values['dry-run'] ? 'would be new' : 'new'
    console.log(
      `${basename(file)}: ${totals.rows} rows, ${totals.accepted} ${verb}, ${totals.duplicates} there already, ${totals.rejected} rejected, ${seconds.toFixed(1)} s`,
    )
    await report(rejected, values.report)
    return totals.rejected > 0 ? 1 : 0
  } finally {
    await stores.close()
  }
}

async function openStores() {
  const config = readConfig()
  const log = { info: say, warn: say }
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(config.data, 'postgres'), log })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const postgres = openPostgres(url, say)
  await migratePostgres(postgres)
  const clickhouse = await openClickHouse(
    config.clickhouseUrl ? { url: config.clickhouseUrl } : { folder: join(config.data, 'clickhouse'), log },
  )
  await makeMeasureTables(clickhouse)
  const locks = openLocks(url, say)
  const { db } = postgres
  const now = () => new Date()
  const measures = async () => clickhouse
  const dayCut = async () => (await chainRule(db)).dayCut
  const rollups = rollupKeeper({ db, measures, locks, dayCut, visits: config.visits, now })
  const secrets = secretsFrom(await installationSecret(config.secret, config.data))
  return {
    rollups,
    facts: factService({
      db,
      measures,
      rollups,
      dayCut,
      sign: secrets.sign,
      now,
    }),
    async close() {
      await locks.close()
      await clickhouse.close()
      await postgres.close()
      await embedded?.stop()
    },
  }
}

const unpackedName = (file: string) => file.replace(/\.gz$/i, '')

/** The file as it is read, unpacked on the way, and how many of its own bytes were read. */
function open(file: string): { stream: Readable; read(): number } {
  const packed = createReadStream(file)
  if (unpackedName(file) === file) return { stream: packed, read: () => packed.bytesRead }
  const unpacked = createGunzip()
  packed.once('error', error => unpacked.destroy(error))
  return { stream: packed.pipe(unpacked), read: () => packed.bytesRead }
}

async function titlesOf(file: string): Promise<string[]> {
  const format = formatOf(unpackedName(file))
  if (!format) return []
  for await (const { cells } of recordsOf(open(file).stream, format)) return [...(cells?.keys() ?? [])]
  return []
}

async function report(rejected: readonly RejectedLine[], file: string | undefined): Promise<void> {
  if (rejected.length === 0) return
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  if (file !== undefined) {
    const lines = rejected.map(({ line, path, message }) => [line, quoted(path), quoted(message)].join(','))
    await writeFile(file, `\ufeffline,field,message\n${lines.join('\n')}\n`)
    return say(`rejected lines are in ${file}`)
  }
  for (const { line, path, message } of rejected.slice(0, 20))
    console.log(`  line ${line}: ${path} ${message}`)
  if (rejected.length > 20) console.log(`  and ${rejected.length - 20} more: --report <file> writes them all`)
}

const isKind = (name: string): name is FactKind => Object.hasOwn(factKinds, name)
function refuse(sentence: string): number {
  console.error(sentence)
  return 2
}

run().then(
  code => process.exit(code),
  error => {
    if (
      error instanceof UnreadableFile ||
      (error instanceof Error && 'code' in error && /^(ENOENT|EISDIR|Z_.*)$/.test(String(error.code)))
    )
      console.error(`the file cannot be read: ${error.message}`)
    else console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(2)
  },
)
