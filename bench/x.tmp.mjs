import { run } from './pages.bench.mjs'

console.table(await run())
