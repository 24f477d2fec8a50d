import { fstatSync } from 'node:fs'
import { readConfig } from './config.ts'
import { startSimulator } from './simulator.ts'

/** Longest wait for a tidy end. */
const endMs = 2500

const simulator = await start()

let isEnding = false
function end() {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(1), endMs).unref()
  simulator.close().then(
    () => process.exit(0),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
// Whoever started us is gone: by the channel between us, or by a pipe as our input. A file or terminal says nothing.
process.on('disconnect', end)
if (!process.channel && isPipe()) process.stdin.on('end', end).on('close', end).resume()

const ready = { ready: true, ...simulator.addresses }
console.log(JSON.stringify(ready))
process.send?.(ready)

async function start() {
  try {
    return await startSimulator(readConfig())
  } catch (error) {
    console.error(`the simulator did not start: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isSocket()
  } catch {
    return false
  }
}
