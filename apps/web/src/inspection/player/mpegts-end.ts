/** The part of a player of mpegts.js that ending it needs. */
type Ending = {
  on(event: string, listener: () => void): void
  destroy(): void
}

/** Events after which the library's connection stands or is gone. */
export type ConnectionEvents = { MEDIA_INFO: string; ERROR: string; LOADING_COMPLETE: string }

/** A socket that opened and sends nothing is closed after this long. */
const patienceMs = 15_000

/**
 * How to end a player of mpegts.js 1.8.2. Destroyed while its WebSocket still connects it throws out of the socket's error event,
 * where nobody can catch it, and the browser complains of a socket closed too early: such a player is ended with its first data
 * or its failure instead. Over HTTP it ends at once.
 */
export function gentleEnd(player: Ending, events: ConnectionEvents, url: string): () => void {
  let isConnecting = url.startsWith('ws')
  let isWanted = false
  let isDone = false
  const destroy = () => {
    if (isDone) return
    isDone = true
    player.destroy()
  }
  const settled = () => {
    isConnecting = false
    // Not from inside the library's own event.
    if (isWanted) setTimeout(destroy, 0)
  }
  for (const event of [events.MEDIA_INFO, events.ERROR, events.LOADING_COMPLETE]) player.on(event, settled)
  return () => {
    isWanted = true
    if (isConnecting) setTimeout(destroy, patienceMs)
    else destroy()
  }
}
