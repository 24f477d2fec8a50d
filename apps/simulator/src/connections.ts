import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The connections of one listener. */
export interface Connections {
  /** Resets them all, as a platform that fails. */
  cut(): void
  /**
   * Ends them all and waits until the other sides have, too: a client that keeps connections open knows then that these
   * are gone, and does not use them for whoever listens on the port next. Who does not answer is cut off.
   */
  hangUp(): Promise<void>
}

const patienceMs = 300

/** With `isDown`, connections that come while it holds are reset at once. */
export function trackConnections(server: Server, isDown: () => boolean = () => false): Connections {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    if (isDown()) return socket.resetAndDestroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    cut,
    async hangUp() {
      const closed = [...sockets].map(socket => new Promise(resolve => socket.once('close', resolve)))
      for (const socket of sockets) socket.end()
      await Promise.race([Promise.all(closed), sleep(patienceMs, undefined, { ref: false })])
      cut()
    },
  }
}
