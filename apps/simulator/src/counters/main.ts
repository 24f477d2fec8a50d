import fastify from 'fastify'
import { controlCounters, startCounters } from './counters.ts'

/** The counters alone, on ports of the system's choice: for tests that need no pictures. Ends with whoever started it. */
const counters = await startCounters()
const control = fastify({ forceCloseConnections: true })
controlCounters(control, counters)
const address = await control.listen({ host: '127.0.0.1', port: 0 })

const end = () => {
  setTimeout(() => process.exit(1), 2500).unref()
  void Promise.all([control.close(), counters.close()]).then(() => process.exit(0))
}
process.on('SIGTERM', end)
process.on('disconnect', end)
const ready = { ready: true, control: address, ...counters.addresses }
console.log(JSON.stringify(ready))
process.send?.(ready)
