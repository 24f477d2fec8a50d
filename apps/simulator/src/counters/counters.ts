import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { fieldsOf, text } from '../input.ts'
import { countingBroker } from './broker.ts'
import { countingRecorder } from './recorder.ts'

/** Addresses of the simulated counters: a recorder that is asked, and a broker that is listened to. */
export type CounterAddresses = { recorder: string; broker: string }

/** Counters of people that do not post by themselves. Resolves when both listen; port 0: chosen by the system. */
export async function startCounters({
  host = '127.0.0.1',
  ports = [0, 0],
  now = Date.now,
}: {
  host?: string
  ports?: readonly [number, number]
  now?: () => number
} = {}) {
  const recorder = countingRecorder(now)
  const broker = await countingBroker(now)
  const close = async () => {
    await recorder.connections.hangUp()
    await Promise.all([recorder.app.close(), broker.close()])
  }
  try {
    const addresses: CounterAddresses = {
      recorder: await recorder.app.listen({ host, port: ports[0] }),
      broker: await new Promise<string>((resolve, reject) => {
        broker.server.once('error', reject).listen(ports[1], host, () => {
          const { port } = broker.server.address() as AddressInfo
          resolve(`mqtt://${host}:${port}`)
        })
      }),
    }
    return { addresses, recorder, broker, close }
  } catch (error) {
    await close()
    throw error
  }
}
export type Counters = Awaited<ReturnType<typeof startCounters>>

/** What programs do to the counters over the control port. */
export function controlCounters(app: FastifyInstance, { recorder, broker, addresses }: Counters): void {
  app.get('/control/counters', async () => ({
    addresses,
    recorder: { faults: recorder.faults, calls: recorder.calls },
    broker: { faults: broker.faults, clients: broker.clients() },
  }))
  app.patch('/control/counters/recorder', async request => {
    const { isDown, skewMs, isGarbled } = fieldsOf(request.body)
    if (typeof isDown === 'boolean') recorder.faults.isDown = isDown
    if (typeof isGarbled === 'boolean') recorder.faults.isGarbled = isGarbled
    if (typeof skewMs === 'number') recorder.faults.skewMs = skewMs
    if (recorder.faults.isDown) recorder.connections.cut()
    return recorder.faults
  })
  app.get('/control/counters/recorder/rows', async request => {
    const { from, to } = fieldsOf(request.query)
    return recorder.rows(Date.parse(text(from) ?? ''), Date.parse(text(to) ?? ''))
  })
  app.patch('/control/counters/broker', async request => {
    const { isDown } = fieldsOf(request.body)
    if (typeof isDown === 'boolean') broker.faults.isDown = isDown
    if (broker.faults.isDown) broker.cut()
    return broker.faults
  })
  app.post('/control/counters/broker/publish', async (request, reply) => {
    const { topic, payload, qos } = fieldsOf(request.body)
    await broker.publish(text(topic) ?? '', typeof payload === 'string' ? payload : JSON.stringify(payload), {
      qos: qos === 0 ? 0 : 1,
    })
    return reply.code(204).send()
  })
  app.post('/control/counters/reset', async (_request, reply) => {
    recorder.reset()
    broker.faults.isDown = false
    return reply.code(204).send()
  })
}
