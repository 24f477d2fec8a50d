import { createServer, type Socket } from 'node:net'
import { Aedes, type AuthenticateError } from 'aedes'
import { chinaOffsetMs, intervalOf } from './traffic.ts'

const brokerUser = { username: 'aisle', password: 'aisle-mqtt' } as const
/** The sensor that reports by itself. */
const sensorSn = '6537D0101DEMO001'
const sensorTopic = `milesight/${sensorSn}/report`

const reportMs = 5 * 60_000
const badPassword = 4

/** What is wrong with the broker just now. */
export type BrokerFaults = { isDown: boolean }

/**
 * A broker that needs a log-in, keeps messages of quality of service 1 for clients with a lasting session while they are away, and
 * refuses topics below `private/`. A Milesight sensor reports to it every five minutes (`report_type` interval; a local time
 * beside its zone as text).
 */
export async function countingBroker(now: () => number) {
  const broker = await Aedes.createBroker({
    authenticate(_client, username, password, done) {
      const isRight = username === brokerUser.username && String(password) === brokerUser.password
      if (isRight) return done(null, true)
      done(
        Object.assign(new Error('bad user name or password'), {
          returnCode: badPassword,
        }) as AuthenticateError,
        null,
      )
    },
    authorizeSubscribe(_client, subscription, done) {
      done(null, subscription.topic.startsWith('private/') ? null : subscription)
    },
  })
  const faults: BrokerFaults = { isDown: false }
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    if (faults.isDown) return void socket.resetAndDestroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    broker.handle(socket)
  })
  let reported = Math.floor(now() / reportMs)
  const timer = setInterval(() => {
    const interval = Math.floor(now() / reportMs)
    if (interval === reported) return
    reported = interval
    void publish(sensorTopic, JSON.stringify(reportOf((interval - 1) * reportMs)))
  }, 1000)
  timer.unref()

  function publish(topic: string, payload: string | Buffer, { qos = 1, retain = false } = {}): Promise<void> {
    return new Promise((resolve, reject) =>
      broker.publish({ cmd: 'publish', topic, payload, qos: qos === 0 ? 0 : 1, retain, dup: false }, error =>
        error ? reject(error) : resolve(),
      ),
    )
  }

  return {
    server,
    faults,
    publish,
    /** Names of clients that are connected. */
    clients: () => Object.keys((broker as unknown as { clients: Record<string, unknown> }).clients),
    /** Cuts all connections, as a network that fails. */
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => broker.close(() => resolve()))
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** What the sensor says of an interval. */
function reportOf(from: number, device_sn = sensorSn) {
  const { entered, exited } = intervalOf(device_sn, from, from + reportMs)
  const local = (at: number) =>
    new Date(at + chinaOffsetMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return {
    event: 'People Counting',
    report_type: 'interval',
    device_info: { device: 'VS125', device_sn, device_mac: '24:E1:24:00:00:01', ip_address: '192.0.2.21' },
    time_info: {
      timezone: 'UTC+8:00',
      dst_status: false,
      start_time: local(from),
      end_time: local(from + reportMs),
    },
    line_periodic_data: [{ line: 1, in: entered, out: exited }],
  }
}
