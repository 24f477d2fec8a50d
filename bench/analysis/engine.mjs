// Our way from a question to its rows, and a statement by hand over the same connection to the same engine.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse.ts'
import { createTables, dayOf, finish, prepare, statutoryCalendar } from '../../packages/analysis/src/index.ts'
import { question as schema } from '../../packages/contract/src/analysis.ts'

/** An embedded engine with our tables in a folder of its own. */
export async function openEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'aisle-bench-'))
  const store = await openClickHouse({ folder, log: { info() {}, warn() {} } })
  for (const query of createTables({ kind: 'single' })) await store.client.command({ query })
  const calendar = statutoryCalendar()
  const settings =
    'SETTINGS max_execution_time = 20, max_result_rows = 1000000, do_not_merge_across_partitions_select_final = 1'
  return {
    client: store.client,
    /** Answers the rows, as the server has them before names are put in. */
    async ask(question, shops, everyShop) {
      const context = { shops, everyShop, today: dayOf('2026-10-20'), slot: 287, calendar }
      const prepared = prepare(schema.parse(question), context)
      const rows = new Map(
        await Promise.all(
          prepared.requests.map(async ({ key, statement }) => {
            const answer = await store.client.query({
              query: `${statement.sql}\n${settings}`,
              query_params: { ...statement.params },
              format: 'JSONCompact',
            })
            return [key, (await answer.json()).data]
          }),
        ),
      )
      return finish(prepared, key => rows.get(key) ?? []).rows
    },
    async byHand(query) {
      return (await (await store.client.query({ query, format: 'JSON' })).json()).data
    },
    /** Highest memory of its process so far, in MB; undefined where the system does not tell. */
    memoryMb: () => memoryOf(folder),
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Of the largest of its processes: a keeper stands beside the engine. */
function memoryOf(folder) {
  const processes = existsSync('/proc') ? readdirSync('/proc').filter(name => /^\d+$/.test(name)) : []
  const peaks = processes.flatMap(pid => {
    const command = readIf(`/proc/${pid}/cmdline`)
    if (!command.includes('clickhouse-gateway-main') || !command.includes(folder)) return []
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readIf(`/proc/${pid}/status`)) ?? []
    return peak ? [Number(peak)] : []
  })
  return peaks.length === 0 ? undefined : Math.round(Math.max(...peaks) / 1024)
}

function readIf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
