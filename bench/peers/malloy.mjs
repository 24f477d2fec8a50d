// Malloy on DuckDB, in memory, in a process of its own: loads its tables, then answers queries when it is told to.
import { DuckDBConnection } from '@malloydata/db-duckdb'
import { SingleConnectionRuntime } from '@malloydata/malloy'

const connection = new DuckDBConnection('duckdb', ':memory:')
const runtime = new SingleConnectionRuntime({ connection })
let model

const work = {
  async load({ tables, model: text }) {
    for (const statement of tables) await connection.runSQL(statement)
    model = runtime.loadModel(text)
    await model.getModel()
  },
  async ask({ query, value }) {
    // It answers ten rows unless it is told otherwise.
    const { data } = await model.loadQuery(query).run({ rowLimit: 100_000 })
    return data.toObject().reduce((sum, row) => sum + Number(row[value]), 0)
  },
  async memoryMb() {
    return Math.round(process.resourceUsage().maxRSS / 1024)
  },
}
process.on('message', ({ id, task, ...input }) =>
  work[task](input).then(
    answer => process.send({ id, answer }),
    error => process.send({ id, error: String(error?.message ?? error) }),
  ),
)
process.on('disconnect', () => process.exit())
process.send({ ready: true })
