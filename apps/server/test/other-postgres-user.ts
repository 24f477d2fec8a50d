// A second server as far as the embedded PostgreSQL can tell: a process of its own that uses the folder until it is killed.
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'

const [, , folder] = process.argv
if (!folder) throw new Error('folder expected')
const { url, adopted } = await startEmbeddedPostgres({ folder, log: { info() {}, warn() {} } })
process.send?.({ url, adopted })
setInterval(() => {}, 1000)
