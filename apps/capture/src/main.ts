import { isStreamKind, takePicture } from './take-picture.ts'

/**
 * Runs as a child with an IPC channel (advanced serialization). Takes `{ id, url, kind }`, one at a time, and answers
 * `{ id, jpeg }` or `{ id, error }`; whoever started it kills it when it takes too long. Ends with its channel.
 */
let last = Promise.resolve()
process.on('message', message => {
  last = last.then(() => work(message))
})
// An orderly exit would wait for reads from the network that are under way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches the whole group; this process ends when its parent does.
process.on('SIGINT', () => undefined)

async function work(message: unknown): Promise<void> {
  const { id, url, kind } = typeof message === 'object' && message !== null ? jobOf(message) : {}
  if (typeof id !== 'number') return
  if (typeof url !== 'string' || !isStreamKind(kind)) return answer({ id, error: 'not a job' })
  try {
    answer({ id, jpeg: await takePicture(url, kind) })
  } catch (error) {
    // An address may carry a token: it stays out of messages.
    const reason = error instanceof Error ? error.message : String(error)
    answer({ id, error: reason.replaceAll(url, 'the stream') })
  }
}

function jobOf(message: object): { id?: unknown; url?: unknown; kind?: unknown } {
  return message
}

function answer(message: { id: number; jpeg: Buffer } | { id: number; error: string }): void {
  if (process.connected) process.send?.(message)
}
