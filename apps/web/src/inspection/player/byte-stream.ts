/** Reads a long answer by WebSocket or HTTP as its address says; answers how to stop. */
export function openBytes(
  url: string,
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
  ended: (why: string) => void,
): () => void {
  return /^wss?:/i.test(url) ? bySocket(url, take, ended) : byFetch(url, take, ended)
}

function bySocket(
  url: string,
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
  ended: (why: string) => void,
): () => void {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }) => {
    if (data instanceof ArrayBuffer) take(new Uint8Array(data))
  }
  socket.onclose = ({ code }) => ended(`closed ${code}`)
  return () => {
    socket.onmessage = null
    socket.onclose = null
    socket.close()
  }
}

function byFetch(
  url: string,
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
  ended: (why: string) => void,
): () => void {
  const abort = new AbortController()
  const read = async () => {
    const answer = await fetch(url, { signal: abort.signal, credentials: 'omit' })
    if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`)
    const reader = answer.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      take(value)
    }
  }
  read().then(
    () => ended('complete'),
    (error: unknown) => {
      if (!abort.signal.aborted) ended(String(error))
    },
  )
  return () => abort.abort()
}
