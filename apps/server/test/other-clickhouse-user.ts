// A second server as far as the embedded ClickHouse can tell: a process of its own that uses the folder until it is killed.
import { openClickHouse } from '../src/platform/clickhouse.ts'

const [, , folder] = process.argv
if (!folder) throw new Error('folder expected')
await openClickHouse({ folder, log: { info() {}, warn() {} } })
process.send?.('ready')
setInterval(() => {}, 1000)
