// The process that owns chDB: a crash of the native engine, or its end for want of memory, never takes the server along.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from './clickhouse-engine.ts'
import { clickhouseGateway } from './clickhouse-gateway.ts'
import { readPort } from './embedded-folder.ts'

const [, , folder] = process.argv
if (!folder) throw new Error('usage: clickhouse-gateway-main <folder>')
const engine = openEngine(join(folder, 'data'))
const server = clickhouseGateway(engine, readFileSync(join(folder, 'password'), 'utf8'))
server.listen(readPort(folder), '127.0.0.1')
server.once('error', error => {
  console.error(error.message)
  process.exit(1)
})

function end() {
  server.close()
  server.closeAllConnections()
  engine.close()
  process.exit(0)
}
process.once('SIGTERM', end)
// Where the system cannot signal the loss of the parent, it shows here.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) end()
}, 1000).unref()
